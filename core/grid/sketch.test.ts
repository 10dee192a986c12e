import { describe, expect, it } from "vitest";
import type { ArrangedTile } from "./arrangement";
import { kindOf } from "./kinds";
import { type Sketch, sketchOf } from "./sketch";

const NONE = { lookup: () => undefined, variable: (name: string) => (name === "known" ? "v" : undefined) };
const draw = <K extends Sketch["kind"]>(kind: K, widget: Record<string, unknown>) => {
  const tile = { id: "/t", kind: kindOf(widget), title: "", widget, x: 0, y: 0, w: 1, h: 1 } as ArrangedTile;
  const sketch = sketchOf(tile, NONE);
  expect(sketch.kind).toBe(kind);
  return sketch as Extract<Sketch, { kind: K }>;
};

describe("charts", () => {
  it("tell axes, lines, mode and what is compared", () => {
    const chart = draw("chart", {
      timeRange: { relativeDuration: "7200s" },
      xyChart: {
        dataSets: [{ plotType: "STACKED_BAR", targetAxis: "Y2", legendTemplate: "x" }, {}],
        yAxis: { label: "left\nright", scale: "LOG10" },
        thresholds: [{ value: 3, label: "t", targetAxis: "Y2" }, {}],
        timeshiftDuration: "604800s",
        chartOptions: { mode: "X_RAY", displayHorizontal: true },
      },
    });
    expect(chart.plots.map(({ shape, axis, template }) => [shape, axis, template])).toEqual([
      ["bar", 2, "x"],
      ["line", 1, ""],
    ]);
    expect(chart.y1).toEqual({ label: "left right", log: true });
    expect(chart.thresholds).toEqual([
      { value: 3, label: "t", axis: 2 },
      { value: 0, label: "", axis: 1 },
    ]);
    expect(chart).toMatchObject({ mode: "xray", horizontal: true, shift: 604_800, window: 7200 });
  });

  it.each([
    [
      { column: "metric_value", maxBinCount: 20 },
      { column: "value", type: "number", count: 12 },
    ],
    [
      { column: "service", columnType: "STRING" },
      { column: "service", type: "text", count: 8 },
    ],
    [
      { column: "start_time", columnType: "STRING" },
      { column: "start_time", type: "date", count: 8 },
    ],
    [
      { column: "d", columnType: "DATE" },
      { column: "d", type: "date", count: 14 },
    ],
    [{ column: "t", columnType: "TIMESTAMP" }, undefined],
  ])("put %j on the X axis", (dimension, expected) => {
    const { plots } = draw("chart", { xyChart: { dataSets: [{ dimensions: [dimension] }] } });
    expect(plots[0]!.dimension).toEqual(expected);
  });

  it("draw no more than a person can look at", () => {
    const dataSets = Array.from({ length: 1000 }, () => ({}));
    expect(draw("chart", { xyChart: { dataSets } }).plots).toHaveLength(12);
  });
});

it("scorecards tell their states and the ends of their dial", () => {
  const score = draw("scorecard", {
    scorecard: {
      gaugeView: { upperBound: 10 },
      thresholds: [
        { value: "5", color: "RED", direction: "BELOW", label: "low" },
        { value: 7, color: "GREEN" },
      ],
    },
  });
  expect(score).toMatchObject({ view: "gauge", low: 0, high: 10, bare: false });
  expect(score.thresholds).toEqual([
    { value: 5, label: "low", color: "red", above: false },
    { value: 7, label: "", color: "none", above: true },
  ]);
  expect(draw("scorecard", { scorecard: { blankView: {}, gaugeView: null } })).toMatchObject({ bare: true });
  // A dial that ends before it starts is drawn with an end of its own.
  expect(draw("scorecard", { scorecard: { gaugeView: { lowerBound: 5, upperBound: 1 } } }).high).toBe(6);
});

it("tables tell their columns as the file has them", () => {
  const table = draw("table", {
    timeSeriesTable: {
      metricVisualization: "BAR",
      dataSets: [{ tableTemplate: "${labels.a}" }],
      columnSettings: [
        { column: "value", visible: true, alignment: "CENTER", displayName: "V" },
        { column: "b" },
      ],
    },
  });
  expect(table).toMatchObject({ bars: true, queries: [{ template: "${labels.a}" }] });
  expect(table.columns).toEqual([
    { column: "value", title: "V", visible: true, align: "center", thresholds: [] },
    { column: "b", title: "", visible: false, align: "auto", thresholds: [] },
  ]);
});

describe("texts", () => {
  const style = (given: object) => draw("text", { text: { content: "x", style: given } }).style;

  it("have the service's defaults", () => {
    expect(style({})).toEqual({
      background: "",
      color: "",
      size: "l",
      padding: "xs",
      horizontal: "left",
      vertical: "top",
      pointer: "",
    });
  });

  it.each([
    [{ backgroundColor: "#ABC" }, { background: "#aabbcc" }],
    [{ textColor: "#123456" }, { color: "#123456" }],
    [{ textColor: "red" }, { color: "" }],
    [{ textColor: "#12345" }, { color: "" }],
    [{ backgroundColor: "#fff;color:red" }, { background: "" }],
    [
      { fontSize: "FS_EXTRA_SMALL", padding: "P_EXTRA_LARGE" },
      { size: "xs", padding: "xl" },
    ],
    [{ fontSize: "FONT_SIZE_UNSPECIFIED" }, { size: "l" }],
    [
      { horizontalAlignment: "H_RIGHT", verticalAlignment: "V_CENTER" },
      { horizontal: "right", vertical: "center" },
    ],
    [{ pointerLocation: "PL_LEFT_TOP" }, { pointer: "left-top" }],
    [{ pointerLocation: "POINTER_LOCATION_UNSPECIFIED" }, { pointer: "" }],
  ])("with %j", (given, expected) => {
    expect(style(given)).toMatchObject(expected);
  });

  it("show the values that variables start with", () => {
    const content = "**${known}** $known ${unknown}";
    expect(draw("text", { text: { content } }).content).toBe("**v** v ${unknown}");
    const blocks = [{ kind: "paragraph", text: "v v ${unknown}" }];
    expect(draw("text", { text: { content, format: "RAW" } }).blocks).toEqual([
      { kind: "paragraph", text: "**v** v ${unknown}" },
    ]);
    expect(draw("text", { text: { content } }).blocks).toEqual(blocks);
  });

  it("say how much of them is left out", () => {
    const { content, cut } = draw("text", { text: { content: "x".repeat(20_000) } });
    expect(content.length).toBe(16_000);
    expect(cut).toBe(4000);
  });
});

it("logs tell severity and resource", () => {
  expect(draw("logs", { logsPanel: { filter: 'resource.type="gce_instance" severity >= WARNING' } })).toEqual(
    {
      kind: "logs",
      severity: "WARNING",
      resource: "gce_instance",
    },
  );
});

it("filter controls tell the value that their variable starts with", () => {
  expect(draw("control", { filterControl: { templateVariable: "known" } })).toMatchObject({
    value: "v",
    declared: true,
  });
  expect(draw("control", { filterControl: { templateVariable: "other" } })).toMatchObject({
    value: "",
    declared: false,
  });
});
