import type { Distribution } from "./model";

/** How many values a distribution holds. */
export function countOf({ counts }: Distribution): number {
  return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * All values of several distributions in one. Those whose buckets differ from the first are left out, since nothing says how the
 * service joins them.
 */
export function merge(list: readonly Distribution[]): Distribution | undefined {
  const [first, ...rest] = list;
  if (!first) return undefined;
  return rest.filter((other) => sameBounds(first, other)).reduce(joined, first);
}

function joined(a: Distribution, b: Distribution): Distribution {
  const [n, m] = [countOf(a), countOf(b)];
  const counts = a.counts.map((count, i) => count + (b.counts[i] ?? 0));
  if (n + m === 0) return { ...a, counts };
  const mean = (n * a.mean + m * b.mean) / (n + m);
  const deviation = a.deviation + b.deviation + ((b.mean - a.mean) ** 2 * n * m) / (n + m);
  return { bounds: a.bounds, counts, mean, deviation };
}

function sameBounds(a: Distribution, b: Distribution): boolean {
  return a.bounds.length === b.bounds.length && a.bounds.every((bound, i) => bound === b.bounds[i]);
}

/** What came between two states of a distribution that only grows. */
export function difference(later: Distribution, earlier: Distribution): Distribution {
  const counts = later.counts.map((count, i) => Math.max(0, count - (earlier.counts[i] ?? 0)));
  const [n, m] = [countOf(later), countOf(earlier)];
  const grown = n - m;
  if (grown <= 0) return { bounds: later.bounds, counts, mean: 0, deviation: 0 };
  const mean = (n * later.mean - m * earlier.mean) / grown;
  const deviation = Math.max(
    0,
    later.deviation - earlier.deviation - ((mean - earlier.mean) ** 2 * m * grown) / n,
  );
  return { bounds: later.bounds, counts, mean, deviation };
}

/** The share of a distribution that falls into a part of its interval. */
export function scaled(value: Distribution, share: number): Distribution {
  if (share === 1) return value;
  const counts = value.counts.map((count) => count * share);
  return { ...value, counts, deviation: value.deviation * share };
}

/** Counts as integers, which they are on the wire. */
export function rounded(value: Distribution): Distribution {
  return value.counts.every(Number.isInteger) ? value : { ...value, counts: value.counts.map(Math.round) };
}

/** A quantile by linear interpolation inside a bucket; undefined for an empty distribution. */
export function quantile(value: Distribution, q: number): number | undefined {
  const total = countOf(value);
  if (total === 0) return undefined;
  const rank = q * total;
  const { bounds, counts } = value;
  let before = 0;
  for (const [i, count] of counts.entries()) {
    if (count > 0 && before + count >= rank) {
      // The first bucket has no lower end and the last no upper one.
      if (i === 0) return bounds[0] ?? value.mean;
      if (i === counts.length - 1) return bounds.at(-1)!;
      const [low, high] = [bounds[i - 1]!, bounds[i]!];
      return low + ((rank - before) / count) * (high - low);
    }
    before += count;
  }
  return bounds.at(-1) ?? value.mean;
}

/** A quantile of numbers, between the two that are nearest to it. */
export function quantileOfNumbers(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)] ?? Number.NaN;
  const high = sorted[Math.ceil(at)] ?? low;
  return low + (high - low) * (at - Math.floor(at));
}
