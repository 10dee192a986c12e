import type { PieSpec, TreemapNode, TreemapSpec } from "../charts/spec";
import { sampleLabelValues } from "../samples/label-values";
import { seriesName } from "../samples/names";
import { seededGenerator } from "../samples/random";
import { sampleSeries } from "../samples/series";
import { formatValue } from "../samples/units";
import type { PieSketch, TreemapSketch } from "../sketch";
import type { LegendItem } from "./chart";

const MOST_SLICES = 10;

/** A pie or donut of sample data, and the legend with the numbers; undefined without data sets. */
export function samplePie(
  sketch: PieSketch,
  seed: string,
): { readonly spec: PieSpec; readonly items: readonly LegendItem[] } | undefined {
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
  return slices.length === 0 ? undefined : pieOf(sketch, slices, sketch.queries[0]!.facts.unit);
}

/** A pie or donut of these slices, and the legend with the numbers. */
export function pieOf(
  sketch: PieSketch,
  slices: PieSpec["slices"],
  unit: string,
): { readonly spec: PieSpec; readonly items: readonly LegendItem[] } {
  return {
    spec: { kind: "pie", donut: sketch.donut, labels: sketch.labels, unit, slices },
    // Where names stand at the slices, a legend would say them again and take their room.
    items: sketch.labels
      ? []
      : slices.map(({ name, value, color }) => ({ name, color, value: formatValue(value, unit) })),
  };
}

/** Rectangles by the levels of the hierarchy, at most two of them drawn. */
export function sampleTreemap(sketch: TreemapSketch, seed: string): TreemapSpec {
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
  return { kind: "treemap", nodes };
}
