import type { TreemapSpec } from "../../../../core/grid/charts/spec";
import { type pieOf, samplePie, sampleTreemap } from "../../../../core/grid/contents/parts";
import type { PieSketch, TreemapSketch } from "../../../../core/grid/sketch";
import { createElement } from "../../shared/dom";
import { ChartSlot, type Content, plainContent } from "./content";
import { legend } from "./legend";

/** A pie or donut with its legend, which has the numbers. */
export function pieContent(sketch: PieSketch, seed: string): Content {
  const pie = samplePie(sketch, seed);
  if (!pie) return plainContent(createElement("p", "no-data", {}, "No data sets"));
  return { ...drawPie(pie), isSample: true };
}

export function drawPie({ spec, items }: ReturnType<typeof pieOf>): Content {
  const slot = new ChartSlot("chart-fill", spec);
  const names = items.length > 0 ? [legend(items, "legend-side")] : [];
  const root = createElement("div", "drawing drawing-pie", {}, slot.root, ...names);
  return { root, charts: [slot], isSample: false };
}

/** Rectangles by the levels of the hierarchy. */
export function treemapContent(sketch: TreemapSketch, seed: string): Content {
  return { ...drawTreemap(sampleTreemap(sketch, seed)), isSample: true };
}

export function drawTreemap(spec: TreemapSpec): Content {
  const slot = new ChartSlot("chart-fill", spec);
  return {
    root: createElement("div", "drawing", {}, slot.root, createElement("div", "foot")),
    charts: [slot],
    isSample: false,
  };
}
