import type { BoardTile, TileBoard as Model, MoveResult } from "../../../../core/grid/moves/board";

/** What a screen reader says while a gesture is being made: where it has come to, and who has to make room. */
export function draftLabel(before: Model, moved: MoveResult): string {
  if (!moved.ok) return moved.reason;
  const { board, select } = moved;
  const [first] = select;
  const tile = board.tiles.find(({ id }) => id === first);
  if (!tile) return "";
  const chosen = new Set(select);
  const was = new Map(before.tiles.map((other) => [other.id, other]));
  const pushed = board.tiles.filter(
    (other) => !chosen.has(other.id) && isElsewhere(was.get(other.id), other),
  );
  const others = select.length > 1 ? `${select.length} tiles, the first at ` : "";
  const push = pushed.length > 0 ? `, ${tileCount(pushed.length)} moved` : "";
  return `${others}${positionLabel(board, tile)}${push}`;
}

/** "column 1, row 3, width 12, height 8". */
export function positionLabel(board: Model, tile: BoardTile): string {
  const { slot } = tile;
  if (slot && board.layout === "row") return `row ${slot.line + 1}, widget ${slot.item + 1} of ${slot.items}`;
  if (slot) return `column ${slot.line + 1}, widget ${slot.item + 1} of ${slot.items}`;
  if (board.layout !== "mosaic") return `place ${board.tiles.indexOf(tile) + 1} of ${board.tiles.length}`;
  return `column ${tile.x + 1}, row ${tile.y + 1}, width ${tile.w}, height ${tile.h}`;
}

export function tileCount(count: number): string {
  return count === 1 ? "1 tile" : `${count} tiles`;
}

function isElsewhere(a: BoardTile | undefined, b: BoardTile): boolean {
  return a === undefined || a.x !== b.x || a.y !== b.y || a.w !== b.w || a.h !== b.h;
}
