/** Dashboards without a flaw that use every message and every content; between them they leave out few members. */
const requests =
  'metric.type="loadbalancing.googleapis.com/https/request_count" resource.type="https_lb_rule"';
const latency =
  'metric.type="loadbalancing.googleapis.com/https/total_latencies" resource.type="https_lb_rule"';

const rate = {
  alignmentPeriod: "60s",
  perSeriesAligner: "ALIGN_RATE",
  crossSeriesReducer: "REDUCE_SUM",
  groupByFields: ['metric.label."response_code_class"'],
};

const filtered = { timeSeriesFilter: { filter: `${requests} \${backend}`, aggregation: rate } };

const ratio = {
  timeSeriesFilterRatio: {
    numerator: { filter: `${requests} metric.label.response_code_class=500`, aggregation: rate },
    denominator: { filter: requests, aggregation: rate },
    secondaryAggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" },
    pickTimeSeriesFilter: {
      rankingMethod: "METHOD_MEAN",
      numTimeSeries: 5,
      direction: "TOP",
      interval: { startTime: "2026-01-31T08:00:00Z", endTime: "2026-01-31T09:00:00Z" },
    },
  },
  unitOverride: "%",
};

const promql = {
  prometheusQuery: "sum(rate(http_requests_total{${backend}}[5m]))",
  outputFullDuration: true,
};

const sql = {
  opsAnalyticsQuery: {
    sql: "SELECT severity, COUNT(*) AS entries FROM logs WHERE service = @service GROUP BY severity",
  },
};

const measure = {
  column: "entries",
  aggregationFunction: { type: "percentile", parameters: [{ intValue: "95" }, { doubleValue: 0.5 }] },
};
const dimension = {
  column: "severity",
  columnType: "STRING",
  maxBinCount: 10,
  sortOrder: "SORT_ORDER_ASCENDING",
};
const breakdown = {
  column: "severity",
  aggregationFunction: { type: "count" },
  limit: 5,
  sortOrder: "SORT_ORDER_DESCENDING",
};

const widgets: object[] = [
  {
    title: "Requests",
    id: "requests",
    xyChart: {
      dataSets: [
        {
          timeSeriesQuery: filtered,
          plotType: "LINE",
          targetAxis: "Y1",
          legendTemplate: "${metric.labels.response_code_class}",
          minAlignmentPeriod: "60s",
        },
        { timeSeriesQuery: promql, plotType: "LINE", targetAxis: "Y2" },
      ],
      chartOptions: { mode: "COLOR", displayHorizontal: false, showLegend: true },
      thresholds: [{ label: "SLO", value: 0.5, targetAxis: "Y1" }],
      timeshiftDuration: "3600s",
      xAxis: { label: "Time" },
      yAxis: { label: "Requests", scale: "LINEAR" },
      y2Axis: { scale: "LOG10" },
    },
  },
  {
    xyChart: {
      dataSets: [
        {
          timeSeriesQuery: sql,
          plotType: "STACKED_BAR",
          dimensions: [
            dimension,
            { column: "day", timeBinSize: "86400s" },
            { column: "size", numericBinSize: 5 },
          ],
          measures: [measure],
          breakdowns: [breakdown],
          sort: [{ column: "entries", direction: "SORT_ORDER_DESCENDING" }],
        },
      ],
    },
  },
  {
    title: "Error ratio",
    scorecard: {
      timeSeriesQuery: ratio,
      gaugeView: { lowerBound: 0, upperBound: 1.5 },
      thresholds: [{ value: 0.05, color: "RED", direction: "ABOVE" }],
    },
  },
  {
    scorecard: {
      timeSeriesQuery: filtered,
      sparkChartView: { sparkChartType: "SPARK_LINE", minAlignmentPeriod: "60s" },
    },
  },
  {
    timeSeriesTable: {
      dataSets: [
        {
          timeSeriesQuery: {
            timeSeriesFilter: {
              filter: latency,
              aggregation: { alignmentPeriod: "300s", perSeriesAligner: "ALIGN_PERCENTILE_95" },
              secondaryAggregation: {},
            },
          },
          tableTemplate: "p95",
          minAlignmentPeriod: "60s",
        },
      ],
      metricVisualization: "BAR",
      columnSettings: [
        { column: "p95", displayName: "Latency", visible: true, alignment: "RIGHT" },
        { column: "p50", visible: false, thresholds: [{ value: 2, color: "YELLOW", direction: "BELOW" }] },
      ],
      opsAnalyticsSettings: { maxRows: "100", pageSize: "10", showFilterBar: true },
    },
  },
  {
    pieChart: {
      chartType: "DONUT",
      dataSets: [{ timeSeriesQuery: filtered, sliceNameTemplate: "${resource.labels.url_map_name}" }],
      showLabels: true,
      sliceAggregatedThreshold: 2.5,
    },
  },
  { treemap: { dataSets: [{ timeSeriesQuery: filtered }], treemapHierarchy: ["zone", "backend"] } },
  {
    text: {
      content: "# Orders\n\nHow the *checkout* does.",
      format: "MARKDOWN",
      style: {
        backgroundColor: "#FFFFFF",
        textColor: "#212121",
        fontSize: "FS_LARGE",
        horizontalAlignment: "H_LEFT",
        verticalAlignment: "V_TOP",
        padding: "P_SMALL",
        pointerLocation: "PL_TOP",
      },
    },
    visibilityCondition: {
      templateVariableCondition: {
        templateVariable: "service",
        comparator: "REGEX_FULL_MATCH",
        templateVariableValue: "checkout.*",
      },
    },
  },
  {
    logsPanel: { filter: "severity>=ERROR", resourceNames: ["projects/my-project"] },
    timeRange: { relativeDuration: "3600s" },
  },
  { alertChart: { name: "projects/my-project/alertPolicies/1234567890" } },
  {
    incidentList: {
      policyNames: ["alertPolicies/1234567890"],
      monitoredResources: [{ type: "gce_instance", labels: { zone: "europe-west1-b" } }],
      userLabels: { team: "checkout" },
    },
  },
  {
    errorReportingPanel: { projectNames: ["projects/my-project"], services: ["checkout"], versions: ["v1"] },
  },
  { filterControl: { templateVariable: "service" } },
  {
    xyChart: {
      dataSets: [
        {
          timeSeriesQuery: {
            traceQuery: {
              spanDataValue: "SPAN_COUNT",
              spanFilters: {
                services: ["checkout"],
                isRootSpan: true,
                minDuration: "0.5s",
                maxDuration: "10s",
                attributes: [{ key: "region", value: ["europe-west1"] }],
              },
              resourceContainer: "projects/my-project",
            },
          },
        },
      ],
    },
  },
  { blank: {} },
];

const common = {
  displayName: "Orders",
  dashboardFilters: [
    {
      filterType: "RESOURCE_LABEL",
      labelKey: "backend_target_name",
      templateVariable: "backend",
      valueType: "STRING_ARRAY",
      stringArrayValue: { values: ["checkout"] },
      stringArray: { values: ["checkout", "orders"] },
    },
    { filterType: "VALUE_ONLY", templateVariable: "service", valueType: "STRING", stringValue: "checkout" },
  ],
  annotations: {
    defaultResourceNames: ["projects/my-project"],
    eventAnnotations: [
      {
        displayName: "Deployments",
        eventType: "CLOUD_RUN_DEPLOYMENT",
        enabled: true,
        filter: 'resource.type="cloud_run_revision"',
        resourceNames: ["projects/my-project"],
      },
    ],
  },
  labels: { team: "checkout", "cost-center": "" },
};

/** Two tiles in a row, starting below a group that holds the first row. */
function mosaicTiles(): object[] {
  const tiles: object[] = widgets.map((widget, i) => ({
    xPos: (i % 2) * 24,
    yPos: Math.floor(i / 2) * 16,
    width: 24,
    height: 16,
    widget,
  }));
  const below = Math.ceil(widgets.length / 2) * 16;
  return [
    ...tiles,
    { width: 48, height: 16, widget: { title: "Traffic", collapsibleGroup: { collapsed: true } } },
    {
      yPos: 16,
      width: 48,
      height: 16,
      widget: { title: "Details", singleViewGroup: { displayType: "TAB" } },
    },
    {
      yPos: below,
      width: 48,
      height: 4,
      widget: { title: "More", sectionHeader: { subtitle: "for the curious", dividerBelow: true } },
    },
  ];
}

const whole: Record<string, object> = {
  mosaic: {
    name: "projects/my-project/dashboards/orders",
    ...common,
    mosaicLayout: { columns: 48, tiles: mosaicTiles() },
  },
  grid: { ...common, gridLayout: { columns: "2", widgets } },
  rows: { ...common, rowLayout: { rows: [{ weight: "2", widgets }, { weight: "1" }] } },
  columns: { ...common, columnLayout: { columns: [{ weight: "1", widgets }] } },
};

export const specimens: readonly { readonly name: string; readonly text: string }[] = Object.entries(
  whole,
).map(([name, value]) => ({ name, text: JSON.stringify(value, null, 2) }));
