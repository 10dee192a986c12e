import type { Dashboard } from "../../../dashboard";
import { type Node, type ObjectNode, pathOf } from "../../../document/node";
import { type Change, copySource } from "../../../edit/edit";
import type { BoardTile, TileBoard } from "../../../grid/moves/board";
import type { Rect } from "../../../grid/rect";
import { memberOf } from "../../../schema/canonical";
import { messageType } from "../../../schema/messages";
import { indexOf } from "./board-of";
import { setMembers } from "./ordered";
import type { NamingStyle } from "./spelling";

/** The members of a tile that say where it is. */
const NUMBERS = [
  ["xPos", "x"],
  ["yPos", "y"],
  ["width", "w"],
  ["height", "h"],
] as const;

export interface MosaicChanges {
  readonly changes: readonly Change[];
  /** Ids of the tiles in the text that comes out, by the ids of the board. */
  readonly ids: ReadonlyMap<string, string>;
}

/**
 * What has to change in a file that has a mosaic and is `before`, so that it says what `after` says. `makeWidget` gives the widget of a
 * tile that is neither in the file nor a copy. `places` is false when only which tiles there are and their order count.
 */
export function mosaicChanges(
  dashboard: Dashboard,
  before: TileBoard,
  after: TileBoard,
  spelling: NamingStyle,
  makeWidget: (block: BoardTile) => unknown,
  places: boolean,
): MosaicChanges {
  const layout = dashboard.canonical.nodeOf("/mosaicLayout") as ObjectNode;
  const list = memberOf(layout, "tiles");
  const nodes = list?.kind === "array" ? list.items : [];
  const were = new Map(before.tiles.map((block) => [block.id, block]));
  const changes: Change[] = places
    ? after.tiles.flatMap((block) => moved(nodes, were.get(block.id), block, spelling))
    : [];

  const idOf = (index: number) => `/mosaicLayout/tiles/${index}/widget`;
  const now = nodes.map((_, index) => idOf(index));
  const kept = new Set(after.tiles.map(({ id }) => id));
  const path = [...pathOf(layout), spelling.key(layout, "tiles")];
  for (let index = nodes.length - 1; index >= 0; index--) {
    // Ignore entries that are no tiles.
    if (kept.has(idOf(index)) || nodes[index]!.kind !== "object") continue;
    changes.push({ op: "remove", path: [...path, index] });
    now.splice(index, 1);
  }
  if (list?.kind !== "array") changes.push({ op: "set", path, value: [] });
  const like = nodes.find((node) => node.kind === "object") as ObjectNode | undefined;
  let previous = -1;
  for (const block of after.tiles) {
    const at = now.indexOf(block.id);
    if (at < 0) {
      const value = newTile(dashboard, block, makeWidget, spelling, like);
      changes.push({ op: "insert", path, index: previous + 1, value });
      now.splice(previous + 1, 0, block.id);
      previous++;
    } else if (at < previous) {
      changes.push({ op: "move", path, from: at, to: previous });
      now.splice(previous, 0, ...now.splice(at, 1));
    } else previous = at;
  }
  return { changes, ids: new Map(now.map((id, index) => [id, idOf(index)])) };
}

/** The numbers of a tile that the move changed. Other invalid values in the file stay as they are. */
function moved(
  nodes: readonly Node[],
  before: BoardTile | undefined,
  block: BoardTile,
  spelling: NamingStyle,
): Change[] {
  const node = block.id.startsWith("/") ? nodes[indexOf(block.id)] : undefined;
  if (node?.kind !== "object" || !before) return [];
  const next: Record<string, unknown> = {};
  for (const [name, side] of NUMBERS) {
    const key = spelling.key(node, name);
    if (block[side] !== before[side]) next[key] = spelling.number(block[side], memberOf(node, name));
  }
  const order = NUMBERS.map(([name]) => spelling.key(node, name));
  return Object.keys(next).length > 0 ? setMembers(node, next, order) : [];
}

/** A tile that is new to the file, with its members in the order that `like` has them. */
function newTile(
  { canonical }: Dashboard,
  block: BoardTile,
  makeWidget: (block: BoardTile) => unknown,
  spelling: NamingStyle,
  like: ObjectNode | undefined,
): unknown {
  // What comes out of the clipboard is a copy of nothing in the file.
  const original = block.copyOf?.startsWith("/") ? canonical.nodeOf(block.copyOf) : undefined;
  const widget =
    original?.kind === "object"
      ? copiedWidget(original)
      : spelling.value(makeWidget(block), messageType("Widget"));
  return tileValue(block, widget, spelling, like);
}

/** A tile's value: a position of 0 is left out, as the service does. */
export function tileValue(
  rect: Rect,
  widget: unknown,
  spelling: NamingStyle,
  like: ObjectNode | undefined,
): Readonly<Record<string, unknown>> {
  const number = (value: number) => spelling.number(value, memberOf(like, "width"));
  const members: [string, unknown][] = [
    ...(rect.x > 0 ? [[spelling.key(like, "xPos"), number(rect.x)] as [string, unknown]] : []),
    ...(rect.y > 0 ? [[spelling.key(like, "yPos"), number(rect.y)] as [string, unknown]] : []),
    ["width", number(rect.w)],
    ["height", number(rect.h)],
    ["widget", widget],
  ];
  const order = like?.properties.map(({ key }) => key) ?? [];
  if (order.indexOf("widget") === order.length - 1) return Object.fromEntries(members);
  const rank = (key: string) => (order.includes(key) ? order.indexOf(key) : order.length);
  return Object.fromEntries(members.sort(([a], [b]) => rank(a) - rank(b)));
}

/** A widget as written, but for its id, which belongs to the first of its kind. */
export function copiedWidget(node: ObjectNode): unknown {
  if (!node.properties.some(({ key }) => key === "id")) return copySource(node);
  const members = node.properties.filter(({ key, value }) => key !== "id" && value);
  return Object.fromEntries(members.map(({ key, value }) => [key, copySource(value!)]));
}
