import type { ChartColour } from "./spec";

/** Colours and letters of the charts, resolved to what a canvas takes. */
export interface ChartTheme {
  readonly words: string;
  readonly faintWords: string;
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
  /** The system allows a few colours only: series differ by their strokes as well. */
  readonly forced: boolean;
}

const TOKENS = {
  words: "--words",
  faintWords: "--faint-words",
  grid: "--chart-grid",
  surface: "--surface",
  good: "--chart-good",
  info: "--chart-info",
  fair: "--chart-fair",
  bad: "--chart-bad",
  neutral: "--chart-neutral",
} as const;
const PALETTE = [1, 2, 3, 4, 5, 6].map((number) => `--series-${number}`);

/** Reads the theme that counts for the page now, from the variables of its style sheet. */
export function readTheme(): ChartTheme {
  const probe = document.createElement("span");
  probe.className = "chart-probe";
  document.body.append(probe);
  try {
    const style = getComputedStyle(probe);
    const colour = (token: string): string => {
      probe.style.setProperty("color", `var(${token})`);
      return opaqueText(style.color);
    };
    const named = Object.fromEntries(Object.entries(TOKENS).map(([name, token]) => [name, colour(token)]));
    return {
      ...(named as Record<keyof typeof TOKENS, string>),
      palette: PALETTE.map(colour),
      font: style.fontFamily,
      fontSize: Number.parseFloat(style.fontSize) || 13,
      forced: matchMedia("(forced-colors: active)").matches,
    };
  } finally {
    probe.remove();
  }
}

/** The colour of a series or state. Places beyond the palette start it again, nearer to the colour of the words. */
export function colourOf(theme: ChartTheme, colour: ChartColour): string {
  if (typeof colour !== "number") return theme[colour];
  const own = theme.palette[colour % theme.palette.length] ?? theme.neutral;
  return colour % 12 < theme.palette.length ? own : mixed(own, theme.words, SECOND_ROUND);
}

/** How much of its own a colour keeps when the palette starts again; the style sheet says the same. */
const SECOND_ROUND = 0.6;

function mixed(colour: string, other: string, share: number): string {
  const [a, b] = [channelsOf(colour), channelsOf(other)];
  if (!a || !b) return colour;
  const mix = (at: 0 | 1 | 2) => Math.round(a[at] * share + b[at] * (1 - share));
  return `rgb(${mix(0)}, ${mix(1)}, ${mix(2)})`;
}

function channelsOf(colour: string): readonly [number, number, number] | undefined {
  const match = /^rgba?\((\d+), (\d+), (\d+)/.exec(colour);
  return match ? [Number(match[1]), Number(match[2]), Number(match[3])] : undefined;
}

/** The same colour, this opaque (0 to 1). */
export function faded(colour: string, opacity: number): string {
  const channels = channelsOf(colour);
  return channels ? `rgba(${channels.join(", ")}, ${opacity})` : colour;
}

/** Calls back when the theme may have changed: VS Code changes classes and variables in place. */
export function onThemeChange(changed: () => void): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["style", "class"] });
  observer.observe(document.body, { attributes: true, attributeFilter: ["class"] });
  matchMedia("(forced-colors: active)").addEventListener("change", changed);
}

/** `rgb(…)` or `rgba(…)` of any colour that CSS knows, painted once to find out. */
function opaqueText(colour: string): string {
  if (/^rgba?\(\d+, \d+, \d+(?:, [\d.]+)?\)$/.test(colour)) return colour;
  painter ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!painter) return colour;
  painter.clearRect(0, 0, 1, 1);
  painter.fillStyle = colour;
  painter.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = painter.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${Math.round((alpha! / 255) * 100) / 100})`;
}

let painter: CanvasRenderingContext2D | null | undefined;
