import { describe, expect, test } from "vitest";
import { checkText } from "../check";

/**
 * Texts that a reader of JSON, a schema or a rule is easily wrong about: what has to be found, as `severity code` at the
 * token that is named, or nothing at all.
 */
type Case = readonly [what: string, text: string, found?: string, token?: string];

function cases(list: readonly Case[]): void {
  test.each(list.map((one) => ({ what: one[0], one })))("$what", ({ one: [, text, expected, token] }) => {
    const found = checkText(text);
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected ? [expected] : []);
    if (token !== undefined) {
      const { offset, length } = found[0]!;
      expect(text.slice(offset, offset + length)).toBe(token);
    }
  });
}

const dashboard = (members: string) =>
  `{"displayName": "a", "gridLayout": {"widgets": [{"blank": {}}]}, ${members}}`;
const grid = (members: string) =>
  `{"displayName": "a", "gridLayout": {"widgets": [{"blank": {}}], ${members}}}`;
const widget = (members: string) => `{"displayName": "a", "gridLayout": {"widgets": [{${members}}]}}`;
const chart = (members: string) =>
  widget(`"xyChart": {"dataSets": [{"timeSeriesQuery": {"prometheusQuery": "up"}}], ${members}}`);
const query = (members: string) => widget(`"xyChart": {"dataSets": [{"timeSeriesQuery": {${members}}}]}`);
const sql = (members: string) =>
  widget(
    `"xyChart": {"dataSets": [{"timeSeriesQuery": {"opsAnalyticsQuery": {"sql": "SELECT 1"}}, ${members}}]}`,
  );
const ranked = (members: string) =>
  query(
    `"timeSeriesFilter": {"filter": "metric.type=\\"custom.googleapis.com/orders\\"", "pickTimeSeriesFilter": {${members}}}`,
  );

describe("numbers", () => {
  cases([
    ["the largest 64-bit integer", grid(`"columns": 9223372036854775807`)],
    ["one more", grid(`"columns": 9223372036854775808`), "error out-of-range", "9223372036854775808"],
    ["the smallest", grid(`"columns": -9223372036854775808`)],
    ["one less, as text", grid(`"columns": "-9223372036854775809"`), "error out-of-range"],
    ["leading zeros in a text", grid(`"columns": "0000000000000000000000000002"`)],
    ["digits without end", grid(`"columns": "${"9".repeat(100_000)}"`), "error out-of-range"],
    ["an exponent", grid(`"columns": 1e2`)],
    ["more than any double", chart(`"thresholds": [{"value": 1e400}]`), "error wrong-type", "1e400"],
    ["a point without digits", chart(`"thresholds": [{"value": 1.}]`), "error syntax", "1."],
    ["an exponent without digits", chart(`"thresholds": [{"value": 1e}]`), "error syntax", "1e"],
    ["NaN as text", chart(`"thresholds": [{"value": "NaN"}]`)],
    ["NaN in another letter case", chart(`"thresholds": [{"value": "nan"}]`), "error wrong-type"],
  ]);
});

describe("values of enums", () => {
  cases([
    ["a category", dashboard(`"category": "CUSTOM"`)],
    [
      "a category that nobody has seen",
      dashboard(`"category": "TEAM"`),
      "warning unknown-enum-value",
      '"TEAM"',
    ],
    [
      "another source of a query",
      query(`"prometheusQuery": "up", "apiSource": "OTHER_CLOUD"`),
      "warning unknown-enum-value",
    ],
    [
      "another grouping of incidents",
      widget(`"incidentList": {"groupBy": "POLICY"}`),
      "warning unknown-enum-value",
    ],
    ["a documented one", chart(`"chartOptions": {"mode": "SEPIA"}`), "error unknown-enum-value", '"SEPIA"'],
    ["a ranking", ranked(`"rankingMethod": "METHOD_MAX", "direction": "TOP", "numTimeSeries": 3`)],
    [
      "a ranking by nothing",
      ranked(`"rankingMethod": "METHOD_UNSPECIFIED", "direction": "TOP", "numTimeSeries": 3`),
      "warning unspecified-value",
      '"METHOD_UNSPECIFIED"',
    ],
    [
      "a ranking in no direction, as a number",
      ranked(`"rankingMethod": 2, "direction": 0, "numTimeSeries": 3`),
      "warning unspecified-value",
      "0",
    ],
    ["a ranking that says nothing at all", ranked("")],
    [
      "a spark chart of no kind",
      widget(
        `"scorecard": {"timeSeriesQuery": {"prometheusQuery": "up"}, "sparkChartView": {"sparkChartType": "SPARK_CHART_TYPE_UNSPECIFIED"}}`,
      ),
      "warning unspecified-value",
    ],
    ["a style that is left open", widget(`"text": {"style": {"padding": "PADDING_SIZE_UNSPECIFIED"}}`)],
  ]);
});

describe("members that exclude each other", () => {
  const dimension = (members: string) => sql(`"dimensions": [{"column": "day", ${members}}]`);
  cases([
    ["two bin sizes", dimension(`"timeBinSize": "60s", "numericBinSize": 5`), "warning one-of-conflict"],
    ["one of them zero", dimension(`"timeBinSize": "0s", "numericBinSize": 5`)],
    ["all of them zero", dimension(`"timeBinSize": "0s", "numericBinSize": 0, "floatBinSize": 0`)],
  ]);
});

describe("spans of time", () => {
  const window = (members: string) => widget(`"blank": {}, "timeRange": {"absoluteWindow": {${members}}}`);
  cases([
    ["in order", window(`"startTime": "2026-03-01T08:00:00Z", "endTime": "2026-03-01T09:00:00Z"`)],
    ["empty", window(`"startTime": "2026-03-01T08:00:00Z", "endTime": "2026-03-01T08:00:00Z"`)],
    [
      "empty, in two zones",
      window(`"startTime": "2026-03-01T10:00:00+02:00", "endTime": "2026-03-01T08:00:00Z"`),
    ],
    ["without an end", window(`"startTime": "2026-03-01T08:00:00Z"`)],
    [
      "the wrong way round",
      window(`"start_time": "2026-03-01T08:00:00Z", "end_time": "2026-03-01T09:30:00+02:00"`),
      "warning interval-order",
      '"2026-03-01T09:30:00+02:00"',
    ],
  ]);
});

describe("template variables that nothing uses", () => {
  const declared = (use: string, filter = `"templateVariable": "zone"`) =>
    `{"displayName": "a", "dashboardFilters": [{"filterType": "RESOURCE_LABEL", "labelKey": "zone", ${filter}}], "gridLayout": {"widgets": [{${use}}]}}`;
  const promql = (text: string) =>
    `"xyChart": {"dataSets": [{"timeSeriesQuery": {"prometheusQuery": "${text}"}}]}`;
  cases([
    ["nothing", declared(`"blank": {}`), "hint unused-variable", '"zone"'],
    ["in PromQL", declared(promql("up{${zone}}"))],
    ["its value in PromQL", declared(promql('up{zone=\\"${zone.value}\\"}'))],
    ["escaped", declared(promql("up{\\u0024{zone}}"))],
    ["in a filter control", declared(`"filterControl": {"template_variable": "zone"}`)],
    ["an empty name", declared(`"blank": {}`, `"templateVariable": ""`)],
    ["another label of that name", declared(`"title": "zone", "blank": {}`), "hint unused-variable"],
    [
      "in a condition",
      declared(
        `"blank": {}, "visibilityCondition": {"templateVariableCondition": {"templateVariable": "zone", "templateVariableValue": "a"}}`,
      ),
    ],
    [
      "in SQL",
      declared(
        `"xyChart": {"dataSets": [{"timeSeriesQuery": {"opsAnalyticsQuery": {"sql": "SELECT * FROM t WHERE zone = @zone"}}}]}`,
      ),
    ],
  ]);
});

describe("files of another kind", () => {
  const one = dashboard(`"labels": {}`);
  cases([
    ["nothing", "", "error syntax", ""],
    ["a list as gcloud prints it", `[${one}, ${one}]`, "error foreign-json", "["],
    [
      "a list as the service answers it",
      `{"dashboards": [${one}], "nextPageToken": ""}`,
      "error foreign-json",
      '"dashboards"',
    ],
    [
      "the body of a request",
      `{"dashboard": ${one}, "validateOnly": true}`,
      "error foreign-json",
      '"dashboard"',
    ],
    ["an empty list", "[]", "error wrong-type", "["],
    [
      "a member called dashboard",
      dashboard(`"dashboard": {"displayName": "b"}`),
      "error unknown-member",
      '"dashboard"',
    ],
    [
      "another tool's dashboard",
      `{"panels": [], "schemaVersion": 39, "title": "a"}`,
      "error foreign-json",
      '"panels"',
    ],
    ["YAML", "displayName: a\ngridLayout:\n  widgets:\n  - blank: {}\n", "error syntax", "displayName"],
    ["YAML with a marker", "---\ndisplayName: a\n", "error syntax"],
    ["Terraform", 'resource "google_monitoring_dashboard" "a" {\n  x = 1\n}\n', "error syntax", "resource"],
    ["words", "not a dashboard at all", "error syntax", "not"],
    ["an end that is missing", `{"displayName": "a", "gridLayout": {"widgets": [{"blank": {`, "error syntax"],
  ]);
});
