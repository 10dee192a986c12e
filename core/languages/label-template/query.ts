import type { Catalog } from "../../catalog/catalog";
import { parseFilter, subjectOf } from "../filter";
import { resourceLabels } from "../filter/subject";
import type { LanguageContext } from "../language";
import { labelsOf } from "../promql/labels";
import { selectorsOf } from "../promql/selectors";
import { sourceOf } from "../promql/source";

/** What the query beside a template says about the labels that its series have. */
export interface QueryLabels {
  readonly language: "filter" | "promql" | "other";
  readonly metricType: string | undefined;
  readonly metric: readonly string[];
  /** There are no other labels of the metric. */
  readonly metricListed: boolean;
  readonly resource: readonly string[];
  readonly resourceListed: boolean;
  /** Labels of the series after aggregation, as the query writes them. */
  readonly grouped: readonly string[];
}

const nothing = { metric: [], metricListed: false, resource: [], resourceListed: false, grouped: [] };

/** Reads the query of the data set that the template belongs to. */
export function queryLabels({ siblings }: LanguageContext, catalog: Catalog): QueryLabels {
  const query = member(siblings, "timeSeriesQuery");
  const ratio = member(query, "timeSeriesFilterRatio");
  const part = member(query, "timeSeriesFilter") ?? member(ratio, "numerator");
  const filter = part?.["filter"];
  if (typeof filter === "string") {
    const subject = subjectOf(parseFilter(filter), catalog);
    const { labels, listed } = resourceLabels(subject, catalog);
    return {
      language: "filter",
      metricType: subject.metricType,
      metric: subject.metric?.labels ?? [],
      metricListed: subject.metric?.labelsListed ?? false,
      resource: labels,
      resourceListed: listed,
      grouped: [...groupBy(part), ...groupBy(ratio)],
    };
  }
  const promql = query?.["prometheusQuery"];
  if (typeof promql !== "string") return { language: "other", metricType: undefined, ...nothing };
  const source = sourceOf(promql);
  const labels = selectorsOf(source).flatMap((selector) =>
    labelsOf(selector, catalog).map(({ name }) => name),
  );
  const grouped = source.tokens
    .filter(({ kind, frame }) => (kind === "word" || kind === "string") && frame?.grouping === "by")
    .map(({ text }) => text.replace(/^["'`]|["'`]$/g, ""));
  return {
    ...nothing,
    language: "promql",
    metricType: undefined,
    metric: [...new Set(labels)],
    grouped: [...new Set(grouped)],
  };
}

/** The fields by which the aggregations of a query group. */
function groupBy(part: Members | undefined): string[] {
  return ["aggregation", "secondaryAggregation"].flatMap((name) => {
    const fields = member(part, name)?.["groupByFields"];
    if (!Array.isArray(fields)) return [];
    // A key may be written in quotes.
    return fields
      .filter((field): field is string => typeof field === "string")
      .map((f) => f.replaceAll('"', ""));
  });
}

type Members = Readonly<Record<string, unknown>>;

function member(value: Members | undefined, name: string): Members | undefined {
  const found = value?.[name];
  return typeof found === "object" && found !== null && !Array.isArray(found)
    ? (found as Members)
    : undefined;
}
