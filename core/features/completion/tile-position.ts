import type { ArrangedTile } from "../../grid/arrangement";
import { overlaps } from "../../grid/rect";

/** Beyond this many tiles gaps are not looked for; a dashboard holds no more than a hundred. */
const MANY = 300;

/**
 * The first place, read from the top left, where a tile of this size lies free of all others and within the columns. Groups count
 * as full: what lies in their rectangle would become a member of them.
 */
export function suggestTilePosition(
  tiles: readonly ArrangedTile[],
  columns: number,
  width: number,
  height: number,
): { x: number; y: number } {
  const bottom = tiles.reduce((lowest, tile) => Math.max(lowest, tile.y + tile.h), 0);
  if (tiles.length > MANY || width > columns) return { x: 0, y: bottom };
  // A tile that fits somewhere also fits pushed up and to the left, against an edge or another tile.
  const rows = [...new Set([0, ...tiles.map(({ y, h }) => y + h)])].sort((a, b) => a - b);
  for (const y of rows) {
    const beside = tiles.filter((tile) => tile.y < y + height && y < tile.y + tile.h);
    const starts = [0, ...beside.map(({ x, w }) => x + w)].sort((a, b) => a - b);
    for (const x of starts) {
      if (x + width > columns) break;
      const rect = { x, y, w: width, h: height };
      if (!beside.some((tile) => overlaps(tile, rect))) return { x, y };
    }
  }
  return { x: 0, y: bottom };
}
