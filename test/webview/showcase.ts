/** A dashboard with one tile of everything that can be drawn; the service would take it. */

const query = (metric: string) => ({
  timeSeriesFilter: {
    filter: `metric.type="${metric}" resource.type="k8s_container"`,
    aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_RATE" },
  },
});
const CPU = query("kubernetes.io/container/cpu/core_usage_time");
const promql = (prometheusQuery: string) => ({ prometheusQuery });

let at = 0;
const tile = (xPos: number, yPos: number, width: number, height: number, title: string, content: object) => ({
  ...(xPos ? { xPos } : {}),
  ...(yPos ? { yPos } : {}),
  width,
  height,
  widget: { title, id: `w${at++}`, ...content },
});
const chart = (...plotTypes: string[]) => ({
  xyChart: { dataSets: plotTypes.map((plotType) => ({ plotType, timeSeriesQuery: CPU })) },
});
const score = (view: object) => ({
  scorecard: { timeSeriesQuery: promql("sum(rate(checkout_orders_total[5m]))"), ...view },
});

export const SHOWCASE = {
  displayName: "Checkout: orders, latency and cost",
  dashboardFilters: [
    {
      templateVariable: "cluster",
      filterType: "RESOURCE_LABEL",
      labelKey: "cluster_name",
      stringValue: "shop-eu",
    },
    { templateVariable: "release", filterType: "VALUE_ONLY" },
    { filterType: "METRIC_LABEL", labelKey: "response_code", stringValue: "500" },
  ],
  mosaicLayout: {
    columns: 48,
    tiles: [
      tile(0, 0, 48, 5, "Orders", { sectionHeader: { subtitle: "What customers see", dividerBelow: true } }),
      tile(0, 5, 12, 8, "Orders a minute", score({ sparkChartView: { sparkChartType: "SPARK_LINE" } })),
      tile(12, 5, 12, 8, "Payments a minute", score({ sparkChartView: { sparkChartType: "SPARK_BAR" } })),
      tile(24, 5, 12, 8, "Stock level", score({ gaugeView: { upperBound: 100 } })),
      tile(36, 5, 12, 8, "Open carts", score({})),
      tile(0, 13, 24, 16, "Requests by service", chart("LINE", "LINE", "LINE")),
      tile(24, 13, 24, 16, "Latency", { singleViewGroup: { displayType: "TAB" } }),
      tile(24, 13, 24, 16, "p50", chart("LINE")),
      tile(24, 13, 24, 16, "p95", chart("STACKED_AREA", "STACKED_AREA")),
      tile(24, 13, 24, 16, "p99", chart("HEATMAP")),
      tile(0, 29, 48, 36, "Capacity", { collapsibleGroup: { collapsed: true } }),
      tile(0, 29, 16, 16, "CPU by pod", chart("STACKED_AREA", "STACKED_AREA", "STACKED_AREA")),
      tile(16, 29, 16, 16, "Restarts", chart("STACKED_BAR", "STACKED_BAR")),
      tile(32, 29, 16, 16, "Latency distribution", chart("HEATMAP")),
      tile(0, 45, 24, 20, "Slowest endpoints", {
        timeSeriesTable: {
          metricVisualization: "BAR",
          dataSets: [{ timeSeriesQuery: promql("topk(10, latency_seconds)") }],
        },
      }),
      tile(24, 45, 24, 20, "", { singleViewGroup: { displayType: "DROPDOWN" } }),
      tile(24, 45, 24, 20, "Nodes", { timeSeriesTable: { dataSets: [{ timeSeriesQuery: CPU }] } }),
      tile(24, 45, 24, 20, "Pods", { timeSeriesTable: { dataSets: [{ timeSeriesQuery: CPU }] } }),
      tile(0, 65, 12, 16, "Traffic by region", {
        pieChart: { chartType: "DONUT", dataSets: [{ timeSeriesQuery: CPU }] },
      }),
      tile(12, 65, 12, 16, "Traffic by client", {
        pieChart: { chartType: "PIE", dataSets: [{ timeSeriesQuery: CPU }] },
      }),
      tile(24, 65, 24, 16, "Cost by team", {
        treemap: { treemapHierarchy: ["team", "service"], dataSets: [{ timeSeriesQuery: CPU }] },
      }),
      tile(0, 81, 16, 16, "Runbook", {
        text: {
          format: "MARKDOWN",
          content:
            "## When orders stop\n\n1. Look at **payments** first.\n2. Page the [on-call](https://example.com).\n\n`kubectl rollout undo deploy/checkout` takes the last release back.",
        },
      }),
      tile(16, 81, 16, 16, "Checkout logs", {
        logsPanel: { filter: 'resource.type="k8s_container"\nseverity>=ERROR' },
      }),
      tile(32, 81, 16, 16, "Errors", {
        errorReportingPanel: { projectNames: ["projects/shop"], services: ["checkout"] },
      }),
      tile(0, 97, 16, 16, "Error budget", { alertChart: { name: "projects/shop/alertPolicies/1234567890" } }),
      tile(16, 97, 16, 16, "Incidents", { incidentList: { policyNames: ["alertPolicies/1234567890"] } }),
      tile(32, 97, 16, 6, "Release", { filterControl: { templateVariable: "release" } }),
      tile(32, 103, 16, 10, "", { blank: {} }),
      tile(0, 113, 24, 12, "Only in production", {
        ...chart("LINE", "STACKED_BAR"),
        visibilityCondition: {
          templateVariableCondition: { templateVariable: "cluster", templateVariableValue: "shop-.*" },
        },
      }),
      tile(24, 113, 24, 12, "Queries by SQL", {
        xyChart: {
          chartOptions: { displayHorizontal: true },
          dataSets: [
            {
              plotType: "STACKED_BAR",
              timeSeriesQuery: {
                opsAnalyticsQuery: { sql: "SELECT service, COUNT(*) AS n FROM logs GROUP BY service" },
              },
            },
          ],
        },
      }),
    ],
  },
};

const widget = (title: string, ...plotTypes: string[]) => ({ title, ...chart(...plotTypes) });

export const ROWS = {
  displayName: "Three rows of different height",
  rowLayout: {
    rows: [
      { widgets: [widget("A", "LINE"), widget("B", "LINE"), widget("C", "LINE")] },
      { weight: "2", widgets: [widget("Wide", "STACKED_AREA")] },
      { widgets: [widget("D", "STACKED_BAR"), { text: { content: "A text without a title" } }] },
    ],
  },
};

export const COLUMNS = {
  displayName: "Columns by weight",
  columnLayout: {
    columns: [
      { weight: "1", widgets: [widget("Left", "LINE"), widget("Left below", "HEATMAP")] },
      { weight: "2", widgets: [widget("Middle", "STACKED_AREA", "LINE")] },
      { widgets: [widget("Right", "LINE"), widget("Right below", "LINE"), widget("Lowest", "STACKED_BAR")] },
    ],
  },
};

export const GRID = {
  displayName: "A grid of three",
  gridLayout: {
    columns: "3",
    widgets: ["1", "2", "3", "4", "5"].map((title) => widget(title, "LINE", "LINE")),
  },
};

/** Overlap, a tile beyond the last column, a bad alignment, two contents, no content. */
export const BROKEN = {
  displayName: "A dashboard that needs work",
  mosaicLayout: {
    columns: 12,
    tiles: [
      tile(0, 0, 6, 4, "Orders", chart("LINE")),
      tile(4, 1, 6, 4, "Payments", chart("STACKED_AREA")),
      tile(10, 0, 4, 4, "Too far right", chart("STACKED_BAR")),
      tile(0, 5, 4, 4, "Two contents", { text: { content: "hello" }, blank: {} }),
      tile(4, 5, 4, 4, "Nothing in it", {}),
      tile(8, 5, 4, 4, "Misspelt", { xyChart: { dataSets: [{ plotTyp: "LINE", timeSeriesQuery: CPU }] } }),
    ],
  },
};
