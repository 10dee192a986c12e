import type { TileKind } from "../../../core/grid/kinds";
import type { Rect } from "../../../core/grid/rect";

/** A tile as far as its place is concerned: of a picture, or of what a gesture makes of it. */
export interface PlacedTile extends Rect {
  readonly id: string;
  readonly kind: TileKind;
  readonly group?: string;
}

/** What tiles are placed on. */
export interface Plan {
  readonly columns: number;
  readonly rowRatio: number;
  readonly tiles: readonly PlacedTile[];
}

/** Pixels. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Height of the strip with a group's name and, for single-view groups, its tabs. */
export const GROUP_STRIP = 30;
/** Space around every tile. */
const GAP = 3;
/** A board narrower or wider than this keeps the row height of this width, so that tiles stay readable and modest. */
const NARROW = 640;
const WIDE = 1150;

/**
 * Turns blocks into pixels. A collapsible group has no block of its own for its name (its members begin in its first
 * row), so every row in which one starts is moved down by a strip for each group that starts there.
 */
export class Geometry {
  readonly width: number;
  readonly height: number;
  /** Right edge of the declared columns; tiles beyond it are misplaced. */
  readonly limit: number;
  /** Width and height of a block, without strips. */
  readonly column: number;
  readonly row: number;
  /** Rows with strips, ascending, each with the number of strips in it. */
  private readonly strips: readonly (readonly [row: number, count: number])[];
  /** How many groups that start in the same row enclose the tile. */
  private readonly depth: ReadonlyMap<string, number>;

  /** `available` is the width in pixels to fit into at zoom 1. */
  constructor(picture: Plan, available: number, zoom: number, extent = extentOf(picture)) {
    this.column = (available * zoom) / extent;
    this.row = (Math.min(Math.max(available, NARROW), WIDE) * zoom * picture.rowRatio) / extent;
    this.depth = stripDepths(picture.tiles);
    this.strips = stripRows(picture.tiles, this.depth);
    this.width = extent * this.column;
    this.limit = picture.columns * this.column;
    this.height = this.topOf(
      picture.tiles.reduce((rows, tile) => Math.max(rows, tile.y + tile.h), 0),
      false,
    );
  }

  /** Where a tile is drawn. Groups get their strip inside the box, at its top. */
  boxOf(tile: PlacedTile): Box {
    const left = tile.x * this.column;
    const top =
      tile.kind === "collapsibleGroup"
        ? this.topOf(tile.y, false) + (this.depth.get(tile.id) ?? 0) * GROUP_STRIP
        : this.topOf(tile.y, true);
    const bottom = this.topOf(tile.y + tile.h, false);
    const gap = tile.kind === "collapsibleGroup" ? 1 : GAP;
    return {
      left: left + gap,
      top: top + gap,
      width: Math.max(tile.w * this.column - 2 * gap, 4),
      height: Math.max(bottom - top - 2 * gap, 4),
    };
  }

  /** Box of a member of a single-view group: the group's own, below its strip. */
  viewBoxOf(group: PlacedTile): Box {
    const box = this.boxOf(group);
    return {
      left: box.left + GAP,
      top: box.top + GROUP_STRIP,
      width: Math.max(box.width - 2 * GAP, 4),
      height: Math.max(box.height - GROUP_STRIP - GAP, 4),
    };
  }

  /** The column, with fractions, that a distance from the left edge of the board lies in. */
  columnAt(left: number): number {
    return left / this.column;
  }

  /** The row, with fractions, that a distance from the top of the board lies in. A strip belongs to the row below it. */
  rowAt(top: number): number {
    let strips = 0;
    for (const [at, count] of this.strips) {
      const start = at * this.row + strips * GROUP_STRIP;
      if (top < start) break;
      if (top < start + count * GROUP_STRIP) return at;
      strips += count;
    }
    return (top - strips * GROUP_STRIP) / this.row;
  }

  private topOf(row: number, belowStrips: boolean): number {
    let strips = 0;
    for (const [at, count] of this.strips) {
      if (at > row || (at === row && !belowStrips)) break;
      strips += count;
    }
    return row * this.row + strips * GROUP_STRIP;
  }
}

/** How many blocks have to fit into the width: more than the columns when a tile reaches beyond. */
export function extentOf({ columns, tiles }: Plan): number {
  return tiles.reduce((right, tile) => Math.max(right, tile.x + tile.w), columns);
}

function stripDepths(tiles: readonly PlacedTile[]): Map<string, number> {
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  const depths = new Map<string, number>();
  for (const tile of tiles) {
    if (tile.kind !== "collapsibleGroup") continue;
    let depth = 0;
    for (let above = byId.get(tile.group ?? ""); above; above = byId.get(above.group ?? "")) {
      if (above.kind === "collapsibleGroup" && above.y === tile.y) depth++;
    }
    depths.set(tile.id, depth);
  }
  return depths;
}

function stripRows(tiles: readonly PlacedTile[], depths: ReadonlyMap<string, number>) {
  const rows = new Map<number, number>();
  for (const tile of tiles) {
    if (tile.kind !== "collapsibleGroup") continue;
    rows.set(tile.y, Math.max(rows.get(tile.y) ?? 0, (depths.get(tile.id) ?? 0) + 1));
  }
  return [...rows].sort(([a], [b]) => a - b);
}
