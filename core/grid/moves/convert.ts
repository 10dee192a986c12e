import { MAX_COLUMNS } from "../arrangement";
import { type MoveResult, refuseMove, type TileBoard } from "./board";

/** Height of a block of a mosaic divided by its width, as drawn; see `arrange`. */
const MOSAIC_RATIO = 0.8;

/**
 * Turns a grid, row or column layout into a mosaic with every widget where it is on the screen: edges are rounded to
 * the nearest column, and each line is as high as it is drawn, to a block or two.
 */
export function convertToMosaic(board: TileBoard, columns: number): MoveResult {
  if (board.layout === "mosaic") return refuseMove("The layout is already a mosaic.");
  if (board.layout === "none") return refuseMove("There is no layout to convert.");
  if (!Number.isInteger(columns) || columns < 1 || columns > MAX_COLUMNS)
    return refuseMove(`A mosaic has 1 to ${MAX_COLUMNS} columns, not ${columns}.`);
  const edge = (x: number) => Math.round((x * columns) / board.columns);
  if (board.tiles.some(({ x, w }) => edge(x + w) <= edge(x)))
    return refuseMove(`A row has more widgets than the ${columns} columns allow.`);
  const line = lineEdges(board, columns);
  const tiles = board.tiles.map(({ slot: _, ...tile }) => {
    const x = edge(tile.x);
    const y = line.get(tile.y)!;
    return { ...tile, x, y, w: edge(tile.x + tile.w) - x, h: line.get(tile.y + tile.h)! - y };
  });
  const rows = Math.max(0, ...tiles.map(({ y, h }) => y + h));
  const mosaic: TileBoard = { layout: "mosaic", columns, rows, rowRatio: MOSAIC_RATIO, tiles };
  return { ok: true, board: mosaic, select: [] };
}

/** Where in the mosaic each edge between lines comes to lie. */
function lineEdges({ rowRatio, tiles, ...board }: TileBoard, columns: number): Map<number, number> {
  const step = Math.max(1, Math.round(columns / 24));
  const blocks = (rowRatio * columns) / (board.columns * MOSAIC_RATIO);
  const edges = [...new Set([0, ...tiles.flatMap(({ y, h }) => [y, y + h])])].sort((a, b) => a - b);
  const out = new Map<number, number>();
  let at = 0;
  for (const [i, edge] of edges.entries()) {
    if (i > 0) at += Math.max(1, Math.round(((edge - edges[i - 1]!) * blocks) / step)) * step;
    out.set(edge, at);
  }
  return out;
}
