import { isGroup } from "../kinds";
import { type MoveResult, refuseMove } from "./board";
import { hasGroupOfSameRect, resolveOverlaps } from "./settle";
import { moveSubtree, type TileTree, type TreeTile } from "./tree";

/** Closes the gaps: every tile goes up as far as what stands above it lets it, and groups end where their members do. */
export function closeGaps(tree: TileTree): MoveResult {
  if (tree.order.length === 0) return refuseMove("The dashboard has no tiles.");
  resolveOverlaps(tree);
  compactIn(tree, undefined);
  return { ok: true, board: tree.toBoard(), select: [] };
}

/** The same for what lies in one group. Tiles of a single view lie on each other and stay. */
export function compactIn(tree: TileTree, group: TreeTile | undefined): void {
  if (group?.kind === "singleViewGroup") return;
  const items = [...tree.siblings(group)].sort((a, b) => a.y - b.y || a.x - b.x);
  // How far down each column is taken.
  const floor = new Array<number>(tree.columns).fill(group?.y ?? 0);
  for (const item of items) {
    const top = Math.max(...floor.slice(item.x, item.x + item.w));
    moveSubtree(item, 0, top - item.y);
    if (isGroup(item.kind)) {
      compactIn(tree, item);
      if (item.kind === "collapsibleGroup") endWithMembers(item);
    }
    floor.fill(item.y + item.h, item.x, item.x + item.w);
  }
}

/** Whether everything in a group, or in none, stands as far up as what is above lets it. */
export function hasNoGaps(tree: TileTree, group: TreeTile | undefined): boolean {
  return eachOnFloor(tree, group, (item, top) => item.y === top);
}

/** Moves everything in a group, or in none, up as far as what stands above lets it. Groups move with their members. */
export function moveUpIn(tree: TileTree, group: TreeTile | undefined): void {
  eachOnFloor(tree, group, (item, top) => {
    moveSubtree(item, 0, top - item.y);
    return true;
  });
}

/** Goes from top to bottom and tells each item where it would stand; ends at the first that answers false. */
function eachOnFloor(
  tree: TileTree,
  group: TreeTile | undefined,
  tell: (item: TreeTile, top: number) => boolean,
): boolean {
  if (group?.kind === "singleViewGroup") return false;
  const floor = new Array<number>(tree.columns).fill(group?.y ?? 0);
  return [...tree.siblings(group)]
    .sort((a, b) => a.y - b.y || a.x - b.x)
    .every((item) => {
      const goesOn = tell(item, Math.max(...floor.slice(item.x, item.x + item.w)));
      floor.fill(item.y + item.h, item.x, item.x + item.w);
      return goesOn;
    });
}

/** Makes a group end where the lowest of its members does. */
export function endWithMembers(group: TreeTile): void {
  if (group.members.length === 0) return;
  group.h = Math.max(...group.members.map((member) => member.y + member.h)) - group.y;
  if (hasGroupOfSameRect(group)) group.h++;
}
