import { isObject, listOf, membersOf, stringOf } from "../../shape";
import { describeQuery } from "../queries";
import {
  MAX_QUERY_LENGTH,
  MAX_SAMPLE_SERIES,
  type MetricLookup,
  type QueryFacts,
  type ReadFacts,
  type ValueShape,
} from "./facts";
import { filterFacts, ratioFacts } from "./filter-facts";
import { hashOf } from "./random";
import { sqlFacts } from "./sql-facts";
import { mqlFacts, promqlFacts } from "./text-facts";
import { shapeOfUnit } from "./unit-shape";

const NOTHING_KNOWN: ReadFacts = {
  unit: "",
  values: "level",
  labels: [],
  series: 1,
  period: 0,
};

/** Facts that were read before, by the text of the query: while the user types, all queries but one stay the same. */
const read = new WeakMap<MetricLookup, Map<string, QueryFacts>>();
const MOST_KEPT = 2000;
const LONGEST_KEPT = 4000;

/** The facts of a `TimeSeriesQuery`. Anything odd counts as not known. The same query gives the same object. */
export function factsOf(value: unknown, lookup: MetricLookup): QueryFacts {
  const query = membersOf(value);
  const text = JSON.stringify(query);
  let kept = read.get(lookup);
  if (!kept || kept.size >= MOST_KEPT) read.set(lookup, (kept = new Map()));
  let facts = kept.get(text);
  if (!facts) {
    facts = readFacts(query, text, lookup);
    if (text.length <= LONGEST_KEPT) kept.set(text, facts);
  }
  return facts;
}

function readFacts(query: Readonly<Record<string, unknown>>, text: string, lookup: MetricLookup): QueryFacts {
  const facts = { name: describeQuery(query), key: keyOf(text), ...fromSource(query, lookup) };
  const override = stringOf(query["unitOverride"]).slice(0, 40);
  return override ? { ...facts, unit: override, values: reshaped(facts.values, override) } : facts;
}

const QUANTILES = /PERCENTILE_\d\d|quantile\w*\s*\(\s*[\d.]+|percentile\s+[\d.]+/g;

/** Quantiles of one distribution have one key, so that their curves go together. */
function keyOf(query: string): string {
  return (hashOf(query.slice(0, MAX_QUERY_LENGTH).replace(QUANTILES, "")) >>> 0).toString(36);
}

function fromSource(query: Readonly<Record<string, unknown>>, lookup: MetricLookup): ReadFacts {
  if (isObject(query["timeSeriesFilter"])) return filterFacts(query["timeSeriesFilter"], lookup);
  if (isObject(query["timeSeriesFilterRatio"])) return ratioFacts(query["timeSeriesFilterRatio"], lookup);
  if (typeof query["prometheusQuery"] === "string") return promqlFacts(query["prometheusQuery"], lookup);
  if (typeof query["timeSeriesQueryLanguage"] === "string") {
    return mqlFacts(query["timeSeriesQueryLanguage"], lookup);
  }
  if (isObject(query["opsAnalyticsQuery"])) return sqlFacts(stringOf(query["opsAnalyticsQuery"]["sql"]));
  if (isObject(query["traceQuery"])) return traceFacts(query["traceQuery"]);
  return NOTHING_KNOWN;
}

function traceFacts(query: Readonly<Record<string, unknown>>): ReadFacts {
  const names = listOf(membersOf(query["spanFilters"])["displayNames"]).map(stringOf).filter(Boolean);
  const isDuration = /DURATION|LATENCY/.test(stringOf(query["spanDataValue"]));
  return {
    ...NOTHING_KNOWN,
    ...(isDuration ? { unit: "s", values: "level" } : { unit: "1", values: "rate" }),
    labels: [{ key: "span_name", of: "", values: names.slice(0, MAX_SAMPLE_SERIES) }],
    series: Math.min(Math.max(names.length, 1), MAX_SAMPLE_SERIES),
  };
}

/** A unit of percents says more about the numbers than what they were counted from. */
function reshaped(values: ValueShape, unit: string): ValueShape {
  if (values === "distribution" || values === "flag") return values;
  return shapeOfUnit(unit) ?? (values === "share" || values === "percent" ? "level" : values);
}
