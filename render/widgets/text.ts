import { foregroundFor } from "../../core/grid/contents/legible";
import type { TextSketch } from "../../core/grid/sketch";
import { baselineIn } from "../fonts";
import { rect, textAt } from "../svg/draw";
import { el, type SvgNode } from "../svg/node";
import { FONT_SIZE } from "../theme";
import type { Context, Room } from "./context";
import { type FlowLine, flow } from "./flow";
import { type Block, markdownBlocks } from "./markdown";

const SIZES = { xs: 0.8, s: 0.9, m: 1, l: 1.12, xl: 1.45 } as const;
const HEADINGS = [1.6, 1.35, 1.17, 1, 1, 1] as const;

/** The size of the letters of a text widget, in pixels. */
export function textSize({ style }: TextSketch): number {
  return FONT_SIZE * SIZES[style.size];
}

/** A piece of the text at its height. */
interface Placed {
  readonly top: number;
  readonly height: number;
  draw(y: number): (SvgNode | undefined)[];
}

/** The words of a text widget, as far as there is room. */
export function textWidget(sketch: TextSketch, { box }: Room, context: Context): (SvgNode | undefined)[] {
  const { style } = sketch;
  const size = textSize(sketch);
  const blocks: readonly Block[] =
    sketch.format === "raw"
      ? [{ kind: "paragraph", around: [], runs: [{ text: sketch.content }] }]
      : markdownBlocks(sketch.content);
  const layout = new Layout(box.x, box.width, size, sketch, context, sketch.format === "raw");
  for (const block of blocks) {
    if (layout.height > box.height + 40) break;
    layout.add(block);
  }
  const free = Math.max(box.height - layout.height, 0);
  const start = box.y + (style.vertical === "top" ? 0 : style.vertical === "center" ? free / 2 : free);
  return layout.placed.filter(({ top }) => top < box.height).flatMap(({ top, draw }) => draw(start + top));
}

class Layout {
  readonly placed: Placed[] = [];
  height = 0;
  private gap = 0;
  private inCode = false;

  constructor(
    private readonly x: number,
    private readonly width: number,
    private readonly size: number,
    private readonly sketch: TextSketch,
    private readonly context: Context,
    private readonly keep: boolean,
  ) {}

  add(block: Block): void {
    const { kind, around, marker } = block;
    const indent = around.length * this.size * 1.6;
    const size = kind === "heading" ? this.size * HEADINGS[(block.level ?? 1) - 1]! : this.size;
    const before = kind === "heading" ? size * 0.5 : 0;
    const goesOn =
      (kind === "code" && this.inCode) || (around.includes("list") && marker !== undefined && this.inList);
    if (this.placed.length > 0 && !goesOn) this.height += Math.max(this.gap, before);
    this.inCode = kind === "code";
    this.inList = around.includes("list");
    const left = this.x + indent;
    const width = Math.max(this.width - indent, 20);
    if (kind === "rule") this.rule(left, width);
    else if (kind === "row") this.row(block, left, width, size);
    else this.lines(block, left, width, size);
    this.gap = kind === "heading" ? size * 0.3 : size * 0.6;
  }

  private inList = false;

  private rule(left: number, width: number): void {
    this.put(1, (y) => [rect({ x: left, y, width, height: 1 }, { fill: this.context.theme.charts.grid })]);
  }

  private lines({ kind, runs, marker, around }: Block, left: number, width: number, size: number): void {
    const isCode = kind === "code";
    const inner = isCode ? width - 16 : width;
    const height = size * (kind === "heading" ? 1.25 : 1.4);
    const lines = flow(runs, inner, size, this.keep || isCode, 200);
    for (const [i, one] of (lines.length > 0 ? lines : [{ pieces: [], width: 0 }]).entries()) {
      this.put(height, (y) => [
        isCode
          ? rect({ x: left, y, width, height: height + 0.5 }, { fill: this.context.theme.charts.grid })
          : undefined,
        ...around.flatMap((sign, at) =>
          sign === "quote"
            ? [
                rect(
                  { x: this.x + at * this.size * 1.6, y, width: 3, height },
                  { fill: this.context.theme.charts.grid },
                ),
              ]
            : [],
        ),
        i === 0 && marker !== undefined
          ? textAt(marker, left - size * 0.45, y + baselineIn(height, { style: "regular", size }), {
              style: "regular",
              size,
              color: this.ink,
              anchor: "end",
            })
          : undefined,
        ...this.pieces(one, left + (isCode ? 8 : 0) + this.shift(one, inner, isCode), y, height, isCode),
      ]);
    }
  }

  /** A row of a table; every cell has the same width. */
  private row({ cells = [] }: Block, left: number, width: number, size: number): void {
    if (cells.length === 0) return;
    const wide = Math.min(width / cells.length, 220);
    const texts = cells.map((runs) => flow(runs, wide - 16, size, false, 6));
    const lineHeight = size * 1.4;
    const height = Math.max(...texts.map((lines) => lines.length), 1) * lineHeight + 4;
    this.gap = 0;
    this.put(height, (y) =>
      texts.flatMap((lines, at) => [
        rect(
          { x: left + at * wide, y, width: wide + (at < texts.length - 1 ? 1 : 0), height: height + 1 },
          { edge: this.context.theme.charts.grid },
        ),
        ...lines.flatMap((one, i) =>
          this.pieces(one, left + at * wide + 8, y + 2 + i * lineHeight, lineHeight, false),
        ),
      ]),
    );
  }

  private pieces(
    { pieces }: FlowLine,
    left: number,
    y: number,
    height: number,
    inCode: boolean,
  ): (SvgNode | undefined)[] {
    return pieces.flatMap(({ run, text, x, width, font }) => {
      const shown = text.trimEnd();
      if (shown === "") return [];
      const color = run.link ? (this.hasInk ? this.ink : this.context.theme.link) : this.ink;
      return [
        run.code && !inCode
          ? rect(
              { x: left + x - 2, y: y + 1, width: width + 4, height: height - 2 },
              { fill: this.context.theme.charts.grid, radius: 3 },
            )
          : undefined,
        textAt(
          shown.trimStart() === shown ? shown : shown.replace(/ /g, "\u00a0"),
          left + x,
          y + baselineIn(height, font),
          {
            ...font,
            color,
            underline: run.link === true,
          },
        ),
      ];
    });
  }

  private shift({ width }: FlowLine, room: number, isCode: boolean): number {
    const { horizontal } = this.sketch.style;
    if (horizontal === "left" || isCode) return 0;
    return Math.max(room - width, 0) * (horizontal === "center" ? 0.5 : 1);
  }

  private get hasInk(): boolean {
    const { color, background } = this.sketch.style;
    return Boolean(color || background);
  }

  private get ink(): string {
    const { color, background } = this.sketch.style;
    return this.hasInk ? foregroundFor(color, background) : this.context.theme.words;
  }

  private put(height: number, draw: (y: number) => (SvgNode | undefined)[]): void {
    this.placed.push({ top: this.height, height, draw: (y) => [el("g", {}, ...draw(y))] });
    this.height += height;
  }
}
