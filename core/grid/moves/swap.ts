import type { TileBoard } from "./board";

/** How much of a tile's width and height the pointer may miss another one's place by. */
const NEAR = 1 / 3;

/**
 * By how many blocks a tile is to be moved that is dragged by `dx` and `dy`: exactly onto another tile of its size, beside it in
 * the same group or in none, where it comes near to it; else by just as many.
 */
export function snapToSwap(
  { tiles }: TileBoard,
  id: string,
  dx: number,
  dy: number,
): { readonly dx: number; readonly dy: number } {
  const tile = tiles.find((one) => one.id === id);
  const other =
    tile &&
    tiles.find(
      (one) =>
        one.id !== id &&
        one.group === tile.group &&
        one.w === tile.w &&
        one.h === tile.h &&
        Math.abs(tile.x + dx - one.x) <= tile.w * NEAR &&
        Math.abs(tile.y + dy - one.y) <= tile.h * NEAR,
    );
  // Near to where it came from it is on its way back.
  const isHome = tile && Math.abs(dx) <= tile.w * NEAR && Math.abs(dy) <= tile.h * NEAR;
  return other && !isHome ? { dx: other.x - tile.x, dy: other.y - tile.y } : { dx, dy };
}
