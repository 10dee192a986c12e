import type { SampleHeat } from "../grid/samples/series";
import { type Histogram, isHistogram, type LivePoint, type LiveSeries } from "./model";

/** A value as a number, a histogram as its mean; NaN for an empty one. */
export function numberOf(value: LivePoint["value"]): number {
  if (!isHistogram(value)) return value;
  return countOf(value) > 0 ? value.mean : Number.NaN;
}

/** The counts of several histograms with the same buckets; those with other buckets are left out. */
export function mergeHistograms(list: readonly Histogram[]): Histogram | undefined {
  const [first, ...rest] = list;
  if (!first) return undefined;
  const counts = [...first.counts];
  let total = countOf(first);
  let sum = first.mean * total;
  for (const other of rest) {
    if (!sameBuckets(first, other)) continue;
    for (const [i, count] of other.counts.entries()) counts[i] = (counts[i] ?? 0) + count;
    total += countOf(other);
    sum += other.mean * countOf(other);
  }
  return { bounds: first.bounds, counts, mean: total > 0 ? sum / total : 0 };
}

export function countOf({ counts }: Histogram): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

function sameBuckets(a: Histogram, b: Histogram): boolean {
  return a.bounds.length === b.bounds.length && a.bounds.every((bound, i) => bound === b.bounds[i]);
}

/**
 * A quantile by linear interpolation inside a bucket; undefined when there are no values. The service's formula is not documented.
 *
 * @param q 0 to 1
 */
export function histogramQuantile({ bounds, counts }: Histogram, q: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total <= 0) return undefined;
  let left = q * total;
  let at = 0;
  while (at < counts.length - 1 && (counts[at] === 0 || left > counts[at]!)) {
    left -= counts[at]!;
    at++;
  }
  const [low, high] = [bounds[at - 1], bounds[at]];
  // The outer buckets have one end only.
  if (low === undefined) return high;
  if (high === undefined) return low;
  return low + (high - low) * (left / counts[at]!);
}

/** Values of histograms over time as a heat map: one column a time, each count as a share of the largest. */
export function heatOf(series: readonly LiveSeries[], times: readonly number[]): SampleHeat | undefined {
  const at = new Map<number, Histogram[]>();
  for (const { points } of series) {
    for (const { time, value } of points) {
      if (!isHistogram(value)) continue;
      const list = at.get(time);
      if (list) list.push(value);
      else at.set(time, [value]);
    }
  }
  const columns = times.map((time) => mergeHistograms(at.get(time) ?? []));
  const bounds = columns.find((column) => column !== undefined)?.bounds;
  if (!bounds || bounds.length === 0) return undefined;
  const used = columns.map((column) => (column?.bounds.length === bounds.length ? column.counts : undefined));
  const has = (row: number) => used.some((counts) => (counts?.[row] ?? 0) > 0);
  const rows = Array.from({ length: bounds.length + 1 }, (_, row) => row).filter(has);
  const [first = 0, last = 0] = [rows[0], rows.at(-1)];
  const most = Math.max(1, ...used.flatMap((counts) => counts ?? []));
  const edges = Array.from({ length: last - first + 2 }, (_, i) => edgeOf(bounds, first + i));
  return {
    bounds: edges,
    columns: used.map((counts) =>
      Array.from({ length: last - first + 1 }, (_, i) => (counts?.[first + i] ?? 0) / most),
    ),
  };
}

/** The lower bound of a bucket. The outer ones have none of their own, so they are drawn as large as their neighbours. */
function edgeOf(bounds: readonly number[], bucket: number): number {
  const known = bounds[bucket - 1];
  if (known !== undefined) return known;
  const [first, second = first! + 1] = bounds as [number, number?];
  if (bucket <= 0) return first > 0 ? 0 : first - (second - first);
  const [before = first, last] = [bounds.at(-2), bounds.at(-1)!];
  return before > 0 && last > before ? (last * last) / before : last + Math.max(last - before, 1);
}
