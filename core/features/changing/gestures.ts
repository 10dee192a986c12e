import type { Dashboard } from "../../dashboard";
import { type ObjectNode, pathOf } from "../../document/node";
import { syntaxErrors } from "../../document/reader";
import { type Change, copySource, editDocument, type TextEdit } from "../../edit/edit";
import type { Finding } from "../../finding";
import type { Fix } from "../../fix";
import { arrange } from "../../grid/arrangement";
import type { ContentKind } from "../../grid/kinds";
import type { BoardTile, TileBoard } from "../../grid/moves/board";
import type { Gesture } from "../../grid/moves/gesture";
import { type PastedBlock, pastedKey } from "../../grid/moves/paste";
import { previewGesture } from "../../grid/moves/preview";
import { MAX_TILES } from "../../grid/picture";
import { sameRect } from "../../grid/rect";
import { memberOf, memberProperty } from "../../schema/canonical";
import { messageType } from "../../schema/messages";
import { membersOf } from "../../shape";
import { readPaste } from "./clipboard";
import { arrangementOf } from "./gestures/arrangement-fields";
import { boardOf, MAX_INT32 } from "./gestures/board-of";
import { applyFields, type ChangeQuery } from "./gestures/fields";
import { listChanges } from "./gestures/list-changes";
import { mosaicChanges, tileValue } from "./gestures/mosaic-changes";
import { newWidget } from "./gestures/new-widgets";
import { NamingStyle } from "./gestures/spelling";
import { foldChanges, titleChanges } from "./gestures/widget-changes";

/** `edits` are against the dashboard's text; none when the gesture changes nothing. */
export type GestureResult =
  | {
      readonly ok: true;
      readonly edits: readonly TextEdit[];
      /** Ids of the tiles to select, in the resulting text. */
      readonly select: readonly string[];
      /** What else was changed, as a sentence for the person. */
      readonly also?: string;
    }
  /** Why the gesture is rejected, as a message for the user. */
  | { readonly ok: false; readonly reason: string; readonly needsFile?: boolean };

/**
 * Turns a gesture into the smallest edits of the text: a move changes only the affected numbers, and new text has the
 * style of the file.
 *
 * @param fixesOf the fixes of a finding, for gestures that apply one
 * @param changeQuery makes a change of a Monitoring query
 */
export function applyGesture(
  dashboard: Dashboard,
  gesture: Gesture,
  fixesOf: (finding: Finding) => readonly Fix[] = () => [],
  changeQuery: ChangeQuery = () => refused("Queries cannot be changed here."),
): GestureResult {
  const { document } = dashboard;
  const isEmpty = !document.root && !/\S/.test(document.text);
  if (!isEmpty && syntaxErrors(document).length > 0)
    return refused(
      `${document.form ? "The code" : "The text"} is not valid${document.form ? "" : " JSON"}. Fix its syntax errors first.`,
    );
  if (document.shaped)
    return refused("Directives such as %{ if } decide which parts the dashboard has. Change the text.");
  if (gesture.type === "fields") {
    const arranging = arrangementOf(gesture, boardOf(dashboard));
    if (arranging) return applyGesture(dashboard, arranging);
    return applyFields(dashboard, gesture.tiles, gesture.changes, fixesOf, changeQuery);
  }
  const planned = plan(dashboard, gesture);
  if (!planned.ok) return planned;
  const result = editDocument(document, planned.changes);
  return result.ok ? { ok: true, edits: result.edits, select: planned.select } : result;
}

/** These are slow in a dashboard of thousands of widgets, and would move tiles that the picture does not show. */
function movesTiles({ type }: Gesture): boolean {
  return type !== "title" && type !== "fold" && type !== "fields";
}

type Plan =
  | { readonly ok: true; readonly changes: readonly Change[]; readonly select: readonly string[] }
  | { readonly ok: false; readonly reason: string };

function plan(dashboard: Dashboard, gesture: Exclude<Gesture, { readonly type: "fields" }>): Plan {
  const board = boardOf(dashboard);
  if (board.tiles.length > MAX_TILES && movesTiles(gesture))
    return refused(
      `The preview shows the first ${MAX_TILES} widgets of ${board.tiles.length.toLocaleString("en")}. Make this change in the text.`,
    );
  const moved = previewGesture(board, gesture);
  if (!moved.ok) return moved;
  const { board: after, select } = moved;
  if (movesTiles(gesture) && after.tiles.some(({ x, y, w, h }) => Math.max(x + w, y + h) > MAX_INT32))
    return refused("The row is out of range.");
  const pasted = gesture.type === "paste" ? readPaste(gesture.text) : undefined;
  if (pasted && !pasted.ok) return pasted;
  if (pasted && gesture.type === "paste" && !samePaste(gesture.blocks, pasted.blocks))
    return refused("The clipboard has changed. Paste again.");
  const widgets = new Map(
    pasted?.widgets.map((widget, index) => [pastedKey(index), withFreeId(widget, dashboard)]),
  );
  const spelling = new NamingStyle(dashboard);
  const query = gesture.type === "insert" ? gesture.query : undefined;
  const fresh = ({ kind, copyOf }: Pick<BoardTile, "kind" | "copyOf">) =>
    widgets.get(copyOf ?? "") ?? newWidget(kind as ContentKind, dashboard, query);
  const done = (changes: readonly Change[] | undefined): Plan =>
    changes ? { ok: true, changes, select } : refused("The tile no longer exists.");

  switch (gesture.type) {
    case "title":
      return done(titleChanges(dashboard, gesture.tile, gesture.title, spelling));
    case "fold":
      return done(foldChanges(dashboard, gesture.tile, gesture.collapsed));
    case "convert":
      return done(conversion(dashboard, board, after, spelling));
    default:
  }
  if (board.layout === "none") return start(dashboard, after, spelling, fresh);
  if (board.layout !== "mosaic") {
    if (!isForLists(gesture)) return refused("This requires a mosaic layout.");
    return { ok: true, ...listChanges(dashboard, gesture, spelling, fresh) };
  }
  const makeWidget = (block: BoardTile) =>
    gesture.type === "wrap" ? { title: block.title ?? "", collapsibleGroup: {} } : fresh(block);
  const places = gesture.type !== "remove" && gesture.type !== "sort";
  const { changes, ids } = mosaicChanges(dashboard, board, after, spelling, makeWidget, places);
  const columns = gesture.type === "columns" ? columnChanges(dashboard, gesture.columns, spelling) : [];
  return { ok: true, changes: [...columns, ...changes], select: select.map((id) => ids.get(id) ?? id) };
}

function isForLists(
  gesture: Gesture,
): gesture is Extract<Gesture, { readonly type: "reorder" | "insert" | "duplicate" | "remove" | "paste" }> {
  return ["reorder", "insert", "duplicate", "remove", "paste"].includes(gesture.type);
}

function columnChanges({ canonical }: Dashboard, columns: number, spelling: NamingStyle): Change[] {
  const layout = canonical.nodeOf("/mosaicLayout") as ObjectNode;
  const path = [...pathOf(layout), spelling.key(layout, "columns")];
  return [{ op: "set", path, value: spelling.number(columns, memberOf(layout, "columns")) }];
}

/** A pasted widget, without its id if a widget of the dashboard has it already. */
function withFreeId(widget: unknown, { canonical }: Dashboard): unknown {
  const { id, ...rest } = membersOf(widget);
  const isTaken = arrange(canonical.value).tiles.some((tile) => membersOf(tile.widget)["id"] === id);
  return id !== undefined && isTaken ? rest : widget;
}

/** Whether the preview was of the same tiles that are in the text of the clipboard. */
function samePaste(shown: readonly PastedBlock[], read: readonly PastedBlock[]): boolean {
  return (
    shown.length === read.length &&
    shown.every((one, i) => one.kind === read[i]!.kind && sameRect(one, read[i]!))
  );
}

/** The first tiles of a dashboard without a layout, or of an empty file. */
function start(
  dashboard: Dashboard,
  after: TileBoard,
  spelling: NamingStyle,
  fresh: (block: BoardTile) => unknown,
): Plan {
  const { root } = dashboard.document;
  if (root && root.kind !== "object")
    return refused("The text is not a dashboard: the top level must be an object.");
  const tiles = after.tiles.map((block) =>
    tileValue(block, spelling.value(fresh(block), messageType("Widget")), spelling, undefined),
  );
  const mosaic = { columns: after.columns, tiles };
  const value = root ? mosaic : { displayName: "New dashboard", mosaicLayout: mosaic };
  const path = root ? [spelling.key(root, "mosaicLayout")] : [];
  const select = tiles.map((_, index) => `/mosaicLayout/tiles/${index}/widget`);
  return { ok: true, changes: [{ op: "set", path, value }], select };
}

/** Puts a mosaic in the place of another layout, with the widgets as they are written. */
function conversion(
  dashboard: Dashboard,
  board: TileBoard,
  after: TileBoard,
  spelling: NamingStyle,
): Change[] | undefined {
  const { canonical, document } = dashboard;
  const { root } = document;
  const property = memberProperty(root, `${board.layout}Layout`);
  if (root?.kind !== "object" || !property) return undefined;
  const tiles = after.tiles.map((block) => {
    const widget = canonical.nodeOf(block.id);
    return tileValue(block, widget && copySource(widget), spelling, undefined);
  });
  const key = spelling.key(root, "mosaicLayout");
  // A mosaicLayout that is null is not there, but its name is taken.
  const isTaken = root.properties.some((other) => other.key === key);
  return [
    ...(isTaken ? [{ op: "remove", path: [key] } as const] : []),
    { op: "rename", path: [property.key], key },
    { op: "set", path: [key], value: { columns: after.columns, tiles } },
  ];
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
