import { describe, expect, it } from "vitest";
import { accept, atCaret } from "../../../../test/support/accept";
import { Dashboard } from "../../../dashboard";
import { dashboardType, type MessageType } from "../../../schema/messages";
import { complete } from "..";

const WIDGET = `{ "blank": {} }`;

/** Around each message whose values are offered whole: a dashboard with the caret where one goes. */
const PLACES: Readonly<Record<string, string>> = {
  Dashboard: "|",
  MosaicLayout: `{ "displayName": "x", "mosaicLayout": | }`,
  GridLayout: `{ "displayName": "x", "gridLayout": | }`,
  RowLayout: `{ "displayName": "x", "rowLayout": | }`,
  ColumnLayout: `{ "displayName": "x", "columnLayout": | }`,
  Row: `{ "displayName": "x", "rowLayout": { "rows": [|] } }`,
  Column: `{ "displayName": "x", "columnLayout": { "columns": [|] } }`,
  Tile: `{ "displayName": "x", "mosaicLayout": { "columns": 48, "tiles": [
    { "width": 24, "height": 16, "widget": ${WIDGET} }, |] } }`,
  "Tile of 12 columns": `{ "displayName": "x", "mosaicLayout": { "columns": 12, "tiles": [
    { "width": 6, "height": 4, "widget": ${WIDGET} } |] } }`,
  Widget: `{ "displayName": "x", "gridLayout": { "widgets": [|] } }`,
  "Widget of a mosaic": `{ "displayName": "x", "mosaicLayout": { "columns": 48, "tiles": [{ "width": 48, "height": 16, "widget": | }] } }`,
  ...Object.fromEntries(
    ["SectionHeader", "CollapsibleGroup", "SingleViewGroup"].map((name) => [
      name,
      `{ "displayName": "x", "mosaicLayout": { "columns": 48, "tiles": [{ "width": 48, "height": 16, "widget": {
        "${name[0]!.toLowerCase()}${name.slice(1)}": | } }] } }`,
    ]),
  ),
  DashboardFilter: `{ "displayName": "x", "dashboardFilters": [|], "gridLayout": { "widgets": [${WIDGET}] } }`,
  "TimeSeriesQuery of a filter": `{ "displayName": "x", "gridLayout": { "widgets": [${WIDGET}] }, "dashboardFilters": [
    { "filterType": "VALUE_ONLY", "templateVariable": "x", "timeSeriesQuery": | }] }`,
  StringArray: `{ "displayName": "x", "gridLayout": { "widgets": [${WIDGET}] }, "dashboardFilters": [
    { "filterType": "VALUE_ONLY", "templateVariable": "x", "stringArrayValue": | }] }`,
  DashboardAnnotations: `{ "displayName": "x", "annotations": |, "gridLayout": { "widgets": [${WIDGET}] } }`,
  EventAnnotation: `{ "displayName": "x", "annotations": { "eventAnnotations": [|] }, "gridLayout": { "widgets": [${WIDGET}] } }`,
};

const widget = (members: string) =>
  `{ "displayName": "x",
    "dashboardFilters": [{ "filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone" }],
    "gridLayout": { "widgets": [{ ${members} }] } }`;
const query = `"timeSeriesQuery": { "prometheusQuery": "up" }`;
const sets = `"dataSets": [{ ${query} }]`;

/** The same for what a widget holds. */
const IN_WIDGETS: Readonly<Record<string, string>> = {
  XyChart: `"xyChart": |`,
  Scorecard: `"scorecard": |`,
  TimeSeriesTable: `"timeSeriesTable": |`,
  PieChart: `"pieChart": |`,
  Treemap: `"treemap": |`,
  Text: `"text": |`,
  LogsPanel: `"logsPanel": |`,
  AlertChart: `"alertChart": |`,
  IncidentList: `"incidentList": |`,
  ErrorReportingPanel: `"errorReportingPanel": |`,
  FilterControl: `"filterControl": |`,
  DataSet: `"xyChart": { "dataSets": [|] }`,
  "DataSet after others": `"xyChart": { "dataSets": [{ ${query} } |] }`,
  TableDataSet: `"timeSeriesTable": { "dataSets": [|] }`,
  PieChartDataSet: `"pieChart": { "chartType": "PIE", "dataSets": [|] }`,
  TreemapDataSet: `"treemap": { "treemapHierarchy": ["zone"], "dataSets": [|] }`,
  TimeSeriesQuery: `"scorecard": { "timeSeriesQuery": | }`,
  TimeSeriesFilter: `"scorecard": { "timeSeriesQuery": { "timeSeriesFilter": | } }`,
  TimeSeriesFilterRatio: `"scorecard": { "timeSeriesQuery": { "timeSeriesFilterRatio": | } }`,
  RatioPart: `"scorecard": { "timeSeriesQuery": { "timeSeriesFilterRatio": { "numerator": | } } }`,
  Aggregation: `"scorecard": { "timeSeriesQuery": { "timeSeriesFilter": {
    "filter": "metric.type=\\"compute.googleapis.com/instance/cpu/utilization\\" resource.type=\\"gce_instance\\"", "aggregation": | } } }`,
  PickTimeSeriesFilter: `"scorecard": { "timeSeriesQuery": { "timeSeriesFilter": {
    "filter": "metric.type=\\"compute.googleapis.com/instance/cpu/utilization\\" resource.type=\\"gce_instance\\"", "pickTimeSeriesFilter": | } } }`,
  OpsAnalyticsQuery: `"scorecard": { "timeSeriesQuery": { "opsAnalyticsQuery": | } }`,
  TraceQuery: `"scorecard": { "timeSeriesQuery": { "traceQuery": | } }`,
  "Threshold of a chart": `"xyChart": { ${sets}, "thresholds": [|] }`,
  "Threshold of a scorecard": `"scorecard": { ${query}, "thresholds": [|] }`,
  Axis: `"xyChart": { ${sets}, "yAxis": | }`,
  ChartOptions: `"xyChart": { ${sets}, "chartOptions": | }`,
  Dimension: `"xyChart": { "dataSets": [{ ${query}, "dimensions": [|] }] }`,
  Measure: `"xyChart": { "dataSets": [{ ${query}, "measures": [|] }] }`,
  Breakdown: `"xyChart": { "dataSets": [{ ${query}, "breakdowns": [|] }] }`,
  ColumnSortingOptions: `"xyChart": { "dataSets": [{ ${query}, "sort": [|] }] }`,
  GaugeView: `"scorecard": { ${query}, "gaugeView": | }`,
  SparkChartView: `"scorecard": { ${query}, "sparkChartView": | }`,
  ColumnSettings: `"timeSeriesTable": { ${sets}, "columnSettings": [|] }`,
  TextStyle: `"text": { "content": "x", "style": | }`,
  MonitoredResource: `"incidentList": { "monitoredResources": [|] }`,
  SpanAttributeFilter: `"scorecard": { "timeSeriesQuery": { "traceQuery": {
    "spanDataValue": "SPAN_COUNT", "spanFilters": { "attributes": [|] } } } }`,
  VisibilityCondition: `"blank": {}, "visibilityCondition": |`,
  TemplateVariableCondition: `"blank": {}, "visibilityCondition": { "templateVariableCondition": | }`,
  TimeRange: `"xyChart": { ${sets} }, "timeRange": |`,
  Interval: `"xyChart": { ${sets} }, "timeRange": { "absoluteWindow": | }`,
};

/** Messages whose values have no shape that is worth writing for an author. */
const NONE = new Set([
  "Empty",
  "SpanFilters",
  "TableDisplayOptions",
  "AggregationFunction",
  "Parameter",
  "StatisticalTimeSeriesFilter",
  "OpsAnalyticsSettings",
  "QueryExecutionRules",
]);

const places = [
  ...Object.entries(PLACES),
  ...Object.entries(IN_WIDGETS).map(([name, members]) => [name, widget(members)] as const),
];

const cases = places.flatMap(([name, marked]) => {
  const { text, offset } = atCaret(marked);
  const dashboard = new Dashboard(text);
  return [true, false].flatMap((snippets) =>
    complete(dashboard, offset, { snippets }).items.map(
      (item) => [`${name}, ${item.label}${snippets ? "" : ", plain"}`, text, item] as const,
    ),
  );
});

describe("whole values", () => {
  it("are there for every message", () => {
    const known = new Set(places.map(([name]) => name.split(" ")[0]));
    const missing: string[] = [];
    const seen = new Set<string>();
    const visit = (type: MessageType) => {
      if (seen.has(type.name)) return;
      seen.add(type.name);
      if (!known.has(type.name) && !NONE.has(type.name)) missing.push(type.name);
      for (const field of type.fields) if (field.message) visit(field.message);
    };
    visit(dashboardType());
    expect(missing).toEqual([]);
    expect(cases.length).toBeGreaterThan(250);
  });

  it.each(cases)("%s has nothing to complain about", (_, text, item) => {
    const accepted = accept(text, item);
    // A variable has to be declared before it can be used.
    const findings = new Dashboard(accepted).findings.filter(({ code }) => code !== "unused-variable");
    expect(findings.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
    expect(() => JSON.parse(accepted)).not.toThrow();
  });
});
