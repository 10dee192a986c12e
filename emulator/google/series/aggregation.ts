import { alignerFits, reducerFits } from "../../../core/catalog/aligners";
import { invalidArgument } from "../rpc-error";
import { align, isAligner, reachOf, windowsOf } from "./align";
import type { PointSeries, RawSeries } from "./model";
import { isReducer, reduce } from "./reduce";

/** One step of a call: all undefined or empty when the call does not have it. */
export interface Aggregation {
  /** Milliseconds. */
  readonly period: number;
  readonly aligner: string;
  readonly reducer: string;
  readonly groupBy: readonly string[];
}

export interface Interval {
  readonly start: number;
  readonly end: number;
}

/** What a call makes of raw series. Series without a point are left out. */
export function aggregate(
  all: readonly RawSeries[],
  { start, end }: Interval,
  steps: readonly Aggregation[],
): readonly PointSeries[] {
  const [first, ...rest] = steps;
  if (!first) {
    return all
      .map((series) => ({ ...series, values: series.points(start, end) }))
      .filter(({ values }) => values.length > 0);
  }
  const windows = windowsOf(start, end, first.period);
  const reach = reachOf(first.aligner, first.period);
  const from = end - windows.count * windows.period - reach;
  // A counter at the end of the interval may lie between two points, of which one comes after it.
  const raw = all.map((series) => ({ ...series, values: series.points(from, end + reach) }));
  let series = step(raw, first, "aggregation", { start, end });
  for (const next of rest) series = step(series, next, "secondaryAggregation", { start, end });
  return series;
}

function step(
  all: readonly PointSeries[],
  { period, aligner, reducer, groupBy }: Aggregation,
  field: string,
  { start, end }: Interval,
): readonly PointSeries[] {
  const windows = windowsOf(start, end, period);
  const aligned = all.map((series) => {
    if (alignerFits(aligner, series) === false)
      throw unfit(`${field}.perSeriesAligner`, aligner, "aligner", series);
    return align(series, aligner, windows);
  });
  const kept = aligned.filter(({ values }) => values.length > 0);
  if (reducer === "REDUCE_NONE") return kept;
  for (const series of aligned) {
    if (reducerFits(reducer, series) === false)
      throw unfit(`${field}.crossSeriesReducer`, reducer, "reducer", series);
  }
  return reduce(kept, reducer, groupBy);
}

function unfit(field: string, name: string, what: string, { kind, valueType }: PointSeries): Error {
  return invalidArgument(
    `Field ${field} had an invalid value of "${name}": The ${what} cannot be applied to metrics with kind ${kind} and value type ${valueType}.`,
  );
}

/** The parts of one aggregation as a call has them. */
export interface AggregationParameters {
  readonly alignmentPeriod?: string | undefined;
  readonly perSeriesAligner?: string | undefined;
  readonly crossSeriesReducer?: string | undefined;
  readonly groupByFields?: readonly string[] | undefined;
}

const MOST_PERIOD = 104 * 7 * 86_400;

/**
 * Reads one aggregation; undefined when the call leaves the points as they are.
 *
 * @param field its name in the request
 * @throws RpcError 400 in the service's words
 */
export function readAggregation(parts: AggregationParameters, field: string): Aggregation | undefined {
  const { alignmentPeriod, groupByFields = [] } = parts;
  const aligner = enumName(parts.perSeriesAligner, ALIGNER_NUMBERS, `${field}.perSeriesAligner`, isAligner);
  const reducer = enumName(
    parts.crossSeriesReducer,
    REDUCER_NUMBERS,
    `${field}.crossSeriesReducer`,
    isReducer,
  );
  const hasPeriod = alignmentPeriod !== undefined && alignmentPeriod !== "" && alignmentPeriod !== "0s";
  if (aligner === undefined || aligner === "ALIGN_NONE") {
    if ((hasPeriod || (reducer ?? "REDUCE_NONE") !== "REDUCE_NONE") && aligner === undefined)
      throw missing(`${field}.perSeriesAligner`);
    if ((reducer ?? "REDUCE_NONE") !== "REDUCE_NONE")
      throw refused(
        `${field}.perSeriesAligner`,
        "ALIGN_NONE",
        "The aligner must be set when a reducer is specified.",
      );
    return undefined;
  }
  if (!hasPeriod) throw missing(`${field}.alignmentPeriod`);
  const seconds = /^(\d+(?:\.\d+)?)s$/.exec(alignmentPeriod)?.[1];
  if (seconds === undefined)
    throw refused(`${field}.alignmentPeriod`, alignmentPeriod, "Illegal duration format.");
  if (Number(seconds) < 60)
    throw refused(
      `${field}.alignmentPeriod`,
      alignmentPeriod,
      "The alignment period must be greater than or equal to 1 minute.",
    );
  if (Number(seconds) > MOST_PERIOD)
    throw refused(
      `${field}.alignmentPeriod`,
      alignmentPeriod,
      "The alignment period must be less than or equal to 104 weeks.",
    );
  return {
    period: Number(seconds) * 1000,
    aligner,
    reducer: reducer ?? "REDUCE_NONE",
    groupBy: (reducer ?? "REDUCE_NONE") === "REDUCE_NONE" ? [] : groupByFields,
  };
}

/** Numbers of the enum values, which a client may send instead of the names. */
const ALIGNER_NUMBERS: Readonly<Record<string, number>> = {
  ALIGN_NONE: 0,
  ALIGN_DELTA: 1,
  ALIGN_RATE: 2,
  ALIGN_INTERPOLATE: 3,
  ALIGN_NEXT_OLDER: 4,
  ALIGN_MIN: 10,
  ALIGN_MAX: 11,
  ALIGN_MEAN: 12,
  ALIGN_COUNT: 13,
  ALIGN_SUM: 14,
  ALIGN_STDDEV: 15,
  ALIGN_COUNT_TRUE: 16,
  ALIGN_FRACTION_TRUE: 17,
  ALIGN_COUNT_FALSE: 24,
  ALIGN_PERCENTILE_99: 18,
  ALIGN_PERCENTILE_95: 19,
  ALIGN_PERCENTILE_50: 20,
  ALIGN_PERCENTILE_05: 21,
  ALIGN_PERCENT_CHANGE: 23,
};
const REDUCER_NUMBERS: Readonly<Record<string, number>> = {
  REDUCE_NONE: 0,
  REDUCE_MEAN: 1,
  REDUCE_MIN: 2,
  REDUCE_MAX: 3,
  REDUCE_SUM: 4,
  REDUCE_STDDEV: 5,
  REDUCE_COUNT: 6,
  REDUCE_COUNT_TRUE: 7,
  REDUCE_FRACTION_TRUE: 8,
  REDUCE_COUNT_FALSE: 15,
  REDUCE_PERCENTILE_99: 9,
  REDUCE_PERCENTILE_95: 10,
  REDUCE_PERCENTILE_50: 11,
  REDUCE_PERCENTILE_05: 12,
};

function enumName(
  text: string | undefined,
  numbers: Readonly<Record<string, number>>,
  field: string,
  isKnown: (name: string) => boolean,
): string | undefined {
  if (text === undefined || text === "") return undefined;
  const name = Object.entries(numbers).find(([, number]) => String(number) === text)?.[0] ?? text;
  if (isKnown(name) || name === "ALIGN_NONE" || name === "REDUCE_NONE") return name;
  const type = field.endsWith("perSeriesAligner") ? "Aligner" : "Reducer";
  throw invalidArgument(
    `Invalid value at '${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}' (type.googleapis.com/google.monitoring.v3.Aggregation.${type}), "${text}"`,
  );
}

export function missing(field: string): Error {
  return invalidArgument(`Request was missing field ${field}.`);
}

export function refused(field: string, value: string, why: string): Error {
  return invalidArgument(`Field ${field} had an invalid value of "${value}": ${why}`);
}
