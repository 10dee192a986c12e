import type { Box, Ids } from "../svg/draw";
import { type LineStyle, line, rect } from "../svg/draw";
import type { SvgNode } from "../svg/node";
import { FONT_SIZE, type Theme } from "../theme";

/** What drawing a tile requires. */
export interface Context {
  readonly theme: Theme;
  readonly ids: Ids;
}

/** A place for the content of a widget. */
export interface Room {
  /** Where the content is drawn. */
  readonly box: Box;
  /** The inside of the whole tile, which decides what is left out of small tiles. */
  readonly tile: { readonly width: number; readonly height: number };
}

export const SMALL = FONT_SIZE * 0.85;
export const CELL = FONT_SIZE * 0.92;
/** Height of rows of tables and lists. */
export const ROW = 24;

/** A style of text in the theme's color. */
export function words({ theme }: Context, size = FONT_SIZE, more: Partial<LineStyle> = {}): LineStyle {
  return { style: "regular", size, color: theme.words, ...more };
}

export function faint({ theme }: Context, size = FONT_SIZE, more: Partial<LineStyle> = {}): LineStyle {
  return { style: "regular", size, color: theme.faint, ...more };
}

/** A sentence in the middle of a box. */
export function notice(text: string, { box }: Room, context: Context): (SvgNode | undefined)[] {
  return [line(text, box, faint(context, FONT_SIZE, { anchor: "middle" }))];
}

/** A line below a row. */
export function rule(x: number, y: number, width: number, { theme }: Context): SvgNode {
  return rect({ x, y: y - 1, width, height: 1 }, { fill: theme.charts.grid });
}
