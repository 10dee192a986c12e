import { describe, expect, test } from "vitest";
import { canonicalDuration, canonicalTimestamp, normalize } from "./normalize";

describe("canonicalDuration", () => {
  test.each([
    ["60s", "60s"],
    ["0060s", "60s"],
    ["0.5s", "0.500s"],
    ["600.500s", "600.500s"],
    ["1.1234s", "1.123400s"],
    ["1.123456789s", "1.123456789s"],
    ["1.000s", "1s"],
    ["-0.0s", "0s"],
    ["-5s", "-5s"],
  ])("%s is answered as %s", (text, canonical) => {
    expect(canonicalDuration(text)).toBe(canonical);
  });
});

describe("canonicalTimestamp", () => {
  test.each([
    ["2026-03-01T08:00:00Z", "2026-03-01T08:00:00Z"],
    ["2026-03-01T08:00:00+02:00", "2026-03-01T06:00:00Z"],
    ["2026-03-01T08:00:00.5Z", "2026-03-01T08:00:00.500Z"],
    ["2026-03-01T00:30:00.123456789+01:00", "2026-02-28T23:30:00.123456789Z"],
  ])("%s is answered as %s", (text, canonical) => {
    expect(canonicalTimestamp(text)).toBe(canonical);
  });
});

describe("normalise", () => {
  test("leaves a stored dashboard as it is", () => {
    const once = normalize({
      gridLayout: { columns: 3, widgets: [{ text: { content: "x" } }, { blank: {} }] },
      displayName: "Orchard",
      labels: { b: "", a: "1" },
    });
    expect(normalize(once)).toEqual(once);
    expect(JSON.stringify(once)).toBe(
      '{"displayName":"Orchard","gridLayout":{"columns":"3","widgets":' +
        '[{"text":{"content":"x","format":"MARKDOWN","style":{}}},{"blank":{}}]},"labels":{"a":"1","b":""}}',
    );
  });

  test("drops zeros, but not from a oneof, where being set has a meaning", () => {
    const filter = { filterType: "RESOURCE_LABEL", labelKey: "", stringValue: "" };
    expect(normalize({ dashboardFilters: [filter] })).toEqual({
      dashboardFilters: [{ filterType: "RESOURCE_LABEL", stringValue: "" }],
    });
  });

  test("drops enum names that stand for zero, and fills in what is missing then", () => {
    const dataSet = {
      targetAxis: "TARGET_AXIS_UNSPECIFIED",
      plotType: "PLOT_TYPE_UNSPECIFIED",
      timeSeriesQuery: {},
    };
    const widget = {
      xyChart: { yAxis: { scale: "SCALE_UNSPECIFIED" }, y2Axis: {}, xAxis: {}, dataSets: [dataSet] },
    };
    expect(normalize({ gridLayout: { widgets: [widget] } })).toEqual({
      gridLayout: {
        widgets: [
          {
            xyChart: {
              dataSets: [{ targetAxis: "Y1", timeSeriesQuery: {} }],
              xAxis: {},
              y2Axis: {},
              yAxis: { scale: "LINEAR" },
            },
          },
        ],
      },
    });
  });

  test("keeps what the schema does not know", () => {
    expect(normalize({ ripeness: { b: 0, a: [] } })).toEqual({ ripeness: { b: 0, a: [] } });
  });
});
