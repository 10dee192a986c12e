import type { Box } from "../../../core/grid/geometry";

export type Direction = "left" | "right" | "up" | "down";

interface Placed {
  readonly id: string;
  readonly box: Box;
}

/**
 * The tile that an arrow key leads to: the nearest one whose far edge lies further in that direction, where being off to
 * the side counts more than distance. A group leads down into its members and its members lead up to it.
 */
export function nearestTile(
  tiles: readonly Placed[],
  from: string,
  direction: Direction,
): string | undefined {
  const start = tiles.find((tile) => tile.id === from);
  if (!start) return tiles[0]?.id;
  let best: { readonly id: string; readonly score: number } | undefined;
  for (const tile of tiles) {
    if (tile.id === from) continue;
    const score = distance(start.box, tile.box, direction);
    if (score !== undefined && (!best || score < best.score)) best = { id: tile.id, score };
  }
  return best?.id;
}

/** Weighs a step; undefined when the tile does not lie in that direction. */
function distance(from: Box, to: Box, direction: Direction): number | undefined {
  const along = spans(from, direction);
  const toAlong = spans(to, direction);
  // Near edges are compared, so that nested boxes have a direction too: a group begins before its members.
  const step = toAlong.near - along.near;
  if (step <= 0.5) return undefined;
  const aside = gap(along.side, toAlong.side);
  return step + aside * 4 + (aside > 0 ? 10_000 : 0) + Math.abs(toAlong.side[0] - along.side[0]) / 100;
}

/** Coordinates in which every direction looks like "towards larger numbers". */
function spans(box: Box, direction: Direction): { near: number; side: readonly [number, number] } {
  const right = box.left + box.width;
  const bottom = box.top + box.height;
  switch (direction) {
    case "right":
      return { near: box.left, side: [box.top, bottom] };
    case "left":
      return { near: -box.left, side: [box.top, bottom] };
    case "down":
      return { near: box.top, side: [box.left, right] };
    case "up":
      return { near: -box.top, side: [box.left, right] };
  }
}

function gap(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.max(0, b[0] - a[1], a[0] - b[1]);
}
