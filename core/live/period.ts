import type { Interval } from "./model";

/** The longest range that a period is used for, both in seconds, as the console is said to choose. */
const PERIODS: readonly (readonly [range: number, period: number])[] = [
  [110 * 60, 60],
  [23 * 3600, 300],
  [6 * 86_400, 3600],
  [23 * 86_400, 10_800],
  [80 * 86_400, 21_600],
  [180 * 86_400, 43_200],
  [350 * 86_400, 86_400],
  [Number.POSITIVE_INFINITY, 172_800],
];

/** The service aligns to no less. */
export const LEAST_PERIOD = 60;

/** The alignment period of a chart that says nothing, for a range; both in seconds. Not documented for every range. */
function automaticPeriod(range: number): number {
  return PERIODS.find(([longest]) => range <= longest)![1];
}

/** What a data set says about its period, in seconds; 0 for nothing. */
export interface PeriodWishes {
  readonly alignmentPeriod: number;
  readonly minAlignmentPeriod: number;
  /** One value for the whole range. */
  readonly fullDuration: boolean;
}

/**
 * The alignment period to ask with, in seconds. Whether the console takes a saved period exactly or as a lower bound is not known; it is a
 * lower bound here.
 */
export function effectivePeriod(range: number, wishes: PeriodWishes): number {
  if (wishes.fullDuration) return Math.max(LEAST_PERIOD, Math.ceil(range));
  const { alignmentPeriod, minAlignmentPeriod } = wishes;
  return Math.ceil(Math.max(automaticPeriod(range), alignmentPeriod, minAlignmentPeriod, LEAST_PERIOD));
}

/**
 * The interval with its end on a multiple of the period: windows are counted back from the end, so this gives all data sets of a period
 * the same windows, also after a refresh.
 *
 * @param period seconds
 */
export function snapped({ start, end }: Interval, period: number): Interval {
  const step = period * 1000;
  const last = Math.floor(end / step) * step;
  return { start: last - Math.ceil((end - start) / step) * step, end: last };
}

/** As `snapped`, on whole minutes, for one value of the whole interval. */
export function snappedWhole({ start, end }: Interval): Interval {
  const minute = LEAST_PERIOD * 1000;
  const last = Math.floor(end / minute) * minute;
  return { start: last - Math.ceil((end - start) / minute) * minute, end: last };
}
