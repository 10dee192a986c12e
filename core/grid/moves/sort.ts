import { isGroup } from "../kinds";
import { sameRect } from "../rect";
import type { BoardTile, MoveResult, TileBoard } from "./board";

/**
 * Puts the tiles into reading order, a group before its members. Tiles in one and the same rectangle keep their order,
 * because theirs is the one that has a meaning.
 */
export function sortByPlace(board: TileBoard): MoveResult {
  const tiles = [...board.tiles].sort(compare);
  return { ok: true, board: { ...board, tiles }, select: [] };
}

function compare(a: BoardTile, b: BoardTile): number {
  if (sameRect(a, b)) return 0;
  return a.y - b.y || a.x - b.x || rank(a) - rank(b) || b.w * b.h - a.w * a.h || b.w - a.w;
}

function rank(block: BoardTile): number {
  return isGroup(block.kind) ? 0 : 1;
}
