import type { LabelScope } from "../grid/samples/facts";
import { integerOf, isObject, listOf, type Members, membersOf, stringOf } from "../shape";
import type { Histogram, LivePoint, LiveSeries, SeriesLabel } from "./model";

/** One page of `projects.timeSeries.list`, read. */
export interface ListPage {
  readonly series: readonly LiveSeries[];
  readonly unit: string;
  readonly partial: readonly string[];
}

/** Reads a page of series. What cannot be read is left out. */
export function readListPage(page: unknown): ListPage {
  const members = membersOf(page);
  return {
    series: listOf(members["timeSeries"]).filter(isObject).map(seriesOf),
    unit: unitOf(members["unit"]),
    partial: [
      ...listOf(members["executionErrors"]).map(
        (error) => stringOf(membersOf(error)["message"]) || "unknown error",
      ),
      ...listOf(members["unreachable"]).map((place) => `${stringOf(place)} is unreachable`),
    ],
  };
}

/** Joins the parts of series that were cut between pages. Points stay oldest first. */
export function joinPages(pages: readonly ListPage[]): ListPage {
  const series = new Map<string, LiveSeries>();
  for (const one of pages.flatMap((page) => page.series)) {
    const key = seriesKey(one);
    const known = series.get(key);
    // Later pages hold older points.
    series.set(key, known ? { ...known, points: [...one.points, ...known.points] } : one);
  }
  return {
    series: [...series.values()],
    unit: pages.find(({ unit }) => unit !== "")?.unit ?? "",
    partial: [...new Set(pages.flatMap(({ partial }) => partial))],
  };
}

/** The same text for parts of the same series. */
function seriesKey({ metric, labels }: LiveSeries): string {
  return JSON.stringify([metric, ...labels.map(({ of, key, value }) => [of, key, value])]);
}

function seriesOf(value: Members): LiveSeries {
  const metric = membersOf(value["metric"]);
  const resource = membersOf(value["resource"]);
  const metadata = membersOf(value["metadata"]);
  return {
    metric: stringOf(metric["type"]),
    labels: [
      ...labelsOf(resource["labels"], "resource"),
      ...labelsOf(metric["labels"], "metric"),
      ...labelsOf(metadata["systemLabels"], "system"),
      ...labelsOf(metadata["userLabels"], "user"),
    ],
    points: listOf(value["points"])
      .flatMap(pointOf)
      .sort((a, b) => a.time - b.time),
    unit: unitOf(value["unit"]),
  };
}

function labelsOf(value: unknown, of: LabelScope): SeriesLabel[] {
  return Object.entries(membersOf(value))
    .map(([key, label]) => ({ key, of, value: Array.isArray(label) ? label.join(", ") : String(label) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
}

function unitOf(value: unknown): string {
  const unit = stringOf(value);
  return unit === "{not_a_unit}" ? "" : unit;
}

function pointOf(value: unknown): LivePoint[] {
  const { interval, value: typed } = membersOf(value);
  const time = Date.parse(stringOf(membersOf(interval)["endTime"]));
  const read = valueOf(membersOf(typed));
  return Number.isNaN(time) || read === undefined ? [] : [{ time, value: read }];
}

function valueOf(value: Members): number | Histogram | undefined {
  if (typeof value["boolValue"] === "boolean") return Number(value["boolValue"]);
  if ("int64Value" in value) return integerOf(value["int64Value"]);
  if ("distributionValue" in value) return histogramOf(membersOf(value["distributionValue"]));
  const double = value["doubleValue"];
  if (typeof double === "number") return double;
  const words: Readonly<Record<string, number>> = {
    NaN: Number.NaN,
    Infinity: Number.POSITIVE_INFINITY,
    "-Infinity": Number.NEGATIVE_INFINITY,
  };
  // A string has no place on an axis.
  return typeof double === "string" ? words[double] : undefined;
}

/** More buckets come from nothing real. */
const MOST_BUCKETS = 2000;

function histogramOf(value: Members): Histogram | undefined {
  const bounds = boundsOf(membersOf(value["bucketOptions"]));
  const counts = listOf(value["bucketCounts"]).map((count) => integerOf(count) ?? 0);
  if (bounds.length > MOST_BUCKETS) return undefined;
  const whole = Array.from({ length: bounds.length + 1 }, (_, i) => counts[i] ?? 0);
  return { bounds, counts: whole, mean: Number(value["mean"] ?? 0) };
}

function boundsOf(options: Members): number[] {
  if (isObject(options["explicitBuckets"]))
    return listOf(options["explicitBuckets"]["bounds"]).map(Number).filter(Number.isFinite);
  const linear = options["linearBuckets"];
  const exponential = options["exponentialBuckets"];
  const buckets = membersOf(linear ?? exponential);
  const finite = Math.min(integerOf(buckets["numFiniteBuckets"]) ?? 0, MOST_BUCKETS);
  const number = (name: string) => Number(buckets[name] ?? 0);
  return Array.from({ length: finite + 1 }, (_, i) =>
    isObject(linear) ? number("offset") + number("width") * i : number("scale") * number("growthFactor") ** i,
  );
}

/** The answer to a PromQL query; undefined when it is none. */
export function readPrometheus(
  body: unknown,
): { readonly series: readonly LiveSeries[]; readonly partial: readonly string[] } | undefined {
  const answer = membersOf(body);
  const data = membersOf(answer["data"]);
  if (answer["status"] !== "success") return undefined;
  const partial = listOf(answer["warnings"]).map(stringOf).filter(Boolean);
  const { result, resultType } = data;
  if (resultType === "scalar" || resultType === "string")
    return { series: [{ metric: "", labels: [], points: promPoint(result), unit: "" }], partial };
  return { series: listOf(result).filter(isObject).map(promSeries), partial };
}

function promSeries(value: Members): LiveSeries {
  const { __name__: name, ...labels } = membersOf(value["metric"]);
  const points = Array.isArray(value["values"])
    ? value["values"].flatMap(promPoint)
    : promPoint(value["value"]);
  return { metric: stringOf(name), labels: labelsOf(labels, ""), points, unit: "" };
}

function promPoint(value: unknown): LivePoint[] {
  const [seconds, text] = listOf(value);
  if (typeof seconds !== "number" || typeof text !== "string") return [];
  const words: Readonly<Record<string, number>> = {
    "+Inf": Number.POSITIVE_INFINITY,
    "-Inf": Number.NEGATIVE_INFINITY,
    NaN: Number.NaN,
  };
  const number = words[text] ?? Number(text);
  return [{ time: Math.round(seconds * 1000), value: number }];
}
