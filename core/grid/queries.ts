import { isObject, listOf, type Members, membersOf, stringOf } from "../shape";
import { singleLine } from "./shorten";

/** Longest piece of a query that is shown. */
const SHOWN = 90;

/** How much of a query is looked at. */
const READ = 2000;

/** What a `TimeSeriesQuery` asks for, in a few words: the metric where a filter names one, else the query's start. */
export function describeQuery(value: unknown): string {
  const query = membersOf(value);
  if (isObject(query["timeSeriesFilter"])) return metricOf(query["timeSeriesFilter"]);
  if (isObject(query["timeSeriesFilterRatio"])) {
    const ratio = query["timeSeriesFilterRatio"];
    const [top, below] = [metricOf(membersOf(ratio["numerator"])), metricOf(membersOf(ratio["denominator"]))];
    return top === below ? `ratio of ${top}` : `ratio ${top} ÷ ${below}`;
  }
  if (typeof query["prometheusQuery"] === "string") return labelled("PromQL", query["prometheusQuery"]);
  if (typeof query["timeSeriesQueryLanguage"] === "string") {
    return labelled("MQL", query["timeSeriesQueryLanguage"]);
  }
  if (isObject(query["opsAnalyticsQuery"]))
    return labelled("SQL", stringOf(query["opsAnalyticsQuery"]["sql"]));
  if (isObject(query["traceQuery"])) {
    const what = stringOf(query["traceQuery"]["spanDataValue"]).replace(/^SPAN_/, "");
    return what ? `spans: ${what.toLowerCase().replaceAll("_", " ")}` : "spans";
  }
  return "no query";
}

/** The first query of a list of data sets, and how many more there are. */
export function describeDataSets(value: unknown): string {
  const sets = listOf(value);
  if (sets.length === 0) return "no data sets";
  const distinct = [
    ...new Set(sets.slice(0, 50).map((set) => describeQuery(membersOf(set)["timeSeriesQuery"]))),
  ];
  if (sets.length === 1) return distinct[0]!;
  return distinct.length === 1
    ? `${sets.length} data sets of ${distinct[0]}`
    : `${distinct[0]} and ${sets.length - 1} more`;
}

function metricOf(filter: Members): string {
  const text = stringOf(filter["filter"]);
  const metric = /metric\.type\s*=\s*"([^"]{1,300})"/.exec(text)?.[1];
  if (metric) return singleLine(metric.replace(".googleapis.com/", "/"), SHOWN);
  return text.trim() ? labelled("filter", text) : "empty filter";
}

function labelled(language: string, query: string): string {
  const text = singleLine(withoutComments(query.slice(0, READ)), SHOWN);
  return text ? `${language}: ${text}` : `empty ${language} query`;
}

/** Removes comment lines of PromQL, MQL and SQL. */
function withoutComments(query: string): string {
  return query.replace(/^\s*(#|--|\/\/).*$/gm, "");
}
