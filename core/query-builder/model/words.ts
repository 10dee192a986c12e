import type { RowOperator } from "./model";

/** Label of a choice, and the result in a sentence, with `%` for what it is made of. */
type Phrase = readonly [label: string, phrase: string];

/** In the order in which they are offered. */
export const ALIGNERS: Readonly<Record<string, Phrase>> = {
  ALIGN_NONE: ["none: points as recorded", "%"],
  ALIGN_MEAN: ["mean", "mean %"],
  ALIGN_MAX: ["maximum", "maximum %"],
  ALIGN_MIN: ["minimum", "minimum %"],
  ALIGN_SUM: ["sum", "sum of %"],
  // The period says that it is per second.
  ALIGN_RATE: ["rate per second", "%"],
  ALIGN_DELTA: ["delta: change in the period", "change of %"],
  ALIGN_NEXT_OLDER: ["latest value", "latest %"],
  ALIGN_INTERPOLATE: ["interpolated value", "interpolated %"],
  ALIGN_COUNT: ["number of points", "number of points of %"],
  ALIGN_PERCENTILE_99: ["99th percentile", "99th percentile of %"],
  ALIGN_PERCENTILE_95: ["95th percentile", "95th percentile of %"],
  ALIGN_PERCENTILE_50: ["50th percentile (median)", "median of %"],
  ALIGN_PERCENTILE_05: ["5th percentile", "5th percentile of %"],
  ALIGN_FRACTION_TRUE: ["fraction that is true", "fraction of time with %"],
  ALIGN_COUNT_TRUE: ["number of true points", "number of times with %"],
  ALIGN_COUNT_FALSE: ["number of false points", "number of times without %"],
  ALIGN_STDDEV: ["standard deviation", "standard deviation of %"],
  ALIGN_PERCENT_CHANGE: ["change in percent", "percent change of %"],
};

export const REDUCERS: Readonly<Record<string, Phrase>> = {
  REDUCE_NONE: ["none: every series by itself", "%"],
  REDUCE_SUM: ["sum", "sum of %"],
  REDUCE_MEAN: ["mean", "mean %"],
  REDUCE_MAX: ["maximum", "maximum %"],
  REDUCE_MIN: ["minimum", "minimum %"],
  REDUCE_PERCENTILE_99: ["99th percentile", "99th percentile of %"],
  REDUCE_PERCENTILE_95: ["95th percentile", "95th percentile of %"],
  REDUCE_PERCENTILE_50: ["50th percentile (median)", "median of %"],
  REDUCE_PERCENTILE_05: ["5th percentile", "5th percentile of %"],
  REDUCE_COUNT: ["number of series", "number of series of %"],
  REDUCE_FRACTION_TRUE: ["fraction that is true", "fraction of series with %"],
  REDUCE_COUNT_TRUE: ["number that are true", "number of series with %"],
  REDUCE_COUNT_FALSE: ["number that are false", "number of series without %"],
  REDUCE_STDDEV: ["standard deviation", "standard deviation of %"],
};

export const DIRECTIONS: Readonly<Record<string, string>> = { TOP: "top", BOTTOM: "bottom" };

export const METHODS: Readonly<Record<string, string>> = {
  METHOD_MEAN: "mean",
  METHOD_MAX: "maximum",
  METHOD_MIN: "minimum",
  METHOD_SUM: "sum",
  METHOD_LATEST: "latest value",
};

/** Operators as the builder names them. */
export const OPERATORS: Readonly<Record<RowOperator, string>> = {
  is: "is",
  "is-not": "is not",
  "one-of": "is one of",
  "not-one-of": "is not one of",
  "starts-with": "starts with",
  "not-starts-with": "does not start with",
  "ends-with": "ends with",
  "not-ends-with": "does not end with",
  contains: "contains",
  "not-contains": "does not contain",
  "contains-any-case": "contains (any case)",
  "not-contains-any-case": "does not contain (any case)",
  matches: "matches regex",
  "not-matches": "does not match regex",
  less: "<",
  "at-most": "≤",
  greater: ">",
  "at-least": "≥",
  has: "has",
};

const UNITS: readonly (readonly [seconds: number, one: string, unit: string])[] = [
  [604800, "week", "weeks"],
  [86400, "day", "days"],
  [3600, "hour", "hours"],
  [60, "minute", "minutes"],
  [1, "second", "seconds"],
];

/** A period of seconds, such as `300s`, as `5 minutes`; undefined for anything else. */
export function periodWords(period: string): { readonly count: number; readonly unit: string } | undefined {
  const match = /^(\d{1,9})s$/.exec(period);
  const seconds = Number(match?.[1] ?? 0);
  const found = seconds > 0 ? UNITS.find(([size]) => seconds % size === 0) : undefined;
  if (!found) return undefined;
  const count = seconds / found[0];
  return { count, unit: count === 1 ? found[1] : found[2] };
}
