import { isGroup } from "../kinds";
import { overlaps, type Rect, sameRect } from "../rect";
import { type MoveResult, refuseMove } from "./board";
import { hasNoGaps, moveUpIn } from "./compact";
import { moveToRect, resolveOverlaps } from "./settle";
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

/**
 * Moves tiles by whole blocks, together and as far as the grid goes; a group brings its members. What they come to
 * lie on goes down, or up into the place that they have left.
 *
 * A tile joins the group that its middle lies in, and leaves its group when its middle does; `into` says it outright:
 * the id of a group, or null for none. `tidy`: see `Gesture`.
 */
export function moveTiles(
  tree: TileTree,
  ids: readonly string[],
  by: { readonly dx: number; readonly dy: number },
  into?: string | null,
  tidy = false,
): MoveResult {
  const items = selectTiles(tree, ids);
  if (!items || items.length === 0) return refuseMove("The tile no longer exists.");
  const target = typeof into === "string" ? tree.item(into) : undefined;
  if (typeof into === "string" && !target) return refuseMove("The group no longer exists.");
  const barred = target && items.find((item) => item === target || !canContain(target, item));
  if (target && barred) return refuseMove("This group cannot contain the moved tiles.");
  if (target && items.some((item) => descendantsOf(item).includes(target)))
    return refuseMove("A group cannot contain itself.");

  const box = boundingRect(items);
  const dx = Math.max(-box.x, Math.min(by.dx, tree.columns - box.x - box.w));
  const dy = Math.max(-box.y, by.dy);
  const from = new Map(items.map((item): [TreeTile, Rect] => [item, { ...item }]));
  if (tidy && (dx !== 0 || dy !== 0)) return moveTidily(tree, items, ids, { dx, dy }, into);
  const moving = new Set(items.flatMap((item) => [item, ...descendantsOf(item)]));
  const homes = new Map(
    items.map((item) => {
      const there = { x: item.x + dx, y: item.y + dy, w: item.w, h: item.h };
      const home = into === undefined ? homeOf(tree, item, there, moving) : target;
      return [item, home];
    }),
  );
  for (const [item, home] of homes) {
    moveSubtree(item, dx, dy);
    moveIntoGroup(tree, item, home);
  }
  if (dy > 0) for (const item of items) makeRoomAbove(tree, item, from.get(item)!, moving);
  resolveOverlaps(tree, new Set(items));
  return { ok: true, board: tree.toBoard(), select: items.map(({ id }) => id) };
}

/** Swaps a tile with another one of its size, or moves tiles and closes the gaps that this leaves where there were none. */
function moveTidily(
  tree: TileTree,
  items: readonly TreeTile[],
  ids: readonly string[],
  by: { readonly dx: number; readonly dy: number },
  into: string | null | undefined,
): MoveResult {
  const [item] = items;
  const there = item && { x: item.x + by.dx, y: item.y + by.dy, w: item.w, h: item.h };
  const other = items.length === 1 && there && into === undefined && swapPartner(tree, item, there);
  if (other) {
    moveSubtree(other, -by.dx, -by.dy);
    moveSubtree(item, by.dx, by.dy);
    return { ok: true, board: tree.toBoard(), select: [item.id] };
  }
  const places = () => tree.order.map(({ x, y, w, h }): Rect => ({ x, y, w, h }));
  const before = places();
  const groups = [undefined, ...tree.order.filter(({ kind }) => isGroup(kind))];
  const hadNoGaps = new Set(groups.filter((group) => hasNoGaps(tree, group)));
  const left = items.map(({ group }) => group);
  const moved = moveTiles(tree, ids, by, into);
  if (!moved.ok) return moved;
  const after = places();
  const touched = new Set([...left, ...items.map(({ group }) => group)]);
  for (const group of touched) if (hadNoGaps.has(group)) moveUpIn(tree, group);
  // Somebody who moves the last tile down wants it there, and not where it came from.
  const isBack = places().every((place, at) => sameRect(place, before[at]!));
  if (isBack) for (const [at, tile] of tree.order.entries()) setRect(tile, after[at]!);
  return { ...moved, board: tree.toBoard() };
}

/** The tile with exactly this place that lies in the same group, or in none. */
function swapPartner(tree: TileTree, item: TreeTile, there: Rect): TreeTile | undefined {
  const other = tree.siblings(item.group).find((one) => one !== item && sameRect(one, there));
  if (!other || item.group?.kind === "singleViewGroup") return undefined;
  // A tile that is dropped on a group goes into it.
  return isGroup(other.kind) && canContain(other, item) ? undefined : other;
}

/** The group that a tile belongs to at a place: the innermost that its middle lies in and that takes it. */
export function homeOf(
  tree: TileTree,
  item: TreeTile,
  there: Rect,
  barred: ReadonlySet<TreeTile>,
): TreeTile | undefined {
  const x = there.x + there.w / 2;
  const y = there.y + there.h / 2;
  let home: TreeTile | undefined;
  for (const group of tree.order) {
    if (!isGroup(group.kind) || barred.has(group)) continue;
    if (x < group.x || x > group.x + group.w || y < group.y || y > group.y + group.h) continue;
    if (group !== item.group && (group.w < there.w || !canContain(group, item))) continue;
    if (!home || group.w * group.h < home.w * home.h || group.group === home) home = group;
  }
  return home;
}

/** Puts an item into a group. A single view shows one tile at a time, each as large as itself. */
export function moveIntoGroup(tree: TileTree, item: TreeTile, home: TreeTile | undefined): void {
  const isNew = item.group !== home;
  tree.put(item, home);
  if (home?.kind !== "singleViewGroup" || isGroup(item.kind)) {
    snapBelow(item, tree.siblings(home));
    return;
  }
  const filled = home.members.every((member) => member === item || sameRect(member, home));
  if (filled && (isNew || (item.w === home.w && item.h === home.h))) moveToRect(item, home);
}

/** A tile dropped over the lower edge of a group goes below it, rather than sending the whole group away. */
function snapBelow(item: TreeTile, siblings: readonly TreeTile[]): void {
  if (isGroup(item.kind)) return;
  for (const group of siblings) {
    if (!isGroup(group.kind) || !overlaps(group, item)) continue;
    const bottom = group.y + group.h;
    if (item.y > group.y && item.y + item.h / 2 >= bottom) moveSubtree(item, 0, bottom - item.y);
  }
}

/** Lets tiles that a tile has been moved down onto go up into the place that it has left, where they fit there. */
function makeRoomAbove(tree: TileTree, item: TreeTile, from: Rect, moving: ReadonlySet<TreeTile>): void {
  const siblings = tree.siblings(item.group);
  const top = item.group?.y ?? 0;
  for (const other of siblings) {
    if (moving.has(other) || !overlaps(other, item) || other.y < from.y + from.h) continue;
    const y = item.y - other.h;
    const spot = { x: other.x, y, w: other.w, h: other.h };
    const isFree = siblings.every((third) => third === other || !overlaps(third, spot));
    if (y >= top && isFree) moveSubtree(other, 0, y - other.y);
  }
}
