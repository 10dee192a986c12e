import type { Dashboard } from "../../../dashboard";
import { type Node, type ObjectNode, type Path, pathOf } from "../../../document/node";
import { type Change, copySource } from "../../../edit/edit";
import type { ContentKind } from "../../../grid/kinds";
import type { Gesture } from "../../../grid/moves/gesture";
import { pastedKey } from "../../../grid/moves/paste";
import { memberOf } from "../../../schema/canonical";
import { messageType } from "../../../schema/messages";
import { copiedWidget } from "./mosaic-changes";
import type { NamingStyle } from "./spelling";

export type ListGesture = Extract<
  Gesture,
  { readonly type: "reorder" | "insert" | "duplicate" | "remove" | "paste" }
>;

export interface ListChanges {
  readonly changes: readonly Change[];
  /** Ids, in the text that comes out, of the widgets that the gesture was about; none that it removed. */
  readonly select: readonly string[];
}

/**
 * What has to change in a file that has a grid, row or column layout. Only for gestures that `previewGesture` has found
 * possible: they name widgets that are there, and lines.
 */
export function listChanges(
  dashboard: Dashboard,
  gesture: ListGesture,
  spelling: NamingStyle,
  makeWidget: (block: { readonly kind: ContentKind; readonly copyOf?: string }) => unknown,
): ListChanges {
  const lists = new Lists(dashboard, spelling);
  const valueAt = (id: string) => dashboard.canonical.nodeOf(id) as ObjectNode;
  switch (gesture.type) {
    case "reorder":
      lists.reorder(gesture.tile, gesture.line, gesture.item, copySource(valueAt(gesture.tile)));
      return lists.result([gesture.tile]);
    case "insert": {
      const value = spelling.value(makeWidget({ kind: gesture.kind }), messageType("Widget"));
      lists.insert("new", gesture.slot?.line, gesture.slot?.item, value);
      return lists.result(["new"]);
    }
    case "paste": {
      let after = gesture.beside;
      const made = gesture.blocks.map(({ kind }, index) => {
        const id = `new:${index}`;
        const value = spelling.value(makeWidget({ kind, copyOf: pastedKey(index) }), messageType("Widget"));
        if (after === undefined) lists.insert(id, undefined, undefined, value);
        else lists.insertAfter(after, id, value);
        after = id;
        return id;
      });
      return lists.result(made);
    }
    case "duplicate": {
      const copies = gesture.tiles.map((id, i) => {
        lists.insertAfter(id, `new:${i}`, copiedWidget(valueAt(id)));
        return `new:${i}`;
      });
      return lists.result(copies);
    }
    case "remove":
      for (const id of gesture.tiles) lists.remove(id);
      return lists.result([]);
  }
}

/** A row or column, or all of a grid. */
interface Line {
  readonly path: Path;
  /** Path of its list of widgets. */
  readonly list: Path;
  isWritten: boolean;
  /** What stands in the list, in order; widgets by their ids, anything else by undefined. */
  entries: (string | undefined)[];
  isGone: boolean;
}

class Lists {
  private readonly lines: Line[] = [];
  private readonly changes: Change[] = [];
  private readonly prefix: string;
  /** Where the list of lines stands or is to stand; undefined in a grid. */
  private readonly linesPath: Path | undefined;

  constructor({ canonical }: Dashboard, spelling: NamingStyle) {
    const names = [
      ["gridLayout", ""],
      ["rowLayout", "rows"],
      ["columnLayout", "columns"],
    ] as const;
    const [layout, lines] = names.find(([name]) => canonical.nodeOf(`/${name}`)?.kind === "object")!;
    const node = canonical.nodeOf(`/${layout}`) as ObjectNode;
    this.prefix = `/${layout}${lines && `/${lines}`}`;
    if (!lines) {
      this.lines.push(lineOf(node, this.prefix, spelling));
      return;
    }
    this.linesPath = [...pathOf(node), spelling.key(node, lines)];
    const list = memberOf(node, lines);
    for (const [index, item] of (list?.kind === "array" ? list.items : []).entries())
      this.lines.push(lineOf(item, `${this.prefix}/${index}`, spelling));
  }

  reorder(id: string, toLine: number | undefined, item: number, value: unknown): void {
    const from = this.lineOfWidget(id);
    const to = toLine === undefined ? from : this.real()[toLine]!;
    const at = from.entries.indexOf(id);
    if (from === to) {
      from.entries.splice(at, 1);
      const target = rawIndex(from, item);
      from.entries.splice(target, 0, id);
      if (target !== at) this.changes.push({ op: "move", path: from.list, from: at, to: target });
      return;
    }
    this.take(from, at);
    this.put(to, rawIndex(to, item), id, value);
  }

  insert(id: string, line: number | undefined, item: number | undefined, value: unknown): void {
    const to = line === undefined ? this.real().at(-1) : this.real()[line];
    if (to) this.put(to, rawIndex(to, item ?? to.entries.length), id, value);
    else if (this.linesPath) {
      const { linesPath: path, lines } = this;
      const first = { widgets: [value] };
      if (lines.length > 0) this.changes.push({ op: "insert", path, index: lines.length, value: first });
      else this.changes.push({ op: "set", path, value: [first] });
      this.lines.push({ path: [], list: [], isWritten: true, entries: [id], isGone: false });
    }
  }

  insertAfter(original: string, id: string, value: unknown): void {
    const line = this.lineOfWidget(original);
    this.put(line, line.entries.indexOf(original) + 1, id, value);
  }

  remove(id: string): void {
    const line = this.lineOfWidget(id);
    this.take(line, line.entries.indexOf(id));
  }

  result(ids: readonly string[]): ListChanges {
    const gone = this.lines.filter(({ isGone }) => isGone).reverse();
    const changes = [...this.changes, ...gone.map(({ path }): Change => ({ op: "remove", path }))];
    const left = this.lines.filter(({ isGone }) => !isGone);
    const select = ids.map((id) => {
      const line = left.findIndex(({ entries }) => entries.includes(id));
      const place = this.linesPath ? `${this.prefix}/${line}` : this.prefix;
      return `${place}/widgets/${left[line]!.entries.indexOf(id)}`;
    });
    return { changes, select };
  }

  /** Takes an entry out, and the line with it when that leaves it empty; the last line stays. */
  private take(line: Line, at: number): void {
    line.entries.splice(at, 1);
    this.changes.push({ op: "remove", path: [...line.list, at] });
    const isEmpty = line.entries.every((entry) => entry === undefined);
    if (isEmpty && this.linesPath && this.real().length > 1) line.isGone = true;
  }

  private put(line: Line, at: number, id: string, value: unknown): void {
    if (line.isWritten) this.changes.push({ op: "insert", path: line.list, index: at, value });
    else this.changes.push({ op: "set", path: line.list, value: [value] });
    line.isWritten = true;
    line.entries.splice(at, 0, id);
  }

  private lineOfWidget(id: string): Line {
    return this.lines.find(({ entries }) => entries.includes(id))!;
  }

  /** The lines that count: not those that are no objects, and not those that are gone. */
  private real(): Line[] {
    return this.lines.filter(({ isGone, list }) => !isGone && list.length > 0);
  }
}

function lineOf(node: Node, id: string, spelling: NamingStyle): Line {
  const path = pathOf(node);
  if (node.kind !== "object") return { path, list: [], isWritten: true, entries: [], isGone: false };
  const list = memberOf(node, "widgets");
  const items = list?.kind === "array" ? list.items : [];
  return {
    path,
    list: [...path, spelling.key(node, "widgets")],
    isWritten: list?.kind === "array",
    entries: items.map((item, i) => (item.kind === "object" ? `${id}/widgets/${i}` : undefined)),
    isGone: false,
  };
}

/** Where in a list the place before its `item`-th widget is. */
function rawIndex({ entries }: Line, item: number): number {
  let widgets = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry === undefined) continue;
    if (widgets === item) return index;
    widgets++;
  }
  return entries.length;
}
