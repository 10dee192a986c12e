import { groupMembership } from "../groups";
import { refusedOverlaps } from "../overlaps";
import { type Rect, sameRect } from "../rect";
import type { BoardTile, MoveResult, TileBoard } from "./board";
import { resolveOverlaps } from "./settle";
import { TileTree } from "./tree";

/**
 * A move without side effects: an invalid tile that the move is not about stays where it was, unless it is in the way of
 * a moved tile.
 */
export function keepingWrong(before: TileBoard, moved: MoveResult): MoveResult {
  const tree = new TileTree(before);
  resolveOverlaps(tree);
  const settled = new Map(tree.toBoard().tiles.map((tile) => [tile.id, tile]));
  return keeping(before, moved, (tile) => {
    const place = settled.get(tile.id);
    return place !== undefined && sameRect(tile, place);
  });
}

/** A move where every tile but the named ones stays where it was, unless that is in the way of what has moved. */
export function keepingOthers(before: TileBoard, moved: MoveResult, named: readonly string[]): MoveResult {
  return keeping(before, moved, (tile) => !named.includes(tile.id));
}

function keeping(before: TileBoard, moved: MoveResult, may: (tile: BoardTile) => boolean): MoveResult {
  if (!moved.ok) return moved;
  const were = new Map<string, Rect>(before.tiles.map((tile) => [tile.id, tile]));
  const kept = new Map<string, Rect>();
  for (const tile of moved.board.tiles) {
    const was = were.get(tile.id);
    if (was && !sameRect(was, tile) && may(tile)) kept.set(tile.id, was);
  }
  for (;;) {
    if (kept.size === 0) return moved;
    const tiles = moved.board.tiles.map((tile) => {
      const { x, y, w, h } = kept.get(tile.id) ?? tile;
      return { ...tile, x, y, w, h };
    });
    const groups = groupMembership(tiles);
    const elsewhere = tiles.filter(({ id, group }) => groups.get(id) !== group);
    // A tile that lies in another group now, because the group has stayed: better all as the move would have it.
    if (elsewhere.some(({ id }) => !kept.has(id))) return moved;
    // Two tiles that have both stayed may go on lying on each other.
    const clashes = refusedOverlaps(tiles).filter((pair) => {
      return pair.some((tile) => !sameRect(tile, were.get(tile.id) ?? { x: 0, y: 0, w: 0, h: 0 }));
    });
    const inTheWay = [...elsewhere, ...clashes.flat()].filter(({ id }) => kept.delete(id));
    if (inTheWay.length > 0) continue;
    const rows = tiles.reduce((bottom, { y, h }) => Math.max(bottom, y + h), 0);
    return { ...moved, board: { ...moved.board, rows, tiles } };
  }
}
