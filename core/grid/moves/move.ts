import { isGroup } from "../kinds";
import { overlaps, type Rect, sameRect } from "../rect";
import { type Moved, refused } from "./board";
import { reshape, settle } from "./settle";
import { accepts, around, below, type Item, selection, shift, type Tree } from "./tree";

/**
 * Moves tiles by whole blocks, together and as far as the grid goes; a group brings its members. What they come to
 * lie on goes down, or up into the place that they have left.
 *
 * A tile joins the group that its middle lies in, and leaves its group when its middle does; `into` says it outright:
 * the id of a group, or null for none.
 */
export function move(
  tree: Tree,
  ids: readonly string[],
  by: { readonly dx: number; readonly dy: number },
  into?: string | null,
): Moved {
  const items = selection(tree, ids);
  if (!items || items.length === 0) return refused("The tile no longer exists.");
  const target = typeof into === "string" ? tree.item(into) : undefined;
  if (typeof into === "string" && !target) return refused("The group no longer exists.");
  const barred = target && items.find((item) => item === target || !accepts(target, item));
  if (target && barred) return refused("This group cannot contain the moved tiles.");
  if (target && items.some((item) => below(item).includes(target)))
    return refused("A group cannot contain itself.");

  const box = around(items);
  const dx = Math.max(-box.x, Math.min(by.dx, tree.columns - box.x - box.w));
  const dy = Math.max(-box.y, by.dy);
  const from = new Map(items.map((item): [Item, Rect] => [item, { ...item }]));
  const moving = new Set(items.flatMap((item) => [item, ...below(item)]));
  const homes = new Map(
    items.map((item) => {
      const there = { x: item.x + dx, y: item.y + dy, w: item.w, h: item.h };
      const home = into === undefined ? homeOf(tree, item, there, moving) : target;
      return [item, home];
    }),
  );
  for (const [item, home] of homes) {
    shift(item, dx, dy);
    enter(tree, item, home);
  }
  if (dy > 0) for (const item of items) makeRoomAbove(tree, item, from.get(item)!, moving);
  settle(tree, new Set(items));
  return { ok: true, board: tree.toBoard(), select: items.map(({ id }) => id) };
}

/** The group that a tile belongs to at a place: the innermost that its middle lies in and that takes it. */
export function homeOf(tree: Tree, item: Item, there: Rect, barred: ReadonlySet<Item>): Item | undefined {
  const x = there.x + there.w / 2;
  const y = there.y + there.h / 2;
  let home: Item | undefined;
  for (const group of tree.order) {
    if (!isGroup(group.kind) || barred.has(group)) continue;
    if (x < group.x || x > group.x + group.w || y < group.y || y > group.y + group.h) continue;
    if (group !== item.group && (group.w < there.w || !accepts(group, item))) continue;
    if (!home || group.w * group.h < home.w * home.h || group.group === home) home = group;
  }
  return home;
}

/** Puts an item into a group. A single view shows one tile at a time, each as large as itself. */
export function enter(tree: Tree, item: Item, home: Item | undefined): void {
  const isNew = item.group !== home;
  tree.put(item, home);
  if (home?.kind !== "singleViewGroup" || isGroup(item.kind)) {
    snapBelow(item, tree.siblings(home));
    return;
  }
  const filled = home.members.every((member) => member === item || sameRect(member, home));
  if (filled && (isNew || (item.w === home.w && item.h === home.h))) reshape(item, home);
}

/** A tile dropped over the lower edge of a group goes below it, rather than sending the whole group away. */
function snapBelow(item: Item, siblings: readonly Item[]): void {
  if (isGroup(item.kind)) return;
  for (const group of siblings) {
    if (!isGroup(group.kind) || !overlaps(group, item)) continue;
    const bottom = group.y + group.h;
    if (item.y > group.y && item.y + item.h / 2 >= bottom) shift(item, 0, bottom - item.y);
  }
}

/** Lets tiles that a tile has been moved down onto go up into the place that it has left, where they fit there. */
function makeRoomAbove(tree: Tree, item: Item, from: Rect, moving: ReadonlySet<Item>): void {
  const siblings = tree.siblings(item.group);
  const top = item.group?.y ?? 0;
  for (const other of siblings) {
    if (moving.has(other) || !overlaps(other, item) || other.y < from.y + from.h) continue;
    const y = item.y - other.h;
    const spot = { x: other.x, y, w: other.w, h: other.h };
    const isFree = siblings.every((third) => third === other || !overlaps(third, spot));
    if (y >= top && isFree) shift(other, 0, y - other.y);
  }
}
