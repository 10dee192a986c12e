import { literalStop, openBrackets, stringWithStops, type ValueTemplate } from "../template";
import { dataSet, plainQuery, promqlQuery, wholeQuery } from "./queries";
import type { TemplateContext, Templates, TemplateVariant } from "./variant";

/** A widget that can be written as a whole. */
interface Kind extends TemplateVariant {
  /** The member of Widget that holds the content. */
  readonly content: string;
  /** What new widgets of the kind are called; undefined for those that show no title. */
  readonly title?: string;
  /** Usual size on 48 columns, in blocks. */
  readonly size: readonly [number, number];
  readonly mosaicOnly?: true;
}

const lines = (...plotTypes: string[]): ValueTemplate => ({ dataSets: [dataSet(plainQuery, plotTypes)] });

const CHARTS: readonly Kind[] = [
  {
    label: "line chart",
    about: "Series over time as lines.",
    content: "xyChart",
    title: "CPU utilization",
    value: lines("LINE"),
    size: [24, 16],
  },
  {
    label: "PromQL chart",
    about: "The result of a PromQL query over time as lines.",
    content: "xyChart",
    title: "Requests per second",
    value: { dataSets: [dataSet(promqlQuery, ["LINE"])] },
    size: [24, 16],
  },
  {
    label: "stacked area chart",
    about: "Stacked areas over time.",
    content: "xyChart",
    title: "CPU utilization",
    value: lines("STACKED_AREA"),
    size: [24, 16],
  },
  {
    label: "stacked bar chart",
    about: "Stacked bars over time.",
    content: "xyChart",
    title: "CPU utilization",
    value: lines("STACKED_BAR"),
    size: [24, 16],
  },
  {
    label: "heatmap chart",
    about: "The distribution of values over time.",
    content: "xyChart",
    title: "Latency",
    size: [24, 16],
    value: {
      dataSets: [
        dataSet(
          {
            timeSeriesFilter: {
              filter: stringWithStops`metric.type="${"loadbalancing.googleapis.com/https/total_latencies"}" resource.type="${"https_lb_rule"}"`,
              aggregation: {
                alignmentPeriod: "60s",
                perSeriesAligner: "ALIGN_DELTA",
                crossSeriesReducer: "REDUCE_SUM",
              },
            },
          },
          ["HEATMAP"],
        ),
      ],
    },
  },
  {
    label: "line chart with a reference line",
    about: "Lines with a horizontal threshold line.",
    content: "xyChart",
    title: "CPU utilization",
    size: [24, 16],
    value: {
      dataSets: [dataSet(plainQuery, ["LINE"])],
      thresholds: [{ label: stringWithStops`${"Limit"}`, value: literalStop(0.8), targetAxis: "Y1" }],
      yAxis: { scale: "LINEAR" },
    },
  },
  {
    label: "scorecard with a spark line",
    about: "One number with a spark line.",
    content: "scorecard",
    title: "CPU utilization",
    value: { timeSeriesQuery: plainQuery, sparkChartView: { sparkChartType: "SPARK_LINE" } },
    size: [12, 8],
  },
  {
    label: "scorecard with a gauge",
    about: "One number on a gauge with warning and danger ranges.",
    content: "scorecard",
    title: "CPU utilization",
    size: [12, 8],
    value: {
      timeSeriesQuery: plainQuery,
      gaugeView: { lowerBound: literalStop(0), upperBound: literalStop(1) },
      thresholds: [
        { value: literalStop(0.7), color: "YELLOW", direction: "ABOVE" },
        { value: literalStop(0.9), color: "RED", direction: "ABOVE" },
      ],
    },
  },
  {
    label: "table",
    about: "One row for each series.",
    content: "timeSeriesTable",
    title: "CPU utilization",
    value: {
      dataSets: [{ timeSeriesQuery: wholeQuery }],
      metricVisualization: stringWithStops`${["NUMBER", "BAR"]}`,
    },
    size: [24, 16],
  },
  {
    label: "pie chart",
    about: "Shares of a whole.",
    content: "pieChart",
    title: "CPU utilization",
    value: {
      chartType: stringWithStops`${["DONUT", "PIE"]}`,
      dataSets: [{ timeSeriesQuery: wholeQuery }],
      showLabels: true,
    },
    size: [16, 16],
  },
  {
    label: "treemap",
    about: "Shares of a whole as nested rectangles.",
    content: "treemap",
    title: "CPU utilization",
    value: { dataSets: [{ timeSeriesQuery: wholeQuery }], treemapHierarchy: [stringWithStops`${"zone"}`] },
    size: [24, 16],
  },
];

const text: ValueTemplate = {
  content: stringWithStops`${"## Notes"}`,
  format: stringWithStops`${["MARKDOWN", "RAW"]}`,
};

function panels({ projects, alertPolicies, variables }: TemplateContext): Kind[] {
  const [policy = "projects/my-project/alertPolicies/1234567890"] = alertPolicies;
  const [project = "projects/my-project"] = projects;
  return [
    { label: "text", about: "Markdown text.", content: "text", value: text, size: [12, 8] },
    {
      label: "logs panel",
      about: "Log entries that match a query.",
      content: "logsPanel",
      title: "Errors",
      value: { filter: stringWithStops`${"severity>=ERROR"}` },
      size: [24, 16],
    },
    {
      label: "alert chart",
      about: "The chart of an alerting policy, with its threshold.",
      content: "alertChart",
      value: { name: stringWithStops`${policy}` },
      size: [24, 16],
    },
    {
      label: "incident list",
      about: "Open and closed incidents of alerting policies.",
      content: "incidentList",
      title: "Incidents",
      value: { monitoredResources: [{ type: stringWithStops`${"gce_instance"}` }] },
      size: [24, 16],
    },
    {
      label: "error reporting panel",
      about: "Error groups from Error Reporting.",
      content: "errorReportingPanel",
      title: "Errors by service",
      value: { projectNames: [stringWithStops`${project}`] },
      size: [24, 16],
    },
    {
      label: "filter control",
      about: "An input for a template variable.",
      content: "filterControl",
      value: { templateVariable: stringWithStops`${variables.length > 0 ? variables : [""]}` },
      size: [12, 4],
    },
    {
      label: "section header",
      about: "A full-width heading, listed in the table of contents.",
      content: "sectionHeader",
      title: "Section",
      value: { subtitle: openBrackets('""'), dividerBelow: true },
      size: [48, 4],
      mosaicOnly: true,
    },
    {
      label: "collapsible group",
      about: "Contains the tiles in its rectangle and can be collapsed.",
      content: "collapsibleGroup",
      title: "Group",
      value: { collapsed: literalStop(false, true) },
      size: [48, 16],
      mosaicOnly: true,
    },
    {
      label: "single-view group",
      about: "Shows one of the tiles in its rectangle at a time.",
      content: "singleViewGroup",
      title: "Group",
      value: { displayType: stringWithStops`${["DROPDOWN", "TAB"]}` },
      size: [24, 16],
      mosaicOnly: true,
    },
    { label: "spacer", about: "An empty placeholder.", content: "blank", value: {}, size: [12, 8] },
  ];
}

function kinds(context: TemplateContext): Kind[] {
  return [...CHARTS, ...panels(context)].filter(({ mosaicOnly }) => context.inMosaic || !mosaicOnly);
}

const widget = ({ title, content, value }: Kind): ValueTemplate => ({
  ...(title && { title: stringWithStops`${title}` }),
  [content]: value,
});

function tile(kind: Kind, { columns, place }: TemplateContext): TemplateVariant {
  const scaled = (blocks: number) => Math.max(1, Math.round((blocks * columns) / 48));
  const [width, height] = [scaled(kind.size[0]), scaled(kind.size[1])];
  const { x, y } = place(width, height);
  return {
    label: `tile: ${kind.label}`,
    about: kind.about,
    detail: `${width} × ${height} blocks at column ${x}, row ${y}`,
    // The service leaves zeros out when it saves.
    value: { ...(x > 0 && { xPos: x }), ...(y > 0 && { yPos: y }), width, height, widget: widget(kind) },
  };
}

/** The widget that new dashboards start with. */
export const firstWidget: ValueTemplate = widget(CHARTS[0]!);

const contents = (name: string) => (context: TemplateContext) =>
  kinds(context).filter(({ content }) => content === name);

/** Tiles, widgets and their contents. */
export const widgetTemplates: Templates = {
  Tile: (context) => kinds(context).map((kind) => tile(kind, context)),
  Widget: (context) => kinds(context).map((kind) => ({ ...kind, value: widget(kind) })),
  XyChart: contents("xyChart"),
  Scorecard: contents("scorecard"),
  TimeSeriesTable: contents("timeSeriesTable"),
  PieChart: contents("pieChart"),
  Treemap: contents("treemap"),
  Text: contents("text"),
  LogsPanel: contents("logsPanel"),
  AlertChart: contents("alertChart"),
  IncidentList: contents("incidentList"),
  ErrorReportingPanel: contents("errorReportingPanel"),
  FilterControl: contents("filterControl"),
  SectionHeader: contents("sectionHeader"),
  CollapsibleGroup: contents("collapsibleGroup"),
  SingleViewGroup: contents("singleViewGroup"),
};
