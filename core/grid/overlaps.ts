import { isGroup, type TileKind } from "./kinds";
import { contains, overlaps, type Rect, sameRect } from "./rect";

interface Placed extends Rect {
  readonly id: string;
  readonly kind: TileKind;
  readonly group?: string | undefined;
}

/**
 * Whether the service rejects these two tiles in one mosaic. They may share blocks only when one is a group that holds
 * the other completely, or when both are members of the same single-view group. `isSingleView` tells whether a group id
 * stands for a single-view group.
 */
export function refusedOverlap(a: Placed, b: Placed, isSingleView: (group: string) => boolean): boolean {
  if (!overlaps(a, b)) return false;
  if (holdsAsGroup(a, b) || holdsAsGroup(b, a)) return false;
  return a.group === undefined || a.group !== b.group || !isSingleView(a.group);
}

function holdsAsGroup(group: Placed, tile: Placed): boolean {
  if (!isGroup(group.kind) || !contains(group, tile)) return false;
  return !(isGroup(tile.kind) && sameRect(group, tile) && group.kind === tile.kind);
}

/** Maximum number of comparisons; only needed with many more widgets than the service accepts. */
const MOST_EFFORT = 400_000;

/**
 * Every pair that `refusedOverlap` names, each once, the upper tile first. At most `limit` pairs, and of thousands of tiles
 * that all lie in each other as many as are found in a moment.
 */
export function refusedOverlaps<T extends Placed>(tiles: readonly T[], limit = 1000): [T, T][] {
  const singleViews = new Set(tiles.filter((tile) => tile.kind === "singleViewGroup").map((tile) => tile.id));
  const isSingleView = (id: string) => singleViews.has(id);
  const pairs: [T, T][] = [];
  const sorted = [...tiles].sort((a, b) => a.y - b.y || a.x - b.x);
  let open: T[] = [];
  let effort = 0;
  for (const tile of sorted) {
    effort += open.length;
    if (effort > MOST_EFFORT) return pairs;
    open = open.filter((other) => other.y + other.h > tile.y);
    for (const other of open) {
      if (!refusedOverlap(other, tile, isSingleView)) continue;
      pairs.push([other, tile]);
      if (pairs.length >= limit) return pairs;
    }
    open.push(tile);
  }
  return pairs;
}
