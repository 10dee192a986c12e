import type { SeriesShape, Sketch } from "../../core/grid/sketch";
import { svg } from "./dom";
import { generator, type Random } from "./random";
import { control, rows, table, text, topList } from "./sketch-lists";

/**
 * Schematic drawings: the shape of a content and never data. They are the same every time for the same `seed`, and carry
 * no numbers or names that the file does not hold. Colours come from classes `s1` to `s6` in the style sheet.
 */
export function drawSketch(sketch: Sketch, seed: string): Element | undefined {
  const random = generator(seed);
  switch (sketch.kind) {
    case "chart":
      return chart(sketch.series, sketch.thresholds, sketch.horizontal, random);
    case "alert":
      return alertChart(random);
    case "scorecard":
      return sketch.view === "gauge" ? gauge(random) : scorecard(sketch.view, random);
    case "table":
      return sketch.bars ? topList(random) : table(sketch.columns, random);
    case "pie":
      return pie(sketch.donut, random);
    case "treemap":
      return treemap(random);
    case "logs":
      return rows("logs", random, 9);
    case "errors":
      return rows("errors", random, 6);
    case "incidents":
      return rows("incidents", random, 6);
    case "text":
      return text(sketch);
    case "control":
      return control(sketch.variable);
    default:
      return undefined;
  }
}

/** A drawing that stretches with its tile. */
function stretched(className: string, ...children: readonly Node[]): SVGSVGElement {
  return svg(
    "svg",
    {
      viewBox: "0 0 100 60",
      preserveAspectRatio: "none",
      class: `sketch ${className}`,
      "aria-hidden": "true",
    },
    ...children,
  );
}

/** A drawing that keeps its proportions. */
function proportioned(className: string, viewBox: string, ...children: readonly Node[]): SVGSVGElement {
  return svg("svg", { viewBox, class: `sketch ${className}`, "aria-hidden": "true" }, ...children);
}

function axes(): SVGElement {
  return svg("path", { d: "M1 0V59H100M1 20H100M1 40H100", class: "axis" });
}

function chart(
  series: readonly SeriesShape[],
  thresholds: number,
  horizontal: boolean,
  random: Random,
): SVGSVGElement {
  const parts: Node[] = [axes()];
  if (series.includes("heatmap")) parts.push(...heatmap(random));
  const bars = series.filter((shape) => shape === "bar").length;
  if (bars > 0) parts.push(...(horizontal ? lyingBars(bars, random) : standingBars(bars, random)));
  const areas = series.filter((shape) => shape === "area").length;
  if (areas > 0) parts.push(...stackedAreas(areas, random));
  let colour = bars + areas;
  for (const shape of series) {
    if (shape === "line")
      parts.push(
        svg("path", { d: wave(random, 46 - 8 * (colour % 6)), class: `line s${(colour++ % 6) + 1}` }),
      );
  }
  for (let i = 0; i < thresholds; i++) {
    parts.push(svg("path", { d: `M1 ${12 + i * 9}H100`, class: "threshold" }));
  }
  return stretched("sketch-chart", ...parts);
}

/** A line over the whole width that wanders, starting at the height `from`. */
function wave(random: Random, from: number): string {
  let y = from;
  const points = Array.from({ length: 17 }, (_, i) => {
    y += (random() - 0.5) * 20;
    if (y < 8) y = 16 - y;
    if (y > 54) y = 108 - y;
    return { x: 1 + i * 6.19, y };
  });
  return path(points);
}

interface Point {
  readonly x: number;
  readonly y: number;
}

function path(points: readonly Point[]): string {
  return points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${round(x)} ${round(y)}`).join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function stackedAreas(count: number, random: Random): SVGElement[] {
  const height = 42 / count;
  let below: Point[] = Array.from({ length: 13 }, (_, i) => ({ x: 1 + i * 8.25, y: 59 }));
  return Array.from({ length: count }, (_, layer) => {
    const above = below.map(({ x, y }) => ({ x, y: y - height * (0.55 + random() * 0.45) }));
    const outline = `${path([...above, ...[...below].reverse()])}Z`;
    below = above;
    return svg("path", { d: outline, class: `area s${(layer % 6) + 1}` });
  });
}

function standingBars(count: number, random: Random): SVGElement[] {
  const out: SVGElement[] = [];
  for (let i = 0; i < 12; i++) {
    let bottom = 59;
    for (let layer = 0; layer < count; layer++) {
      const height = (44 / count) * (0.35 + random() * 0.65);
      bottom -= height;
      out.push(
        svg("rect", {
          x: round(3 + i * 8.1),
          y: round(bottom),
          width: 5.6,
          height: round(height),
          class: `bar s${(layer % 6) + 1}`,
        }),
      );
    }
  }
  return out;
}

function lyingBars(count: number, random: Random): SVGElement[] {
  const out: SVGElement[] = [];
  for (let i = 0; i < 6; i++) {
    let left = 1;
    for (let layer = 0; layer < count; layer++) {
      const width = (85 / count) * (1 - i * 0.12) * (0.7 + random() * 0.3);
      out.push(
        svg("rect", {
          x: round(left),
          y: 3 + i * 9.5,
          width: round(width),
          height: 6,
          class: `bar s${(layer % 6) + 1}`,
        }),
      );
      left += width;
    }
  }
  return out;
}

function heatmap(random: Random): SVGElement[] {
  const out: SVGElement[] = [];
  for (let column = 0; column < 16; column++) {
    const centre = 3 + Math.round(random() * 2);
    for (let row = 0; row < 8; row++) {
      const heat = Math.max(0, 1 - Math.abs(row - centre) / 3.2) * (0.55 + random() * 0.45);
      if (heat < 0.12) continue;
      out.push(
        svg("rect", {
          x: round(2 + column * 6.1),
          y: 2 + row * 7,
          width: 5.7,
          height: 6.5,
          "fill-opacity": round(heat),
          class: "bar s1",
        }),
      );
    }
  }
  return out;
}

function alertChart(random: Random): SVGSVGElement {
  return stretched(
    "sketch-chart",
    axes(),
    svg("rect", { x: 1, y: 0, width: 99, height: 16, class: "danger-zone" }),
    svg("path", { d: "M1 16H100", class: "threshold danger" }),
    svg("path", { d: wave(random, 40), class: "line s1" }),
  );
}

/** No number is made up: a bar stands where the value will be. */
function scorecard(view: "value" | "line" | "bar", random: Random): SVGSVGElement {
  const value = svg("rect", { x: 0, y: 2, width: 46, height: 17, rx: 3, class: "placeholder" });
  const unit = svg("rect", { x: 51, y: 11, width: 16, height: 8, rx: 2, class: "placeholder faint" });
  if (view === "value") return proportioned("sketch-score", "0 0 120 22", value, unit);
  const spark =
    view === "line"
      ? [svg("path", { d: sparkLine(random), class: "line s1" })]
      : Array.from({ length: 14 }, (_, i) => {
          const height = 4 + random() * 14;
          return svg("rect", {
            x: 2 + i * 8.4,
            y: round(46 - height),
            width: 5.5,
            height: round(height),
            class: "bar s1",
          });
        });
  return proportioned("sketch-score", "0 0 120 48", value, unit, ...spark);
}

function sparkLine(random: Random): string {
  return path(Array.from({ length: 14 }, (_, i) => ({ x: 1 + i * 9, y: 46 - random() * 14 })));
}

function gauge(random: Random): SVGSVGElement {
  const angle = Math.PI * (0.25 + random() * 0.5);
  const [x, y] = [50 - 30 * Math.cos(angle), 50 - 30 * Math.sin(angle)];
  return proportioned(
    "sketch-gauge",
    "0 0 100 56",
    svg("path", { d: "M10 50A40 40 0 0 1 90 50", class: "dial" }),
    svg("path", {
      d: `M10 50A40 40 0 0 1 ${round(50 - 40 * Math.cos(angle))} ${round(50 - 40 * Math.sin(angle))}`,
      class: "dial filled",
    }),
    svg("path", { d: `M50 50L${round(x)} ${round(y)}`, class: "needle" }),
    svg("circle", { cx: 50, cy: 50, r: 3, class: "hub" }),
  );
}

function pie(donut: boolean, random: Random): SVGSVGElement {
  const shares = [0.36, 0.27, 0.2, 0.1, 0.07].map((share) => share * (0.8 + random() * 0.4));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const slices: SVGElement[] = [];
  let from = -Math.PI / 2;
  for (const [i, share] of shares.entries()) {
    const to = from + (share / total) * 2 * Math.PI;
    slices.push(svg("path", { d: slice(from, to, donut ? 22 : 0), class: `slice s${i + 1}` }));
    from = to;
  }
  return proportioned("sketch-pie", "0 0 100 100", ...slices);
}

function slice(from: number, to: number, hole: number): string {
  const at = (angle: number, radius: number) =>
    `${round(50 + radius * Math.cos(angle))} ${round(50 + radius * Math.sin(angle))}`;
  const large = to - from > Math.PI ? 1 : 0;
  const inner = hole === 0 ? "L50 50" : `L${at(to, hole)}A${hole} ${hole} 0 ${large} 0 ${at(from, hole)}`;
  return `M${at(from, 46)}A46 46 0 ${large} 1 ${at(to, 46)}${inner}Z`;
}

function treemap(random: Random): SVGSVGElement {
  const split = 44 + random() * 14;
  const [left, right] = [24 + random() * 14, 20 + random() * 18];
  const cell = (x: number, y: number, width: number, height: number, colour: number) =>
    svg("rect", {
      x: round(x + 0.5),
      y: round(y + 0.7),
      width: round(width - 1),
      height: round(height - 1.4),
      class: `slice s${colour}`,
    });
  return stretched(
    "sketch-treemap",
    cell(0, 0, split, left, 1),
    cell(0, left, split, 60 - left, 2),
    cell(split, 0, 100 - split, right, 3),
    cell(split, right, (100 - split) * 0.6, 60 - right, 4),
    cell(split + (100 - split) * 0.6, right, (100 - split) * 0.4, (60 - right) * 0.55, 5),
    cell(
      split + (100 - split) * 0.6,
      right + (60 - right) * 0.55,
      (100 - split) * 0.4,
      (60 - right) * 0.45,
      6,
    ),
  );
}
