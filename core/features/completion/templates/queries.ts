import { literalStop, openBrackets, stringWithStops, type ValueTemplate } from "../template";
import type { TemplateContext, Templates, TemplateVariant } from "./variant";

const METRIC = "compute.googleapis.com/instance/cpu/utilization";
const RESOURCE = "gce_instance";

const filter = (metric = METRIC, resource = RESOURCE): ValueTemplate =>
  stringWithStops`metric.type="${metric}" resource.type="${resource}"`;

const aggregation: ValueTemplate = {
  alignmentPeriod: "60s",
  perSeriesAligner: "ALIGN_MEAN",
  crossSeriesReducer: "REDUCE_MEAN",
  groupByFields: [stringWithStops`resource.label."${"zone"}"`],
};

const countAggregation: ValueTemplate = {
  alignmentPeriod: "60s",
  perSeriesAligner: "ALIGN_RATE",
  crossSeriesReducer: "REDUCE_SUM",
};

/** A metric of whole numbers that grow, which a sum of rates fits. */
const requests = filter("loadbalancing.googleapis.com/https/request_count", "https_lb_rule");

const timeSeriesFilter = { filter: filter(), aggregation };

const ratio: ValueTemplate = {
  numerator: {
    filter: stringWithStops`metric.type="${"loadbalancing.googleapis.com/https/request_count"}" resource.type="${"https_lb_rule"}" metric.labels.response_code_class="${"500"}"`,
    aggregation: countAggregation,
  },
  denominator: { filter: requests, aggregation: countAggregation },
};

/** A query in PromQL to start with. */
export const promqlQuery: ValueTemplate = {
  prometheusQuery: stringWithStops`sum by (${"job"}) (rate(${"http_requests_total"}[${"5m"}]))`,
};

const sql = ({ projects }: TemplateContext): ValueTemplate =>
  stringWithStops`SELECT severity, COUNT(*) AS entries FROM \`${projects[0]?.slice("projects/".length) ?? "my-project"}.global._Default._AllLogs\` GROUP BY severity`;

/** The query that new charts start with. */
export const plainQuery: ValueTemplate = { timeSeriesFilter };

/** The query that new scorecards, pies and tables start with: one value per series over the whole time range. */
export const wholeQuery: ValueTemplate = { timeSeriesFilter, outputFullDuration: true };

const sources = (
  context: TemplateContext,
): (TemplateVariant & { readonly more?: { [name: string]: ValueTemplate } })[] => [
  {
    label: "filter query",
    about: "A metric selected by a Monitoring filter, with its aggregation.",
    value: plainQuery,
  },
  { label: "PromQL query", about: "A query in PromQL.", value: promqlQuery },
  {
    label: "ratio of two filters",
    about: "One filter query divided by another, such as failed requests by all requests.",
    value: { timeSeriesFilterRatio: ratio },
  },
  {
    label: "SQL query",
    about: "A query in SQL over logs or traces.",
    value: { opsAnalyticsQuery: { sql: sql(context) } },
    more: {
      dimensions: [{ column: "severity" }],
      measures: [{ column: "entries", aggregationFunction: { type: "sum" } }],
    },
  },
];

const PLOT_TYPES = ["LINE", "STACKED_AREA", "STACKED_BAR", "HEATMAP"];

/** A data set of a chart. */
export function dataSet(
  query: ValueTemplate = plainQuery,
  plotTypes: readonly string[] = PLOT_TYPES,
): ValueTemplate {
  return {
    timeSeriesQuery: query,
    plotType: plotTypes.length === 1 ? plotTypes[0]! : stringWithStops`${plotTypes}`,
    targetAxis: "Y1",
  };
}

const pick = {
  rankingMethod: stringWithStops`${["METHOD_MEAN", "METHOD_MAX", "METHOD_MIN", "METHOD_SUM", "METHOD_LATEST"]}`,
  numTimeSeries: literalStop(5),
  direction: "TOP",
};

/** Queries, their parts, and the data sets that hold them. */
export const queryTemplates: Templates = {
  TimeSeriesQuery: (context) => {
    const all = sources(context);
    // The choices of a filter can be queried with SQL only.
    return context.owner === "DashboardFilter" ? all.filter(({ label }) => label === "SQL query") : all;
  },
  TimeSeriesFilter: () => [
    {
      label: "filter and aggregation",
      about: "One metric, aligned to a regular interval.",
      value: timeSeriesFilter,
    },
    {
      label: "filter with top series",
      about: "One metric, limited to the series with the highest values.",
      value: { ...timeSeriesFilter, pickTimeSeriesFilter: pick },
    },
  ],
  TimeSeriesFilterRatio: () => [
    { label: "numerator and denominator", about: "Failed requests by all requests.", value: ratio },
  ],
  RatioPart: () => [
    {
      label: "filter and aggregation",
      about: "One side of the ratio.",
      value: { filter: requests, aggregation: countAggregation },
    },
  ],
  Aggregation: () => [
    {
      label: "align and combine",
      about: "One value per minute and series, averaged by zone.",
      value: aggregation,
    },
    {
      label: "align only",
      about: "One value per minute and series, without combining series.",
      value: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" },
    },
  ],
  PickTimeSeriesFilter: () => [
    { label: "highest series", about: "Keeps the series with the highest values.", value: pick },
    {
      label: "lowest series",
      about: "Keeps the series with the lowest values.",
      value: { ...pick, direction: "BOTTOM" },
    },
  ],
  OpsAnalyticsQuery: (context) => [
    { label: "SQL", about: "A query in SQL over logs.", value: { sql: sql(context) } },
  ],
  TraceQuery: () => [
    {
      label: "spans of a service",
      about: "The latency of the spans of a service.",
      value: { spanDataValue: "SPAN_DURATION", spanFilters: { services: [stringWithStops`${"checkout"}`] } },
    },
  ],
  DataSet: (context) =>
    sources(context).map(({ label, about, value, more }) => ({
      label: `data set: ${label}`,
      about,
      value: more ? { timeSeriesQuery: value, plotType: "STACKED_BAR", ...more } : dataSet(value),
    })),
  TableDataSet: (context) =>
    sources(context).map(({ label, about, value }) => ({
      label: `data set: ${label}`,
      about,
      value: { timeSeriesQuery: value === plainQuery ? wholeQuery : value },
    })),
  PieChartDataSet: (context) =>
    sources(context).map(({ label, about, value, more }) => ({
      label: `data set: ${label}`,
      about,
      value: { timeSeriesQuery: value === plainQuery ? wholeQuery : value, ...more },
    })),
  TreemapDataSet: (context) =>
    sources(context).map(({ label, about, value }) => ({
      label: `data set: ${label}`,
      about,
      value: { timeSeriesQuery: value === plainQuery ? wholeQuery : value },
    })),
  Dimension: () => [
    { label: "column", about: "A column for the axis.", value: { column: openBrackets('""') } },
  ],
  Measure: () => [
    {
      label: "column and function",
      about: "A numeric column and its aggregation function.",
      value: {
        column: openBrackets('""'),
        aggregationFunction: { type: stringWithStops`${["sum", "average", "count"]}` },
      },
    },
  ],
  Breakdown: () => [
    {
      label: "column and limit",
      about: "A column that breaks the data down into series.",
      value: {
        column: openBrackets('""'),
        aggregationFunction: { type: stringWithStops`${["count", "sum", "average"]}` },
        limit: literalStop(10),
        sortOrder: "SORT_ORDER_DESCENDING",
      },
    },
  ],
};
