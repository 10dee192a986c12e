import type { ChartSpec } from "../../../../core/grid/charts/spec";
import { draftsSpec } from "../../../../core/grid/contents/chart";
import { type DraftSeries, statistics } from "../../../../core/grid/contents/chart-series";
import { spanName } from "../../../../core/grid/contents/time-labels";
import type { ChartSketch } from "../../../../core/grid/sketch";
import type { LiveDataSet, LivePlot } from "./messages";
import { axisLabels, roundPlaces } from "./times";

/** A series with the points that it has, beside those that are drawn. */
export interface LiveSeries extends DraftSeries {
  readonly unit: string;
  /** Values at the times of the chart; null where there is no point. */
  readonly points: readonly (number | null)[];
}

export interface LiveChartData {
  /** Milliseconds since 1970, ascending. */
  readonly times: readonly number[];
  readonly series: readonly LiveSeries[];
  /** The heat map that is drawn instead of the series. */
  readonly heat?: { readonly plot: LivePlot; readonly title: string };
}

/** The series of all data sets over one time axis. */
export function chartData(sketch: ChartSketch, sets: readonly LiveDataSet[]): LiveChartData {
  const shown = sets.filter(({ plot }) => plot !== undefined);
  const heat = shown.find(({ plot }) => plot!.heat !== undefined);
  if (heat) {
    const { times } = heat.plot!;
    return { times, series: [], heat: { plot: heat.plot!, title: sketch.y1.label } };
  }
  const plots = shown.flatMap(({ plot, shifted }) => [plot!, ...(shifted ? [shifted.plot] : [])]);
  const times = [...new Set(plots.flatMap((plot) => plot.times))].sort((a, b) => a - b);
  const series: LiveSeries[] = [];
  for (const { index, plot, shifted } of shown) {
    const drawn = sketch.plots[index];
    if (!drawn) continue;
    const shape = drawn.shape === "heatmap" ? "line" : drawn.shape;
    const first = series.length;
    const base = { shape, axis: drawn.axis, stack: shape === "line" ? "" : `${shape}${drawn.axis}` } as const;
    for (const { name, values } of plot!.series) {
      const points = onTimes(values, plot!.times, times);
      const lines = shape === "line" ? bridged(points, plot!.times, times) : points;
      series.push({ ...base, name, unit: plot!.unit, color: series.length, values: lines, points });
    }
    if (!shifted) continue;
    const names = plot!.series.map(({ name }) => name);
    for (const { name, values } of shifted.plot.series) {
      const points = onTimes(values, shifted.plot.times, times);
      const same = names.indexOf(name);
      series.push({
        ...base,
        name: `${name} (${spanName(shifted.seconds)} earlier)`,
        unit: shifted.plot.unit,
        color: same < 0 ? series.length : first + same,
        values: bridged(points, shifted.plot.times, times),
        points,
        dashed: true,
        faint: true,
      });
    }
  }
  return { times, series: moded(sketch, series) };
}

function moded({ mode }: ChartSketch, series: readonly LiveSeries[]): readonly LiveSeries[] {
  if (mode === "xray") return series.map((one) => ({ ...one, color: 0, faint: true }));
  if (mode !== "stats") return series;
  const unitOf = (axis: 1 | 2) => series.find((one) => one.axis === axis)?.unit ?? "";
  return statistics(series).map((one) => ({ ...one, unit: unitOf(one.axis), points: one.values }));
}

function onTimes(
  values: readonly (number | null)[],
  own: readonly number[],
  times: readonly number[],
): (number | null)[] {
  if (own.length === times.length) return [...values];
  const at = new Map(own.map((time, i) => [time, values[i] ?? null]));
  return times.map((time) => at.get(time) ?? null);
}

/**
 * A line is straight between two neighboring points of its data set. Where another data set has points in between, the values of
 * the line there; a gap of the data set stays one.
 */
function bridged(
  points: readonly (number | null)[],
  own: readonly number[],
  times: readonly number[],
): readonly (number | null)[] {
  if (own.length === times.length) return points;
  const out = [...points];
  const places = own.map((time) => times.indexOf(time));
  for (const [k, to] of places.entries()) {
    const from = places[k - 1];
    if (from === undefined || to - from < 2) continue;
    const [a, b] = [points[from], points[to]];
    if (a === null || b === null || a === undefined || b === undefined) continue;
    for (let i = from + 1; i < to; i++) {
      const share = (times[i]! - times[from]!) / (times[to]! - times[from]!);
      out[i] = a + (b - a) * share;
    }
  }
  return out;
}

/** The chart without the hidden series. */
export function chartSpecOf(
  sketch: ChartSketch,
  data: LiveChartData,
  hidden: ReadonlySet<string>,
): ChartSpec {
  const x = { labels: axisLabels(data.times), places: roundPlaces(data.times) };
  if (data.heat) {
    const { plot, title } = data.heat;
    const { bounds, columns } = plot.heat!;
    return { kind: "heat", x: { ...x, title: sketch.x }, bounds, unit: plot.unit, title, columns };
  }
  const unitOf = (axis: 1 | 2) => data.series.find((one) => one.axis === axis)?.unit ?? "";
  return draftsSpec(
    sketch,
    x,
    data.series.filter(({ name }) => !hidden.has(name)),
    unitOf,
  );
}
