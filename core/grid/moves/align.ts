import { isGroup } from "../kinds";
import type { Rect } from "../rect";
import { type MoveResult, refuseMove } from "./board";
import { resolveOverlaps } from "./settle";
import {
  boundingRect,
  canContain,
  descendantsOf,
  moveSubtree,
  selectTiles,
  setRect,
  type TileTree,
  type TreeTile,
} from "./tree";

/** Sides that tiles are aligned at; `center` and `middle` are those of the selection. */
export const ALIGNMENTS = ["left", "center", "right", "top", "middle", "bottom"] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

export const AXES = ["horizontal", "vertical"] as const;
export type Axis = (typeof AXES)[number];

/**
 * Brings tiles to a common edge or center line of the rectangle around them. Where that puts two of them on each other,
 * the later one goes down; so do others that are in the way.
 */
export function alignTiles(tree: TileTree, ids: readonly string[], to: Alignment): MoveResult {
  const items = selectTiles(tree, ids);
  const problem = unfit(items, 2, "Select two or more tiles to align.");
  if (!items || problem) return refuseMove(problem ?? GONE);
  const box = boundingRect(items);
  for (const item of items) {
    const { x, y } = aligned(item, box, to);
    moveSubtree(item, x - item.x, y - item.y);
  }
  // Whoever was further up or left keeps that place, and the others make room.
  return settled(tree, items);
}

function aligned(item: Rect, box: Rect, to: Alignment): { readonly x: number; readonly y: number } {
  const { x, y } = item;
  switch (to) {
    case "left":
      return { x: box.x, y };
    case "center":
      return { x: box.x + Math.round((box.w - item.w) / 2), y };
    case "right":
      return { x: box.x + box.w - item.w, y };
    case "top":
      return { x, y: box.y };
    case "middle":
      return { x, y: box.y + Math.round((box.h - item.h) / 2) };
    case "bottom":
      return { x, y: box.y + box.h - item.h };
  }
}

/**
 * Makes the gaps between tiles equal, to a block: the first and the last stay, in the order in which they lie. Tiles that
 * have no room between these are set edge to edge from the first on.
 */
export function distributeTiles(tree: TileTree, ids: readonly string[], axis: Axis): MoveResult {
  const items = selectTiles(tree, ids);
  const problem = unfit(items, 3, "Select three or more tiles to distribute.");
  if (!items || problem) return refuseMove(problem ?? GONE);
  const [at, size] = axis === "horizontal" ? (["x", "w"] as const) : (["y", "h"] as const);
  const sorted = [...items].sort((a, b) => a[at] - b[at] || a.y - b.y || a.x - b.x);
  const start = sorted[0]![at];
  const end = Math.max(...sorted.map((item) => item[at] + item[size]));
  const used = sorted.reduce((sum, item) => sum + item[size], 0);
  const room = Math.max(0, end - start - used);
  const limit = axis === "horizontal" ? (items[0]!.group ?? { x: 0, w: tree.columns }) : undefined;
  if (limit && start + used > limit.x + limit.w)
    return refuseMove("The selected tiles do not fit side by side. Make them narrower first.");
  let before = 0;
  for (const [index, item] of sorted.entries()) {
    const target = start + before + Math.round((room * index) / (sorted.length - 1));
    moveSubtree(item, at === "x" ? target - item.x : 0, at === "y" ? target - item.y : 0);
    before += item[size];
  }
  return settled(tree, items);
}

/** Two tiles take each other's place and size; groups keep their size, because of what lies in them. */
export function swapTiles(tree: TileTree, ids: readonly string[]): MoveResult {
  const [a, b, more] = ids.map((id) => tree.item(id));
  if (ids.length !== 2 || more) return refuseMove("Select two tiles to swap.");
  if (!a || !b) return refuseMove(GONE);
  if (descendantsOf(a).includes(b) || descendantsOf(b).includes(a))
    return refuseMove("A group cannot be swapped with one of its own tiles.");
  const homes = [a.group, b.group] as const;
  if ((homes[1] && !canContain(homes[1], a)) || (homes[0] && !canContain(homes[0], b)))
    return refuseMove("One of the tiles belongs to a group that cannot contain the other.");
  const places = [rectOf(a), rectOf(b)] as const;
  put(tree, a, homes[1], places[1]);
  put(tree, b, homes[0], places[0]);
  resolveOverlaps(tree, new Set([a, b]));
  return { ok: true, board: tree.toBoard(), select: [...ids] };
}

const GONE = "The tile no longer exists.";

function put(tree: TileTree, item: TreeTile, group: TreeTile | undefined, place: Rect): void {
  moveSubtree(item, place.x - item.x, place.y - item.y);
  if (!isGroup(item.kind)) setRect(item, place);
  tree.put(item, group);
}

function rectOf({ x, y, w, h }: Rect): Rect {
  return { x, y, w, h };
}

function unfit(items: readonly TreeTile[] | undefined, least: number, few: string): string | undefined {
  if (!items) return GONE;
  if (items.length < least) return few;
  const [first] = items;
  if (items.some(({ group }) => group !== first!.group))
    return "Select tiles of the same group, or tiles outside of all groups.";
  return first!.group?.kind === "singleViewGroup"
    ? "The tiles of a single-view group all have the same place."
    : undefined;
}

/** Those of the tiles that come first keep their places; the others, and what is in the way, go down. */
function settled(tree: TileTree, items: readonly TreeTile[]): MoveResult {
  resolveOverlaps(tree, new Set(items));
  return { ok: true, board: tree.toBoard(), select: items.map(({ id }) => id) };
}
