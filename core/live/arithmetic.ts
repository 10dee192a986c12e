import { histogramQuantile, mergeHistograms } from "./histograms";
import {
  type Interval,
  isHistogram,
  type LivePoint,
  type LiveSeries,
  type SeriesLabel,
  type Step,
} from "./model";

/**
 * Steps that the service does for one metric and not for a quotient: aligners and reducers of gauges. An aligner that gauges do not have
 * leaves the points as they are.
 */
export function applySteps(
  series: readonly LiveSeries[],
  steps: readonly Step[],
  interval: Interval,
): readonly LiveSeries[] {
  return steps.reduce((all, step) => reduceSeries(alignSeries(all, step, interval), step), series);
}

function alignSeries(
  all: readonly LiveSeries[],
  { aligner, period }: Step,
  { start, end }: Interval,
): readonly LiveSeries[] {
  const length = period * 1000;
  const count = Math.ceil((end - start) / length);
  return all
    .map((series) => {
      const points: LivePoint[] = [];
      for (let window = count - 1; window >= 0; window--) {
        const to = end - window * length;
        const value = alignedValue(aligner, series.points, to - length, to);
        if (value !== undefined) points.push({ time: to, value });
      }
      return { ...series, points };
    })
    .filter(({ points }) => points.length > 0);
}

/** The value of a window that begins after `from` and ends with `to`, in milliseconds; undefined for no point. */
export function alignedValue(
  aligner: string,
  points: readonly LivePoint[],
  from: number,
  to: number,
): LivePoint["value"] | undefined {
  const inside = points.filter(({ time }) => time > from && time <= to);
  const histograms = inside.map(({ value }) => value).filter(isHistogram);
  if (aligner === "ALIGN_INTERPOLATE") return between(points, to);
  if (aligner === "ALIGN_NEXT_OLDER")
    return points.findLast(({ time }) => time <= to && time > 2 * from - to)?.value;
  if (inside.length === 0) return undefined;
  if (histograms.length > 0) {
    const whole = mergeHistograms(histograms);
    const percent = /PERCENTILE_(\d\d)/.exec(aligner)?.[1];
    return whole && percent !== undefined ? histogramQuantile(whole, Number(percent) / 100) : whole;
  }
  const numbers = inside.map(({ value }) => value as number);
  const known = NUMBERS[aligner.replace(/^ALIGN_/, "")];
  return known ? known(numbers) : inside.at(-1)!.value;
}

function between(points: readonly LivePoint[], at: number): number | undefined {
  const later = points.find(({ time }) => time >= at);
  const earlier = points.findLast(({ time }) => time <= at);
  if (!later || !earlier || isHistogram(later.value) || isHistogram(earlier.value)) return undefined;
  if (later.time === earlier.time) return later.value;
  return earlier.value + ((later.value - earlier.value) * (at - earlier.time)) / (later.time - earlier.time);
}

/** Joins series that have the same values of the grouped labels. */
function reduceSeries(all: readonly LiveSeries[], { reducer, groupBy }: Step): readonly LiveSeries[] {
  if (reducer === "REDUCE_NONE") return all;
  const groups = new Map<string, { labels: SeriesLabel[]; members: LiveSeries[] }>();
  for (const series of all) {
    const labels = series.labels.filter((label) => groupBy.some((field) => names(field, label)));
    const key = JSON.stringify(labels);
    const group = groups.get(key);
    if (group) group.members.push(series);
    else groups.set(key, { labels, members: [series] });
  }
  return [...groups.values()].map(({ labels, members }) => {
    const values = new Map<number, LivePoint["value"][]>();
    for (const { time, value } of members.flatMap(({ points }) => points)) {
      const list = values.get(time);
      if (list) list.push(value);
      else values.set(time, [value]);
    }
    const points = [...values].flatMap(([time, list]): LivePoint[] => {
      const value = reducedValue(reducer, list);
      return value === undefined ? [] : [{ time, value }];
    });
    points.sort((a, b) => a.time - b.time);
    return { ...members[0]!, labels, points };
  });
}

/** What a reducer makes of the values at one time. */
export function reducedValue(
  reducer: string,
  values: readonly LivePoint["value"][],
): LivePoint["value"] | undefined {
  const name = reducer.replace(/^REDUCE_/, "");
  if (values.length === 0) return undefined;
  if (name === "COUNT") return values.length;
  const percent = /^PERCENTILE_(\d\d)$/.exec(name)?.[1];
  const histograms = values.filter(isHistogram);
  if (histograms.length > 0) {
    const whole = mergeHistograms(histograms)!;
    if (percent !== undefined) return histogramQuantile(whole, Number(percent) / 100);
    return name === "MEAN" ? whole.mean : whole;
  }
  const numbers = values as readonly number[];
  if (percent !== undefined) return percentileOf(numbers, Number(percent) / 100);
  return NUMBERS[name]?.(numbers);
}

/** Whether a group-by field such as `resource.labels.zone` names a label. */
function names(field: string, { of, key }: SeriesLabel): boolean {
  const [, scope = "", quoted, bare] =
    /^((?:metric|resource)\.labels?|metadata\.(?:user|system)_labels)\.(?:"(.*)"|(.*))$/.exec(field) ?? [];
  const wanted = scope.startsWith("metadata.")
    ? scope.slice(9).replace("_labels", "")
    : scope.replace(/\..*/, "");
  return (quoted ?? bare) === key && (of === "" || wanted === of);
}

const total = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

/** Of numbers. Standard deviations are those of a whole population. */
const NUMBERS: Readonly<Record<string, ((values: readonly number[]) => number) | undefined>> = {
  MEAN: (values) => total(values) / values.length,
  SUM: total,
  MIN: (values) => Math.min(...values),
  MAX: (values) => Math.max(...values),
  COUNT: (values) => values.length,
  STDDEV: (values) => {
    const mean = total(values) / values.length;
    return Math.sqrt(total(values.map((value) => (value - mean) * (value - mean))) / values.length);
  },
  COUNT_TRUE: (values) => values.filter((value) => value !== 0).length,
  COUNT_FALSE: (values) => values.filter((value) => value === 0).length,
  FRACTION_TRUE: (values) => values.filter((value) => value !== 0).length / values.length,
};

function percentileOf(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = q * (sorted.length - 1);
  const before = sorted[Math.floor(place)]!;
  return before + (sorted[Math.ceil(place)]! - before) * (place % 1);
}
