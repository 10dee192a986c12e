import { Dashboard } from "../../dashboard";
import { type Node, valueOf } from "../../document/node";
import { readDocument } from "../../document/reader";
import { arrange } from "../../grid/arrangement";
import { CONTENT_KINDS, type ContentKind } from "../../grid/kinds";
import type { PastedBlock } from "../../grid/moves/paste";
import { usualSize } from "../../grid/moves/sizes";
import { boundingRect } from "../../grid/moves/tree";
import { snakeCase } from "../../schema/messages";
import { isObject, listOf, type Members, membersOf } from "../../shape";
import { boardOf } from "./gestures/board-of";
import { tileValue } from "./gestures/mosaic-changes";
import { NamingStyle } from "./gestures/spelling";

/** Beyond what anybody copies, and small enough to read at once. */
const MOST_CHARACTERS = 2_000_000;

/** Widgets that the service takes in one dashboard. */
const MOST_WIDGETS = 100;

export type PasteReading =
  | {
      readonly ok: true;
      readonly blocks: readonly PastedBlock[];
      /** Widgets in canonical names, one for each block. */
      readonly widgets: readonly unknown[];
    }
  | { readonly ok: false; readonly reason: string };

/**
 * Tiles as JSON for the clipboard: one alone as a tile of a mosaic, several as a mosaic layout, so that both can also be
 * pasted into the text of a dashboard. Groups bring their members. In other layouts than a mosaic, tiles get the usual size.
 *
 * @returns undefined when a tile does not exist
 */
export function copyTiles(dashboard: Dashboard, ids: readonly string[]): string | undefined {
  const mosaic = mosaicOf(dashboard, ids);
  if (!mosaic) return undefined;
  const value = mosaic.tiles.length === 1 ? mosaic.tiles[0] : mosaic;
  return JSON.stringify(value, null, 2);
}

/** The tiles as a dashboard of their own, with the filters that their queries name. */
export function dashboardOfTiles(
  dashboard: Dashboard,
  ids: readonly string[],
  title: string,
): Members | undefined {
  const mosaicLayout = mosaicOf(dashboard, ids);
  if (!mosaicLayout) return undefined;
  const text = JSON.stringify(mosaicLayout);
  const filters = listOf(membersOf(dashboard.canonical.value)["dashboardFilters"]).filter((filter) => {
    const { templateVariable } = membersOf(filter);
    return typeof templateVariable !== "string" || isNamed(text, templateVariable);
  });
  return { displayName: title, ...(filters.length > 0 && { dashboardFilters: filters }), mosaicLayout };
}

/** Whether a query names the variable, as `${zone}`, `${zone.value}` or `$zone`. */
function isNamed(text: string, variable: string): boolean {
  return new RegExp(`\\$\\{?${variable.replace(/[^\w]/g, "\\$&")}\\b`).test(text);
}

function mosaicOf(dashboard: Dashboard, ids: readonly string[]) {
  const board = boardOf(dashboard);
  const wanted = new Set(ids);
  const groups = new Map(board.tiles.map(({ id, group }) => [id, group]));
  const isWanted = (id: string | undefined): boolean =>
    id !== undefined && (wanted.has(id) || isWanted(groups.get(id)));
  const chosen = board.tiles.filter(({ id }) => isWanted(id));
  if (chosen.length === 0 || [...wanted].some((id) => !groups.has(id))) return undefined;
  const isMosaic = board.layout === "mosaic";
  const columns = isMosaic ? board.columns : 48;
  const rects = isMosaic ? chosen : inRows(chosen.map(({ kind }) => kind as ContentKind));
  const box = boundingRect(rects);
  const spelling = new NamingStyle(dashboard);
  const tiles = chosen.map(({ id }, index) => {
    const { x, y, w, h } = rects[index]!;
    const node = dashboard.canonical.nodeOf(id);
    return tileValue({ x: x - box.x, y: y - box.y, w, h }, node && valueOf(node), spelling, undefined);
  });
  return { columns, tiles };
}

/** Places of tiles that have none of their own: side by side while they fit. */
function inRows(kinds: readonly ContentKind[]) {
  let [x, y, height] = [0, 0, 0];
  return kinds.map((kind) => {
    const { w, h } = usualSize(kind, 48);
    if (x + w > 48) [x, y, height] = [0, y + height, 0];
    const rect = { x, y, w, h };
    x += w;
    height = Math.max(height, h);
    return rect;
  });
}

/**
 * Tiles out of a text, which may come from anywhere: a widget, a tile, a list of either, a layout or a whole dashboard, in
 * either naming style.
 */
export function readPaste(text: string): PasteReading {
  if (text.trim() === "") return refused("The clipboard is empty. Copy a tile first.");
  if (text.length > MOST_CHARACTERS) return refused("The clipboard is too large to paste as tiles.");
  try {
    return readTiles(text);
  } catch (error) {
    // The stack is too small for the lists and objects inside each other.
    if (error instanceof RangeError) return refused("The clipboard is nested too deeply to paste as tiles.");
    throw error;
  }
}

function readTiles(text: string): PasteReading {
  const { root, problems } = readDocument(text);
  const isWhole = root && problems.every(({ severity }) => severity !== "error");
  const wrapped = isWhole ? wrap(root) : undefined;
  if (!wrapped) return refused(NO_TILES);
  const { canonical } = new Dashboard(JSON.stringify(wrapped));
  const { layout, tiles } = arrange(canonical.value);
  const known = tiles.filter(({ kind }) => (CONTENT_KINDS as readonly string[]).includes(kind));
  if (known.length === 0) return refused(NO_TILES);
  if (known.length > MOST_WIDGETS) return refused(`The clipboard has more than ${MOST_WIDGETS} tiles.`);
  const kinds = known.map(({ kind }) => kind as ContentKind);
  const rects = layout === "mosaic" ? known : inRows(kinds);
  const box = boundingRect(rects);
  const blocks = known.map(({ title }, index): PastedBlock => {
    const { x, y, w, h } = rects[index]!;
    const place = { x: x - box.x, y: y - box.y, w, h };
    return { kind: kinds[index]!, title: title ?? "", ...place };
  });
  return { ok: true, blocks, widgets: known.map(({ widget }) => widget) };
}

const NO_TILES = "The clipboard has no tiles. Copy a tile, or the JSON of a widget or dashboard.";

const LAYOUTS = ["mosaicLayout", "gridLayout", "rowLayout", "columnLayout"];

/** The dashboard that a value is a part of. */
function wrap(root: Node): Members | undefined {
  const value: unknown = valueOf(root);
  if (Array.isArray(value)) return value.every(isObject) ? listed(value) : undefined;
  if (!isObject(value)) return undefined;
  if (LAYOUTS.some((name) => name in value || snakeCase(name) in value)) return value;
  if (Array.isArray(value["tiles"])) return { mosaicLayout: { columns: 48, ...value } };
  if (Array.isArray(value["widgets"])) return { gridLayout: value };
  return listed([value]);
}

function listed(entries: readonly Members[]): Members | undefined {
  if (entries.every((entry) => isObject(entry["widget"])))
    return { mosaicLayout: { columns: 48, tiles: entries } };
  const isWidget = (entry: Members) =>
    CONTENT_KINDS.some((kind) => isObject(entry[kind]) || isObject(entry[snakeCase(kind)]));
  return entries.every(isWidget) ? { gridLayout: { columns: "2", widgets: entries } } : undefined;
}

function refused(reason: string): { readonly ok: false; readonly reason: string } {
  return { ok: false, reason };
}
