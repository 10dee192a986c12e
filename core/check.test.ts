import { describe, expect, test } from "vitest";
import { marked } from "../test/support/marked";
import { checkText } from "./check";

/** Texts around the members under test; everything else in them is fine. */
const dashboard = (members: string) => `{"displayName": "Orders", ${members}}`;
const grid = (members: string) => dashboard(`"gridLayout": {${members}}`);
const mosaic = (members: string) => dashboard(`"mosaicLayout": {${members}}`);
const tile = (members: string) => mosaic(`"columns": 48, "tiles": [{${members}}]`);
const widget = (members: string) => grid(`"widgets": [{${members}}]`);
const FILTER = `"timeSeriesFilter": {"filter": "metric.type=\\"custom.googleapis.com/orders\\""}`;
const chart = (members: string) => widget(`"xyChart": {${members}}`);
const dataSet = (members: string) => chart(`"dataSets": [{${members}}]`);
const query = (members: string) => dataSet(`"timeSeriesQuery": {${members}}`);
const aggregation = (members: string) =>
  query(
    `"timeSeriesFilter": {"filter": "metric.type=\\"custom.googleapis.com/orders\\"", "aggregation": {${members}}}`,
  );
const threshold = (members: string) =>
  chart(`"dataSets": [{"timeSeriesQuery": {${FILTER}}}], "thresholds": [{${members}}]`);
const numberInTile = (number: string) => tile(`"width": ${number}, "height": 4, "widget": {"blank": {}}`);
const filterBy = (members: string) => dashboard(`"gridLayout": {}, "dashboardFilters": [{${members}}]`);
const timeRange = (members: string) => widget(`"blank": {}, "timeRange": {${members}}`);
const startTime = (time: string) => timeRange(`"absoluteWindow": {"startTime": ${time}}`);

describe("what the service reads gives no error and no warning", () => {
  test.each<[string, string]>([
    ["the smallest dashboard", grid("")],
    ["snake_case", `{"display_name": "a", "mosaic_layout": {"columns": 48, "tiles": []}}`],
    [
      "both ways of writing names in one object",
      tile(
        `"x_pos": 1, "yPos": 2, "width": 4, "height": 4, "widget": {"xy_chart": {"data_sets": [{"timeSeriesQuery": {"time_series_filter": {"filter": "metric.type=\\"custom.googleapis.com/orders\\""}}}], "y2_axis": {}}}`,
      ),
    ],
    ["an enum by name", aggregation(`"perSeriesAligner": "ALIGN_MEAN", "alignmentPeriod": "60s"`)],
    ["an enum by number", aggregation(`"perSeriesAligner": 12, "alignmentPeriod": "60s"`)],
    ["an enum number as text", aggregation(`"perSeriesAligner": "12", "alignmentPeriod": "60s"`)],
    ["an enum number as 12.0", aggregation(`"perSeriesAligner": 12.0, "alignmentPeriod": "60s"`)],
    ["an unknown enum number", aggregation(`"perSeriesAligner": 99, "alignmentPeriod": "60s"`)],
    ["an unknown enum number as text", aggregation(`"perSeriesAligner": "99", "alignmentPeriod": "60s"`)],
    ["a negative enum number", dataSet(`"timeSeriesQuery": {${FILTER}}, "plotType": -1`)],
    [
      "an unknown number of a required enum",
      widget(`"pieChart": {"chartType": 7, "dataSets": [{"timeSeriesQuery": {${FILTER}}}]}`),
    ],
    ["a null enum", dataSet(`"timeSeriesQuery": {${FILTER}}, "plotType": null`)],
    ["an int32 in quotes", numberInTile(`"12"`)],
    ["an int32 in quotes with .0", numberInTile(`"12.0"`)],
    ["an int32 in quotes with an exponent", numberInTile(`"1.2e1"`)],
    ["an int32 as 12.0", numberInTile("12.0")],
    ["an int32 as 1.2e1", numberInTile("1.2e1")],
    ["an int32 as 120E-1", numberInTile("120E-1")],
    ["a position that is null", tile(`"xPos": null, "width": 4, "height": 4, "widget": {"blank": {}}`)],
    ["a position of -0", tile(`"xPos": -0, "width": 4, "height": 4, "widget": {"blank": {}}`)],
    ["an int64 as text", grid(`"columns": "2"`)],
    ["an int64 as a number", grid(`"columns": 2`)],
    ["an int64 as 2.0", grid(`"columns": 2.0`)],
    ["an int64 as text with .0", grid(`"columns": "2.0"`)],
    ["the largest int64", grid(`"columns": "9223372036854775807"`)],
    ["the smallest int64", grid(`"columns": "-9223372036854775808"`)],
    ["an int64 that is null", grid(`"columns": null`)],
    ["a double", threshold(`"value": 0.5`)],
    ["a double with an exponent", threshold(`"value": -1.5e-3`)],
    ["a double in quotes", threshold(`"value": "0.5"`)],
    ["NaN", threshold(`"value": "NaN"`)],
    ["Infinity", threshold(`"value": "Infinity"`)],
    ["-Infinity", threshold(`"value": "-Infinity"`)],
    ...["true", "false", `"true"`, `"false"`, `"yes"`, `"no"`, `"1"`, `"0"`, `"TRUE"`].map(
      (bool): [string, string] => [
        `the bool ${bool}`,
        tile(`"width": 4, "height": 4, "widget": {"collapsibleGroup": {"collapsed": ${bool}}}`),
      ],
    ),
    ...["60s", "60.5s", "600.500s", "60.000000001s", "60.0s", "120s", "0062s"].map(
      (duration): [string, string] => [
        `the duration ${duration}`,
        aggregation(`"perSeriesAligner": "ALIGN_MEAN", "alignmentPeriod": "${duration}"`),
      ],
    ),
    ["a negative duration", dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": "-5s"`)],
    ["half a second", dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": "0.5s"`)],
    ["a duration of zero", dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": "0s"`)],
    ["a duration that is null", dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": null`)],
    [
      "the longest duration",
      dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": "315576000000s"`),
    ],
    ["a time in UTC", startTime(`"2026-01-31T08:00:00Z"`)],
    ["a time with an offset", startTime(`"2026-01-31T08:00:00+05:30"`)],
    ["a time with nanoseconds", startTime(`"2026-01-31T08:00:00.123456789-08:00"`)],
    ["a leap day", startTime(`"2028-02-29T00:00:00Z"`)],
    ["a time that is null", startTime("null")],
    ["an empty message", widget(`"blank": {}`)],
    ["a list that is null", grid(`"widgets": null`)],
    ["an empty list", grid(`"widgets": []`)],
    ["a map", dashboard(`"gridLayout": {}, "labels": {"team": "checkout", "tag": ""}`)],
    ["a map that is null", dashboard(`"gridLayout": {}, "labels": null`)],
    ["a second layout that is null", dashboard(`"gridLayout": {}, "mosaicLayout": null`)],
    ["a second content that is null", widget(`"blank": {}, "text": null, "xy_chart": null`)],
    ["a second query source that is null", query(`${FILTER}, "prometheusQuery": null`)],
    ["a member that is null and then set", widget(`"blank": null, "text": {"content": "a"}`)],
    ["escapes", widget(`"title": "\\u00e9\\n\\"\\/", "blank": {}`)],
    ["an escaped member name", `{"display\\u004eame": "a", "gridLayout": {}}`],
  ])("%s", (_, text) => {
    expect(checkText(text).filter(({ severity }) => severity === "error" || severity === "warning")).toEqual(
      [],
    );
  });
});

describe("what the service refuses gives one error at the token", () => {
  test.each<[string, string, string]>([
    ["a misspelled content", widget(`⟦"txt"⟧: {"content": "a"}`), "unknown-member"],
    ["a misspelled query source", query(`⟦"promql"⟧: "up"`), "unknown-member"],
    ["a misspelled layout", dashboard(`⟦"tileLayout"⟧: {}`), "unknown-member"],
    ["a misspelled required member", `{⟦"dispalyName"⟧: "a", "gridLayout": {}}`, "unknown-member"],
    ["an unknown member", grid(`⟦"widget"⟧: []`), "unknown-member"],
    ["a comment-like member", dashboard(`⟦"_comment"⟧: "a", "gridLayout": {}`), "unknown-member"],
    ["$schema", `{⟦"$schema"⟧: "a", "displayName": "a", "gridLayout": {}}`, "unknown-member"],
    ["a member known to be refused", mosaic(`"columns": 48, ⟦"legacyRows"⟧: "1"`), "unknown-member"],
    ["another letter case", dashboard(`⟦"GridLayout"⟧: {}, "gridLayout": {}`), "unknown-member"],
    ["an unknown member that is null", grid(`⟦"widget"⟧: null`), "unknown-member"],
    ["a member of an empty message", widget(`"blank": {⟦"a"⟧: 1}`), "unknown-member"],
    ["__proto__", grid(`⟦"__proto__"⟧: {}`), "unknown-member"],
    [
      "an unknown enum name",
      aggregation(`"perSeriesAligner": ⟦"ALIGN_AVG"⟧, "alignmentPeriod": "60s"`),
      "unknown-enum-value",
    ],
    [
      "an enum name in another letter case",
      aggregation(`"perSeriesAligner": ⟦"align_mean"⟧, "alignmentPeriod": "60s"`),
      "unknown-enum-value",
    ],
    ["an empty enum name", dataSet(`"timeSeriesQuery": {${FILTER}}, "plotType": ⟦""⟧`), "unknown-enum-value"],
    [
      "an enum number with a fraction",
      dataSet(`"timeSeriesQuery": {${FILTER}}, "plotType": ⟦1.5⟧`),
      "wrong-type",
    ],
    ["a bool for an enum", dataSet(`"timeSeriesQuery": {${FILTER}}, "plotType": ⟦true⟧`), "wrong-type"],
    ["a list for an enum", dataSet(`"timeSeriesQuery": {${FILTER}}, ⟦"plotType"⟧: ["LINE"]`), "wrong-type"],
    ["a number for text", widget(`"title": ⟦5⟧, "blank": {}`), "wrong-type"],
    ["a bool for text", widget(`"title": ⟦true⟧, "blank": {}`), "wrong-type"],
    ["a list for text", widget(`⟦"title"⟧: ["a"], "blank": {}`), "wrong-type"],
    ["text for an object", widget(`"text": ⟦"Hello"⟧`), "wrong-type"],
    ["a list for an object", widget(`⟦"text"⟧: [{"content": "a"}]`), "wrong-type"],
    ["an object for a list", grid(`⟦"widgets"⟧: {"blank": {}}`), "wrong-type"],
    ["a list in a list", grid(`"widgets": [⟦[⟧]]`), "wrong-type"],
    ["text in a list of objects", grid(`"widgets": [⟦"blank"⟧]`), "wrong-type"],
    ["a list for a map", dashboard(`"gridLayout": {}, ⟦"labels"⟧: ["a"]`), "wrong-type"],
    ["a number in a map", dashboard(`"gridLayout": {}, "labels": {"a": ⟦1⟧}`), "wrong-type"],
    ["null in a map", dashboard(`"gridLayout": {}, "labels": {"a": ⟦null⟧}`), "wrong-type"],
    ["null in a list", grid(`"widgets": [⟦null⟧]`), "null-in-list"],
    [
      "null in a list of texts",
      aggregation(
        `"perSeriesAligner": "ALIGN_MEAN", "alignmentPeriod": "60s", "crossSeriesReducer": "REDUCE_SUM", "groupByFields": [⟦null⟧]`,
      ),
      "null-in-list",
    ],
    ["12.5 for an integer", numberInTile("⟦12.5⟧"), "not-an-integer"],
    ["-1.5 for an integer", numberInTile("⟦-1.5⟧"), "not-an-integer"],
    ["12.5 in quotes for an integer", numberInTile(`⟦"12.5"⟧`), "not-an-integer"],
    ["a space in a quoted integer", numberInTile(`⟦" 12"⟧`), "not-an-integer"],
    ["an empty text for an integer", numberInTile(`⟦""⟧`), "not-an-integer"],
    ["a bool for an integer", numberInTile("⟦true⟧"), "not-an-integer"],
    ["an object for an integer", tile(`⟦"width"⟧: {}, "height": 4, "widget": {"blank": {}}`), "wrong-type"],
    ["12.5 for an int64", grid(`"columns": ⟦12.5⟧`), "not-an-integer"],
    ["a word for an int64", grid(`"columns": ⟦"two"⟧`), "not-an-integer"],
    ["more than an int64", grid(`"columns": ⟦"9223372036854775808"⟧`), "out-of-range"],
    ["a number beyond an int64", grid(`"columns": ⟦1e30⟧`), "out-of-range"],
    ["more than an int32", numberInTile("⟦3000000000⟧"), "out-of-range"],
    ["more than an int32 in quotes", numberInTile(`⟦"3000000000"⟧`), "out-of-range"],
    ["no width", numberInTile("⟦0⟧"), "out-of-range"],
    [
      "a negative position",
      tile(`"yPos": ⟦-1⟧, "width": 4, "height": 4, "widget": {"blank": {}}`),
      "out-of-range",
    ],
    ["no column", mosaic(`"columns": ⟦0⟧`), "out-of-range"],
    ["49 columns", mosaic(`"columns": ⟦49⟧`), "out-of-range"],
    ["49 columns in quotes", mosaic(`"columns": ⟦"49"⟧`), "out-of-range"],
    [
      "a bool by number",
      tile(`"width": 4, "height": 4, "widget": {"collapsibleGroup": {"collapsed": ⟦1⟧}}`),
      "wrong-type",
    ],
    [
      "a bool by another word",
      tile(`"width": 4, "height": 4, "widget": {"collapsibleGroup": {"collapsed": ⟦"on"⟧}}`),
      "wrong-type",
    ],
    ["a word for a double", threshold(`"value": ⟦"high"⟧`), "wrong-type"],
    ["a bool for a double", threshold(`"value": ⟦true⟧`), "wrong-type"],
    ["an empty text for a double", threshold(`"value": ⟦""⟧`), "wrong-type"],
    ...[
      `"1m"`,
      `"1h"`,
      `"60"`,
      `"PT60S"`,
      `"60S"`,
      `"1e2s"`,
      `".5s"`,
      `"60 s"`,
      `""`,
      "60",
      "true",
      `"0.1234567891s"`,
    ].map((duration): [string, string, string] => [
      `the duration ${duration}`,
      aggregation(`"perSeriesAligner": "ALIGN_MEAN", "alignmentPeriod": ⟦${duration}⟧`),
      "invalid-duration",
    ]),
    [
      "a duration as an object",
      dataSet(`"timeSeriesQuery": {${FILTER}}, ⟦"minAlignmentPeriod"⟧: {"seconds": 60}`),
      "invalid-duration",
    ],
    [
      "too long a duration",
      dataSet(`"timeSeriesQuery": {${FILTER}}, "minAlignmentPeriod": ⟦"315576000001s"⟧`),
      "out-of-range",
    ],
    ...[
      `"2026-01-31"`,
      `"2026-01-31T08:00:00"`,
      `"2026-01-31 08:00:00Z"`,
      `"2026-13-01T00:00:00Z"`,
      `"now"`,
      "1769846400",
    ].map((time): [string, string, string] => [
      `the time ${time}`,
      startTime(`⟦${time}⟧`),
      "invalid-timestamp",
    ]),
    ["a day that does not exist", startTime(`⟦"2026-02-29T00:00:00Z"⟧`), "out-of-range"],
    ["two layouts", dashboard(`"gridLayout": {}, ⟦"mosaicLayout"⟧: {"columns": 1}`), "one-of-conflict"],
    ["two contents", widget(`"blank": {}, ⟦"text"⟧: {}`), "one-of-conflict"],
    ["two contents in two spellings", widget(`"blank": {}, ⟦"logs_panel"⟧: {}`), "one-of-conflict"],
    ["two query sources", query(`${FILTER}, ⟦"prometheusQuery"⟧: "up"`), "one-of-conflict"],
    [
      "two query sources, one of them empty",
      query(`${FILTER}, ⟦"timeSeriesQueryLanguage"⟧: ""`),
      "one-of-conflict",
    ],
    [
      "two default values",
      filterBy(`"filterType": "GROUP", "labelKey": "a", "stringValue": "a", ⟦"stringArrayValue"⟧: {}`),
      "one-of-conflict",
    ],
    ["no layout", `⟦{⟧"displayName": "a"}`, "one-of-missing"],
    ["a layout that is null", `⟦{⟧"displayName": "a", "gridLayout": null}`, "one-of-missing"],
    ["no content", grid(`"widgets": [⟦{⟧"title": "a"}]`), "one-of-missing"],
    ["a content that is null", grid(`"widgets": [⟦{⟧"text": null}]`), "one-of-missing"],
    ["no query source", dataSet(`⟦"timeSeriesQuery"⟧: {"unitOverride": "1"}`), "one-of-missing"],
    ["no displayName", `⟦{⟧"gridLayout": {}}`, "missing-member"],
    ["a displayName that is null", `⟦{⟧"displayName": null, "gridLayout": {}}`, "missing-member"],
    ["no columns", dashboard(`⟦"mosaicLayout"⟧: {"tiles": []}`), "missing-member"],
    [
      "no height",
      mosaic(`"columns": 48, "tiles": [⟦{⟧"width": 4, "widget": {"blank": {}}}]`),
      "missing-member",
    ],
    ["no data sets", widget(`⟦"xyChart"⟧: {}`), "missing-member"],
    ["no query", chart(`"dataSets": [⟦{⟧"plotType": "LINE"}]`), "missing-member"],
    ["a name of another form", dashboard(`"name": ⟦"orders"⟧, "gridLayout": {}`), "invalid-form"],
    ["a trailing comma in an object", `{"displayName": "a", "gridLayout": {}⟦,⟧}`, "trailing-comma"],
    ["a trailing comma in a list", grid(`"widgets": [{"blank": {}}⟦,⟧]`), "trailing-comma"],
    ["a line comment", `{"displayName": "a", ⟦// why⟧\n"gridLayout": {}}`, "comment"],
    ["a block comment", `{"displayName": "a", ⟦/* why */⟧ "gridLayout": {}}`, "comment"],
    ["NaN without quotes", threshold(`"value": ⟦NaN⟧`), "syntax"],
    ["single quotes", `{"displayName": ⟦'a'⟧, "gridLayout": {}}`, "syntax"],
    ["a list as dashboard", "⟦[⟧]", "wrong-type"],
    ["text as dashboard", `⟦"a"⟧`, "wrong-type"],
  ])("%s", (_, source, code) => {
    const { text, spans } = marked(source);
    const at = spans[0]!;
    const found = checkText(text).filter(({ severity }) => severity === "error" || severity === "warning");
    expect(
      found.map((f) => ({
        code: f.code,
        severity: f.severity,
        at: text.slice(f.offset, f.offset + f.length),
      })),
    ).toEqual([{ code, severity: "error", at: text.slice(at.offset, at.offset + at.length) }]);
    expect(found[0]).toMatchObject(at);
    expect(found[0]!.message).toMatch(/^[A-Z"“'].*[.?]$/s);
  });
});
