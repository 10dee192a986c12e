import type { MetricKind, ValueType } from "../../../core/catalog/types";

/** A histogram with what the service keeps beside it. */
export interface Distribution {
  /** Upper bounds of all buckets but the last, ascending. */
  readonly bounds: readonly number[];
  /** One count a bucket: one more than there are bounds. */
  readonly counts: readonly number[];
  readonly mean: number;
  /** Sum of squared deviations from the mean. */
  readonly deviation: number;
}

export type Value = number | boolean | string | Distribution;

/** One measurement. Times are milliseconds since 1970; `start` is that of the interval, or of the last reset. */
export interface Point {
  readonly start: number;
  readonly end: number;
  readonly value: Value;
}

export type Labels = Readonly<Record<string, string>>;

/** What identifies a series, and what it measures. */
export interface SeriesHead {
  readonly metric: { readonly type: string; readonly labels: Labels };
  readonly resource: { readonly type: string; readonly labels: Labels };
  readonly metadata: { readonly systemLabels: Labels; readonly userLabels: Labels };
  readonly kind: MetricKind;
  readonly valueType: ValueType;
  /** Empty when there is none. */
  readonly unit: string;
}

/** A series that can be asked for its points. */
export interface RawSeries extends SeriesHead {
  /** Points with `from < end <= to`, oldest first. Those of a counter say when it was last reset. */
  points(from: number, to: number): readonly Point[];
}

/** A series in memory, points oldest first. */
export interface PointSeries extends SeriesHead {
  readonly values: readonly Point[];
}

export function isDistribution(value: Value | undefined): value is Distribution {
  return typeof value === "object";
}

/** A value as a number, booleans as 0 and 1; NaN for what is none. */
export function numberOf(value: Value): number {
  if (typeof value === "number") return value;
  return typeof value === "boolean" ? Number(value) : Number.NaN;
}
