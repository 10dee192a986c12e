import type { ChartTheme } from "./theme";

/** Pixels that a chart has. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Letters on charts, in pixels. */
export function smallFontSize(theme: ChartTheme): number {
  return Math.max(Math.round(theme.fontSize * 0.85), 9);
}
