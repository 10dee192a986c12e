import { type ContentKind, isGroup } from "../kinds";
import type { Rect } from "../rect";
import { type MoveResult, refuseMove, tooMany } from "./board";
import { findFreeRect } from "./free-place";
import { homeOf, moveIntoGroup } from "./move";
import { resolveOverlaps } from "./settle";
import { usualSize } from "./sizes";
import { boundingRect, descendantsOf, type TileTree, type TreeTile } from "./tree";

/** Where a new tile is to go, in blocks; without a size it gets the usual one of its kind. */
export interface InsertionRect {
  readonly x: number;
  readonly y: number;
  readonly w?: number | undefined;
  readonly h?: number | undefined;
}

/**
 * Adds a tile of a kind: at a place, where what is in its way goes down and a group that holds its middle takes it in,
 * or without one at the first place that is free.
 */
export function insertTile(tree: TileTree, kind: ContentKind, at: InsertionRect | undefined): MoveResult {
  const full = tooMany(tree.order.length, 1);
  if (full) return refuseMove(full);
  const size = usualSize(kind, tree.columns);
  const w = Math.max(1, Math.min(at?.w ?? size.w, tree.columns));
  const h = Math.max(1, at?.h ?? size.h);
  if (!at) {
    const free = findFreeRect(tree.roots, { w, h }, { x: 0, y: 0, w: tree.columns });
    return done(tree, tree.add({ kind, ...free }, undefined, undefined));
  }
  const there: Rect = { x: Math.max(0, Math.min(at.x, tree.columns - w)), y: Math.max(0, at.y), w, h };
  const item = tree.add({ kind, ...there }, undefined, undefined);
  moveIntoGroup(tree, item, homeOf(tree, item, there, new Set([item])));
  return done(tree, item);
}

function done(tree: TileTree, item: TreeTile): MoveResult {
  resolveOverlaps(tree, new Set([item]));
  return { ok: true, board: tree.toBoard(), select: [item.id] };
}

/**
 * Adds a copy of each tile, of a group with its members: beside the originals where there is room, else at the first
 * free place below. Tiles that lie in one group, or in none, are copied as they lie to each other.
 */
export function duplicateTiles(tree: TileTree, items: readonly TreeTile[]): MoveResult {
  const more = items.reduce((sum, item) => sum + 1 + descendantsOf(item).length, 0);
  const full = tooMany(tree.order.length, more);
  if (full) return refuseMove(full);
  const byGroup = new Map<TreeTile | undefined, TreeTile[]>();
  for (const item of items) byGroup.set(item.group, [...(byGroup.get(item.group) ?? []), item]);
  const copies: TreeTile[] = [];
  for (const [group, members] of byGroup) copies.push(...duplicateIn(tree, group, members));
  resolveOverlaps(tree, new Set(copies));
  return { ok: true, board: tree.toBoard(), select: copies.map(({ id }) => id) };
}

function duplicateIn(tree: TileTree, group: TreeTile | undefined, items: readonly TreeTile[]): TreeTile[] {
  const strip = group ?? { x: 0, y: 0, w: tree.columns };
  const stacks = group?.kind === "singleViewGroup" && items.every(({ kind }) => !isGroup(kind));
  const box = boundingRect(items);
  const size = { w: Math.min(box.w, strip.w), h: box.h };
  const there = stacks ? box : findFreeRect(tree.siblings(group), size, { ...strip, y: box.y });
  return items.map((item) => copy(tree, item, group, there.x - box.x, there.y - box.y, lastOf(tree, item)));
}

/** Copies an item with its members; `after` is what the copy follows in the file. */
function copy(
  tree: TileTree,
  item: TreeTile,
  group: TreeTile | undefined,
  dx: number,
  dy: number,
  after: TreeTile,
): TreeTile {
  const { kind, title, w, h } = item;
  const rect = { x: item.x + dx, y: item.y + dy, w, h };
  const made = tree.add({ kind, title, ...rect, copyOf: item.copyOf ?? item.id }, group, after);
  let last = made;
  for (const member of item.members) last = lastOf(tree, copy(tree, member, made, dx, dy, last));
  return made;
}

/** Where an item ends in the file: the last of it and its members. */
function lastOf(tree: TileTree, item: TreeTile): TreeTile {
  const all = new Set([item, ...descendantsOf(item)]);
  return tree.order.findLast((other) => all.has(other)) ?? item;
}
