import type { TileKind } from "./kinds";
import type { Rect } from "./rect";

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

/** Rows that are not drawn: from the first to before the second. */
export type RowSpan = readonly [from: number, to: number];

/** What a plan is drawn with. */
export interface Drawing {
  /** How many blocks have to fit into the width; by default as many as there are. */
  readonly extent?: number;
  /** Ids of the groups of which only the strip is drawn. */
  readonly folded?: ReadonlySet<string>;
  /** Rows that are not drawn; by default those of the folded groups. */
  readonly hidden?: readonly RowSpan[];
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Turns blocks into pixels. A collapsible group has no block of its own for its name (its members begin in its first
 * row), so every row in which one starts is moved down by a strip for each group that starts there. Rows in which there is
 * nothing but folded groups have no height.
 */
export class Geometry {
  readonly width: number;
  readonly height: number;
  /** Right edge of the declared columns; tiles beyond it are misplaced. */
  readonly limit: number;
  /** Width and height of a block, without strips. */
  readonly column: number;
  readonly row: number;
  readonly hidden: readonly RowSpan[];
  /** Rows with strips, ascending, each with the number of strips in it. */
  private readonly strips: readonly (readonly [row: number, count: number])[];
  /** How many groups that start in the same row enclose the tile. */
  private readonly depth: ReadonlyMap<string, number>;
  private readonly folded: ReadonlySet<string>;

  /** `available` is the width in pixels to fit into at zoom 1. */
  constructor(picture: Plan, available: number, zoom: number, drawing: Drawing = {}) {
    const { extent = extentOf(picture), folded = NONE } = drawing;
    this.folded = folded;
    const shown = folded.size === 0 ? picture.tiles : inSight(picture.tiles, folded);
    this.column = (available * zoom) / extent;
    this.row = (Math.min(Math.max(available, NARROW), WIDE) * zoom * picture.rowRatio) / extent;
    this.depth = stripDepths(shown);
    this.strips = stripRows(shown, this.depth);
    this.hidden = drawing.hidden ?? hiddenRows(shown, folded);
    this.width = extent * this.column;
    this.limit = picture.columns * this.column;
    this.height = this.topOf(
      picture.tiles.reduce((rows, tile) => Math.max(rows, tile.y + tile.h), 0),
      false,
    );
  }

  /** Where a tile is drawn. Groups get their strip inside the box, at its top; of a folded one that is all. */
  boxOf(tile: PlacedTile): Box {
    const left = tile.x * this.column;
    const top =
      tile.kind === "collapsibleGroup"
        ? this.topOf(tile.y, false) + (this.depth.get(tile.id) ?? 0) * GROUP_STRIP
        : this.topOf(tile.y, true);
    const bottom = this.folded.has(tile.id) ? top + GROUP_STRIP : this.topOf(tile.y + tile.h, false);
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
    const strips = new Map(this.strips);
    const hidden = new Map(this.hidden);
    let row = 0;
    let pixels = 0;
    for (const at of [...new Set([...strips.keys(), ...hidden.keys()])].sort((a, b) => a - b)) {
      const start = pixels + (at - row) * this.row;
      if (top < start) break;
      const end = start + (strips.get(at) ?? 0) * GROUP_STRIP;
      if (top < end) return at;
      pixels = end;
      row = hidden.get(at) ?? at;
    }
    return row + (top - pixels) / this.row;
  }

  private topOf(row: number, belowStrips: boolean): number {
    let strips = 0;
    for (const [at, count] of this.strips) {
      if (at > row || (at === row && !belowStrips)) break;
      strips += count;
    }
    const hidden = this.hidden.reduce((sum, [from, to]) => sum + Math.max(Math.min(row, to) - from, 0), 0);
    return (row - hidden) * this.row + strips * GROUP_STRIP;
  }
}

/** The tiles that lie in no folded group. */
function inSight(tiles: readonly PlacedTile[], folded: ReadonlySet<string>): readonly PlacedTile[] {
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  return tiles.filter((tile) => foldedAround(tile, byId, folded) === undefined);
}

/** The outermost folded group around a tile. */
export function foldedAround(
  tile: PlacedTile,
  byId: ReadonlyMap<string, PlacedTile>,
  folded: ReadonlySet<string>,
): PlacedTile | undefined {
  let outermost: PlacedTile | undefined;
  for (let group = byId.get(tile.group ?? ""); group; group = byId.get(group.group ?? "")) {
    if (folded.has(group.id)) outermost = group;
  }
  return outermost;
}

/** The rows of folded groups beside which nothing is drawn, cut where the strip of another one begins. */
function hiddenRows(shown: readonly PlacedTile[], folded: ReadonlySet<string>): RowSpan[] {
  const groups = shown.filter(({ id }) => folded.has(id));
  if (groups.length === 0) return [];
  const byId = new Map(shown.map((tile) => [tile.id, tile]));
  const around = new Set<string>();
  for (const { group } of groups) {
    for (let at = group; at !== undefined; at = byId.get(at)?.group) around.add(at);
  }
  const others = shown.filter(({ id }) => !folded.has(id) && !around.has(id));
  const bounds = new Set<number>();
  for (const { y, h } of [...groups, ...others]) bounds.add(y).add(y + h);
  const rows = [...bounds].sort((a, b) => a - b);
  const holds = (tile: PlacedTile, from: number, to: number) => tile.y <= from && tile.y + tile.h >= to;
  const starts = new Set(groups.map(({ y }) => y));
  const out: [number, number][] = [];
  for (const [at, from] of rows.slice(0, -1).entries()) {
    const to = rows[at + 1]!;
    if (!groups.some((group) => holds(group, from, to))) continue;
    if (others.some((tile) => holds(tile, from, to))) continue;
    const last = out.at(-1);
    if (last?.[1] === from && !starts.has(from)) last[1] = to;
    else out.push([from, to]);
  }
  return out;
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
