import { overlaps } from "../rect";
import { type MoveResult, nameOf, refuseMove, tooMany } from "./board";
import { compactIn, endWithMembers } from "./compact";
import { moveToRect, resolveOverlaps } from "./settle";
import { boundingRect, selectTiles, type TileTree, type TreeTile } from "./tree";

/**
 * Puts tiles into a new collapsible group as wide as the grid, where they are. Other tiles between them go below the
 * group, and then the tiles in it close up.
 */
export function wrapInGroup(tree: TileTree, ids: readonly string[], title: string): MoveResult {
  const items = selectTiles(tree, ids);
  if (!items || items.length === 0) return refuseMove("The tile no longer exists.");
  const full = tooMany(tree.order.length, 1);
  if (full) return refuseMove(full);
  const inGroup = items.find(({ group }) => group !== undefined);
  if (inGroup) return refuseMove(`${sentence(nameOf(inGroup))} is in ${nameOf(inGroup.group!)} already.`);
  const nested = items.find((item) => item.kind === "collapsibleGroup");
  if (nested) return refuseMove("A collapsible group cannot contain another one.");

  // Beyond the last column they would be in no group, and the user did not ask to move them.
  const beyond = items.find(({ x, w }) => x + w > tree.columns);
  if (beyond)
    return refuseMove(`${sentence(nameOf(beyond))} extends beyond column ${tree.columns}. Move it first.`);

  resolveOverlaps(tree, new Set(items));
  const { y, h } = boundingRect(items);
  const rect = { x: 0, y, w: tree.columns, h };
  const first = tree.order.find((item) => items.includes(item));
  const before = first && tree.order[tree.order.indexOf(first) - 1];
  const group = tree.add({ kind: "collapsibleGroup", title, ...rect }, undefined, before);
  if (!before) tree.order.unshift(tree.order.pop() as TreeTile);
  const hasGuests = tree.roots.some(
    (other) => other !== group && !items.includes(other) && overlaps(other, rect),
  );
  for (const item of items) tree.put(item, group);
  if (hasGuests) {
    compactIn(tree, group);
    endWithMembers(group);
  }
  resolveOverlaps(tree, new Set([group]));
  return { ok: true, board: tree.toBoard(), select: [group.id] };
}

/** Takes a group away and leaves its members where they are; what was shown in turn comes to lie below each other. */
export function ungroupTile(tree: TileTree, id: string): MoveResult {
  const group = tree.item(id);
  if (!group) return refuseMove("The group no longer exists.");
  if (group.kind !== "collapsibleGroup" && group.kind !== "singleViewGroup")
    return refuseMove(`${sentence(nameOf(group))} is not a group.`);
  const members = [...group.members];
  const outer = group.group;
  for (const member of members) tree.put(member, outer);
  tree.remove(group);
  if (outer?.kind === "singleViewGroup") for (const member of members) moveToRect(member, outer);
  resolveOverlaps(tree);
  return { ok: true, board: tree.toBoard(), select: members.map((member) => member.id) };
}

/** Takes tiles out, groups with their members. Nothing else moves. */
export function removeTiles(tree: TileTree, ids: readonly string[]): MoveResult {
  const items = selectTiles(tree, ids);
  if (!items || items.length === 0) return refuseMove("The tile no longer exists.");
  for (const item of items) tree.remove(item);
  return { ok: true, board: tree.toBoard(), select: [] };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
