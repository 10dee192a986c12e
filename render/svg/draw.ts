import { ARROW, baselineIn, type Font, fitted, fontAttributes, widthOf } from "../fonts";
import { el, type SvgNode, textEl } from "./node";

/** Pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** What is inside of a box when this much is taken off each side. */
export function inset(box: Box, x: number, top: number, bottom = top): Box {
  return {
    x: box.x + x,
    y: box.y + top,
    width: Math.max(box.width - 2 * x, 0),
    height: Math.max(box.height - top - bottom, 0),
  };
}

/** Names that are used once in a file. */
export class Ids {
  private count = 0;

  /** @param prefix differs between drawings of one file */
  constructor(private readonly prefix = "") {}

  next(): string {
    return `${this.prefix}c${++this.count}`;
  }
}

/** How a line of text is set. */
export interface LineStyle extends Font {
  readonly color: string;
  readonly anchor?: "start" | "middle" | "end";
  readonly underline?: boolean;
}

/** A line of text in a box: cut where there is no room, and in the middle of the height. */
export function line(text: string, box: Box, style: LineStyle): SvgNode | undefined {
  const words = fitted(text.replace(/\s+/g, " "), box.width, style);
  if (words.trim() === "") return undefined;
  const { anchor = "start" } = style;
  const x = anchor === "start" ? box.x : anchor === "middle" ? box.x + box.width / 2 : box.x + box.width;
  return textAt(words, x, box.y + baselineIn(box.height, style), style);
}

/** A text whose base line begins, has its middle, or ends at a point. */
export function textAt(text: string, x: number, y: number, style: LineStyle): SvgNode {
  const { anchor = "start", color, underline } = style;
  const attributes = {
    ...fontAttributes(style),
    fill: color,
    ...(underline ? { "text-decoration": "underline" } : {}),
  };
  if (!text.includes("→"))
    return textEl(
      "text",
      {
        x,
        y,
        ...attributes,
        ...(anchor === "start" ? {} : { "text-anchor": anchor }),
        ...lengthOf(text, style),
      },
      text,
    );
  // The fonts lack the arrow, so it is drawn between the texts.
  const start = anchor === "start" ? x : x - widthOf(text, style) * (anchor === "middle" ? 0.5 : 1);
  const parts: SvgNode[] = [];
  let at = start;
  for (const [i, part] of text.split("→").entries()) {
    if (i > 0) {
      parts.push(arrow(at, y, style));
      at += widthOf(String.fromCodePoint(ARROW), style);
    }
    const words = part.trimStart();
    if (words) {
      const indent = widthOf(part.slice(0, part.length - words.length), style);
      parts.push(
        textEl(
          "text",
          { x: at + indent, y, ...attributes, ...lengthOf(words.trimEnd(), style) },
          words.trimEnd(),
        ),
      );
    }
    at += widthOf(part, style);
  }
  return el("g", {}, ...parts);
}

/** The measured width, so that a text also fits where the font is another one. */
export function lengthOf(text: string, font: Font): Record<string, string | number> {
  const width = widthOf(text, font);
  return width < 1 ? {} : { textLength: Math.round(width * 10) / 10, lengthAdjust: "spacingAndGlyphs" };
}

function arrow(x: number, y: number, { size, color }: LineStyle): SvgNode {
  const middle = y - size * 0.3;
  const [left, right, head] = [x + size * 0.1, x + size * 0.9, size * 0.2];
  return el("path", {
    d: `M${n(left)} ${n(middle)}H${n(right)}M${n(right - head)} ${n(middle - head)}L${n(right)} ${n(middle)}L${n(right - head)} ${n(middle + head)}`,
    fill: "none",
    stroke: color,
    "stroke-width": Math.max(size * 0.09, 1),
  });
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** A filled rectangle, with an edge inside of the box. */
export function rect(
  box: Box,
  { fill = "none", edge, width = 1, radius = 0, dashed = false }: RectStyle,
): SvgNode {
  const half = edge ? width / 2 : 0;
  return el("rect", {
    x: box.x + half,
    y: box.y + half,
    width: Math.max(box.width - 2 * half, 0),
    height: Math.max(box.height - 2 * half, 0),
    ...(radius > 0 ? { rx: radius } : {}),
    fill,
    ...(edge ? { stroke: edge, ...(width === 1 ? {} : { "stroke-width": width }) } : {}),
    ...(dashed ? { "stroke-dasharray": `${3 * width} ${2 * width}` } : {}),
  });
}

export interface RectStyle {
  readonly fill?: string;
  readonly edge?: string;
  readonly width?: number;
  readonly radius?: number;
  readonly dashed?: boolean;
}

/** Elements of which only what is in the box is seen. */
export function clipped(ids: Ids, box: Box, ...children: (SvgNode | undefined)[]): SvgNode | undefined {
  const shown = children.filter((child) => child !== undefined);
  if (shown.length === 0) return undefined;
  const id = ids.next();
  return el(
    "g",
    {},
    el("clipPath", { id }, el("rect", { ...box })),
    el("g", { "clip-path": `url(#${id})` }, ...shown),
  );
}
