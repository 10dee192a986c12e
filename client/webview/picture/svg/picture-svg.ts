import { svgElement } from "../../shared/dom";
import { copyOfDrawing } from "./drawing-copy";
import { linesOf } from "./text-lines";

/** Space around the picture and height of the line with its title, in pixels. */
const MARGIN = 16;
const HEAD = 36;
/** Below the filters. */
const FILTERS_GAP = 12;
/** Belong to the person at the screen and not to the picture. */
const NOT_DRAWN =
  ".handles, .ghosts, .title-field, .visually-hidden, .limit-line, .live-line, .live-brush, .live-progress, .live-panel";
const STATES = ["is-selected", "is-highlighted", "is-pushed", "is-lifted"];

/**
 * The picture as it is drawn now, as the text of an SVG file that needs nothing else: colors of the theme resolved,
 * text as text, no styles, no scripts, no references. `root` is the board and `filters` the list of filters and variables,
 * both in the page and laid out.
 */
export function pictureAsSvg(root: HTMLElement, filters: HTMLElement, title: string): string {
  const marked = STATES.flatMap((name) =>
    [...root.querySelectorAll(`.${name}`)].map((node) => ({ node, name })),
  );
  document.body.classList.add("is-exporting");
  for (const { node, name } of marked) node.classList.remove(name);
  try {
    const drawn = new Drawing(root, filters).draw(title);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(drawn)}\n`;
  } finally {
    for (const { node, name } of marked) node.classList.add(name);
    document.body.classList.remove("is-exporting");
  }
}

class Drawing {
  /** Of the file, in the window. */
  private origin = { left: 0, top: 0 };
  private readonly definitions = svgElement("defs");
  private clips = 0;

  constructor(
    private readonly root: HTMLElement,
    private readonly filters: HTMLElement,
  ) {}

  draw(title: string): SVGSVGElement {
    const { root, filters } = this;
    const chips = filters.offsetHeight > 0 ? filters.offsetHeight + FILTERS_GAP : 0;
    const width = Math.ceil(Math.max(root.offsetWidth, chips && filters.offsetWidth) + 2 * MARGIN);
    const height = Math.ceil(root.offsetHeight + 2 * MARGIN + HEAD + chips);
    const body = getComputedStyle(document.body);
    const name = svgElement("text", {
      x: MARGIN,
      y: MARGIN + 18,
      fill: body.color,
      "font-family": body.fontFamily,
      "font-size": 18,
      "font-weight": 600,
    });
    name.textContent = plain(title);
    const heading = svgElement("title");
    heading.textContent = plain(title);
    const ground = svgElement("rect", { width, height, fill: body.backgroundColor });
    const above = svgElement("g");
    if (chips > 0) this.part(filters, MARGIN + HEAD, above);
    const tiles = svgElement("g");
    this.part(root, MARGIN + HEAD + chips, tiles);
    const attributes = { width, height, viewBox: `0 0 ${width} ${height}` };
    return svgElement("svg", attributes, heading, this.definitions, ground, name, above, tiles);
  }

  /** What is in an element, that many pixels below the top of the file. */
  private part(root: HTMLElement, below: number, into: SVGElement): void {
    const { left, top } = root.getBoundingClientRect();
    this.origin = { left: left - MARGIN, top: top - below };
    for (const child of root.children) this.element(child, into);
  }

  private element(node: Element, into: SVGElement): void {
    if (node.matches(NOT_DRAWN)) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden" || style.opacity === "0") return;
    const box = this.boxOf(node.getBoundingClientRect());
    if (box.width <= 0 || box.height <= 0) return;
    const group =
      style.opacity === "1" ? into : into.appendChild(svgElement("g", { opacity: style.opacity }));
    if (node instanceof SVGSVGElement) {
      group.append(copyOfDrawing(node, box, `d${++this.clips}-`));
      return;
    }
    this.frame(style, box, group);
    const inside = style.overflow === "visible" ? group : this.clipped(box, group);
    if (node instanceof HTMLCanvasElement) {
      inside.append(svgElement("image", { ...box, href: node.toDataURL("image/png") }));
    } else if (node instanceof HTMLImageElement) {
      if (node.src.startsWith("data:image/")) inside.append(svgElement("image", { ...box, href: node.src }));
    } else if (node instanceof HTMLSelectElement) {
      this.line({ text: node.selectedOptions[0]?.text ?? "", ...box, left: box.x + 4 }, style, inside);
    } else this.children(node, style, inside);
  }

  private children(node: Element, style: CSSStyleDeclaration, into: SVGElement): void {
    let before = contentOf(getComputedStyle(node, "::before"));
    for (const child of node.childNodes) {
      if (child instanceof Element) this.element(child, into);
      else if (child instanceof Text) {
        const widthIn = (text: string) => widthOf(text, style);
        for (const line of linesOf(child, node as HTMLElement, widthIn, before)) {
          const box = this.boxOf(line);
          this.line({ text: line.text, ...box, left: box.x }, style, into);
          before = "";
        }
      }
    }
  }

  private line(
    line: { text: string; left: number; y: number; width: number; height: number },
    style: CSSStyleDeclaration,
    into: SVGElement,
  ): void {
    const isRightToLeft = style.direction === "rtl";
    const ascent = ascentOf(style);
    const words = plain(line.text).trimEnd();
    const width = widthOf(words, style);
    const text = svgElement("text", {
      x: round(isRightToLeft ? line.left + line.width : line.left),
      y: round(line.y + (line.height - ascent.height) / 2 + ascent.above),
      fill: style.color,
      "font-family": style.fontFamily,
      "font-size": style.fontSize,
      "xml:space": "preserve",
      ...(style.fontWeight === "400" ? {} : { "font-weight": style.fontWeight }),
      ...(style.fontStyle === "normal" ? {} : { "font-style": style.fontStyle }),
      ...(style.textDecorationLine === "none" ? {} : { "text-decoration": style.textDecorationLine }),
      ...(isRightToLeft ? { direction: "rtl" } : {}),
      // As wide as here, also where the font is another one.
      ...(width > 0 ? { textLength: round(width), lengthAdjust: "spacingAndGlyphs" } : {}),
    });
    text.textContent = words;
    into.append(text);
  }

  /** Background and border. */
  private frame(style: CSSStyleDeclaration, box: Box, into: SVGElement): void {
    const sides = (["Top", "Right", "Bottom", "Left"] as const).map((side) => ({
      width: style[`border${side}Style`] === "none" ? 0 : Number.parseFloat(style[`border${side}Width`]) || 0,
      color: style[`border${side}Color`],
      dashed: style[`border${side}Style`] === "dashed",
    }));
    const [top] = sides;
    const isEven = sides.every(({ width, color }) => width === top!.width && color === top!.color);
    const radius = Math.min(Number.parseFloat(style.borderTopLeftRadius) || 0, box.width / 2, box.height / 2);
    const hasGround = !isClear(style.backgroundColor);
    const hasEdge = isEven && top!.width > 0 && !isClear(top!.color);
    if (hasGround || hasEdge) {
      const half = hasEdge ? top!.width / 2 : 0;
      into.append(
        svgElement("rect", {
          x: round(box.x + half),
          y: round(box.y + half),
          width: round(Math.max(box.width - 2 * half, 0)),
          height: round(Math.max(box.height - 2 * half, 0)),
          ...(radius > 0 ? { rx: round(radius) } : {}),
          fill: hasGround ? style.backgroundColor : "none",
          ...(hasEdge ? { stroke: top!.color, "stroke-width": top!.width } : {}),
          ...(hasEdge && top!.dashed ? { "stroke-dasharray": `${3 * top!.width} ${2 * top!.width}` } : {}),
        }),
      );
    }
    if (isEven) return;
    const { x, y, width, height } = box;
    const lines = [
      [x, y, x + width, y],
      [x + width, y, x + width, y + height],
      [x, y + height, x + width, y + height],
      [x, y, x, y + height],
    ] as const;
    for (const [at, { width: wide, color }] of sides.entries()) {
      if (wide === 0 || isClear(color)) continue;
      const [x1, y1, x2, y2] = lines[at]!.map(round) as [number, number, number, number];
      into.append(svgElement("line", { x1, y1, x2, y2, stroke: color, "stroke-width": wide }));
    }
  }

  private clipped(box: Box, into: SVGElement): SVGElement {
    const id = `c${++this.clips}`;
    this.definitions.append(svgElement("clipPath", { id }, svgElement("rect", rounded(box))));
    return into.appendChild(svgElement("g", { "clip-path": `url(#${id})` }));
  }

  private boxOf(rect: { left: number; top: number; width: number; height: number }): Box {
    const { left, top, width, height } = rect;
    return { x: left - this.origin.left, y: top - this.origin.top, width, height };
  }
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function rounded({ x, y, width, height }: Box): Record<string, number> {
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function isClear(color: string): boolean {
  return color === "transparent" || /^rgba\(.*, 0\)$/.test(color);
}

/** Text that a style sheet puts before the element's own. */
function contentOf(style: CSSStyleDeclaration): string {
  return /^"(.*)"$/.exec(style.content)?.[1]?.replace(/\\"/g, '"') ?? "";
}

let pen: CanvasRenderingContext2D | null | undefined;

function measure(text: string, style: CSSStyleDeclaration): TextMetrics | undefined {
  if (pen === undefined) pen = document.createElement("canvas").getContext("2d");
  if (!pen) return undefined;
  pen.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return pen.measureText(text);
}

function widthOf(text: string, style: CSSStyleDeclaration): number {
  return text === "" ? 0 : (measure(text, style)?.width ?? 0);
}

function ascentOf(style: CSSStyleDeclaration): { above: number; height: number } {
  const size = Number.parseFloat(style.fontSize);
  const metrics = measure("x", style);
  const above = metrics?.fontBoundingBoxAscent ?? size * 0.9;
  return { above, height: above + (metrics?.fontBoundingBoxDescent ?? size * 0.25) };
}

/** Without the characters that XML has no way to write: controls, and halves of letters. */
function plain(text: string): string {
  let out = "";
  for (const letter of text) {
    const code = letter.codePointAt(0)!;
    const isControl = code < 0x20 && code !== 9 && code !== 10 && code !== 13;
    const isHalf = code >= 0xd800 && code <= 0xdfff;
    if (!isControl && !isHalf && code !== 0xfffe && code !== 0xffff) out += letter;
  }
  return out;
}
