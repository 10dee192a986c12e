import {
  type LabelFacts,
  MAX_QUERY_LENGTH,
  type MetricLookup,
  type QueryFacts,
  type ReadFacts,
} from "./facts";
import { groupLabel, perSecond, seriesCount, UNKNOWN_LABEL } from "./filter-facts";
import { isShareOfOne, shapeOfUnit, unitOfName } from "./unit-shape";

/** Functions that take one series and give one; everything else that takes `(` is looked over. */
const RATES = /\b(?:rate|irate|deriv)\s*\(/;
const QUANTILES = /\bhistogram_(?:quantile|avg|fraction)\s*\(/;
const INCREASES = /\b(?:increase|delta|idelta|changes|resets)\s*\(/;
const COUNTS = /\b(?:count|count_over_time|count_values)\b\s*(?:by|without|\()/;

/** The facts of a PromQL query, estimated from its words: good enough for sample data. */
export function promqlFacts(query: string, lookup: MetricLookup): ReadFacts {
  const text = withoutComments(query.slice(0, MAX_QUERY_LENGTH), /#.*$/gm);
  const name = metricName(text);
  const metric = lookup(name);
  const base: Base = {
    unit: metric?.unit ?? unitOfName(name),
    isDistribution: metric?.valueType === "DISTRIBUTION" || /_bucket$/.test(name),
    isShare: metric?.valueType !== "INT64" && isShareOfOne(name, metric?.unit ?? ""),
    isCount: /_count$/.test(name) && metric?.valueType !== "INT64" && metric?.valueType !== "DOUBLE",
  };
  return {
    ...(name === "" ? {} : { name }),
    ...promqlValues(text, base),
    ...promqlSeries(text, metric?.labels ?? []),
    period: 0,
    ...quantileOf(text),
  };
}

/** What is measured, as far as the metric tells. */
interface Base {
  readonly unit: string;
  readonly isDistribution: boolean;
  /** It counts events, whatever is measured about them. */
  readonly isCount: boolean;
  /** It lies between 0 and 1, as its name says. */
  readonly isShare: boolean;
}

function promqlValues(
  text: string,
  { unit, isDistribution, isCount, isShare }: Base,
): Pick<ReadFacts, "unit" | "values"> {
  if (/\*\s*100\b|\b100(?:\.0)?\s*\*/.test(text)) return { unit: "%", values: "percent" };
  if (isRatio(text)) return { unit: "10^2.%", values: "share" };
  if (QUANTILES.test(text)) return { unit, values: "level" };
  if (COUNTS.test(text)) return { unit: "1", values: "count" };
  if (RATES.test(text) && (isCount || !isDistribution)) {
    return { unit: isCount ? "1/s" : perSecond(unit), values: "rate" };
  }
  if (isDistribution) return { unit, values: "distribution" };
  if (BY_NUMBER.test(text)) return { unit: "", values: "level" };
  if (INCREASES.test(text)) return { unit, values: "count" };
  const shape = shapeOfUnit(unit) ?? (isShare ? "share" : undefined);
  return { unit, values: shape ?? (unit === "1" ? "count" : "level") };
}

function quantileOf(text: string): Pick<QueryFacts, "quantile"> {
  const quantile = Number(/quantile(?:_over_time)?\s*\(\s*(0?\.\d{1,6}|1)\s*,/.exec(text)?.[1]);
  return quantile > 0 ? { quantile } : {};
}

/** One aggregation by another at the top: `sum(…) / sum(…)`. */
function isRatio(text: string): boolean {
  return /\)\s*\/\s*(?:on\s*\(|ignoring\s*\(|\(*\s*(?:sum|avg|count|max|min|rate|increase)\b)/.test(text);
}

/** Divided by a number, as in `value / 3600` and `div(value, 3600)`. */
const BY_NUMBER = /\/\s*\d[\d.]*(?![\w.])|\bdiv\s*\([^()]*(?:\([^()]*\)[^()]*)*,\s*\d/;

function promqlSeries(text: string, known: readonly LabelFacts[]): Pick<ReadFacts, "labels" | "series"> {
  const top = /\b(?:top|bottom)k\s*\(\s*(\d{1,3})/.exec(text)?.[1];
  const by = /\bby\s*\(([^()]{0,400})\)/.exec(text)?.[1];
  const keys = by
    ?.split(",")
    .map((key) => key.trim().replace(/^"|"$/g, ""))
    .filter((key) => key !== "" && key !== "le" && !key.includes("$"));
  if (
    keys === undefined &&
    /^\s*(?:100(?:\.0)?\s*\*)?\s*\(*\s*(?:sum|avg|min|max|count|scalar|vector)\s*\(/.test(text)
  ) {
    return { labels: [], series: 1 };
  }
  const labels = (keys ?? []).slice(0, 4).map((key): LabelFacts => {
    const values = known.find((label) => label.key === key)?.values ?? [];
    return { ...groupLabel(key), values: fixedIn(text, key) ?? values };
  });
  const count = keys === undefined ? 3 : seriesCount(labels, false);
  if (keys === undefined) labels.push(UNKNOWN_LABEL);
  return { labels, series: top ? Math.max(1, Math.min(Number(top), 6)) : count };
}

function fixedIn(text: string, key: string): readonly string[] | undefined {
  const pattern = new RegExp(`[{,]\\s*${key.replace(/[^\w]/g, "\\$&")}\\s*=\\s*"([^"$]{1,100})"`);
  const value = pattern.exec(text)?.[1];
  return value === undefined ? undefined : [value];
}

const NOT_METRICS = new Set(
  "sum avg min max count by without on ignoring group_left group_right offset bool and or unless topk bottomk quantile stddev stdvar group le inf nan".split(
    " ",
  ),
);

/** The first word that can be a metric: no function, no keyword, nothing inside braces, brackets or quotes. */
function metricName(text: string): string {
  const quoted = /\{\s*(?:"?__name__"?\s*=\s*)?"([^"$]{3,300})"/.exec(text)?.[1];
  const bare = text
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, " ")
    .replace(/"[^"]*"|'[^']*'/g, " ")
    .replace(/\{[^}]*\}/g, "{ }")
    .replace(/\[[^\]]*\]/g, " ");
  for (const [, word, open] of bare.matchAll(/([A-Za-z_:][\w:]*)\s*(\(?)/g)) {
    if (!open && !NOT_METRICS.has(word!.toLowerCase())) return word!;
  }
  return quoted ?? "";
}

/** The facts of an MQL query, read off its words. */
export function mqlFacts(query: string, lookup: MetricLookup): ReadFacts {
  const text = withoutComments(query.slice(0, MAX_QUERY_LENGTH), /#.*$/gm);
  const name = /['"]?([\w.-]+\.(?:com|io|dev|goog)\/[\w./-]+)['"]?/.exec(text)?.[1] ?? "";
  const metric = lookup(name);
  const unit = metric?.unit ?? "";
  const groups = [...text.matchAll(/\bgroup_by\s*(?:\[[^\]]*\]|[\w.]+)/g)].at(-1)?.[0];
  const keys = groups
    ?.replace(/^group_by\s*\[?|\]$/g, "")
    .split(",")
    .map((key) => key.trim().replace(/^.*:\s*/, ""))
    .filter((key) => /^[\w.]+$/.test(key) && !/^\d+[smhdw]$/.test(key));
  const labels = (keys ?? []).slice(0, 4).map((key) => mqlLabel(key, keys ?? []));
  const series = groups === undefined ? 3 : seriesCount(labels, false);
  if (groups === undefined) labels.push(UNKNOWN_LABEL);
  const named = name === "" ? {} : { name: name.replace(".googleapis.com/", "/") };
  const rest = { ...named, labels, series, period: 0 };
  if (/\|\s*(?:ratio|div)\b/.test(text) || isRatio(text)) return { unit: "10^2.%", values: "share", ...rest };
  // What was counted is still counted after a division by a number, in an unknown unit.
  if (BY_NUMBER.test(text)) return { unit: "", values: "level", ...rest };
  if (/\brate\b/.test(text)) return { unit: perSecond(unit), values: "rate", ...rest };
  if (/\bpercentile\b/.test(text)) return { unit, values: "level", ...rest };
  if (metric?.valueType === "DISTRIBUTION") return { unit, values: "distribution", ...rest };
  const isShare = metric?.valueType === "DOUBLE" && isShareOfOne(name, unit);
  return { unit, values: shapeOfUnit(unit) ?? (isShare ? "share" : "level"), ...rest };
}

/** `resource.zone` is the label `zone` of the resource; the owner stays where another one has a label of that name. */
function mqlLabel(reference: string, all: readonly string[]): LabelFacts {
  const [, of, key] = /^(resource|metric)\.(\w+)$/.exec(reference) ?? [];
  const isShared = all.some((other) => other !== reference && other.replace(/^\w+\./, "") === key);
  if (key === undefined || isShared) return groupLabel(reference);
  return { key, of: of as "resource" | "metric", values: [] };
}

function withoutComments(query: string, pattern: RegExp): string {
  return query.replace(pattern, " ");
}
