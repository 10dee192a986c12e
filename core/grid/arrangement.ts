import { integerOf, isObject, listOf, type Members, membersOf, stringOf } from "../shape";
import { apportion, greatestDivisor } from "./apportion";
import { groupMembership } from "./groups";
import { kindOf, type TileKind } from "./kinds";
import type { Rect } from "./rect";

export type LayoutKind = "mosaic" | "grid" | "row" | "column" | "none";

/** Place of a widget in a row or column layout: the `item`-th of `items` in line `line` of `lines`, zero-based. */
export interface Slot {
  readonly line: number;
  readonly lines: number;
  readonly item: number;
  readonly items: number;
}

/** One widget as a rectangle. */
export interface ArrangedTile extends Rect {
  /** JSON pointer of the widget in canonical names, e.g. `/mosaicLayout/tiles/3/widget`. */
  readonly id: string;
  readonly kind: TileKind;
  readonly title: string;
  /** The widget's value; an empty object when it is missing. */
  readonly widget: Members;
  /** Id of the innermost collapsible or single-view group that the tile lies in. */
  readonly group?: string;
  /** Where the layout puts it, for layouts that do not speak of blocks. */
  readonly slot?: Slot;
  /** Why the rectangle is not what the file says, or cannot be what the author means; in words for a reader. */
  readonly misplaced?: string;
}

/** A dashboard's widgets as rectangles on one grid, whatever layout the file uses. */
export interface Arrangement {
  readonly layout: LayoutKind;
  /** Width of the grid in blocks, at least 1. Tiles may reach beyond it; then they are `misplaced`. */
  readonly columns: number;
  /** Bottom edge of the lowest tile. */
  readonly rows: number;
  /** Height of a block divided by its width, for drawing. */
  readonly rowRatio: number;
  /** In the order of the file. */
  readonly tiles: readonly ArrangedTile[];
}

/** The service takes 1 to 48 columns. */
export const MAX_COLUMNS = 48;
/** Rows and columns beyond these are not drawn to scale; no real dashboard comes near. */
const FAR_ROW = 20_000;
const FAR_COLUMN = 2 * MAX_COLUMNS;
/** A chart of 24 by 16 blocks on 48 columns is the console's usual one and about twice as wide as high. */
const MOSAIC_RATIO = 0.8;

/**
 * Lays out a dashboard. `value` is the canonical value (`canonicalize`); anything odd or missing in it is passed
 * over, so that a broken dashboard still shows what is whole. When several layouts are set, the first one counts.
 */
export function arrange(value: unknown): Arrangement {
  const dashboard = membersOf(value);
  if (isObject(dashboard["mosaicLayout"])) return mosaic(dashboard["mosaicLayout"]);
  if (isObject(dashboard["gridLayout"])) return grid(dashboard["gridLayout"]);
  if (isObject(dashboard["rowLayout"])) return rowLayout(dashboard["rowLayout"]);
  if (isObject(dashboard["columnLayout"])) return columnLayout(dashboard["columnLayout"]);
  return { layout: "none", columns: 1, rows: 0, rowRatio: 1, tiles: [] };
}

function mosaic(layout: Members): Arrangement {
  const entries: { readonly index: number; readonly tile: Members }[] = [];
  for (const [index, tile] of listOf(layout["tiles"]).entries()) {
    if (isObject(tile)) entries.push({ index, tile });
  }
  const columns = mosaicColumns(integerOf(layout["columns"]), entries);
  const placed = entries.map(({ index, tile }) => ({
    ...widgetAt(`/mosaicLayout/tiles/${index}/widget`, tile["widget"]),
    ...placeTile(tile, columns),
  }));
  const membership = groupMembership(placed);
  const tiles = placed.map((tile): ArrangedTile => {
    const group = membership.get(tile.id);
    return group === undefined ? tile : { ...tile, group };
  });
  return { layout: "mosaic", columns, rows: bottom(tiles), rowRatio: MOSAIC_RATIO, tiles };
}

/** The declared width where it is a legal one, else the narrower of the two usual widths that holds every tile. */
function mosaicColumns(declared: number | undefined, entries: readonly { readonly tile: Members }[]): number {
  if (declared !== undefined && declared >= 1 && declared <= MAX_COLUMNS) return declared;
  let right = 0;
  for (const { tile } of entries) {
    right = Math.max(right, (integerOf(tile["xPos"]) ?? 0) + (integerOf(tile["width"]) ?? 0));
  }
  return right <= 12 ? 12 : MAX_COLUMNS;
}

function placeTile(tile: Members, columns: number): Rect & { readonly misplaced?: string } {
  const x = integerOf(tile["xPos"]) ?? 0;
  const y = integerOf(tile["yPos"]) ?? 0;
  const width = integerOf(tile["width"]) ?? 0;
  const height = integerOf(tile["height"]) ?? 0;
  const faults: string[] = [];
  if (width < 1) faults.push("has no width");
  if (height < 1) faults.push("has no height");
  if (x < 0) faults.push("starts left of the first column");
  if (y < 0) faults.push("starts above the first row");
  if (x + width > columns) faults.push(`extends beyond column ${columns}`);
  const rect = {
    x: Math.min(Math.max(x, 0), FAR_COLUMN),
    y: Math.min(Math.max(y, 0), FAR_ROW),
    w: Math.min(Math.max(width, 1), FAR_COLUMN),
    h: Math.min(Math.max(height, 1), FAR_ROW),
  };
  if (y > FAR_ROW || height > FAR_ROW) faults.push("is too far down to be drawn at its position");
  return faults.length > 0 ? { ...rect, misplaced: faults.join(", ") } : rect;
}

function grid(layout: Members): Arrangement {
  const widgets = listOf(layout["widgets"])
    .map((widget, index) => ({ widget, index }))
    .filter(({ widget }) => isObject(widget));
  const columns = gridColumns(integerOf(layout["columns"]), widgets.length);
  const tiles = widgets.map(
    ({ widget, index }, at): ArrangedTile => ({
      ...widgetAt(`/gridLayout/widgets/${index}`, widget),
      x: at % columns,
      y: Math.floor(at / columns),
      w: 1,
      h: 1,
    }),
  );
  return { layout: "grid", columns, rows: bottom(tiles), rowRatio: columns === 1 ? 0.4 : 0.56, tiles };
}

/** Zero or missing leaves the choice to the renderer: up to three, so that a chart keeps a readable width. */
function gridColumns(declared: number | undefined, widgets: number): number {
  if (declared !== undefined && declared >= 1) return Math.min(declared, MAX_COLUMNS);
  if (widgets <= 1) return 1;
  return widgets <= 4 ? 2 : 3;
}

function rowLayout(layout: Members): Arrangement {
  const lines = linesOf(layout["rows"]);
  const columns = commonMultiple(lines.map((line) => line.widgets.length));
  const heights = apportion(lines.map((line) => line.weight));
  const tiles: ArrangedTile[] = [];
  let y = 0;
  for (const [order, line] of lines.entries()) {
    const h = heights[order]!;
    for (const [item, { widget, index }] of line.widgets.entries()) {
      const x = Math.round((item * columns) / line.widgets.length);
      const right = Math.round(((item + 1) * columns) / line.widgets.length);
      tiles.push({
        ...widgetAt(`/rowLayout/rows/${line.index}/widgets/${index}`, widget),
        x,
        y,
        w: right - x,
        h,
        slot: { line: order, lines: lines.length, item, items: line.widgets.length },
      });
    }
    y += h;
  }
  // A row of weight one is drawn about a quarter as high as the board is wide.
  const rowRatio = y > 0 ? (0.25 * lines.length * columns) / y : 1;
  return { layout: "row", columns, rows: y, rowRatio, tiles };
}

function columnLayout(layout: Members): Arrangement {
  const lines = linesOf(layout["columns"]);
  const widths = apportion(lines.map((line) => line.weight));
  const tiles: ArrangedTile[] = [];
  let x = 0;
  for (const [order, line] of lines.entries()) {
    const w = widths[order]!;
    for (const [item, { widget, index }] of line.widgets.entries()) {
      tiles.push({
        ...widgetAt(`/columnLayout/columns/${line.index}/widgets/${index}`, widget),
        x,
        y: item,
        w,
        h: 1,
        slot: { line: order, lines: lines.length, item, items: line.widgets.length },
      });
    }
    x += w;
  }
  const columns = Math.max(x, 1);
  const rowRatio = Math.min(0.3 * columns, (0.6 * columns) / Math.max(lines.length, 1));
  return { layout: "column", columns, rows: bottom(tiles), rowRatio, tiles };
}

interface Line {
  readonly index: number;
  readonly weight: number;
  readonly widgets: readonly { readonly widget: Members; readonly index: number }[];
}

function linesOf(value: unknown): Line[] {
  const lines: Line[] = [];
  for (const [index, line] of listOf(value).entries()) {
    if (!isObject(line)) continue;
    const weight = integerOf(line["weight"]);
    const widgets: { widget: Members; index: number }[] = [];
    for (const [at, widget] of listOf(line["widgets"]).entries()) {
      if (isObject(widget)) widgets.push({ widget, index: at });
    }
    lines.push({ index, weight: weight !== undefined && weight >= 1 ? weight : 1, widgets });
  }
  return lines;
}

/** A width that every row divides evenly where that stays small; else one fine enough to round on. */
function commonMultiple(counts: readonly number[]): number {
  let multiple = 1;
  for (const count of counts) {
    if (count < 1) continue;
    multiple = (multiple * count) / greatestDivisor(multiple, count);
    if (multiple > 240) return Math.max(240, ...counts);
  }
  return multiple;
}

function widgetAt(id: string, value: unknown): Pick<ArrangedTile, "id" | "kind" | "title" | "widget"> {
  const widget = membersOf(value);
  return { id, kind: kindOf(widget), title: stringOf(widget["title"]), widget };
}

function bottom(tiles: readonly Rect[]): number {
  let rows = 0;
  for (const tile of tiles) rows = Math.max(rows, tile.y + tile.h);
  return rows;
}
