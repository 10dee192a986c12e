import type { AxesSpec, AxisSpec, Categories, ChartColor, ChartSpec } from "../charts/spec";
import { sampleHeat, sampleTimes } from "../samples/series";
import { unitName } from "../samples/units";
import type { ChartSketch, Plot } from "../sketch";
import { categoriesOf, type DraftSeries, sampleDrafts } from "./chart-series";
import { timeLabels } from "./time-labels";

/** An entry of a legend. */
export interface LegendItem {
  readonly name: string;
  readonly color: ChartColor;
  readonly value?: string;
  readonly mark?: "line" | "dashed" | "box";
}

/** A chart with what stands below it. */
export interface ChartWithLegend {
  readonly spec: ChartSpec;
  readonly items: readonly LegendItem[];
}

/** A chart with axes and sample data; undefined without data sets. */
export function sampleChart(sketch: ChartSketch, seed: string): ChartWithLegend | undefined {
  if (sketch.plots.length === 0) return undefined;
  const heat = sketch.plots.find(({ shape }) => shape === "heatmap");
  return heat ? { spec: heatSpec(sketch, heat, seed), items: [] } : axesSpec(sketch, seed);
}

function axesSpec(sketch: ChartSketch, seed: string): { spec: AxesSpec; items: LegendItem[] } {
  const categorical = sketch.plots.find(({ dimension }) => dimension !== undefined);
  const x = categorical ? { labels: categoriesOf(categorical) } : timeAxis(timesOf(sketch));
  const { labels } = x;
  const drafts = sampleDrafts(sketch, seed, labels.length);
  const ordered = categorical?.shape === "bar" ? descending(drafts, categorical) : drafts;
  return {
    spec: draftsSpec(sketch, x, ordered, (axis) => sampleUnit(sketch, axis)),
    items: legendItems(drafts),
  };
}

/**
 * A chart of these series.
 *
 * @param unitOf the unit of an axis
 */
export function draftsSpec(
  sketch: ChartSketch,
  x: Omit<Categories, "title">,
  drafts: readonly DraftSeries[],
  unitOf: (axis: 1 | 2) => string,
): AxesSpec {
  const axes = usedAxes(sketch, drafts);
  return {
    kind: "axes",
    x: { ...x, title: sketch.x },
    y: axes.map((axis) => axisSpec(sketch, axis, axes, unitOf(axis))),
    series: drafts.map((draft) => ({ ...draft, axis: axes.indexOf(draft.axis) })),
    lines: sketch.thresholds.map(({ value, label, axis }) => ({
      value,
      label,
      axis: Math.max(axes.indexOf(axis), 0),
      color: "fair",
    })),
    horizontal: sketch.horizontal,
    bare: false,
  };
}

/** The legend of these series. */
export function legendItems(drafts: readonly DraftSeries[]): LegendItem[] {
  return drafts.map(({ name, color, shape, dashed }) => ({
    name,
    color,
    mark: shape === "line" ? (dashed ? "dashed" : "line") : "box",
  }));
}

function timesOf(sketch: ChartSketch): readonly number[] {
  const period = Math.max(...sketch.plots.map(({ facts }) => facts.period));
  return sampleTimes(period, sketch.window).times;
}

/** Labels of times, at steps that divide hours and days well. */
function timeAxis(times: readonly number[]): Pick<Categories, "labels" | "steps"> {
  const steps = [1, 5, 10, 15, 20, 30, 60].filter((step) => step < times.length);
  return { labels: timeLabels(times), steps };
}

/** Categories mostly come sorted by what is counted. */
function descending(drafts: readonly DraftSeries[], plot: Plot): readonly DraftSeries[] {
  if (plot.dimension?.type !== "text") return drafts;
  return drafts.map((draft) => ({
    ...draft,
    values: [...draft.values]
      .sort((a, b) => (b ?? 0) - (a ?? 0))
      .map((v, i) => Math.round((v ?? 0) / (1 + i * 0.35))),
  }));
}

function usedAxes(sketch: ChartSketch, drafts: readonly DraftSeries[]): (1 | 2)[] {
  const used = new Set(drafts.map(({ axis }) => axis));
  for (const { axis } of sketch.thresholds) used.add(axis);
  if (used.size === 0) return [1];
  const axes = ([1, 2] as const).filter((axis) => used.has(axis));
  return sketch.horizontal ? axes.slice(0, 1) : axes;
}

function sampleUnit(sketch: ChartSketch, axis: 1 | 2): string {
  const first = sketch.plots.find((plot) => plot.axis === axis);
  return first?.dimension?.type === "number" ? "" : (first?.facts.unit ?? "");
}

function axisSpec(sketch: ChartSketch, axis: 1 | 2, axes: readonly number[], unit: string): AxisSpec {
  const { label, log } = axis === 1 ? sketch.y1 : sketch.y2;
  // The second axis stands at the left, alone or not.
  return { title: label || unitName(unit), unit, log, left: axis === 2 && axes.length === 1 };
}

function heatSpec(sketch: ChartSketch, plot: Plot, seed: string): ChartSpec {
  const { times } = sampleTimes(plot.facts.period, sketch.window);
  const every = times.filter((_, i) => i % 2 === 0);
  const { bounds, columns } = sampleHeat(plot.facts, seed, every.length);
  return {
    kind: "heat",
    x: { ...timeAxis(every), title: sketch.x },
    bounds,
    unit: plot.facts.unit,
    title: sketch.y1.label,
    columns,
  };
}

/** The chart of an alerting policy: Mosaic knows its name and nothing else of it. */
export function alertChart(policy: string, seed: string): AxesSpec {
  const facts = {
    name: policy,
    key: "",
    unit: "",
    values: "level",
    labels: [],
    series: 1,
    period: 0,
  } as const;
  const plot: Plot = { shape: "line", axis: 1, template: "", facts };
  const sketch: ChartSketch = {
    kind: "chart",
    plots: [plot],
    thresholds: [{ value: 80, label: "", axis: 1 }],
    x: "",
    y1: { label: "", log: false },
    y2: { label: "", log: false },
    horizontal: false,
    mode: "color",
    shift: 0,
    window: 0,
  };
  const { spec } = axesSpec(sketch, seed);
  const lines = spec.lines.map((line) => ({ ...line, color: "bad", tint: "above" }) as const);
  return { ...spec, lines };
}
