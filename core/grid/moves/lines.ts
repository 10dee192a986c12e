import { apportion, greatestDivisor } from "../apportion";
import type { ContentKind } from "../kinds";
import { kindName } from "../kinds";
import {
  type BoardTile,
  freshId,
  isMosaicOnly,
  type MoveResult,
  refuseMove,
  type TileBoard,
  tooMany,
} from "./board";
import { type PastedBlock, pastedKey } from "./paste";

/** A place in a grid, row or column layout: the `item`-th of line `line`, both from 0. A grid has one line. */
export interface ListPlace {
  readonly line?: number | undefined;
  readonly item: number;
}

/** A row or column layout as lists of blocks, each with its share of the board; a grid as one. */
interface Lines {
  readonly lists: BoardTile[][];
  readonly weights: readonly number[];
}

/** Takes a widget to another place of its layout; what follows moves up. A line that it leaves empty goes. */
export function reorderInList(board: TileBoard, id: string, to: ListPlace): MoveResult {
  const lines = linesOf(board);
  const at = placeOf(lines, id);
  if (!at) return refuseMove("The tile no longer exists.");
  const block = lines.lists[at.line]![at.item]!;
  const line = to.line ?? at.line;
  if (!lines.lists[line]) return refuseMove(`There is no row or column ${line + 1}.`);
  lines.lists[at.line]!.splice(at.item, 1);
  put(lines.lists[line]!, to.item, block);
  return { ok: true, board: lay(board, withoutEmptied(lines, at.line)), select: [id] };
}

/** Adds a widget of a kind at a place, or at the end. */
export function insertInList(board: TileBoard, kind: ContentKind, to: ListPlace | undefined): MoveResult {
  const full = tooMany(board.tiles.length, 1);
  if (full) return refuseMove(full);
  if (isMosaicOnly(kind))
    return refuseMove(`A ${kindName(kind)} requires a mosaic layout. Convert the layout first.`, "convert");
  const lines = linesOf(board);
  const id = freshId(new Set(board.tiles.map((tile) => tile.id)));
  const list = lines.lists[to?.line ?? lines.lists.length - 1];
  if (!list) return refuseMove("The layout has no row or column for it.");
  put(list, to?.item ?? list.length, { id, kind, x: 0, y: 0, w: 1, h: 1 });
  return { ok: true, board: lay(board, lines), select: [id] };
}

/** Adds widgets of the clipboard behind the selected one, or at the end. */
export function pasteInList(
  board: TileBoard,
  blocks: readonly PastedBlock[],
  beside: string | undefined,
): MoveResult {
  const full = tooMany(board.tiles.length, blocks.length);
  if (full) return refuseMove(full);
  const odd = blocks.find(({ kind }) => isMosaicOnly(kind));
  if (odd)
    return refuseMove(
      `A ${kindName(odd.kind)} requires a mosaic layout. Convert the layout first.`,
      "convert",
    );
  const lines = linesOf(board);
  const near = beside === undefined ? undefined : placeOf(lines, beside);
  if (beside !== undefined && !near) return refuseMove("The tile no longer exists.");
  const list = lines.lists[near?.line ?? lines.lists.length - 1];
  if (!list) return refuseMove("The layout has no row or column for it.");
  const taken = new Set(board.tiles.map((tile) => tile.id));
  const select = blocks.map(({ kind, title }, index) => {
    const id = freshId(taken);
    taken.add(id);
    const at = near ? near.item + 1 + index : list.length;
    put(list, at, { id, kind, title, copyOf: pastedKey(index), x: 0, y: 0, w: 1, h: 1 });
    return id;
  });
  return { ok: true, board: lay(board, lines), select };
}

/** Adds a copy right behind each widget. */
export function duplicateInList(board: TileBoard, ids: readonly string[]): MoveResult {
  const full = tooMany(board.tiles.length, ids.length);
  if (full) return refuseMove(full);
  const lines = linesOf(board);
  const taken = new Set(board.tiles.map((tile) => tile.id));
  const select: string[] = [];
  for (const id of ids) {
    const at = placeOf(lines, id);
    if (!at) return refuseMove("The tile no longer exists.");
    const original = lines.lists[at.line]![at.item]!;
    const copy = { ...original, id: freshId(taken), copyOf: original.copyOf ?? id };
    taken.add(copy.id);
    select.push(copy.id);
    put(lines.lists[at.line]!, at.item + 1, copy);
  }
  return { ok: true, board: lay(board, lines), select };
}

/** Takes widgets out; lines that they leave empty go with them. */
export function removeFromList(board: TileBoard, ids: readonly string[]): MoveResult {
  let lines = linesOf(board);
  for (const id of ids) {
    const at = placeOf(lines, id);
    if (!at) return refuseMove("The tile no longer exists.");
    lines.lists[at.line]!.splice(at.item, 1);
    lines = withoutEmptied(lines, at.line);
  }
  return { ok: true, board: lay(board, lines), select: [] };
}

/** Where a widget stands; undefined when the layout does not have it. */
export function listPlaceOf(board: TileBoard, id: string): Required<ListPlace> | undefined {
  return placeOf(linesOf(board), id);
}

function put(list: BoardTile[], at: number, block: BoardTile): void {
  list.splice(Math.max(0, Math.min(at, list.length)), 0, block);
}

function placeOf({ lists }: Lines, id: string): { line: number; item: number } | undefined {
  for (const [line, list] of lists.entries()) {
    const item = list.findIndex((block) => block.id === id);
    if (item >= 0) return { line, item };
  }
  return undefined;
}

/** The last line stays, so that there is somewhere to put things. */
function withoutEmptied(lines: Lines, line: number): Lines {
  if (lines.lists[line]!.length > 0 || lines.lists.length === 1) return lines;
  return {
    lists: lines.lists.filter((_, i) => i !== line),
    weights: lines.weights.filter((_, i) => i !== line),
  };
}

function linesOf(board: TileBoard): Lines {
  if (board.layout === "grid") return { lists: [[...board.tiles]], weights: [1] };
  const count = Math.max(1, ...board.tiles.map(({ slot }) => slot?.lines ?? 1));
  const lists = Array.from({ length: count }, (): BoardTile[] => []);
  for (const tile of board.tiles) lists[tile.slot?.line ?? 0]!.push(tile);
  return { lists, weights: weightsOf(board, lists) };
}

/** What is drawn of each line says what it weighs; of lines without a widget only what they weigh together shows. */
function weightsOf({ layout, rows, columns }: TileBoard, lists: readonly (readonly BoardTile[])[]): number[] {
  const isRow = layout === "row";
  const weights: number[] = [];
  let edge = 0;
  let empty: number[] = [];
  const share = (upTo: number) => {
    const each = Math.max(1, Math.floor((upTo - edge) / Math.max(1, empty.length)));
    for (const line of empty) weights[line] = each;
    empty = [];
  };
  for (const [line, [first]] of lists.entries()) {
    if (!first) {
      empty.push(line);
      continue;
    }
    share(isRow ? first.y : first.x);
    weights[line] = isRow ? first.h : first.w;
    edge = (isRow ? first.y : first.x) + weights[line];
  }
  share(isRow ? rows : columns);
  return weights;
}

/** The board with the blocks where the layout puts them. */
function lay(board: TileBoard, lines: Lines): TileBoard {
  if (board.layout === "grid") return layGrid(board, lines.lists[0]!);
  return board.layout === "row" ? layRows(board, lines) : layColumns(board, lines);
}

function layGrid(board: TileBoard, list: readonly BoardTile[]): TileBoard {
  const { columns } = board;
  const tiles = list.map((block, at) => ({
    ...block,
    x: at % columns,
    y: Math.floor(at / columns),
    w: 1,
    h: 1,
  }));
  return { ...board, rows: Math.ceil(list.length / columns), tiles };
}

/** Rows are divided this finely, so that rounding is not visible. */
const FINEST = 240;

function layRows(board: TileBoard, { lists, weights }: Lines): TileBoard {
  let columns = 1;
  for (const { length } of lists)
    if (length > 0 && columns <= FINEST) columns = (columns * length) / greatestDivisor(columns, length);
  if (columns > FINEST) columns = Math.max(FINEST, ...lists.map(({ length }) => length));
  const heights = apportion(weights);
  const tiles: BoardTile[] = [];
  let y = 0;
  for (const [line, list] of lists.entries()) {
    const h = heights[line]!;
    for (const [item, block] of list.entries()) {
      const x = Math.round((item * columns) / list.length);
      const right = Math.round(((item + 1) * columns) / list.length);
      const slot = { line, lines: lists.length, item, items: list.length };
      tiles.push({ ...block, x, y, w: right - x, h, slot });
    }
    y += h;
  }
  // A row of weight one stays as high on the screen as it was.
  const rowRatio = (board.rowRatio * columns * sum(weights)) / (board.columns * Math.max(1, y));
  return { ...board, columns, rows: y, rowRatio, tiles };
}

function layColumns(board: TileBoard, { lists, weights }: Lines): TileBoard {
  const widths = apportion(weights);
  const tiles: BoardTile[] = [];
  let x = 0;
  let rows = 0;
  for (const [line, list] of lists.entries()) {
    const w = widths[line]!;
    for (const [item, block] of list.entries()) {
      const slot = { line, lines: lists.length, item, items: list.length };
      tiles.push({ ...block, x, y: item, w, h: 1, slot });
    }
    rows = Math.max(rows, list.length);
    x += w;
  }
  const columns = Math.max(1, x);
  return { ...board, columns, rows, rowRatio: (board.rowRatio * columns) / board.columns, tiles };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0);
}
