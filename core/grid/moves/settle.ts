import { isGroup } from "../kinds";
import { overlaps, type Rect, sameRect } from "../rect";
import { canOverlap, moveSubtree, setRect, type TileTree, type TreeTile } from "./tree";

const NONE: ReadonlySet<TreeTile> = new Set();

/**
 * Makes the geometry agree with the memberships: nothing reaches beyond the columns or out of its group, and nothing
 * overlaps but what may. Items in the way move down as little as possible; groups move and grow with their members. Items
 * in `pinned` stay, and the others move.
 *
 * Leaves a mosaic alone that has nothing wrong with it.
 */
export function resolveOverlaps(tree: TileTree, pinned: ReadonlySet<TreeTile> = NONE): void {
  settleIn(tree, undefined, { x: 0, y: 0, w: tree.columns }, pinned);
}

/** Where items may be: as wide as their group, and as far down as need be. */
type Room = Omit<Rect, "h">;

function settleIn(
  tree: TileTree,
  group: TreeTile | undefined,
  room: Room,
  pinned: ReadonlySet<TreeTile>,
): void {
  let standing: TreeTile[] = [];
  for (const item of inOrder(tree.siblings(group), pinned)) {
    fitInto(room, item);
    // They come from top to bottom: what ends above this one is in the way of none of the rest.
    if (!pinned.has(item)) standing = standing.filter(({ y, h }) => y + h > item.y);
    if (isGroup(item.kind)) settleGroup(tree, item, pinned);
    pushDown(item, standing, group);
    standing.push(item);
  }
}

function settleGroup(tree: TileTree, group: TreeTile, pinned: ReadonlySet<TreeTile>): void {
  settleIn(tree, group, group, pinned);
  for (const member of group.members) {
    group.h = Math.max(group.h, member.y + member.h - group.y);
  }
  if (hasGroupOfSameRect(group)) group.h++;
}

/** Whether a group has another one in its very place, so that it would not be clear which of them lies in the other. */
export function hasGroupOfSameRect(group: TreeTile): boolean {
  return group.members.some(
    (member) => isGroup(member.kind) && sameRect(member, group) && !nests(group, member),
  );
}

function nests(outer: TreeTile, inner: TreeTile): boolean {
  return outer.kind === "collapsibleGroup" && inner.kind === "singleViewGroup";
}

/** Pinned items first, then from top to bottom, so that who is above stays above. */
function inOrder(items: readonly TreeTile[], pinned: ReadonlySet<TreeTile>): TreeTile[] {
  const rank = (item: TreeTile) => (pinned.has(item) ? 0 : 1);
  return [...items].sort((a, b) => rank(a) - rank(b) || a.y - b.y || a.x - b.x);
}

function fitInto(room: Room, item: TreeTile): void {
  item.w = Math.max(1, Math.min(item.w, room.w));
  item.h = Math.max(1, item.h);
  const x = Math.max(room.x, Math.min(item.x, room.x + room.w - item.w));
  moveSubtree(item, x - item.x, Math.max(room.y, item.y) - item.y);
}

/** Moves an item down until it overlaps no placed item. */
function pushDown(item: TreeTile, standing: readonly TreeTile[], group: TreeTile | undefined): void {
  const { x, y, w, h } = item;
  const spot = { x, y, w, h };
  for (let moved = true; moved; ) {
    moved = false;
    for (const other of standing) {
      if (!overlaps(spot, other) || canOverlap(group, item, other)) continue;
      spot.y = other.y + other.h;
      moved = true;
    }
  }
  if (spot.y !== y) moveSubtree(item, 0, spot.y - y);
}

/** Gives an item another rectangle; what lies in it comes along when the item moves. */
export function moveToRect(item: TreeTile, rect: Rect): void {
  moveSubtree(item, rect.x - item.x, rect.y - item.y);
  setRect(item, rect);
}
