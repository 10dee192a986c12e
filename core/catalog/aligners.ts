import type { MetricKind, ValueType } from "./types";

/**
 * Which aligners and reducers apply to which time series, from the descriptions of the Aligner and Reducer enums. The
 * service checks this when a chart is queried; there is no evidence that it does when a dashboard is saved. Percentiles
 * of a cumulative distribution are accepted, because Google's recommendations contradict the descriptions.
 */

/** Kind and value type of a time series; undefined means unknown, to which everything applies. */
export interface SeriesType {
  readonly kind: MetricKind | undefined;
  readonly valueType: ValueType | undefined;
}

interface Rule {
  readonly kinds: readonly MetricKind[];
  readonly valueTypes: readonly ValueType[];
  /** Undefined: not stated. */
  readonly kindAfter: MetricKind | "same" | undefined;
  readonly valueTypeAfter: ValueType | "same";
}

const anyKind: readonly MetricKind[] = ["GAUGE", "DELTA", "CUMULATIVE"];
const running: readonly MetricKind[] = ["CUMULATIVE", "DELTA"];
const aligned: readonly MetricKind[] = ["GAUGE", "DELTA"];
const gauge: readonly MetricKind[] = ["GAUGE"];

const anyType: readonly ValueType[] = ["BOOL", "INT64", "DOUBLE", "STRING", "DISTRIBUTION"];
const numeric: readonly ValueType[] = ["INT64", "DOUBLE"];
const counted: readonly ValueType[] = ["INT64", "DOUBLE", "DISTRIBUTION"];
const bool: readonly ValueType[] = ["BOOL"];
const distribution: readonly ValueType[] = ["DISTRIBUTION"];

const rule = (
  kinds: Rule["kinds"],
  valueTypes: Rule["valueTypes"],
  kindAfter: Rule["kindAfter"],
  valueTypeAfter: Rule["valueTypeAfter"],
): Rule => ({ kinds, valueTypes, kindAfter, valueTypeAfter });

const aligners = new Map<string, Rule>(
  Object.entries({
    ALIGN_NONE: rule(anyKind, anyType, "same", "same"),
    ALIGN_DELTA: rule(running, counted, "DELTA", "same"),
    ALIGN_RATE: rule(running, numeric, "GAUGE", "DOUBLE"),
    ALIGN_INTERPOLATE: rule(gauge, numeric, "GAUGE", "same"),
    ALIGN_NEXT_OLDER: rule(gauge, anyType, "GAUGE", "same"),
    ALIGN_MIN: rule(aligned, numeric, undefined, "same"),
    ALIGN_MAX: rule(aligned, numeric, undefined, "same"),
    ALIGN_MEAN: rule(aligned, numeric, undefined, "DOUBLE"),
    ALIGN_COUNT: rule(aligned, [...numeric, "BOOL"], undefined, "INT64"),
    ALIGN_SUM: rule(aligned, counted, undefined, "same"),
    ALIGN_STDDEV: rule(aligned, numeric, undefined, "DOUBLE"),
    ALIGN_COUNT_TRUE: rule(gauge, bool, undefined, "INT64"),
    ALIGN_COUNT_FALSE: rule(gauge, bool, undefined, "INT64"),
    ALIGN_FRACTION_TRUE: rule(gauge, bool, undefined, "DOUBLE"),
    ALIGN_PERCENTILE_99: rule(anyKind, distribution, "GAUGE", "DOUBLE"),
    ALIGN_PERCENTILE_95: rule(anyKind, distribution, "GAUGE", "DOUBLE"),
    ALIGN_PERCENTILE_50: rule(anyKind, distribution, "GAUGE", "DOUBLE"),
    ALIGN_PERCENTILE_05: rule(anyKind, distribution, "GAUGE", "DOUBLE"),
    ALIGN_PERCENT_CHANGE: rule(aligned, numeric, "GAUGE", "DOUBLE"),
  }),
);

const reducers = new Map<string, Rule>(
  Object.entries({
    REDUCE_NONE: rule(anyKind, anyType, "same", "same"),
    REDUCE_MEAN: rule(aligned, counted, undefined, "DOUBLE"),
    REDUCE_MIN: rule(aligned, numeric, undefined, "same"),
    REDUCE_MAX: rule(aligned, numeric, undefined, "same"),
    REDUCE_SUM: rule(aligned, counted, undefined, "same"),
    REDUCE_STDDEV: rule(aligned, counted, undefined, "DOUBLE"),
    REDUCE_COUNT: rule(aligned, anyType, undefined, "INT64"),
    REDUCE_COUNT_TRUE: rule(aligned, bool, undefined, "INT64"),
    REDUCE_COUNT_FALSE: rule(aligned, bool, undefined, "INT64"),
    REDUCE_FRACTION_TRUE: rule(aligned, bool, undefined, "DOUBLE"),
    REDUCE_PERCENTILE_99: rule(aligned, counted, undefined, "DOUBLE"),
    REDUCE_PERCENTILE_95: rule(aligned, counted, undefined, "DOUBLE"),
    REDUCE_PERCENTILE_50: rule(aligned, counted, undefined, "DOUBLE"),
    REDUCE_PERCENTILE_05: rule(aligned, counted, undefined, "DOUBLE"),
  }),
);

/** The aligner to offer first for a kind of series. */
const usualAligner: Record<string, string> = {
  "GAUGE INT64": "ALIGN_MEAN",
  "GAUGE DOUBLE": "ALIGN_MEAN",
  "GAUGE BOOL": "ALIGN_FRACTION_TRUE",
  "GAUGE STRING": "ALIGN_NEXT_OLDER",
  "GAUGE DISTRIBUTION": "ALIGN_SUM",
  "DELTA INT64": "ALIGN_RATE",
  "DELTA DOUBLE": "ALIGN_RATE",
  "DELTA DISTRIBUTION": "ALIGN_DELTA",
  "CUMULATIVE INT64": "ALIGN_RATE",
  "CUMULATIVE DOUBLE": "ALIGN_RATE",
  "CUMULATIVE DISTRIBUTION": "ALIGN_DELTA",
};

/** Whether `aligner` may be applied to such a series; undefined for an aligner that is not known here. */
export function alignerFits(aligner: string, series: SeriesType): boolean | undefined {
  return fits(aligners.get(aligner), series);
}

/** Whether `reducer` may be applied to such a series, which is the one *after* the aligner. */
export function reducerFits(reducer: string, series: SeriesType): boolean | undefined {
  return fits(reducers.get(reducer), series);
}

/** Aligners that fit such a series, the usual one first. */
export function alignersFor(series: SeriesType): string[] {
  const usual = usualAligner[`${series.kind} ${series.valueType}`];
  const fitting = [...aligners.keys()].filter((name) => fits(aligners.get(name), series));
  return usual ? [usual, ...fitting.filter((name) => name !== usual)] : fitting;
}

/** Reducers that fit such a series, which is the one after the aligner. */
export function reducersFor(series: SeriesType): string[] {
  return [...reducers.keys()].filter((name) => fits(reducers.get(name), series));
}

/** The series that comes out of an aligner; kinds that the descriptions leave open stay undefined. */
export function afterAligner(aligner: string, series: SeriesType): SeriesType {
  return after(aligners.get(aligner), series);
}

/** The series that comes out of a reducer. */
export function afterReducer(reducer: string, series: SeriesType): SeriesType {
  return after(reducers.get(reducer), series);
}

function fits(rule: Rule | undefined, series: SeriesType): boolean | undefined {
  if (!rule) return undefined;
  const kindFits = series.kind === undefined || rule.kinds.includes(series.kind);
  return kindFits && (series.valueType === undefined || rule.valueTypes.includes(series.valueType));
}

function after(rule: Rule | undefined, series: SeriesType): SeriesType {
  if (!rule) return { kind: undefined, valueType: undefined };
  return {
    kind: rule.kindAfter === "same" ? series.kind : rule.kindAfter,
    valueType: rule.valueTypeAfter === "same" ? series.valueType : rule.valueTypeAfter,
  };
}
