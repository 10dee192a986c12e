import { quantile } from "./aggregations";

/** What a function makes of the samples of a range; undefined for nothing. Times are milliseconds. */
export type RangeFunction = (
  times: readonly number[],
  values: readonly number[],
  window: { readonly start: number; readonly end: number },
  parameter: number,
) => number | undefined;

/** The difference over a range, extended to its ends where the samples come near them. */
function extrapolated(isCounter: boolean, isRate: boolean): RangeFunction {
  return (times, values, { start, end }) => {
    const last = times.length - 1;
    if (last < 1) return undefined;
    let difference = values[last]! - values[0]!;
    if (isCounter) {
      for (let i = 1; i <= last; i++) if (values[i]! < values[i - 1]!) difference += values[i - 1]!;
    }
    let toStart = (times[0]! - start) / 1000;
    const toEnd = (end - times[last]!) / 1000;
    const sampled = (times[last]! - times[0]!) / 1000;
    const between = sampled / last;
    if (isCounter && difference > 0 && values[0]! >= 0) {
      // A counter was not below zero.
      toStart = Math.min(toStart, sampled * (values[0]! / difference));
    }
    const threshold = between * 1.1;
    const reach =
      sampled + (toStart < threshold ? toStart : between / 2) + (toEnd < threshold ? toEnd : between / 2);
    const factor = reach / sampled / (isRate ? (end - start) / 1000 : 1);
    return difference * factor;
  };
}

function lastTwo(isRate: boolean): RangeFunction {
  return (times, values) => {
    const last = times.length - 1;
    if (last < 1 || times[last] === times[last - 1]) return undefined;
    const reset = isRate && values[last]! < values[last - 1]!;
    const difference = reset ? values[last]! : values[last]! - values[last - 1]!;
    return isRate ? difference / ((times[last]! - times[last - 1]!) / 1000) : difference;
  };
}

/** Slope a second and value at `origin`, by least squares. */
function regression(
  times: readonly number[],
  values: readonly number[],
  origin: number,
): readonly [slope: number, intercept: number] {
  if (values.every((value) => value === values[0])) return [0, values[0]!];
  const n = times.length;
  let [x, y, xy, xx] = [0, 0, 0, 0];
  for (let i = 0; i < n; i++) {
    const at = (times[i]! - origin) / 1000;
    x += at;
    y += values[i]!;
    xy += at * values[i]!;
    xx += at * at;
  }
  const slope = (xy - (x * y) / n) / (xx - (x * x) / n);
  return [slope, y / n - (slope * x) / n];
}

const overTime =
  (read: (values: readonly number[]) => number): RangeFunction =>
  (_, values) =>
    values.length > 0 ? read(values) : undefined;

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

export function variance(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return sum(values.map((value) => (value - mean) ** 2)) / values.length;
}

const count =
  (counts: (before: number, now: number) => boolean): RangeFunction =>
  (_, values) =>
    values.length === 0
      ? undefined
      : values.filter((value, i) => i > 0 && counts(values[i - 1]!, value)).length;

export const RANGE_FUNCTIONS: Readonly<Record<string, RangeFunction>> = {
  rate: extrapolated(true, true),
  increase: extrapolated(true, false),
  delta: extrapolated(false, false),
  irate: lastTwo(true),
  idelta: lastTwo(false),
  deriv: (times, values) => (times.length < 2 ? undefined : regression(times, values, times[0]!)[0]),
  predict_linear: (times, values, { end }, seconds) => {
    if (times.length < 2) return undefined;
    const [slope, intercept] = regression(times, values, end);
    return slope * seconds + intercept;
  },
  resets: count((before, now) => now < before),
  changes: count((before, now) => now !== before && !(Number.isNaN(now) && Number.isNaN(before))),
  avg_over_time: overTime((values) => sum(values) / values.length),
  min_over_time: overTime((values) => Math.min(...values)),
  max_over_time: overTime((values) => Math.max(...values)),
  sum_over_time: overTime(sum),
  count_over_time: overTime((values) => values.length),
  last_over_time: overTime((values) => values.at(-1)!),
  stddev_over_time: overTime((values) => Math.sqrt(variance(values))),
  stdvar_over_time: overTime(variance),
  present_over_time: overTime(() => 1),
  quantile_over_time: (_, values, _window, q) => (values.length > 0 ? quantile(q, values) : undefined),
};
