import { listOf, type Members, membersOf, stringOf } from "../../shape";
import { truncateText } from "../shorten";
import {
  type LabelFacts,
  type LabelScope,
  MAX_QUERY_LENGTH,
  MAX_SAMPLE_SERIES,
  type MetricFacts,
  type MetricLookup,
  type QueryFacts,
  type ReadFacts,
  type ValueShape,
} from "./facts";
import { isShareOfOne, shapeOfUnit, unitOfName } from "./unit-shape";

/** Tells series apart of which no label is known. */
export const UNKNOWN_LABEL: LabelFacts = { key: "series", of: "", values: [] };

/** What is measured, on its way through the steps of a query. */
interface Measure {
  readonly unit: string;
  readonly values: ValueShape;
}

/** The facts of a `TimeSeriesFilter`. */
export function filterFacts(query: Members, lookup: MetricLookup): ReadFacts {
  const text = stringOf(query["filter"]).slice(0, MAX_QUERY_LENGTH);
  const type = metricTypeOf(text);
  const metric = lookup(type);
  const steps = [membersOf(query["aggregation"]), membersOf(query["secondaryAggregation"])];
  return {
    ...(type === "" ? {} : { name: shortName(type) }),
    ...steps.reduce<Measure>(afterStep, measureOf(metric, type)),
    ...seriesOf(steps, metric, fixedLabels(text), limitOf(query)),
    period: periodOf(steps),
    ...quantileOf(steps),
  };
}

/** The quantile that the first step with one takes. */
function quantileOf(steps: readonly Members[]): Pick<QueryFacts, "quantile"> {
  const words = steps.map((step) => `${stringOf(step["perSeriesAligner"])} ${reducerOf(step)}`).join(" ");
  const percent = /PERCENTILE_(\d\d)/.exec(words)?.[1];
  return percent === undefined ? {} : { quantile: Number(percent) / 100 };
}

/** The facts of a `TimeSeriesFilterRatio`: a share when both sides count the same, else a number of its own. */
export function ratioFacts(query: Members, lookup: MetricLookup): ReadFacts {
  const sides = ["numerator", "denominator"].map((side) => filterFacts(membersOf(query[side]), lookup)) as [
    ReadFacts,
    ReadFacts,
  ];
  const [top, below] = sides;
  const share = top.unit === below.unit;
  const secondary = membersOf(query["secondaryAggregation"]);
  const reduced = reducerOf(secondary) !== "REDUCE_NONE";
  return {
    unit: share ? "10^2.%" : "",
    values: share ? "share" : "rate",
    labels: top.labels,
    series: Math.min(reduced ? 1 : Math.min(top.series, below.series), limitOf(query)),
    period: Math.max(top.period, below.period),
  };
}

function metricTypeOf(filter: string): string {
  return /metric\.type\s*=\s*"([^"]{1,300})"/.exec(filter)?.[1] ?? "";
}

/** Values that the filter fixes, by label key. */
function fixedLabels(filter: string): Map<string, string> {
  const fixed = new Map<string, string>();
  const pattern = /\.labels?\.(?:"([^"]{1,100})"|([\w-]{1,100}))\s*=\s*"([^"$]{1,100})"/g;
  for (const [, quoted, bare, value] of filter.matchAll(pattern)) fixed.set((quoted ?? bare)!, value!);
  return fixed;
}

/** Without the service, and the own name of a metric that came from Prometheus. */
function shortName(type: string): string {
  const own = /^prometheus\.googleapis\.com\/([^/]+)\//.exec(type)?.[1];
  return truncateText(own ?? type.replace(/^[^/]*\//, ""), 90);
}

function measureOf(metric: MetricFacts | undefined, type: string): Measure {
  const byName = unitOfName(shortName(type));
  if (!metric) return { unit: byName, values: shapeOfUnit(byName) ?? "level" };
  const unit = metric.unit || byName;
  if (metric.valueType === "DISTRIBUTION") return { unit, values: "distribution" };
  if (metric.valueType === "BOOL") return { unit: "1", values: "flag" };
  const byUnit = shapeOfUnit(unit);
  if (byUnit) return { unit, values: byUnit };
  if (metric.valueType === "DOUBLE" && isShareOfOne(type, unit)) return { unit, values: "share" };
  if (metric.kind !== "GAUGE" && metric.kind !== undefined) return { unit, values: "count" };
  return { unit, values: metric.valueType === "INT64" && isPure(unit) ? "count" : "level" };
}

/** Counts of things rather than amounts: `1`, or nothing but an annotation. */
function isPure(unit: string): boolean {
  return unit === "1" || /^(?:1)?\{[^}]*\}$/.test(unit);
}

/** What an alignment and reduction make of the values. */
function afterStep(measure: Measure, step: Members): Measure {
  return afterReducer(afterAligner(measure, stringOf(step["perSeriesAligner"])), reducerOf(step));
}

function afterAligner(measure: Measure, aligner: string): Measure {
  switch (aligner) {
    case "ALIGN_RATE":
      return { unit: perSecond(measure.unit), values: "rate" };
    case "ALIGN_COUNT":
    case "ALIGN_COUNT_TRUE":
    case "ALIGN_COUNT_FALSE":
      return { unit: "1", values: "count" };
    case "ALIGN_FRACTION_TRUE":
      return { unit: "10^2.%", values: "share" };
    case "ALIGN_PERCENT_CHANGE":
      return { unit: "%", values: "percent" };
    default:
      return aligner.startsWith("ALIGN_PERCENTILE") ? numbered(measure) : measure;
  }
}

function afterReducer(measure: Measure, reducer: string): Measure {
  switch (reducer) {
    case "REDUCE_COUNT":
    case "REDUCE_COUNT_TRUE":
    case "REDUCE_COUNT_FALSE":
      return { unit: "1", values: "count" };
    case "REDUCE_FRACTION_TRUE":
      return { unit: "10^2.%", values: "share" };
    case "REDUCE_NONE":
    case "REDUCE_SUM":
    case "":
      return measure;
    default:
      return numbered(measure);
  }
}

/** One number out of a distribution. */
function numbered(measure: Measure): Measure {
  return measure.values === "distribution" ? { unit: measure.unit, values: "level" } : measure;
}

/** Seconds a second is a share of the time. */
export function perSecond(unit: string): string {
  if (unit === "s" || unit === "s{CPU}") return "1";
  return unit === "" || unit === "1" ? "1/s" : `${unit}/s`;
}

function reducerOf(step: Members): string {
  return stringOf(step["crossSeriesReducer"]) || "REDUCE_NONE";
}

/** Which labels tell the series apart, and how many series there are. */
function seriesOf(
  steps: readonly Members[],
  metric: MetricFacts | undefined,
  fixed: ReadonlyMap<string, string>,
  limit: number,
): Pick<ReadFacts, "labels" | "series"> {
  const last = [...steps].reverse().find((step) => reducerOf(step) !== "REDUCE_NONE");
  const known = metric?.labels ?? [];
  const free = known.length > 0 ? telling(known) : [UNKNOWN_LABEL];
  const wanted = last ? listOf(last["groupByFields"]).map((field) => groupLabel(stringOf(field))) : free;
  const labels = wanted.slice(0, 4).map((label): LabelFacts => {
    const value = fixed.get(label.key);
    if (value !== undefined) return { ...label, values: [value] };
    const values = known.find(({ key, of }) => key === label.key && of === label.of)?.values ?? [];
    return { ...label, values };
  });
  return { labels, series: Math.min(seriesCount(labels, last === undefined), limit) };
}

/** Of an unreduced query: the labels that most likely differ. */
function telling(labels: readonly LabelFacts[]): readonly LabelFacts[] {
  const places = /^(project_id|project|location|zone|region)$/;
  const others = labels.filter(({ key }) => !places.test(key));
  return (others.length > 0 ? others : labels).slice(-2);
}

/** How many series labels give: as many as the first one that is not fixed has values, a few when that is not known. */
export function seriesCount(labels: readonly LabelFacts[], unreduced: boolean): number {
  const open = labels.find(({ values }) => values.length !== 1);
  if (!open) return labels.length > 0 || !unreduced ? 1 : 3;
  if (open.values.length > 1) return Math.min(open.values.length, MAX_SAMPLE_SERIES);
  return 3 + (open.key.length % 3);
}

/** A label reference such as `resource.label."zone"` or `metadata.user_labels.app`. */
export function groupLabel(reference: string): LabelFacts {
  const match =
    /^(resource|metric|metadata\.system|metadata\.user)[._]?labels?\.?"?(.*?)"?$/.exec(reference) ??
    undefined;
  const scopes: Readonly<Record<string, LabelScope>> = {
    resource: "resource",
    metric: "metric",
    "metadata.system": "system",
    "metadata.user": "user",
  };
  const key = (match?.[2] || reference).slice(0, 100);
  return { key, of: scopes[match?.[1] ?? ""] ?? "", values: [] };
}

function limitOf(query: Members): number {
  const count = Number(membersOf(query["pickTimeSeriesFilter"])["numTimeSeries"] ?? MAX_SAMPLE_SERIES);
  return count >= 1 ? Math.min(Math.floor(count), MAX_SAMPLE_SERIES) : MAX_SAMPLE_SERIES;
}

/** The longest alignment period of the steps, in seconds. */
function periodOf(steps: readonly Members[]): number {
  return Math.max(...steps.map((step) => secondsOf(step["alignmentPeriod"])));
}

/** Seconds of a duration such as `60s`; 0 for anything else. */
export function secondsOf(duration: unknown): number {
  const seconds = Number(/^(\d{1,12}(?:\.\d+)?)s$/.exec(stringOf(duration))?.[1] ?? 0);
  return Number.isFinite(seconds) ? seconds : 0;
}
