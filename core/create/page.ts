/** A widget of a dashboard, in canonical names. */
export type Widget = Readonly<Record<string, unknown>>;

/** Widgets side by side, all as high as the highest needs. */
export type Line = readonly Widget[];

/** A part of a page: under a section header, or inside a collapsible group. */
export interface Section {
  readonly title: string;
  /** A sentence below the title of a header. */
  readonly subtitle?: string;
  /** Makes the section a collapsible group, which starts like this. */
  readonly collapsed?: boolean;
  readonly lines: readonly Line[];
}

/** A whole dashboard before its tiles have places. */
export interface Page {
  readonly title: string;
  readonly filters?: readonly Widget[];
  /** Lines above the first section. */
  readonly top?: readonly Line[];
  readonly sections: readonly Section[];
}

interface Tile {
  readonly xPos?: number;
  readonly yPos?: number;
  readonly width: number;
  readonly height: number;
  readonly widget: Widget;
}

const COLUMNS = 48;
const HEADER_HEIGHT = 4;
const CHART_HEIGHT = 16;

/** Heights of what is lower than a chart. */
const HEIGHTS: Readonly<Record<string, number>> = { scorecard: 8, text: 8, filterControl: 4 };

/** The dashboard of a page: a mosaic of 48 columns, filled from the top without gaps. */
export function dashboardOf({ title, filters = [], top = [], sections }: Page): Widget {
  const tiles: Tile[] = [];
  let y = placeLines(tiles, top, 0);
  for (const section of sections) {
    if (section.lines.length === 0) continue;
    if (section.collapsed === undefined) {
      const { title, subtitle } = section;
      const sectionHeader = { ...(subtitle && { subtitle }), dividerBelow: true };
      tiles.push(tileAt(0, y, COLUMNS, HEADER_HEIGHT, { title, sectionHeader }));
      y = placeLines(tiles, section.lines, y + HEADER_HEIGHT);
    } else {
      const members: Tile[] = [];
      const bottom = placeLines(members, section.lines, y);
      const collapsibleGroup = section.collapsed ? { collapsed: true } : {};
      tiles.push(tileAt(0, y, COLUMNS, bottom - y, { title: section.title, collapsibleGroup }), ...members);
      y = bottom;
    }
  }
  return {
    displayName: title,
    ...(filters.length > 0 && { dashboardFilters: filters }),
    mosaicLayout: { columns: COLUMNS, tiles },
  };
}

/** Lines of at most `most` charts, as even as they can be: five as three and two. */
export function evenLines(widgets: readonly Widget[], most = 3): Widget[][] {
  const lines: Widget[][] = [];
  let rest = [...widgets];
  while (rest.length > 0) {
    const left = Math.ceil(rest.length / most);
    const size = Math.ceil(rest.length / left);
    lines.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  return lines;
}

function placeLines(tiles: Tile[], lines: readonly Line[], from: number): number {
  let y = from;
  for (const line of lines) {
    const height = Math.max(...line.map(heightOf));
    for (const [index, widget] of line.entries()) {
      const x = Math.floor((index * COLUMNS) / line.length);
      const right = Math.floor(((index + 1) * COLUMNS) / line.length);
      tiles.push(tileAt(x, y, right - x, height, widget));
    }
    y += height;
  }
  return y;
}

function heightOf(widget: Widget): number {
  const kind = Object.keys(HEIGHTS).find((name) => name in widget);
  return kind ? HEIGHTS[kind]! : CHART_HEIGHT;
}

/** A position of 0 is left out, as the service does. */
function tileAt(x: number, y: number, width: number, height: number, widget: Widget): Tile {
  return { ...(x > 0 && { xPos: x }), ...(y > 0 && { yPos: y }), width, height, widget };
}
