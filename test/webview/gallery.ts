/** Dashboards with every look that a widget can have; the service would take them. */

const filter = (metric: string, aggregation: object, resource = "gce_instance") => ({
  timeSeriesFilter: { filter: `metric.type="${metric}" resource.type="${resource}"`, aggregation },
});
const aligned = (perSeriesAligner: string, more: object = {}) => ({
  alignmentPeriod: "60s",
  perSeriesAligner,
  ...more,
});
const CPU = filter(
  "compute.googleapis.com/instance/cpu/utilization",
  aligned("ALIGN_MEAN", { crossSeriesReducer: "REDUCE_MEAN", groupByFields: ['resource.label."zone"'] }),
);
const BYTES = filter("compute.googleapis.com/instance/network/received_bytes_count", aligned("ALIGN_RATE"));
const MEMORY = filter("kubernetes.io/container/memory/used_bytes", aligned("ALIGN_MEAN"), "k8s_container");
const LATENCIES = filter(
  "run.googleapis.com/request_latencies",
  aligned("ALIGN_DELTA", { crossSeriesReducer: "REDUCE_SUM" }),
  "cloud_run_revision",
);
const CODES = filter(
  "loadbalancing.googleapis.com/https/request_count",
  aligned("ALIGN_RATE", {
    crossSeriesReducer: "REDUCE_SUM",
    groupByFields: ["metric.label.response_code_class"],
  }),
  "https_lb_rule",
);
const quantile = (q: string) => ({
  prometheusQuery: `histogram_quantile(${q}, sum by (le) (rate(http_request_duration_seconds_bucket[5m])))`,
});

let row = 0;
let column = 0;
/** The next place of a row of three. */
const tile = (title: string, content: object, height = 16) => {
  const place = { xPos: column * 16, yPos: row, width: 16, height };
  column++;
  if (column === 3) {
    column = 0;
    row += height;
  }
  return { ...place, widget: { title, ...content } };
};
const set = (timeSeriesQuery: object, more: object = {}) => ({ plotType: "LINE", timeSeriesQuery, ...more });
const text = (content: string, style: object = {}, format = "MARKDOWN") => ({
  text: { content, format, style },
});
const score = (timeSeriesQuery: object, more: object = {}) => ({ scorecard: { timeSeriesQuery, ...more } });
const STATES = [
  { value: 0.6, color: "YELLOW", direction: "ABOVE", label: "Busy" },
  { value: 0.8, color: "RED", direction: "ABOVE", label: "Overloaded" },
];

export const CHARTS = {
  displayName: "Charts",
  mosaicLayout: {
    columns: 48,
    tiles: [
      tile("Two axes, labels, a threshold on each", {
        xyChart: {
          dataSets: [set(CPU), set(BYTES, { targetAxis: "Y2" })],
          xAxis: { label: "Time of day" },
          yAxis: { label: "CPU utilization" },
          y2Axis: { label: "Received" },
          thresholds: [
            { value: 0.8, label: "Too busy" },
            { value: 120_000_000, label: "Line rate", targetAxis: "Y2" },
          ],
        },
      }),
      tile("Logarithmic, with a legend template", {
        xyChart: {
          dataSets: [set(MEMORY, { legendTemplate: "memory of ${resource.labels.pod_name}" })],
          yAxis: { label: "Memory", scale: "LOG10" },
        },
      }),
      tile("Compared with a week earlier", {
        xyChart: { dataSets: [set(CPU)], timeshiftDuration: "604800s" },
      }),
      tile("Statistics", { xyChart: { dataSets: [set(MEMORY)], chartOptions: { mode: "STATS" } } }),
      tile("X-ray", { xyChart: { dataSets: [set(MEMORY)], chartOptions: { mode: "X_RAY" } } }),
      tile("Quantiles do not cross", {
        xyChart: {
          dataSets: ["0.5", "0.95", "0.99"].map((q) =>
            set(quantile(q), { legendTemplate: `p${Number(q) * 100}` }),
          ),
        },
      }),
      tile("Stacked area", { xyChart: { dataSets: [set(CODES, { plotType: "STACKED_AREA" })] } }),
      tile("Stacked bar and line", {
        xyChart: { dataSets: [set(CODES, { plotType: "STACKED_BAR" }), set(CPU, { targetAxis: "Y2" })] },
      }),
      tile("Heatmap", {
        xyChart: { dataSets: [set(LATENCIES, { plotType: "HEATMAP" })], yAxis: { label: "Latency" } },
      }),
      tile("Horizontal, by SQL", {
        xyChart: {
          chartOptions: { displayHorizontal: true },
          dataSets: [
            set(
              {
                opsAnalyticsQuery: { sql: "SELECT service, COUNT(*) AS requests FROM logs GROUP BY service" },
              },
              { plotType: "STACKED_BAR" },
            ),
          ],
        },
      }),
      tile("Histogram of values", {
        xyChart: {
          dataSets: [
            set(CPU, { plotType: "STACKED_BAR", dimensions: [{ column: "metric_value", maxBinCount: 10 }] }),
          ],
        },
      }),
      tile("A day to a bar", {
        xyChart: {
          dataSets: [
            set(
              filter(
                "storage.googleapis.com/storage/total_bytes",
                { ...aligned("ALIGN_MEAN"), alignmentPeriod: "86400s" },
                "gcs_bucket",
              ),
              { plotType: "STACKED_BAR" },
            ),
          ],
        },
      }),
      tile("Donut with labels", {
        pieChart: { chartType: "DONUT", showLabels: true, dataSets: [{ timeSeriesQuery: CODES }] },
      }),
      tile("Pie", { pieChart: { chartType: "PIE", dataSets: [{ timeSeriesQuery: MEMORY }] } }),
      tile("Treemap", {
        treemap: { treemapHierarchy: ["zone", "instance_name"], dataSets: [{ timeSeriesQuery: CPU }] },
      }),
      tile("Gauge with states", score(CPU, { gaugeView: { upperBound: 1 }, thresholds: STATES })),
      tile(
        "Spark line with states",
        score(CPU, { sparkChartView: { sparkChartType: "SPARK_LINE" }, thresholds: STATES }),
      ),
      tile("Spark bars", score(BYTES, { sparkChartView: { sparkChartType: "SPARK_BAR" } })),
      tile("Bare value", score(MEMORY, { blankView: {} })),
      tile("Columns with settings", {
        timeSeriesTable: {
          dataSets: [{ timeSeriesQuery: CPU }],
          metricVisualization: "NUMBER",
          columnSettings: [
            { column: "zone", displayName: "Where", visible: true, alignment: "CENTER" },
            { column: "project_id", visible: false },
            { column: "value", displayName: "CPU", visible: true, thresholds: STATES },
          ],
        },
      }),
      tile("Top list", {
        timeSeriesTable: {
          metricVisualization: "BAR",
          dataSets: [{ timeSeriesQuery: MEMORY, tableTemplate: "${resource.labels.pod_name}" }],
        },
      }),
    ],
  },
};

row = 0;
column = 0;
const LOREM =
  "## Heading\n\nSome **bold** and *slanted* text with `code`.\n\n- one\n- two\n\n[A link](https://example.com)";
const pointers = [
  ...["PL_TOP", "PL_RIGHT", "PL_BOTTOM", "PL_LEFT", "PL_TOP_LEFT", "PL_TOP_RIGHT"],
  ...[
    "PL_RIGHT_TOP",
    "PL_RIGHT_BOTTOM",
    "PL_BOTTOM_RIGHT",
    "PL_BOTTOM_LEFT",
    "PL_LEFT_BOTTOM",
    "PL_LEFT_TOP",
  ],
];

export const TEXTS = {
  displayName: "Texts",
  mosaicLayout: {
    columns: 48,
    tiles: [
      tile("Own colors", text(LOREM, { backgroundColor: "#1f3a5f", textColor: "#ffffff" })),
      tile("Ground alone", text(LOREM, { backgroundColor: "#fdd" })),
      tile("Ink alone", text(LOREM, { textColor: "#7b1fa2" })),
      tile("Centre", text(LOREM, { horizontalAlignment: "H_CENTER", verticalAlignment: "V_CENTER" })),
      tile(
        "Right, bottom",
        text("Short", { horizontalAlignment: "H_RIGHT", verticalAlignment: "V_BOTTOM" }, "RAW"),
      ),
      tile("Raw", text("# No heading\n\n* no list *\n<b>no element</b>", { fontSize: "FS_SMALL" }, "RAW")),
      tile("Very small", text(LOREM, { fontSize: "FS_EXTRA_SMALL", padding: "P_LARGE" })),
      tile("Very large", text(LOREM, { fontSize: "FS_EXTRA_LARGE", padding: "P_EXTRA_LARGE" })),
      tile(
        "A table and code",
        text(
          "| a | b |\n|---|--:|\n| 1 | 2 |\n\n```\nkubectl get pods\n```\n\n> quoted\n\n![a picture](https://example.com/x.png)",
        ),
      ),
      ...pointers.map((pointerLocation) => tile(pointerLocation, text("Look there", { pointerLocation }), 8)),
    ],
  },
};
