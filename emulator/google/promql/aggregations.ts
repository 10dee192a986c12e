import type { Aggregate } from "./ast";
import { keyOf, type Labels, onlyLabels, type Sample, withoutLabels } from "./samples";

/** What an aggregation makes of a vector. @param parameter of `topk`, `quantile` and `count_values` */
export function aggregated(
  { op, labels, without }: Aggregate,
  samples: readonly Sample[],
  parameter: number | string,
): Sample[] {
  const groups = new Map<string, { readonly labels: Labels; readonly members: Sample[] }>();
  for (const sample of samples) {
    const kept = without
      ? withoutLabels(sample.labels, ["__name__", ...labels])
      : onlyLabels(sample.labels, labels);
    const key = keyOf(kept);
    const group = groups.get(key);
    if (group) group.members.push(sample);
    else groups.set(key, { labels: kept, members: [sample] });
  }
  return [...groups.values()].flatMap(({ labels: own, members }) => {
    const values = members.map(({ value }) => value);
    if (op === "topk" || op === "bottomk") return extremes(op, members, Number(parameter));
    if (op === "count_values") return countValues(own, values, String(parameter));
    const value = op === "quantile" ? quantile(Number(parameter), values) : REDUCE[op]!(values);
    return [{ labels: own, value }];
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const defined = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value));

function variance(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return sum(values.map((value) => (value - mean) ** 2)) / values.length;
}

/** The extreme of what is a number; NaN when nothing is. */
function extreme(values: readonly number[], choose: (...numbers: number[]) => number): number {
  const numbers = defined(values);
  return numbers.length > 0 ? choose(...numbers) : Number.NaN;
}

const REDUCE: Readonly<Record<string, (values: readonly number[]) => number>> = {
  sum,
  avg: (values) => sum(values) / values.length,
  min: (values) => extreme(values, Math.min),
  max: (values) => extreme(values, Math.max),
  count: (values) => values.length,
  group: () => 1,
  stddev: (values) => Math.sqrt(variance(values)),
  stdvar: variance,
};

function extremes(op: "topk" | "bottomk", members: readonly Sample[], wanted: number): Sample[] {
  if (!(wanted >= 1)) return [];
  const sign = op === "topk" ? -1 : 1;
  const rank = (value: number) => (Number.isNaN(value) ? Number.POSITIVE_INFINITY : sign * value);
  return [...members].sort((a, b) => rank(a.value) - rank(b.value)).slice(0, Math.floor(wanted));
}

function countValues(labels: Labels, values: readonly number[], name: string): Sample[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(numberText(value), (counts.get(numberText(value)) ?? 0) + 1);
  return [...counts].map(([text, value]) => ({ labels: { ...labels, [name]: text }, value }));
}

/** A number as Prometheus writes it. */
export function numberText(value: number): string {
  if (value === Number.POSITIVE_INFINITY) return "+Inf";
  return value === Number.NEGATIVE_INFINITY ? "-Inf" : String(value);
}

/** A quantile of numbers, between the two nearest; infinite outside of 0 to 1. */
export function quantile(q: number, values: readonly number[]): number {
  if (values.length === 0 || Number.isNaN(q)) return Number.NaN;
  if (q < 0) return Number.NEGATIVE_INFINITY;
  if (q > 1) return Number.POSITIVE_INFINITY;
  const sorted = [...values].sort((a, b) => a - b);
  const rank = q * (sorted.length - 1);
  const low = Math.max(0, Math.floor(rank));
  const high = Math.min(sorted.length - 1, low + 1);
  const weight = rank - Math.floor(rank);
  return sorted[low]! * (1 - weight) + sorted[high]! * weight;
}

interface Bucket {
  readonly bound: number;
  readonly count: number;
}

/** A quantile of buckets that each hold what is at most their bound; NaN where it cannot be told. */
export function bucketQuantile(q: number, unsorted: readonly Bucket[]): number {
  if (Number.isNaN(q)) return Number.NaN;
  if (q < 0) return Number.NEGATIVE_INFINITY;
  if (q > 1) return Number.POSITIVE_INFINITY;
  const buckets = monotonic([...unsorted].sort((a, b) => a.bound - b.bound));
  const last = buckets.at(-1);
  if (!last || last.bound !== Number.POSITIVE_INFINITY || buckets.length < 2 || last.count === 0)
    return Number.NaN;
  let rank = q * last.count;
  const at = buckets.findIndex(({ count }, i) => i === buckets.length - 1 || count >= rank);
  if (at === buckets.length - 1) return buckets.at(-2)!.bound;
  const { bound: end, count: upTo } = buckets[at]!;
  if (at === 0 && end <= 0) return end;
  const below = at === 0 ? { bound: 0, count: 0 } : buckets[at - 1]!;
  rank -= below.count;
  return below.bound + (end - below.bound) * (rank / (upTo - below.count));
}

/** One bucket a bound, and counts that do not fall. */
function monotonic(sorted: readonly Bucket[]): Bucket[] {
  const out: Bucket[] = [];
  for (const { bound, count } of sorted) {
    const before = out.at(-1);
    if (before?.bound === bound) out[out.length - 1] = { bound, count: before.count + count };
    else out.push({ bound, count });
  }
  let most = Number.NEGATIVE_INFINITY;
  return out.map(({ bound, count }) => ({ bound, count: (most = Math.max(most, count)) }));
}
