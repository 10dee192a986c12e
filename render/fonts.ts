import metrics from "./metrics.json";

/** The styles that are drawn, each one font. */
export type FontStyle = "regular" | "bold" | "italic" | "mono";

/** How a text is set. */
export interface Font {
  readonly style: FontStyle;
  /** Pixels. */
  readonly size: number;
}

/** Fonts with the same widths: the one that was measured, and those that systems have. */
const SANS = "Arimo, Arial, Helvetica, 'Liberation Sans', sans-serif";
const MONO = "Cousine, 'Courier New', 'Liberation Mono', monospace";

/** Attributes of a text element. */
export function fontAttributes({ style, size }: Font): Record<string, string | number> {
  return {
    "font-size": size,
    ...(style === "bold" ? { "font-weight": 700 } : {}),
    ...(style === "italic" ? { "font-style": "italic" } : {}),
    ...(style === "mono" ? { "font-family": MONO } : {}),
  };
}

/** The family of everything that says nothing else. */
export const FAMILY = SANS;

interface Metrics {
  readonly em: number;
  readonly ascent: number;
  readonly descent: number;
  readonly runs: readonly (readonly number[])[];
}

const tables = new Map<
  FontStyle,
  { readonly widths: ReadonlyMap<number, number>; readonly metrics: Metrics }
>();

function tableOf(style: FontStyle) {
  let table = tables.get(style);
  if (!table) {
    const own = (metrics as Readonly<Record<FontStyle, Metrics>>)[style];
    const widths = new Map<number, number>();
    for (const [first, ...run] of own.runs)
      for (const [i, width] of run.entries()) widths.set(first! + i, width / own.em);
    tables.set(style, (table = { widths, metrics: own }));
  }
  return table;
}

/** Width of a text in one line, in pixels. Characters that the fonts lack are as wide as they usually are elsewhere. */
export function widthOf(text: string, { style, size }: Font): number {
  const { widths } = tableOf(style);
  let sum = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    sum += widths.get(code) ?? elsewhere(code, widths);
  }
  return sum * size;
}

function elsewhere(code: number, widths: ReadonlyMap<number, number>): number {
  if (code === ARROW) return ARROW_WIDTH;
  // Marks above other letters, joiners, variation selectors.
  if ((code >= 0x300 && code <= 0x36f) || code === 0x200d || (code >= 0xfe00 && code <= 0xfe0f)) return 0;
  if (code >= 0x1100 && (code < 0x1200 || (code >= 0x2e80 && code < 0xd7b0) || code >= 0xf900)) return 1;
  return widths.get(0x6e) ?? 0.56;
}

/** `→` is in none of the fonts; it is drawn. Widths are those of Arial, in em. */
export const ARROW = 0x2192;
const ARROW_WIDTH = 1;

/** How far letters reach above the base line, for a line that is `height` pixels high. */
export function baselineIn(height: number, { style, size }: Font): number {
  const { em, ascent, descent } = tableOf(style).metrics;
  return (height + ((ascent - descent) / em) * size) / 2;
}

/** As much of a text as there is room for; what is cut off is an ellipsis. */
export function fitted(text: string, room: number, font: Font): string {
  if (room <= 0) return "";
  // What fits almost is not cut: measuring ends at fractions of a pixel.
  if (widthOf(text, font) <= room + 0.5) return text;
  const letters = [...text.slice(0, Math.ceil(room))];
  let [least, most] = [0, letters.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (widthOf(`${letters.slice(0, middle).join("")}…`, font) <= room + 0.5) least = middle;
    else most = middle - 1;
  }
  return least === 0 ? "" : `${letters.slice(0, least).join("").trimEnd()}…`;
}
