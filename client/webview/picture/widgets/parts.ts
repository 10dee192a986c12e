import { sampleLabelValues } from "../../../../core/grid/samples/label-values";
import { seriesName } from "../../../../core/grid/samples/names";
import { seededGenerator } from "../../../../core/grid/samples/random";
import { sampleSeries } from "../../../../core/grid/samples/series";
import { formatValue } from "../../../../core/grid/samples/units";
import type { PieSketch, TreemapSketch } from "../../../../core/grid/sketch";
import type { PieSpec, TreemapNode } from "../../shared/charts/spec";
import { createElement } from "../../shared/dom";
import { ChartSlot, type Content, plainContent } from "./content";
import { legend } from "./legend";

const MOST_SLICES = 10;

/** A pie or donut with its legend, which has the numbers. */
export function pieContent(sketch: PieSketch, seed: string): Content {
  const slices: { name: string; value: number; color: number }[] = [];
  for (const [index, { facts, template, measures, dimensions }] of sketch.queries.entries()) {
    const [by] = dimensions;
    const own = by ? { ...facts, labels: [{ key: by, of: "", values: [] } as const], series: 4 } : facts;
    const shape = own.values === "distribution" || own.values === "flag" ? "count" : own.values;
    for (const [at, { labels, values }] of sampleSeries(
      { ...own, values: shape },
      `${seed} ${index}`,
      2,
    ).entries()) {
      if (slices.length === MOST_SLICES) break;
      const name = seriesName(template, own, labels, at) || measures[0] || facts.name;
      slices.push({ name, value: values[1] ?? 0, color: slices.length });
    }
  }
  if (slices.length === 0) return plainContent(createElement("p", "no-data", {}, "No data sets"));
  const unit = sketch.queries[0]!.facts.unit;
  const spec: PieSpec = { kind: "pie", donut: sketch.donut, labels: sketch.labels, unit, slices };
  const slot = new ChartSlot("chart-fill", spec);
  const items = slices.map(({ name, value, color }) => ({ name, color, value: formatValue(value, unit) }));
  // Where names stand at the slices, a legend would say them again and take their room.
  const names = sketch.labels ? [] : [legend(items, "legend-side")];
  const root = createElement("div", "drawing drawing-pie", {}, slot.root, ...names);
  return { root, charts: [slot], isSample: true };
}

/** Rectangles by the levels of the hierarchy, at most two of them drawn. */
export function treemapContent(sketch: TreemapSketch, seed: string): Content {
  const random = seededGenerator(`${seed} ${sketch.queries[0]?.facts.key}`);
  const [outer = sketch.queries[0]?.facts.labels[0]?.key ?? "group", inner] = sketch.levels;
  const known = (key: string) =>
    sketch.queries[0]?.facts.labels.find((label) => label.key === key)?.values ?? [];
  const names = (key: string, count: number) =>
    sampleLabelValues({ key: key.replace(/^.*\./, ""), of: "", values: known(key) }, count);
  const nodes = names(outer, inner ? 4 : 8).map((name, at): TreemapNode => {
    const value = 100 / (at + 1.2);
    if (!inner) return { name, value: value * (0.8 + random() * 0.4), color: at };
    const children = names(inner, 4).map((child, i) => ({
      name: child,
      value: (value / (i + 1.4)) * (0.7 + random() * 0.6),
      color: at,
    }));
    return { name, value: children.reduce((sum, child) => sum + child.value, 0), color: at, children };
  });
  const slot = new ChartSlot("chart-fill", { kind: "treemap", nodes });
  return {
    root: createElement("div", "drawing", {}, slot.root, createElement("div", "foot")),
    charts: [slot],
    isSample: true,
  };
}
