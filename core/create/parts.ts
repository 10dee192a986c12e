import type { Widget } from "./page";

/** A query by Monitoring filter, before it is written. */
export interface Series {
  readonly metric: string;
  readonly resource?: string;
  /** More comparisons, as written in a filter: `metric.labels.state="used"`. */
  readonly where?: readonly string[];
  readonly aligner: string;
  readonly reducer?: string;
  /** Labels to group by: `resource.label.zone`, `metric.label.state`. */
  readonly by?: readonly string[];
  /** A percentile of distributions is taken across series; the first step then only sums them. */
  readonly period?: string;
  readonly unit?: string;
}

/** A query as members of a widget have it. */
export function queryOf(series: Series): Widget {
  const { unit } = series;
  return {
    timeSeriesFilter: { filter: filterOf(series), aggregation: aggregationOf(series) },
    ...(unit && { unitOverride: unit }),
  };
}

/** The quotient of two queries. */
export function ratioOf(numerator: Series, denominator: Series, unit?: string): Widget {
  const side = (series: Series) => ({ filter: filterOf(series), aggregation: aggregationOf(series) });
  return {
    timeSeriesFilterRatio: { numerator: side(numerator), denominator: side(denominator) },
    ...(unit && { unitOverride: unit }),
  };
}

/** Quotes a value for a filter. */
export function quoted(value: string): string {
  return JSON.stringify(value);
}

function filterOf({ metric, resource, where = [] }: Series): string {
  const types = [
    `metric.type=${quoted(metric)}`,
    ...(resource ? [`resource.type=${quoted(resource)}`] : []),
    ...where,
  ];
  return types.join(" ");
}

function aggregationOf({ aligner, reducer, by = [], period = "60s" }: Series): Widget {
  return {
    alignmentPeriod: period,
    perSeriesAligner: aligner,
    ...(reducer && { crossSeriesReducer: reducer }),
    ...(by.length > 0 && { groupByFields: by.map(groupField) }),
  };
}

/** As the service writes it: `resource.label."zone"`. */
function groupField(label: string): string {
  const cut = label.lastIndexOf(".");
  return `${label.slice(0, cut)}."${label.slice(cut + 1)}"`;
}

export type PlotType = "LINE" | "STACKED_AREA" | "STACKED_BAR" | "HEATMAP";

/** One data set of a chart. */
export interface Plot {
  readonly query: Widget;
  readonly plotType?: PlotType;
  readonly legend?: string;
}

export interface Threshold {
  readonly label?: string;
  readonly value: number;
}

/** A chart with one vertical axis. */
export function chart(
  title: string,
  axis: string,
  plots: readonly Plot[],
  thresholds: readonly Threshold[] = [],
): Widget {
  return {
    title,
    xyChart: {
      dataSets: plots.map(({ query, plotType = "LINE", legend }) => ({
        timeSeriesQuery: query,
        plotType,
        ...(legend && { legendTemplate: legend }),
        targetAxis: "Y1",
      })),
      ...(thresholds.length > 0 && {
        thresholds: thresholds.map(({ label, value }) => ({
          ...(label && { label }),
          value,
          targetAxis: "Y1",
        })),
      }),
      yAxis: { label: axis, scale: "LINEAR" },
    },
  };
}

/** A number with its recent course; yellow from `warn` on, red from `alarm` on. */
export function scorecard(title: string, query: Widget, warn?: number, alarm?: number): Widget {
  const state = (value: number, color: string) => ({ value, color, direction: "ABOVE" });
  const thresholds = [
    ...(warn === undefined ? [] : [state(warn, "YELLOW")]),
    ...(alarm === undefined ? [] : [state(alarm, "RED")]),
  ];
  return {
    title,
    scorecard: {
      timeSeriesQuery: query,
      sparkChartView: { sparkChartType: "SPARK_LINE" },
      ...(thresholds.length > 0 && { thresholds }),
    },
  };
}

/** A table with the last value of each series. */
export function table(title: string, query: Widget): Widget {
  return {
    title,
    timeSeriesTable: { dataSets: [{ timeSeriesQuery: query }], metricVisualization: "BAR" },
  };
}

export function textTile(content: string, title?: string): Widget {
  return { ...(title && { title }), text: { content, format: "MARKDOWN" } };
}

/** A legend that names the label that a query is grouped by. */
export function legendOf(label: string | undefined): string | undefined {
  return label && `\${${label.replace(".label.", ".labels.")}}`;
}

/** A filter of all widgets whose data has the resource label, without a value until somebody chooses one. */
export function pinnedFilter(labelKey: string): Widget {
  return { filterType: "RESOURCE_LABEL", labelKey };
}

/** A resource label that queries use by the name of a variable. */
export function variable(labelKey: string, templateVariable: string): Widget {
  return { filterType: "RESOURCE_LABEL", labelKey, templateVariable, valueType: "STRING" };
}

/** Percentiles of distributions over all series that `series` selects; one data set for each. */
export function percentilePlots(series: Omit<Series, "aligner" | "reducer">, aligner: string): Plot[] {
  return [50, 95, 99].map((percentile) => ({
    query: queryOf({ ...series, aligner, reducer: `REDUCE_PERCENTILE_${percentile}` }),
    legend: `p${percentile}`,
  }));
}
