import { kindName } from "../kinds";
import { type Block, type Board, type Moved, refused } from "./board";
import { changeColumns } from "./columns";
import { compact } from "./compact";
import { convert } from "./convert";
import type { Gesture } from "./gesture";
import { remove, ungroup, wrap } from "./group";
import { duplicate, insert } from "./insert";
import { keepingOthers, keepingWrong } from "./keep";
import { duplicateInList, insertInList, removeFromList, reorder } from "./lines";
import { move } from "./move";
import { resize } from "./resize";
import { sortByPlace } from "./sort";
import { selection, Tree } from "./tree";

/** Columns of a mosaic that is made where there was none. */
export const USUAL_COLUMNS = 48;
/** A block's height by its width; see `arrange`. */
const MOSAIC_RATIO = 0.8;

/**
 * What a gesture makes of a board, or why it is not made. Pure and quick enough to be asked at every move of the
 * pointer; nothing but the board is looked at. What comes back has no overlap that the service refuses and nothing
 * beyond the columns that the board had not before.
 */
export function previewGesture(board: Board, gesture: Gesture): Moved {
  switch (gesture.type) {
    case "title":
      return unchanged(board, gesture.tile);
    case "fold": {
      const group = board.tiles.find(({ id }) => id === gesture.tile);
      if (group && group.kind !== "collapsibleGroup")
        return refused(`A ${kindName(group.kind)} cannot be collapsed.`);
      return unchanged(board, gesture.tile);
    }
    case "convert":
      return convert(board, gesture.columns ?? USUAL_COLUMNS);
    default:
      return board.layout === "mosaic" || board.layout === "none"
        ? mosaicMove(board, gesture)
        : inList(board, gesture);
  }
}

type Arranging = Exclude<Gesture, { readonly type: "title" | "fold" | "convert" }>;

/** What is about the whole board may put all of it right; everything else is about the tiles that it names. */
function mosaicMove(board: Board, gesture: Arranging): Moved {
  const moved = inMosaic(board, gesture);
  const isAboutAll = gesture.type === "compact" || gesture.type === "columns" || gesture.type === "sort";
  if (isAboutAll || board.layout !== "mosaic") return moved;
  return gesture.type === "wrap" ? keepingOthers(board, moved, gesture.tiles) : keepingWrong(board, moved);
}

function inMosaic(board: Board, gesture: Arranging): Moved {
  if (board.layout === "none" && gesture.type !== "insert")
    return refused("The dashboard has no layout yet.");
  const tree = new Tree(
    board.layout === "mosaic"
      ? board
      : { layout: "mosaic", columns: USUAL_COLUMNS, rows: 0, rowRatio: MOSAIC_RATIO, tiles: [] },
  );
  switch (gesture.type) {
    case "move":
      return move(tree, gesture.tiles, gesture, gesture.into);
    case "resize":
      return resize(tree, gesture.tiles, gesture.edge, gesture);
    case "insert":
      return insert(tree, gesture.kind, gesture.at);
    case "duplicate": {
      const items = selection(tree, gesture.tiles);
      return items ? duplicate(tree, items) : refused("The tile no longer exists.");
    }
    case "remove":
      return remove(tree, gesture.tiles);
    case "wrap":
      return wrap(tree, gesture.tiles, gesture.title ?? "Group");
    case "ungroup":
      return ungroup(tree, gesture.tile);
    case "compact":
      return compact(tree);
    case "sort":
      return sortByPlace(board);
    case "columns":
      return changeColumns(tree, gesture.columns, gesture.round === true);
    case "reorder":
      return refused("In a mosaic layout, move tiles instead of reordering them.");
  }
}

function inList(board: Board, gesture: Arranging): Moved {
  switch (gesture.type) {
    case "reorder":
      return reorder(board, gesture.tile, gesture);
    case "insert":
      return insertInList(board, gesture.kind, gesture.slot);
    case "duplicate":
      return duplicateInList(board, gesture.tiles);
    case "remove":
      return removeFromList(board, gesture.tiles);
    default:
      return refused(`This requires a mosaic layout. Convert the ${board.layout} layout to a mosaic first.`);
  }
}

function unchanged(board: Board, id: string | undefined): Moved {
  if (id === undefined) return { ok: true, board, select: [] };
  const block: Block | undefined = board.tiles.find((tile) => tile.id === id);
  return block ? { ok: true, board, select: [id] } : refused("The tile no longer exists.");
}
