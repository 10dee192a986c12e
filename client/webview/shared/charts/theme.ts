import type { ChartColor } from "./spec";

/** Colors and letters of the charts, resolved to what a canvas takes. */
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

const TOKENS = {
  textColor: "--words",
  mutedTextColor: "--faint-words",
  grid: "--chart-grid",
  surface: "--surface",
  good: "--chart-good",
  info: "--chart-info",
  fair: "--chart-fair",
  bad: "--chart-bad",
  neutral: "--chart-neutral",
} as const;
const PALETTE = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `--series-${number}`);

/** Reads the theme that counts for the page now, from the variables of its style sheet. */
export function readTheme(): ChartTheme {
  const probe = document.createElement("span");
  probe.className = "chart-probe";
  document.body.append(probe);
  try {
    const style = getComputedStyle(probe);
    const color = (token: string): string => {
      probe.style.setProperty("color", `var(${token})`);
      return opaqueText(style.color);
    };
    const named = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, color(token)]));
    return {
      ...(named as Record<keyof typeof TOKENS, string>),
      palette: PALETTE.map(color),
      font: style.fontFamily,
      fontSize: Number.parseFloat(style.fontSize) || 13,
      forced: matchMedia("(forced-colors: active)").matches,
    };
  } finally {
    probe.remove();
  }
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

/** Calls back when the theme may have changed: VS Code changes classes and variables in place. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
  observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  matchMedia("(forced-colors: active)").addEventListener("change", changed);
}

/** `rgb(…)` or `rgba(…)` of any color that CSS knows, painted once to find out. */
function opaqueText(color: string): string {
  if (/^rgba?\(\d+, \d+, \d+(?:, [\d.]+)?\)$/.test(color)) return color;
  painter ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!painter) return color;
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = color;
  painter.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = painter.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha! / 255) * 100) / 100})`;
}

let painter: CanvasRenderingContext2D | null | undefined;
