import { MAX_COLUMNS } from "../arrangement";
import type { Rect } from "../rect";
import { type MoveResult, nameOf, pluralize, refuseMove } from "./board";
import { resolveOverlaps } from "./settle";
import { setRect, type TileTree } from "./tree";

/**
 * Gives a mosaic another number of columns while everything stays in its place on the screen: places and sizes are scaled
 * in both directions, because a block is as high as its width says.
 *
 * If a position or size would not be an integer, the move is rejected and names the tiles; with `round` every edge goes
 * to the nearest line instead, at most half a block away, and nothing gets smaller than one block.
 */
export function changeColumns(tree: TileTree, columns: number, round: boolean): MoveResult {
  if (columns < 1 || columns > MAX_COLUMNS)
    return refuseMove(`A mosaic has 1 to ${MAX_COLUMNS} columns, not ${columns}.`);
  const odd = misalignedTiles({ columns: tree.columns, tiles: tree.order }, columns);
  if (odd.length > 0 && !round) return refuseMove(inexactReason(odd, columns), "round");
  // Memberships are those of before: rounding must not put a tile into a group.
  for (const item of tree.order) setRect(item, scale(item, tree.columns, columns));
  tree.columns = columns;
  resolveOverlaps(tree);
  return { ok: true, board: tree.toBoard(), select: [] };
}

/** Tiles whose place or size would not be whole on so many columns. */
export function misalignedTiles<T extends Rect>(
  board: { readonly columns: number; readonly tiles: readonly T[] },
  columns: number,
): T[] {
  const fits = (blocks: number) => (blocks * columns) % board.columns === 0;
  return board.tiles.filter(({ x, y, w, h }) => ![x, y, w, h].every(fits));
}

function inexactReason(odd: readonly { readonly title?: string }[], columns: number): string {
  const named = odd.filter(({ title }) => title?.trim()).slice(0, 3);
  const which =
    named.length > 0 ? ` (${named.map(nameOf).join(", ")}${odd.length > named.length ? " …" : ""})` : "";
  const verb = odd.length === 1 ? "does" : "do";
  return `${pluralize(odd.length)}${which} ${verb} not align with ${columns} columns. Round to the nearest column, or keep the number of columns.`;
}

function scale({ x, y, w, h }: Rect, from: number, to: number): Rect {
  const edge = (blocks: number) => Math.round((blocks * to) / from);
  const left = Math.min(edge(x), to - 1);
  const top = edge(y);
  return { x: left, y: top, w: Math.max(1, edge(x + w) - left), h: Math.max(1, edge(y + h) - top) };
}
