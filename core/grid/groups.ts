import { isGroup, type TileKind } from "./kinds";
import { contains, type Rect, sameRect } from "./rect";

interface Member extends Rect {
  readonly id: string;
  readonly kind: TileKind;
}

/** Maximum number of groups, more than twice what the service accepts in widgets; the larger ones are ignored. */
const MOST_GROUPS = 250;

/**
 * Which group each tile of a mosaic lies in. Membership is geometry alone: a tile belongs to the smallest group
 * whose rectangle holds it completely. Groups may lie in groups; of two groups with the same rectangle only a
 * single-view group lies in a collapsible one.
 *
 * Returns tile id → group id, without an entry for tiles that lie in no group.
 */
export function groupMembership(tiles: readonly Member[]): Map<string, string> {
  const groups = tiles
    .filter((tile) => isGroup(tile.kind))
    .sort(innermostFirst)
    .slice(0, MOST_GROUPS);
  const out = new Map<string, string>();
  if (groups.length === 0) return out;
  for (const tile of tiles) {
    const group = groups.find((candidate) => holds(candidate, tile));
    if (group) out.set(tile.id, group.id);
  }
  return out;
}

function innermostFirst(a: Member, b: Member): number {
  return a.w * a.h - b.w * b.h || rank(a) - rank(b);
}

function rank(group: Member): number {
  return group.kind === "singleViewGroup" ? 0 : 1;
}

function holds(group: Member, tile: Member): boolean {
  if (group.id === tile.id || !contains(group, tile)) return false;
  if (!isGroup(tile.kind) || !sameRect(group, tile)) return true;
  return group.kind === "collapsibleGroup" && tile.kind === "singleViewGroup";
}
