import { MAX_COLUMNS } from "../arrangement";
import type { Rect } from "../rect";
import { count, type Moved, nameOf, refused } from "./board";
import { settle } from "./settle";
import { place, type Tree } from "./tree";

/**
 * Gives a mosaic another number of columns while everything stays in its place on the screen: places and sizes are
 * scaled in both directions, because a block is as high as its width says.
 *
 * Where a place or a size would not be whole, the answer is a refusal that names the tiles; with `round` every edge
 * goes to the nearest line instead, at most half a block away, and nothing gets smaller than one block.
 */
export function changeColumns(tree: Tree, columns: number, round: boolean): Moved {
  if (columns < 1 || columns > MAX_COLUMNS)
    return refused(`A mosaic has 1 to ${MAX_COLUMNS} columns, not ${columns}.`);
  const odd = inexact({ columns: tree.columns, tiles: tree.order }, columns);
  if (odd.length > 0 && !round) return refused(inexactReason(odd, columns));
  // Memberships are those of before: rounding must not put a tile into a group.
  for (const item of tree.order) place(item, scale(item, tree.columns, columns));
  tree.columns = columns;
  settle(tree);
  return { ok: true, board: tree.toBoard(), select: [] };
}

/** Tiles whose place or size would not be whole on so many columns. */
export function inexact<T extends Rect>(
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
  return `${count(odd.length)}${which} ${verb} not align with ${columns} columns. Round to the nearest column, or keep the number of columns.`;
}

function scale({ x, y, w, h }: Rect, from: number, to: number): Rect {
  const edge = (blocks: number) => Math.round((blocks * to) / from);
  const left = Math.min(edge(x), to - 1);
  const top = edge(y);
  return { x: left, y: top, w: Math.max(1, edge(x + w) - left), h: Math.max(1, edge(y + h) - top) };
}
