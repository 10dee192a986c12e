import { difference, scaled } from "./distributions";
import { type Distribution, isDistribution, type Point, type SeriesHead, type Value } from "./model";

/** What was counted in an interval. */
interface Growth {
  readonly start: number;
  readonly end: number;
  readonly amount: number | Distribution;
}

/** What a counter has counted between its points, as amounts of intervals. Known from `first` to `last`. */
export interface Counted {
  readonly growths: readonly Growth[];
  readonly first: number;
  readonly last: number;
}

/**
 * Turns points of a DELTA or CUMULATIVE series into amounts. After a reset a counter has counted from zero; what it had counted
 * before its first known point is not known, so that point adds nothing.
 */
export function countedBy(kind: SeriesHead["kind"], points: readonly Point[]): Counted | undefined {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return undefined;
  const amounts = points.map(({ value }) => (typeof value === "number" || isDistribution(value) ? value : 0));
  if (kind === "DELTA") {
    const growths = points.map(({ start, end }, i) => ({ start, end, amount: amounts[i]! }));
    return { growths, first: first.start, last: last.end };
  }
  const growths = points.slice(1).map((point, i): Growth => {
    const before = points[i]!;
    const amount = amounts[i + 1]!;
    if (before.start !== point.start)
      return { start: Math.max(point.start, before.end), end: point.end, amount };
    return { start: before.end, end: point.end, amount: minus(amount, amounts[i]!) };
  });
  return { growths, first: first.end, last: last.end };
}

function minus(later: number | Distribution, earlier: number | Distribution): number | Distribution {
  if (isDistribution(later)) return isDistribution(earlier) ? difference(later, earlier) : later;
  return later - (typeof earlier === "number" ? earlier : 0);
}

/**
 * The parts of the amounts that fall into (from, end]; undefined where nothing of it is known. A window that goes on behind the last known
 * point has what was counted until then.
 */
export function grownIn(counted: Counted, from: number, end: number): readonly Value[] | undefined {
  const to = Math.min(end, counted.last);
  if (to <= from || end < counted.first) return undefined;
  const parts: Value[] = [];
  const { growths } = counted;
  for (let i = firstAfter(growths, from); i < growths.length; i++) {
    const { start, end: until, amount } = growths[i]!;
    if (start >= to && until > to) break;
    const overlap = Math.min(until, to) - Math.max(start, from);
    const whole = until - start;
    if (whole <= 0 ? until > from && until <= to : overlap > 0) {
      const share = whole <= 0 ? 1 : overlap / whole;
      parts.push(isDistribution(amount) ? scaled(amount, share) : amount * share);
    }
  }
  return parts;
}

/** The first of the amounts that ends after a time; they are in order. */
function firstAfter(growths: readonly Growth[], time: number): number {
  let [low, high] = [0, growths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (growths[middle]!.end <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}
