import type { SeriesSpec } from "../charts/spec";
import type { QueryFacts } from "../samples/facts";
import { sampleLabelValues } from "../samples/label-values";
import { seriesName } from "../samples/names";
import { seededGenerator } from "../samples/random";
import { sampleSeries } from "../samples/series";
import { formatValue } from "../samples/units";
import type { ChartSketch, Plot } from "../sketch";
import { spanName } from "./time-labels";

/** Maximum number of series in a chart; each data set has at least one. */
const MOST_SERIES = 10;

/** An intermediate series; its axis is 1 or 2, as in the file. */
export type DraftSeries = Omit<SeriesSpec, "axis" | "color"> & {
  readonly axis: 1 | 2;
  readonly color: number;
};

/** The sample series of all data sets of a chart with `points` places along X. */
export function sampleDrafts(sketch: ChartSketch, seed: string, points: number): DraftSeries[] {
  const drafts: DraftSeries[] = [];
  const share = Math.max(1, Math.floor(MOST_SERIES / sketch.plots.length));
  for (const [index, plot] of sketch.plots.entries()) {
    const named = namedFacts(plot);
    // A pattern without a label in it is the name of one series.
    const most = plot.template.trim() !== "" && !plot.template.includes("${") ? 1 : share;
    const facts = { ...named, series: Math.min(named.series, most) };
    // Quantiles of one distribution have to go together, everything else must not.
    const own = facts.quantile === undefined ? `${seed} ${index}` : seed;
    const scale = scaleOf(sketch, plot);
    for (const [at, { labels, values }] of sampleSeries(facts, own, points, scale).entries()) {
      const shape = plot.shape === "heatmap" ? "line" : plot.shape;
      const name = seriesName(plot.template, facts, labels, at);
      const stack = shape === "line" ? "" : `${shape}${plot.axis}`;
      drafts.push({ name, shape, axis: plot.axis, values, color: drafts.length, stack });
    }
  }
  if (sketch.mode === "stats") return statistics(drafts);
  if (sketch.mode === "xray") return drafts.map((draft) => ({ ...draft, color: 0, faint: true }));
  return sketch.shift > 0
    ? [...drafts, ...drafts.flatMap((draft) => earlier(draft, sketch.shift, points))]
    : drafts;
}

/** Facts whose labels are the columns of a query in SQL, where it is one. */
function namedFacts(plot: Plot): QueryFacts {
  const { facts, breakdown, measures } = plot;
  if (breakdown) return { ...facts, labels: [{ key: breakdown, of: "", values: [] }], series: 3 };
  if (measures) {
    return { ...facts, labels: [{ key: "measure", of: "", values: measures }], series: measures.length };
  }
  if (!plot.dimension) return facts;
  // A histogram counts values; what they are stands along X.
  return plot.dimension.type === "number"
    ? { ...facts, unit: "", values: "count", labels: [], series: 1 }
    : { ...facts, series: 1 };
}

/** What the values should come near: the highest reference line of the axis, shared by what is stacked up. */
function scaleOf(sketch: ChartSketch, plot: Plot): number | undefined {
  const values = sketch.thresholds.filter(({ axis }) => axis === plot.axis).map(({ value }) => value);
  const highest = Math.max(...values);
  if (!(highest > 0)) return undefined;
  if (plot.shape === "line") return highest;
  const stacked = sketch.plots.filter(({ shape, axis }) => shape === plot.shape && axis === plot.axis);
  return highest / stacked.reduce((sum, { facts }) => sum + facts.series, 0);
}

/** The same curve as it was before, for data sets that are lines. */
function earlier(draft: DraftSeries, seconds: number, points: number): DraftSeries[] {
  if (draft.shape !== "line") return [];
  const random = seededGenerator(`${draft.name} earlier`);
  const factor = 0.75 + random() * 0.2;
  const shift = Math.floor(points / 7);
  const values = draft.values.map((_, i) => {
    const value = draft.values[(i + shift) % draft.values.length] ?? 0;
    return value === null ? null : value * factor;
  });
  return [
    { ...draft, name: `${draft.name} (${spanName(seconds)} earlier)`, values, dashed: true, faint: true },
  ];
}

/** Statistics over all series of an axis instead of the series. */
export function statistics(drafts: readonly DraftSeries[]): DraftSeries[] {
  const out: DraftSeries[] = [];
  for (const axis of [1, 2] as const) {
    const own = drafts.filter((draft) => draft.axis === axis);
    if (own.length === 0) continue;
    const at = (i: number) => own.flatMap(({ values }) => values[i] ?? []).sort((a, b) => a - b);
    const points = own[0]!.values.map((_, i) => at(i));
    const curve = (name: string, pick: (sorted: readonly number[]) => number): void => {
      const values = points.map((sorted) => (sorted.length > 0 ? pick(sorted) : null));
      out.push({ name, shape: "line", axis, stack: "", color: out.length, values });
    };
    curve("maximum", (sorted) => sorted.at(-1)!);
    curve(
      "95th percentile",
      (sorted) => sorted[Math.min(Math.floor(sorted.length * 0.95), sorted.length - 1)]!,
    );
    curve("mean", (sorted) => sorted.reduce((sum, value) => sum + value, 0) / sorted.length);
    curve("minimum", (sorted) => sorted[0]!);
  }
  return out;
}

/** What stands along X where it is not time. */
export function categoriesOf(plot: Plot): string[] {
  const { dimension, facts } = plot;
  if (!dimension) return [];
  const { column, type, count } = dimension;
  if (type === "text") {
    return sampleLabelValues({ key: column, of: "", values: [] }, count);
  }
  if (type === "date") return Array.from({ length: count }, (_, i) => `Jan ${i + 1}`);
  const end = facts.values === "share" ? 1 : 100;
  return Array.from({ length: count }, (_, i) => formatValue((end * i) / count, facts.unit));
}
