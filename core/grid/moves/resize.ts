import { isGroup } from "../kinds";
import { type Rect, sameRect } from "../rect";
import { type MoveResult, refuseMove } from "./board";
import { resolveOverlaps } from "./settle";
import { boundingRect, setRect, type TileTree, type TreeTile } from "./tree";

/** Edges and corners by the points of the compass; north is up. */
export const EDGES = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;
export type Edge = (typeof EDGES)[number];

/**
 * Moves an edge or a corner of tiles by whole blocks. No tile gets smaller than a block or than the members of a
 * group, or leaves the columns or the sides of its group. A tile that fills its single view resizes the view.
 */
export function resizeTile(
  tree: TileTree,
  ids: readonly string[],
  edge: Edge,
  by: { readonly dx: number; readonly dy: number },
): MoveResult {
  const items = new Set<TreeTile>();
  for (const id of ids) {
    const item = tree.item(id);
    if (!item) return refuseMove("The tile no longer exists.");
    items.add(filledView(item) ?? item);
  }
  if (items.size === 0) return refuseMove("The tile no longer exists.");
  for (const item of items) resizeOne(tree, item, edge, by);
  resolveOverlaps(tree, items);
  return { ok: true, board: tree.toBoard(), select: [...ids] };
}

/** The single-view group that a tile fills. */
function filledView({ group, ...item }: TreeTile): TreeTile | undefined {
  return group?.kind === "singleViewGroup" && !isGroup(item.kind) && sameRect(group, item)
    ? group
    : undefined;
}

function resizeOne(
  tree: TileTree,
  item: TreeTile,
  edge: Edge,
  { dx, dy }: { readonly dx: number; readonly dy: number },
): void {
  const filling = item.members.filter((member) => filledView(member) === item);
  const others = item.members.filter((member) => !filling.includes(member));
  const room = item.group ?? { x: 0, y: 0, w: tree.columns };
  const inner = others.length > 0 ? boundingRect(others) : undefined;
  let { x, y } = item;
  let right = x + item.w;
  let bottom = y + item.h;
  // An edge that is out of its room already may come back in, and need not.
  if (edge.includes("w")) x = within(x + dx, Math.min(room.x, x), Math.min(right - 1, inner?.x ?? right));
  if (edge.includes("n")) y = within(y + dy, Math.min(room.y, y), Math.min(bottom - 1, inner?.y ?? bottom));
  if (edge.includes("e")) {
    const least = Math.max(x + 1, inner ? inner.x + inner.w : 0);
    right = within(right + dx, least, Math.max(room.x + room.w, right));
  }
  if (edge.includes("s")) {
    const least = Math.max(y + 1, inner ? inner.y + inner.h : 0);
    bottom = Math.max(bottom + dy, least);
  }
  const rect: Rect = { x, y, w: right - x, h: bottom - y };
  for (const each of [item, ...filling]) setRect(each, rect);
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
