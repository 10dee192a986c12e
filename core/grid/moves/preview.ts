import { kindName } from "../kinds";
import { alignTiles, distributeTiles, swapTiles } from "./align";
import { type BoardTile, type MoveResult, refuseMove, type TileBoard } from "./board";
import { changeColumns } from "./columns";
import { closeGaps } from "./compact";
import { convertToMosaic } from "./convert";
import type { Gesture } from "./gesture";
import { removeTiles, ungroupTile, wrapInGroup } from "./group";
import { duplicateTiles, insertTile } from "./insert";
import { keepingOthers, keepingWrong } from "./keep";
import { duplicateInList, insertInList, pasteInList, removeFromList, reorderInList } from "./lines";
import { moveTiles } from "./move";
import { pasteTiles } from "./paste";
import { resizeTile } from "./resize";
import { sortByPlace } from "./sort";
import { selectTiles, TileTree } from "./tree";

/** Columns of a mosaic that is made where there was none. */
const USUAL_COLUMNS = 48;
/** A block's height by its width; see `arrange`. */
const MOSAIC_RATIO = 0.8;

/**
 * Applies a gesture to a board, or returns why it is rejected. Pure, and fast enough for every move of the pointer. The
 * result has no new overlap that the service rejects, and nothing new beyond the columns.
 */
export function previewGesture(board: TileBoard, gesture: Gesture): MoveResult {
  switch (gesture.type) {
    case "title":
      return unchanged(board, gesture.tile);
    case "fold": {
      const group = board.tiles.find(({ id }) => id === gesture.tile);
      if (group && group.kind !== "collapsibleGroup")
        return refuseMove(`A ${kindName(group.kind)} cannot be collapsed.`);
      return unchanged(board, gesture.tile);
    }
    case "fields": {
      const gone = gesture.tiles.find((id) => !board.tiles.some((tile) => tile.id === id));
      return gone === undefined ? { ok: true, board, select: gesture.tiles } : unchanged(board, gone);
    }
    case "convert":
      return convertToMosaic(board, gesture.columns ?? USUAL_COLUMNS);
    default:
      return board.layout === "mosaic" || board.layout === "none"
        ? mosaicMove(board, gesture)
        : inList(board, gesture);
  }
}

type Arranging = Exclude<Gesture, { readonly type: "title" | "fold" | "fields" | "convert" }>;

/** What is about the whole board may put all of it right; everything else is about the tiles that it names. */
function mosaicMove(board: TileBoard, gesture: Arranging): MoveResult {
  const moved = inMosaic(board, gesture);
  const isAboutAll = gesture.type === "compact" || gesture.type === "columns" || gesture.type === "sort";
  if (isAboutAll || board.layout !== "mosaic") return moved;
  return gesture.type === "wrap" ? keepingOthers(board, moved, gesture.tiles) : keepingWrong(board, moved);
}

function inMosaic(board: TileBoard, gesture: Arranging): MoveResult {
  if (board.layout === "none" && gesture.type !== "insert" && gesture.type !== "paste")
    return refuseMove("The dashboard has no layout yet.");
  const tree = new TileTree(
    board.layout === "mosaic"
      ? board
      : { layout: "mosaic", columns: USUAL_COLUMNS, rows: 0, rowRatio: MOSAIC_RATIO, tiles: [] },
  );
  switch (gesture.type) {
    case "move":
      return moveTiles(tree, gesture.tiles, gesture, gesture.into, gesture.tidy === true);
    case "resize":
      return resizeTile(tree, gesture.tiles, gesture.edge, gesture);
    case "insert":
      return insertTile(tree, gesture.kind, gesture.at);
    case "duplicate": {
      const items = selectTiles(tree, gesture.tiles);
      return items ? duplicateTiles(tree, items) : refuseMove("The tile no longer exists.");
    }
    case "remove":
      return removeTiles(tree, gesture.tiles);
    case "align":
      return alignTiles(tree, gesture.tiles, gesture.to);
    case "distribute":
      return distributeTiles(tree, gesture.tiles, gesture.axis);
    case "swap":
      return swapTiles(tree, gesture.tiles);
    case "paste":
      return pasteTiles(tree, gesture.blocks, gesture.beside);
    case "wrap":
      return wrapInGroup(tree, gesture.tiles, gesture.title ?? "Group");
    case "ungroup":
      return ungroupTile(tree, gesture.tile);
    case "compact":
      return closeGaps(tree);
    case "sort":
      return sortByPlace(board);
    case "columns":
      return changeColumns(tree, gesture.columns, gesture.round === true);
    case "reorder":
      return refuseMove("In a mosaic layout, move tiles instead of reordering them.");
  }
}

function inList(board: TileBoard, gesture: Arranging): MoveResult {
  switch (gesture.type) {
    case "reorder":
      return reorderInList(board, gesture.tile, gesture);
    case "insert":
      return insertInList(board, gesture.kind, gesture.slot);
    case "duplicate":
      return duplicateInList(board, gesture.tiles);
    case "remove":
      return removeFromList(board, gesture.tiles);
    case "paste":
      return pasteInList(board, gesture.blocks, gesture.beside);
    default:
      return refuseMove(
        `This requires a mosaic layout. Convert the ${board.layout} layout to a mosaic first.`,
        "convert",
      );
  }
}

function unchanged(board: TileBoard, id: string | undefined): MoveResult {
  if (id === undefined) return { ok: true, board, select: [] };
  const block: BoardTile | undefined = board.tiles.find((tile) => tile.id === id);
  return block ? { ok: true, board, select: [id] } : refuseMove("The tile no longer exists.");
}
