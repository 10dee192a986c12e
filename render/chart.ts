import { BarChart, GaugeChart, HeatmapChart, LineChart, PieChart, TreemapChart } from "echarts/charts";
import {
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapContinuousComponent,
} from "echarts/components";
import { init, setPlatformAPI, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";
import { optionOf } from "../core/grid/charts/options";
import type { ChartSpec } from "../core/grid/charts/spec";
import { type FontStyle, widthOf } from "./fonts";
import { type Box, type Ids, lengthOf } from "./svg/draw";
import { el, moved, type SvgNode, type SvgTag, textEl } from "./svg/node";
import type { Theme } from "./theme";

use([
  BarChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  TreemapChart,
  GridComponent,
  MarkAreaComponent,
  MarkLineComponent,
  VisualMapContinuousComponent,
  SVGRenderer,
]);

// Labels of charts have the room that they need in the same fonts as all other texts.
setPlatformAPI({
  measureText(text, font = "") {
    const size = Number.parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? "12");
    const style: FontStyle = /\bbold|[67]00\b/.test(font) ? "bold" : "regular";
    return { width: widthOf(text, { style, size }) };
  },
});

/** A node of the renderer's drawing. */
interface Drawn {
  readonly tag: string;
  readonly attrs?: Readonly<Record<string, unknown>>;
  readonly children?: readonly Drawn[];
  readonly text?: string;
}

/** A chart as the preview draws it, in a box. */
export function chart(spec: ChartSpec, box: Box, theme: Theme, ids: Ids): SvgNode | undefined {
  const size = { width: Math.floor(box.width), height: Math.floor(box.height) };
  if (size.width < 2 || size.height < 2) return undefined;
  const drawing = init(null, null, { renderer: "svg", ssr: true, ...size });
  try {
    drawing.setOption(optionOf(spec, theme.charts, size, false), { notMerge: true });
    const { painter } = drawing.getZr() as unknown as {
      painter: { renderToVNode(options: { compress: boolean }): Drawn };
    };
    const root = painter.renderToVNode({ compress: true });
    const names = new Map<string, string>();
    const nameOf = (id: string) => {
      if (!names.has(id)) names.set(id, ids.next());
      return names.get(id)!;
    };
    return moved(box.x, box.y, ...(root.children ?? []).map((child) => copyOf(child, nameOf)));
  } finally {
    drawing.dispose();
  }
}

/** What of a drawing is taken over. Everything else is left out, whatever the renderer adds in a later version. */
const TAGS: ReadonlySet<string> = new Set([
  "g",
  "path",
  "rect",
  "line",
  "circle",
  "ellipse",
  "polyline",
  "polygon",
  "defs",
  "clipPath",
  "text",
  "tspan",
  "linearGradient",
  "stop",
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  "d",
  "x",
  "y",
  "width",
  "height",
  "cx",
  "cy",
  "r",
  "rx",
  "ry",
  "x1",
  "y1",
  "x2",
  "y2",
  "points",
  "transform",
  "fill",
  "fill-opacity",
  "fill-rule",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-miterlimit",
  "opacity",
  "text-anchor",
  "paint-order",
  "offset",
  "stop-color",
  "stop-opacity",
]);

function copyOf(node: Drawn, nameOf: (id: string) => string): SvgNode | undefined {
  if (!TAGS.has(node.tag)) return undefined;
  const { attrs = {} } = node;
  if (node.tag === "rect" && attrs["fill"] === "none" && !attrs["stroke"]) return undefined;
  const out: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(attrs)) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    if (ATTRIBUTES.has(name) && !/url\(/i.test(String(value))) out[name] = value;
  }
  if (typeof attrs["id"] === "string") out["id"] = nameOf(attrs["id"]);
  const clip = /^url\(#([\w-]+)\)$/.exec(String(attrs["clip-path"] ?? ""))?.[1];
  if (clip) out["clip-path"] = `url(#${nameOf(clip)})`;
  const children = (node.children ?? []).map((child) => copyOf(child, nameOf));
  if ((node.tag === "defs" || node.tag === "g") && children.every((child) => child === undefined))
    return undefined;
  if (node.tag !== "text" && node.tag !== "tspan") return el(node.tag as SvgTag, out, ...children);
  const size = Number(/font-size:\s*([\d.]+)px/.exec(String(attrs["style"] ?? ""))?.[1] ?? 12);
  out["font-size"] = size;
  if (/font-weight:\s*(?:bold|[67]00)/.test(String(attrs["style"] ?? ""))) out["font-weight"] = 700;
  // Not every viewer knows other base lines than the usual one. Letters of these fonts reach 0.69 em further up than down.
  const shift = attrs["dominant-baseline"] === "central" ? 0.347 * size : 0;
  if (shift > 0) out["y"] = Number(out["y"] ?? 0) + shift;
  const text = node.text ?? "";
  if (node.tag === "text")
    Object.assign(out, lengthOf(text, { style: out["font-weight"] ? "bold" : "regular", size }));
  return textEl(node.tag, out, text);
}
