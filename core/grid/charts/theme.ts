import type { ChartColor } from "./spec";

/** Colors and letters of the charts. Colors are `rgb(…)` or `rgba(…)` as a browser writes them. */
export interface ChartTheme {
  readonly textColor: string;
  readonly mutedTextColor: string;
  readonly grid: string;
  readonly surface: string;
  readonly palette: readonly string[];
  readonly good: string;
  readonly info: string;
  readonly fair: string;
  readonly bad: string;
  readonly neutral: string;
  readonly font: string;
  /** Pixels. */
  readonly fontSize: number;
  /** The system allows a few colors only: series differ by their strokes as well. */
  readonly forced: boolean;
}

/** The color of a series or state. Places beyond the palette start it again, nearer to the color of the words. */
export function resolveColor(theme: ChartTheme, color: ChartColor): string {
  if (typeof color !== "number") return theme[color];
  const place = color % 12;
  const own = theme.palette[place % theme.palette.length] ?? theme.neutral;
  return place < theme.palette.length ? own : mixed(own, theme.textColor, SECOND_ROUND);
}

/** How much of its own a color keeps when the palette starts again; the style sheet says the same. */
const SECOND_ROUND = 0.6;

function mixed(color: string, other: string, share: number): string {
  const [a, b] = [channelsOf(color), channelsOf(other)];
  if (!a || !b) return color;
  const mix = (at: 0 | 1 | 2) => Math.round(a[at] * share + b[at] * (1 - share));
  return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`;
}

function channelsOf(color: string): readonly [number, number, number] | undefined {
  const match = /^rgba?\((\d+), (\d+), (\d+)/.exec(color);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** The same color, this opaque (0 to 1). */
export function withAlpha(color: string, opacity: number): string {
  const channels = channelsOf(color);
  return channels ? `rgba(${channels.join(", ")}, ${opacity})` : color;
}
