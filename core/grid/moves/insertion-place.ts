import { type ContentKind, isGroup } from "../kinds";
import { overlaps, type Rect } from "../rect";
import type { BoardTile, TileBoard } from "./board";
import { usualSize } from "./sizes";

/** A point of a mosaic, in blocks with fractions. */
export interface BlockPoint {
  readonly x: number;
  readonly y: number;
}

/**
 * Where a new tile of a kind goes that is put down at a point of a mosaic. In free space it takes a place around the point
 * where it lies on nothing, smaller than usual where that is needed, down to half of the usual size. On a tile, and where
 * there is less room, it goes with its middle to the point, and what is there makes room.
 */
export function insertionPlace(board: TileBoard, kind: ContentKind, point: BlockPoint): Rect {
  const { w, h } = usualSize(kind, board.columns);
  const group = groupAt(board, kind, point);
  const strip = group ?? { x: 0, y: 0, w: board.columns };
  const wide = Math.min(w, strip.w);
  const wanted: Rect = {
    x: within(Math.round(point.x - wide / 2), strip.x, strip.x + strip.w - wide),
    y: Math.max(strip.y, Math.round(point.y - h / 2)),
    w: wide,
    h,
  };
  if (group?.kind === "singleViewGroup") return wanted;
  const taken = board.tiles.filter((tile) => tile.group === group?.id && tile.id !== group?.id);
  const block = { x: Math.floor(point.x), y: Math.floor(point.y), w: 1, h: 1 };
  if (block.x < strip.x || block.x >= strip.x + strip.w || block.y < 0) return wanted;
  if (taken.some((tile) => overlaps(tile, block))) return wanted;
  const bottom = group ? group.y + group.h : Number.POSITIVE_INFINITY;
  const room = { x: strip.x, right: strip.x + strip.w, y: strip.y, bottom };
  return freePlace(wanted, block, room, taken) ?? smallerPlace(wanted, block, room, taken) ?? wanted;
}

/** The innermost group that the point lies in and that takes such a tile. */
function groupAt({ tiles }: TileBoard, kind: ContentKind, { x, y }: BlockPoint): BoardTile | undefined {
  if (kind === "collapsibleGroup") return undefined;
  let inner: BoardTile | undefined;
  for (const tile of tiles) {
    if (!isGroup(tile.kind) || (kind === "singleViewGroup" && tile.kind === "singleViewGroup")) continue;
    if (x < tile.x || x >= tile.x + tile.w || y < tile.y || y >= tile.y + tile.h) continue;
    if (!inner || tile.group === inner.id || tile.w * tile.h < inner.w * inner.h) inner = tile;
  }
  return inner;
}

interface Room {
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly bottom: number;
}

/** The free place of that size nearest to the wanted one that has the block in it. */
function freePlace(wanted: Rect, block: Rect, room: Room, taken: readonly Rect[]): Rect | undefined {
  const { w, h } = wanted;
  let best: { readonly spot: Rect; readonly away: number } | undefined;
  const near = taken.filter((tile) =>
    overlaps(tile, { x: block.x - w, y: block.y - h, w: 2 * w + 1, h: 2 * h + 1 }),
  );
  for (let x = Math.max(room.x, block.x - w + 1); x <= Math.min(block.x, room.right - w); x++) {
    for (let y = Math.max(room.y, block.y - h + 1); y <= Math.min(block.y, room.bottom - h); y++) {
      const away = Math.abs(x - wanted.x) + Math.abs(y - wanted.y);
      if (best && away >= best.away) continue;
      const spot = { x, y, w, h };
      if (near.every((tile) => !overlaps(tile, spot))) best = { spot, away };
    }
  }
  return best?.spot;
}

/** What is free to the left and right of the block, and then above and below of that. */
function smallerPlace(wanted: Rect, block: Rect, room: Room, taken: readonly Rect[]): Rect | undefined {
  let [left, right, top, bottom] = [room.x, room.right, room.y, room.bottom];
  for (const tile of taken) {
    if (tile.y > block.y || tile.y + tile.h <= block.y) continue;
    if (tile.x < block.x) left = Math.max(left, tile.x + tile.w);
    else right = Math.min(right, tile.x);
  }
  const w = Math.min(wanted.w, right - left);
  const x = within(wanted.x, left, right - w);
  for (const tile of taken) {
    if (tile.x >= x + w || tile.x + tile.w <= x) continue;
    if (tile.y < block.y) top = Math.max(top, tile.y + tile.h);
    else bottom = Math.min(bottom, tile.y);
  }
  const h = Math.min(wanted.h, bottom - top);
  if (2 * w < wanted.w || 2 * h < wanted.h) return undefined;
  return { x, y: within(wanted.y, top, bottom - h), w, h };
}

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
