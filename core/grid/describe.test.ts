import { describe, expect, it } from "vitest";
import { drawPicture, MAX_TILES } from "./picture";

/** The one tile of a grid that holds this widget. */
function drawn(widget: object) {
  return drawPicture({ gridLayout: { widgets: [widget] } }).tiles[0]!;
}

const filter = (metric: string) => ({
  timeSeriesFilter: { filter: `metric.type = "${metric}" resource.type="gce_instance"` },
});
const CPU = filter("compute.googleapis.com/instance/cpu/utilization");

describe("names and subtitles", () => {
  it.each<[object, string, string]>([
    [{ xyChart: { dataSets: [{ timeSeriesQuery: CPU }] } }, "line chart", "compute/instance/cpu/utilization"],
    [
      {
        xyChart: {
          dataSets: [
            { plotType: "STACKED_BAR", timeSeriesQuery: CPU },
            { plotType: "LINE", timeSeriesQuery: { prometheusQuery: "# all of them\nrate(\n  up[5m])" } },
          ],
        },
      },
      "stacked bar and line chart",
      "compute/instance/cpu/utilization and 1 more",
    ],
    [{ xyChart: { dataSets: [{ plotType: "HEATMAP", timeSeriesQuery: {} }] } }, "heatmap", "no query"],
    [{ xyChart: {} }, "chart", "no data sets"],
    [
      { xyChart: { dataSets: [{ timeSeriesQuery: CPU }, { timeSeriesQuery: CPU }] } },
      "line chart",
      "2 data sets of compute/instance/cpu/utilization",
    ],
    [
      {
        scorecard: {
          gaugeView: { upperBound: 1 },
          timeSeriesQuery: { prometheusQuery: "# how many\n  sum(up) # all" },
        },
      },
      "gauge",
      "PromQL: sum(up) # all",
    ],
    [
      {
        scorecard: {
          timeSeriesQuery: {
            timeSeriesFilterRatio: { numerator: CPU.timeSeriesFilter, denominator: { filter: "" } },
          },
        },
      },
      "scorecard",
      "ratio compute/instance/cpu/utilization ÷ empty filter",
    ],
    [
      { scorecard: { sparkChartView: {}, timeSeriesQuery: { timeSeriesQueryLanguage: "fetch a\n| mean" } } },
      "scorecard with spark chart",
      "MQL: fetch a | mean",
    ],
    [
      {
        timeSeriesTable: {
          metricVisualization: "BAR",
          dataSets: [{ timeSeriesQuery: { opsAnalyticsQuery: { sql: "SELECT 1" } } }],
        },
      },
      "top list",
      "SQL: SELECT 1",
    ],
    [
      {
        pieChart: {
          chartType: "DONUT",
          dataSets: [{ timeSeriesQuery: { traceQuery: { spanDataValue: "SPAN_DURATION" } } }],
        },
      },
      "donut chart",
      "spans: duration",
    ],
    [{ alertChart: { name: "projects/p/alertPolicies/77" } }, "alert chart", "policy 77"],
    [{ incidentList: { policyNames: ["alertPolicies/1"] } }, "incident list", "1 policy"],
    [{ incidentList: {} }, "incident list", "all incidents"],
    [
      { logsPanel: { filter: "severity>=ERROR\nresource.type=x" } },
      "logs panel",
      "severity>=ERROR resource.type=x",
    ],
    [
      { errorReportingPanel: { projectNames: ["projects/a", "projects/b"] } },
      "error reporting panel",
      "2 projects",
    ],
    [{ filterControl: { templateVariable: "zone" } }, "filter control", "sets zone"],
    [{ sectionHeader: { subtitle: "What we sell" } }, "section header", "What we sell"],
    [{ blank: {} }, "spacer", ""],
    [{ title: "x" }, "widget without content", "no content yet"],
    [{ hologram: {} }, "widget of unknown type", "hologram"],
    [{ text: { content: "a" }, blank: {} }, "text", "multiple contents: text, blank"],
  ])("%j", (widget, label, subtitle) => {
    const tile = drawn(widget);
    expect([tile.label, tile.subtitle]).toEqual([label, subtitle]);
  });

  it("counts the members of groups", () => {
    const at = (widget: object) => ({ width: 4, height: 4, widget });
    const { tiles } = drawPicture({
      mosaicLayout: {
        columns: 12,
        tiles: [
          at({ singleViewGroup: {} }),
          at({ blank: {} }),
          at({ text: {} }),
          at({ collapsibleGroup: { collapsed: true } }),
        ],
      },
    });
    expect(tiles.map((tile) => tile.subtitle)).toEqual([
      "2 views",
      "",
      "empty text",
      "1 widget, collapsed by default",
    ]);
  });

  it("tells conditions and own time ranges", () => {
    const tile = drawn({
      blank: {},
      timeRange: { relativeDuration: "3600s" },
      visibilityCondition: {
        templateVariableCondition: { templateVariable: "env", templateVariableValue: "prod" },
      },
    });
    expect(tile.notes).toEqual(["visible when env matches prod", "own time range: last 3600s"]);
  });
});

describe("text", () => {
  const blocks = (content: string, format = "MARKDOWN") => {
    const { sketch } = drawn({ text: { content, format } });
    return sketch.kind === "text" ? sketch.blocks.map(({ kind, text }) => `${kind}: ${text}`) : [];
  };

  it("takes the Markdown signs off and keeps the words", () => {
    const markdown = [
      "# **Runbook** #",
      "Call [the team](https://x.example/a_b) or run `kubectl get pods`",
      "when _all_ is lost; snake_case_names stay.",
      "",
      "- one",
      "2. two",
      "---",
      "| a | b |",
      "|---|:-:|",
      "| 1 | 2 |",
      "```sh",
      "rm  -rf *tmp*",
      "```",
    ].join("\n");
    expect(blocks(markdown)).toEqual([
      "heading: Runbook",
      "paragraph: Call the team or run kubectl get pods when all is lost; snake_case_names stay.",
      "bullet: one",
      "bullet: two",
      "paragraph: a · b",
      "paragraph: 1 · 2",
      "code: rm  -rf *tmp*",
    ]);
  });

  it("leaves raw text alone", () => {
    expect(blocks("# a\n\n**b**", "RAW")).toEqual(["paragraph: # a", "paragraph: **b**"]);
  });

  it("is short on a megabyte, which with quadratic time would time out", () => {
    for (const unit of ["[", "*a", "`", "| -", "# "]) {
      expect(blocks(unit.repeat(1_000_000 / unit.length)).join("").length).toBeLessThan(2000);
    }
  });
});

describe("toolbar and limits", () => {
  it("lists variables and pinned filters with what they start with", () => {
    const { filters } = drawPicture({
      dashboardFilters: [
        { templateVariable: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone", stringValue: "eu" },
        {
          templateVariable: "",
          filterType: "METRIC_LABEL",
          labelKey: "state",
          stringArrayValue: { values: ["a", "b"] },
        },
        { templateVariable: "any", filterType: "VALUE_ONLY" },
        3,
      ],
    });
    expect(filters).toEqual([
      {
        id: "/dashboardFilters/0",
        kind: "variable",
        name: "zone",
        value: "eu",
        detail: "resource label zone",
      },
      {
        id: "/dashboardFilters/1",
        kind: "filter",
        name: "state",
        value: "a, b",
        detail: "metric label state",
      },
      { id: "/dashboardFilters/2", kind: "variable", name: "any", value: "", detail: "value only" },
    ]);
  });

  it("cuts ten thousand tiles and a megabyte of title, and says how many there are", () => {
    const widgets = Array.from({ length: 10_000 }, () => ({ title: "x".repeat(100), blank: {} }));
    widgets[0]!.title = "😀".repeat(500_000);
    const picture = drawPicture({ displayName: "y".repeat(1_000_000), gridLayout: { widgets } });
    expect(picture.widgets).toBe(10_000);
    expect(picture.tiles).toHaveLength(MAX_TILES);
    expect(picture.title).toHaveLength(300);
    expect(picture.tiles[0]!.title.length).toBeLessThanOrEqual(300);
    expect(picture.tiles[0]!.title).toMatch(/^(😀)+…$/u);
  });
});

describe("misplaced tiles", () => {
  it("names the tile that is overlapped, on both", () => {
    const at = (xPos: number, title: string) => ({ xPos, width: 4, height: 4, widget: { title, blank: {} } });
    const { tiles } = drawPicture({
      mosaicLayout: { columns: 12, tiles: [at(0, "a"), at(2, "b"), at(8, "c")] },
    });
    expect(tiles.map((tile) => tile.misplaced)).toEqual(['overlaps "b"', 'overlaps "a"', undefined]);
  });
});
