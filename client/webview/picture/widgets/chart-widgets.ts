import type { ChartSpec } from "../../../../core/grid/charts/spec";
import { alertChart, type LegendItem, sampleChart } from "../../../../core/grid/contents/chart";
import type { ChartSketch } from "../../../../core/grid/sketch";
import { createElement, fileText } from "../../shared/dom";
import { ChartSlot, type Content } from "./content";
import { legendFoot } from "./legend";

/** A chart with axes, its legend below. */
export function chartContent(sketch: ChartSketch, seed: string): Content {
  const chart = sampleChart(sketch, seed);
  if (!chart) {
    return { root: createElement("p", "no-data", {}, "No data sets"), charts: [], isSample: false };
  }
  return charted(chart.spec, chart.items);
}

function charted(spec: ChartSpec, items: readonly LegendItem[]): Content {
  const slot = new ChartSlot("chart-fill", spec);
  const root = createElement("div", "drawing", {}, slot.root, legendFoot(items));
  return { root, charts: [slot], isSample: true };
}

/** The chart of an alerting policy, with its name below. */
export function alertContent(policy: string, seed: string): Content {
  const slot = new ChartSlot("chart-fill", alertChart(policy, seed));
  const foot = createElement(
    "div",
    "foot",
    {},
    fileText("span", "foot-words", policy ? `Policy ${policy}` : "No policy"),
  );
  return { root: createElement("div", "drawing", {}, slot.root, foot), charts: [slot], isSample: true };
}
