import { countOf, merge, quantile, rounded } from "./distributions";
import { countedBy, grownIn } from "./growth";
import {
  type Distribution,
  isDistribution,
  numberOf,
  type Point,
  type PointSeries,
  type SeriesHead,
  type Value,
} from "./model";

/** The windows of a call: `count` of them, each `period` milliseconds long, counted back from `end`. */
export interface Windows {
  readonly end: number;
  readonly period: number;
  readonly count: number;
}

/** The windows of an interval. The oldest one may begin before `start`. */
export function windowsOf(start: number, end: number, period: number): Windows {
  return { end, period, count: Math.max(0, Math.ceil((end - start) / period)) };
}

/** How far before the oldest window an aligner looks, in milliseconds. */
export function reachOf(aligner: string, period: number): number {
  if (aligner === "ALIGN_PERCENT_CHANGE") return period + MOVING_MEAN;
  // Counters and interpolation need the neighbour before the window.
  return Math.max(period, NEIGHBOUR);
}

const NEIGHBOUR = 10 * 60_000;
const MOVING_MEAN = 10 * 60_000;

/** The series with one point a window, oldest first; windows in which the aligner says nothing have none. */
export function align(series: PointSeries, aligner: string, windows: Windows): PointSeries {
  const head = headAfter(series, aligner);
  const of = ALIGNERS[aligner];
  if (!of) throw new Error(`no aligner ${aligner}`);
  const valueAt = of(series, windows.period);
  const values: Point[] = [];
  for (let k = windows.count - 1; k >= 0; k--) {
    const end = windows.end - k * windows.period;
    const start = end - windows.period;
    const value = valueAt(start, end);
    if (value !== undefined) values.push({ start: head.kind === "DELTA" ? start : end, end, value });
  }
  return { ...series, ...head, values };
}

/** Kind, value type and unit of what an aligner makes of a series. */
function headAfter(series: SeriesHead, aligner: string): Pick<SeriesHead, "kind" | "valueType" | "unit"> {
  const { unit, valueType } = series;
  switch (aligner) {
    case "ALIGN_DELTA":
      return { kind: "DELTA", valueType, unit };
    case "ALIGN_SUM":
      return { kind: series.kind === "GAUGE" ? "GAUGE" : "DELTA", valueType, unit };
    case "ALIGN_RATE":
      return { kind: "GAUGE", valueType: "DOUBLE", unit: unit === "" ? "" : `${unit}/s` };
    case "ALIGN_COUNT":
    case "ALIGN_COUNT_TRUE":
    case "ALIGN_COUNT_FALSE":
      return { kind: "GAUGE", valueType: "INT64", unit: "1" };
    case "ALIGN_FRACTION_TRUE":
      return { kind: "GAUGE", valueType: "DOUBLE", unit: "10^2.%" };
    case "ALIGN_PERCENT_CHANGE":
      return { kind: "GAUGE", valueType: "DOUBLE", unit: "%" };
    case "ALIGN_MEAN":
    case "ALIGN_STDDEV":
      return { kind: "GAUGE", valueType: "DOUBLE", unit };
    default:
      return { kind: "GAUGE", valueType: aligner.includes("PERCENTILE") ? "DOUBLE" : valueType, unit };
  }
}

type ValueAt = (start: number, end: number) => Value | undefined;
type Aligner = (series: PointSeries, period: number) => ValueAt;

/** An aligner that says something only of windows with points. */
function ofPoints(read: (values: readonly Value[]) => Value | undefined): Aligner {
  return ({ values }) =>
    (start, end) => {
      const inside = pointsIn(values, start, end);
      return inside.length > 0 ? read(inside.map(({ value }) => value)) : undefined;
    };
}

const ofNumbers = (read: (values: readonly number[]) => number) =>
  ofPoints((values) => read(values.map(numberOf)));

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]) => sum(values) / values.length;

/** In the population form: divided by how many there are. */
export function standardDeviation(values: readonly number[]): number {
  const centre = mean(values);
  return Math.sqrt(sum(values.map((value) => (value - centre) ** 2)) / values.length);
}

const delta: Aligner = (series) => {
  const counted = countedBy(series.kind, series.values);
  return (start, end) => {
    const parts = counted && grownIn(counted, start, end);
    if (!parts) return undefined;
    if (series.valueType === "DISTRIBUTION") {
      const whole = merge(parts.filter(isDistribution));
      return whole && rounded(whole);
    }
    const amount = sum(parts.map(numberOf));
    return series.valueType === "INT64" ? Math.round(amount) : amount;
  };
};

const rate: Aligner = (series, period) => {
  const amount = delta({ ...series, valueType: "DOUBLE" }, period);
  return (start, end) => {
    const value = amount(start, end);
    return value === undefined ? undefined : numberOf(value) / (period / 1000);
  };
};

const interpolate: Aligner =
  ({ values, valueType }) =>
  (_, end) => {
    const after = values.find((point) => point.end >= end);
    const before = values.findLast((point) => point.end <= end);
    if (!after || !before) return undefined;
    const [low, high] = [numberOf(before.value), numberOf(after.value)];
    const share = after.end === before.end ? 0 : (end - before.end) / (after.end - before.end);
    const value = low + (high - low) * share;
    return valueType === "INT64" ? Math.round(value) : value;
  };

const nextOlder: Aligner =
  ({ values }, period) =>
  (start, end) =>
    values.findLast((point) => point.end <= end && point.end > start - period)?.value;

/** Change against one period before, each side a mean over ten minutes. */
const percentChange: Aligner =
  ({ values }, period) =>
  (start, end) => {
    if (pointsIn(values, start, end).length === 0) return undefined;
    const level = (at: number) => {
      const numbers = pointsIn(values, at - MOVING_MEAN, at)
        .map(({ value }) => numberOf(value))
        .filter((value) => value >= 0);
      return numbers.length > 0 ? mean(numbers) : undefined;
    };
    const [now, before] = [level(end), level(end - period)];
    if (now === undefined || before === undefined) return undefined;
    if (before === 0) return now === 0 ? 0 : Number.POSITIVE_INFINITY;
    return ((now - before) / before) * 100;
  };

function percentile(q: number): Aligner {
  return (series, period) => {
    const grown = series.kind === "CUMULATIVE" ? delta(series, period) : undefined;
    return (start, end) => {
      const whole = grown
        ? grown(start, end)
        : merge(
            pointsIn(series.values, start, end)
              .map(({ value }) => value)
              .filter(isDistribution),
          );
      return isDistribution(whole) && countOf(whole) > 0 ? quantile(whole, q) : undefined;
    };
  };
}

const ALIGNERS: Readonly<Record<string, Aligner>> = {
  ALIGN_DELTA: delta,
  ALIGN_RATE: rate,
  ALIGN_INTERPOLATE: interpolate,
  ALIGN_NEXT_OLDER: nextOlder,
  ALIGN_MIN: ofNumbers((values) => Math.min(...values)),
  ALIGN_MAX: ofNumbers((values) => Math.max(...values)),
  ALIGN_MEAN: ofNumbers(mean),
  ALIGN_COUNT: ofPoints((values) => values.length),
  ALIGN_SUM: ofPoints((values) =>
    values.every(isDistribution) ? merge(values as readonly Distribution[]) : sum(values.map(numberOf)),
  ),
  ALIGN_STDDEV: ofNumbers(standardDeviation),
  ALIGN_COUNT_TRUE: ofPoints((values) => values.filter((value) => value === true).length),
  ALIGN_COUNT_FALSE: ofPoints((values) => values.filter((value) => value === false).length),
  ALIGN_FRACTION_TRUE: ofPoints((values) => values.filter((value) => value === true).length / values.length),
  ALIGN_PERCENTILE_99: percentile(0.99),
  ALIGN_PERCENTILE_95: percentile(0.95),
  ALIGN_PERCENTILE_50: percentile(0.5),
  ALIGN_PERCENTILE_05: percentile(0.05),
  ALIGN_PERCENT_CHANGE: percentChange,
};

export function isAligner(name: string): boolean {
  return Object.hasOwn(ALIGNERS, name);
}

/** Points with `start < end <= end of the window`; they are in order, so the first is looked for by halves. */
function pointsIn(points: readonly Point[], start: number, end: number): readonly Point[] {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.end <= start) low = middle + 1;
    else high = middle;
  }
  let to = low;
  while (to < points.length && points[to]!.end <= end) to++;
  return points.slice(low, to);
}
