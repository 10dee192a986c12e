import { describe, expect, it } from "vitest";
import { normalForm } from "./normal-form";
import { equalValues } from "./version";

const chart = (dataSet: object, more: object = {}) => ({
  displayName: "d",
  gridLayout: { widgets: [{ xyChart: { dataSets: [dataSet], ...more } }] },
});
const widget = (value: object) => ({ displayName: "d", gridLayout: { widgets: [value] } });
const query = { timeSeriesQuery: { prometheusQuery: "up" } };

describe("two spellings of the same dashboard", () => {
  const cases: [string, unknown, unknown][] = [
    ["the etag", { displayName: "d", etag: "x" }, { displayName: "d" }],
    [
      "id and number of the project",
      { name: "projects/p/dashboards/a" },
      { name: "projects/12/dashboards/a" },
    ],
    [
      "the order of members",
      { displayName: "d", labels: { a: "", b: "1" } },
      { labels: { b: "1", a: "" }, displayName: "d" },
    ],
    ["snake_case", { display_name: "d", grid_layout: {} }, { displayName: "d", gridLayout: {} }],
    ["null", { displayName: "d", labels: null }, { displayName: "d" }],
    ["an empty map", { displayName: "d", labels: {} }, { displayName: "d" }],
    ["target axis", chart({ ...query, targetAxis: "Y1" }), chart(query)],
    ["enum numbers", chart({ ...query, plotType: 2 }), chart({ ...query, plotType: "STACKED_AREA" })],
    [
      "lists that are empty",
      chart({ ...query, dimensions: [], measures: [] }, { thresholds: [] }),
      chart(query),
    ],
    ["empty text", chart({ ...query, legendTemplate: "" }), chart(query)],
    ["scale", chart(query, { yAxis: { scale: "LINEAR" } }), chart(query, { yAxis: {} })],
    [
      "text format and style",
      widget({ text: { content: "x" } }),
      widget({ text: { content: "x", format: "MARKDOWN", style: {} } }),
    ],
    [
      "unspecified enums in a style",
      widget({ text: { content: "x", style: { fontSize: "FONT_SIZE_UNSPECIFIED", textColor: "" } } }),
      widget({ text: { content: "x", style: {} } }),
    ],
    [
      "period of a table",
      widget({ timeSeriesTable: { dataSets: [{ ...query, minAlignmentPeriod: "0s" }] } }),
      widget({ timeSeriesTable: { dataSets: [query] } }),
    ],
    [
      "int64",
      { displayName: "d", gridLayout: { columns: 2 } },
      { displayName: "d", gridLayout: { columns: "2" } },
    ],
    ["int64 zero", { displayName: "d", gridLayout: { columns: "0" } }, { displayName: "d", gridLayout: {} }],
    [
      "durations",
      chart(query, { timeshiftDuration: "060.500s" }),
      chart(query, { timeshiftDuration: "60.5s" }),
    ],
    [
      "time stamps",
      widget({
        title: "t",
        timeRange: { absoluteWindow: { startTime: "2024-01-01T01:00:00.500+01:00" } },
        blank: {},
      }),
      widget({
        title: "t",
        timeRange: { absoluteWindow: { startTime: "2024-01-01T00:00:00.5Z" } },
        blank: {},
      }),
    ],
    [
      "undocumented zero values",
      chart(query, { chartOptions: { showLegend: false } }),
      chart(query, { chartOptions: {} }),
    ],
    [
      "unknown zero values",
      { displayName: "d", later: { a: 0, b: [1], c: "" } },
      { displayName: "d", later: { b: [1] } },
    ],
    [
      "the order of tiles",
      mosaic([tile(0, 0, "a"), tile(6, 0, "b")]),
      mosaic([{ ...tile(6, 0, "b") }, { width: 6, height: 4, widget: { title: "a", blank: {} } }]),
    ],
  ];
  it.each(cases)("%s", (_, a, b) => {
    expect(normalForm(a)).toEqual(normalForm(b));
    expect(equalValues(a, b)).toBe(true);
  });
});

describe("two different dashboards", () => {
  const cases: [string, unknown, unknown][] = [
    ["the id", { name: "projects/p/dashboards/a" }, { name: "projects/p/dashboards/b" }],
    ["an object that is there", widget({ xyChart: { yAxis: {} } }), widget({ xyChart: {} })],
    ["an empty second aggregation", agg({ secondaryAggregation: {} }), agg({})],
    ["zero in a oneof", param({ intValue: "0" }), param({})],
    ["a zero duration outside of tables", chart({ ...query, minAlignmentPeriod: "0s" }), chart(query)],
    ["an empty map value", { labels: { a: "" } }, {}],
    [
      "list order",
      chart({ ...query, breakdowns: [{ column: "a" }, { column: "b" }] }),
      chart({ ...query, breakdowns: [{ column: "b" }, { column: "a" }] }),
    ],
    [
      "tiles on each other",
      mosaic([tile(0, 0, "a"), tile(0, 0, "b")]),
      mosaic([tile(0, 0, "b"), tile(0, 0, "a")]),
    ],
    ["a tile that moved", mosaic([tile(0, 0, "a")]), mosaic([tile(1, 0, "a")])],
  ];
  it.each(cases)("%s", (_, a, b) => expect(equalValues(a, b)).toBe(false));
});

it("is its own normal form", () => {
  const form = normalForm(mosaic([tile(6, 0, "b"), tile(0, 0, "a")]));
  expect(normalForm(form)).toEqual(form);
});

it("takes anything at all", () => {
  for (const value of [
    null,
    1,
    "x",
    [],
    { mosaicLayout: 3 },
    { mosaicLayout: { tiles: [1, null, "x"] } },
    undefined,
  ]) {
    expect(() => normalForm(value)).not.toThrow();
  }
});

function mosaic(tiles: object[]) {
  return { displayName: "d", mosaicLayout: { columns: 12, tiles } };
}
function tile(xPos: number, yPos: number, title: string) {
  return { xPos, yPos, width: 6, height: 4, widget: { title, blank: {} } };
}
function agg(more: object) {
  return chart({ timeSeriesQuery: { timeSeriesFilter: { filter: "f", ...more } } });
}
function param(value: object) {
  return chart({
    ...query,
    measures: [{ column: "c", aggregationFunction: { type: "percentile", parameters: [value] } }],
  });
}
