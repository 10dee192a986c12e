import { labelName, NotExact, type Pipeline, selector } from "./series";

/** Aligners of gauges and the functions that do the same over a range. */
const OVER_TIME: Readonly<Record<string, string>> = {
  ALIGN_MEAN: "avg_over_time",
  ALIGN_MIN: "min_over_time",
  ALIGN_MAX: "max_over_time",
  ALIGN_SUM: "sum_over_time",
  ALIGN_COUNT: "count_over_time",
  ALIGN_NEXT_OLDER: "last_over_time",
};

/** The same for booleans, which PromQL reads as 0 and 1. */
const OF_BOOLEANS: Readonly<Record<string, string>> = {
  ALIGN_FRACTION_TRUE: "avg_over_time",
  ALIGN_COUNT_TRUE: "sum_over_time",
  ALIGN_COUNT: "count_over_time",
  ALIGN_NEXT_OLDER: "last_over_time",
};

const REDUCERS: Readonly<Record<string, string>> = {
  REDUCE_SUM: "sum",
  REDUCE_MEAN: "avg",
  REDUCE_MIN: "min",
  REDUCE_MAX: "max",
  REDUCE_COUNT: "count",
};

/**
 * A pipeline in PromQL.
 *
 * @throws NotExact when PromQL has nothing that computes the same
 */
export function printPipeline(pipeline: Pipeline): string {
  const { valueType } = pipeline.series.metric;
  return valueType === "DISTRIBUTION" ? ofDistribution(pipeline) : reduced(pipeline, aligned(pipeline));
}

/** The labels that stay, as PromQL writes them behind an aggregation. */
export function groupingOf({ series, by }: Pipeline): string[] {
  return [...new Set(by.map((label) => labelName(series, label)))];
}

function aligned(pipeline: Pipeline): string {
  const { series, aligner, range } = pipeline;
  const { kind, valueType } = series.metric;
  const over = (name: string) => `${name}(${selector(pipeline)}[${range}])`;
  if (kind !== "GAUGE") {
    if (aligner === "ALIGN_RATE") return over("rate");
    if (aligner === "ALIGN_DELTA") return over("increase");
    throw new NotExact(`${aligner} of a ${kind} metric has no counterpart`);
  }
  const name = (valueType === "BOOL" ? OF_BOOLEANS : OVER_TIME)[aligner];
  if (!name) throw new NotExact(`${aligner} has no counterpart`);
  return over(name);
}

function reduced(pipeline: Pipeline, inner: string): string {
  const { reducer, by } = pipeline;
  if (reducer === "REDUCE_NONE") return inner;
  const labels = groupingOf(pipeline);
  const grouping = by.length > 0 ? ` by (${labels.join(", ")}) ` : "";
  const percentile = /^REDUCE_PERCENTILE_(\d\d)$/.exec(reducer)?.[1];
  if (percentile) return `quantile${grouping}(0.${percentile}, ${inner})`;
  const name = REDUCERS[reducer];
  if (!name) throw new NotExact(`${reducer} has no counterpart`);
  return `${name}${grouping}(${inner})`;
}

/** A percentile of a distribution; nothing else of it is a number that PromQL computes alike. */
function ofDistribution(pipeline: Pipeline): string {
  const { aligner, reducer, range, series } = pipeline;
  if (series.metric.kind === "GAUGE") throw new NotExact("gauges with distributions have no counterpart");
  const buckets = `rate(${selector(pipeline, "_bucket")}[${range}])`;
  const own = /^ALIGN_PERCENTILE_(\d\d)$/.exec(aligner)?.[1];
  if (own) return reduced(pipeline, `histogram_quantile(0.${own}, ${buckets})`);
  const combined = /^REDUCE_PERCENTILE_(\d\d)$/.exec(reducer)?.[1];
  if (aligner !== "ALIGN_DELTA" || !combined)
    throw new NotExact("of a distribution only percentiles can be converted");
  const labels = ["le", ...groupingOf(pipeline)].join(", ");
  return `histogram_quantile(0.${combined}, sum by (${labels}) (${buckets}))`;
}
