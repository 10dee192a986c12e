import { describe, expect, test } from "vitest";
import { marked } from "../../test/support/marked";
import { checkText } from "../check";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { fixesOf } from "../features/changing/fixes";

const FILTERS = `"dashboardFilters": [{"filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone"}, {"filterType": "VALUE_ONLY", "templateVariable": "service"}]`;
const USES = `{"filterControl": {"templateVariable": "zone"}}, {"filterControl": {"templateVariable": "service"}}`;
const widget = (members: string) =>
  `{"displayName": "a", ${FILTERS}, "gridLayout": {"widgets": [{${members}}, ${USES}]}}`;
const chart = (members: string) => widget(`"xyChart": {${members}}`);
const query = (members: string) => chart(`"dataSets": [{"timeSeriesQuery": {${members}}}]`);
const scorecard = (members: string) =>
  widget(`"scorecard": {"timeSeriesQuery": {"prometheusQuery": "up"}, ${members}}`);
const METRIC = `"filter": "metric.type=\\"custom.googleapis.com/orders\\""`;
const aggregation = (members: string) =>
  query(`"timeSeriesFilter": {${METRIC}, "aggregation": {${members}}}`);
const second = (members: string) =>
  query(`"timeSeriesFilter": {${METRIC}, "aggregation": {}, "secondaryAggregation": {${members}}}`);
const ALIGNED = `"alignmentPeriod": "60s", "perSeriesAligner": "ALIGN_MEAN"`;
const filter = (members: string) =>
  `{"displayName": "a", "dashboardFilters": [{${members}}], "gridLayout": {"widgets": [{"blank": {}}]}}`;

/** `[what, text with the place marked, severity and code]`; no code: nothing may be found. */
type Case = [string, string, string?];

function cases(list: readonly Case[]): void {
  test.each(list)("%s", (_, source, expected) => {
    const { text, spans } = marked(source);
    // Every MQL query has the hint that it is deprecated.
    const found = checkText(text).filter(({ code }) => code !== "mql-deprecated");
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(spans.map(() => expected));
    expect(found.map(({ offset, length }) => ({ offset, length }))).toEqual(spans);
  });
}

describe("duration-limits", () => {
  cases([
    ["60 s", aggregation(`"alignmentPeriod": "60s", "perSeriesAligner": "ALIGN_MEAN"`)],
    [
      "59 s",
      aggregation(`"alignmentPeriod": ⟦"59s"⟧, "perSeriesAligner": "ALIGN_MEAN"`),
      "error duration-limits",
    ],
    [
      "zero",
      aggregation(`"alignmentPeriod": ⟦"0s"⟧, "perSeriesAligner": "ALIGN_MEAN"`),
      "error duration-limits",
    ],
    ["104 weeks", aggregation(`"alignmentPeriod": "62899200s", "perSeriesAligner": "ALIGN_MEAN"`)],
    [
      "more",
      aggregation(`"alignment_period": ⟦"62899201s"⟧, "perSeriesAligner": "ALIGN_MEAN"`),
      "error duration-limits",
    ],
    ["no period", aggregation(`"perSeriesAligner": "ALIGN_MEAN"`)],
    ["a time shift of zero", chart(`"timeshiftDuration": "0s", "dataSets": []`)],
    ["a fraction", chart(`"timeshiftDuration": "600.500s", "dataSets": []`)],
    ["a short time shift", chart(`"timeshiftDuration": ⟦"10s"⟧, "dataSets": []`), "error duration-limits"],
    [
      "a negative time shift",
      chart(`"timeshiftDuration": ⟦"-60s"⟧, "dataSets": []`),
      "error duration-limits",
    ],
    [
      "no time range",
      widget(`"blank": {}, "timeRange": {"relativeDuration": ⟦"0s"⟧}`),
      "warning duration-limits",
    ],
    [
      "a minimum period of zero",
      chart(`"dataSets": [{"minAlignmentPeriod": "0s", "timeSeriesQuery": {"prometheusQuery": "up"}}]`),
    ],
  ]);
});

describe("timeshift-plot-type", () => {
  const shifted = (shift: string, plotType: string) =>
    chart(
      `"timeshiftDuration": "${shift}", "dataSets": [{${plotType}"timeSeriesQuery": {"prometheusQuery": "up"}}]`,
    );
  cases([
    ["a line", shifted("3600s", `"plotType": "LINE", `)],
    ["no plot type", shifted("3600s", "")],
    ["an unset plot type", shifted("3600s", `"plotType": "PLOT_TYPE_UNSPECIFIED", `)],
    ["an unknown number", shifted("3600s", `"plotType": 42, `)],
    ["bars", shifted("3600s", `"plotType": ⟦"STACKED_BAR"⟧, `), "error timeshift-plot-type"],
    ["bars by number", shifted("3600s", `"plot_type": ⟦3⟧, `), "error timeshift-plot-type"],
    ["areas", shifted("3600s", `"plotType": ⟦"STACKED_AREA"⟧, `), "warning timeshift-plot-type"],
    ["bars without time shift", shifted("0s", `"plotType": "STACKED_BAR", `)],
  ]);
});

describe("mql-min-alignment-period", () => {
  const mql = (members: string) =>
    `"dataSets": [{${members}, "timeSeriesQuery": {"timeSeriesQueryLanguage": "fetch a"}}]`;
  cases([
    ["a chart", chart(mql(`⟦"minAlignmentPeriod"⟧: "60s"`)), "error mql-min-alignment-period"],
    [
      "a table",
      widget(`"timeSeriesTable": {${mql(`⟦"min_alignment_period"⟧: "60s"`)}}`),
      "error mql-min-alignment-period",
    ],
    [
      "a pie",
      widget(`"pieChart": {"chartType": "PIE", ${mql(`⟦"minAlignmentPeriod"⟧: "60s"`)}}`),
      "error mql-min-alignment-period",
    ],
    [
      "zero, which the service adds by itself",
      widget(`"timeSeriesTable": {${mql(`"minAlignmentPeriod": "0s"`)}}`),
    ],
    [
      "PromQL",
      chart(`"dataSets": [{"minAlignmentPeriod": "60s", "timeSeriesQuery": {"prometheusQuery": "up"}}]`),
    ],
  ]);
});

describe("reducer-without-aligner", () => {
  cases([
    ["no aligner", aggregation(`"crossSeriesReducer": ⟦"REDUCE_SUM"⟧`), "warning reducer-without-aligner"],
    [
      "ALIGN_NONE",
      aggregation(`"perSeriesAligner": "ALIGN_NONE", "crossSeriesReducer": ⟦4⟧`),
      "warning reducer-without-aligner",
    ],
    [
      "in a ratio",
      query(
        `"timeSeriesFilterRatio": {"numerator": {${METRIC}, "aggregation": {"crossSeriesReducer": ⟦"REDUCE_SUM"⟧}}, "denominator": {${METRIC}}}`,
      ),
      "warning reducer-without-aligner",
    ],
    [
      "an aligner without period",
      aggregation(`"perSeriesAligner": "ALIGN_MEAN", "crossSeriesReducer": "REDUCE_SUM"`),
    ],
    [
      "an aligner with an unknown number",
      aggregation(`"perSeriesAligner": 99, "crossSeriesReducer": "REDUCE_SUM"`),
    ],
    ["REDUCE_NONE", aggregation(`"crossSeriesReducer": "REDUCE_NONE"`)],
    [
      "the second aggregation",
      second(`"perSeriesAligner": "ALIGN_NONE", "crossSeriesReducer": "REDUCE_SUM"`),
    ],
    ["an empty second aggregation", second("")],
  ]);
});

describe("group-by-field", () => {
  const by = (field: string) =>
    aggregation(`${ALIGNED}, "crossSeriesReducer": "REDUCE_SUM", "groupByFields": [${field}]`);
  cases([
    ...[
      String.raw`resource.label.\"zone\"`,
      String.raw`resource.labels.\"zone\"`,
      "resource.label.zone",
      String.raw`metric.label.\"response_code\"`,
      "metric.labels.response_code",
      String.raw`metadata.system_labels.\"region\"`,
      String.raw`metadata.user_labels.\"app.kubernetes.io/name\"`,
      "metadata.user_labels.team",
      "resource.type",
      "metric.type",
      "project",
      "${zone}",
    ].map((field): Case => [field, by(`"${field}"`)]),
    ...[
      "zone",
      "resource.zone",
      String.raw`resource.label.\"zone`,
      "resource.label.",
      "",
      "label.zone",
      "resource.label.a b",
    ].map((field): Case => [field, by(`⟦"${field}"⟧`), "warning group-by-field"]),
    ["each of several", by(`⟦"zone"⟧, "resource.label.zone", ⟦"team"⟧`), "warning group-by-field"],
  ]);
});

describe("group-by-without-reducer", () => {
  const FIELDS = `⟦"groupByFields"⟧: ["resource.label.zone"]`;
  cases([
    ["no reducer", aggregation(`${ALIGNED}, ${FIELDS}`), "hint group-by-without-reducer"],
    [
      "REDUCE_NONE",
      aggregation(`${ALIGNED}, "crossSeriesReducer": "REDUCE_NONE", ${FIELDS}`),
      "hint group-by-without-reducer",
    ],
    ["no fields", aggregation(`${ALIGNED}, "groupByFields": []`)],
    [
      "an unknown reducer",
      aggregation(`${ALIGNED}, "crossSeriesReducer": 99, "groupByFields": ["resource.label.zone"]`),
    ],
  ]);
});

describe("undeclared-variable", () => {
  cases([
    [
      "PromQL, a matcher",
      query(`"prometheusQuery": "up{\${⟦nope⟧},\${zone}}"`),
      "warning undeclared-variable",
    ],
    [
      "PromQL, a value",
      query(`"prometheusQuery": "up{a=\\"\${⟦nope⟧.value}\\"}"`),
      "warning undeclared-variable",
    ],
    [
      "PromQL, each use",
      query(`"prometheusQuery": "up{\${⟦nope⟧}} / up{\${⟦nope⟧}}"`),
      "warning undeclared-variable",
    ],
    ["PromQL, declared", query(`"prometheusQuery": "up{\${zone}} + up{a='\${service.value}'}"`)],
    ["PromQL, built in", query(`"prometheusQuery": "rate(up[\${__interval}])"`)],
    [
      "PromQL, groups of a regular expression",
      query(
        `"prometheusQuery": "label_replace(up, \\"a\\", \\"\${1}\${grp}\\", \\"b\\", \\"(?P<grp>.*)\\")"`,
      ),
    ],
    ["PromQL, no name", query(`"prometheusQuery": "up{a=\\"$\\", b=\\"$1\\", c=\\"\${}\\"}"`)],
    ["MQL", query(`"timeSeriesQueryLanguage": "fetch a | \${⟦nope⟧}"`), "warning undeclared-variable"],
    [
      "a logs panel",
      widget(`"logsPanel": {"filter": "\${zone}\\n\${⟦nope⟧}"}`),
      "warning undeclared-variable",
    ],
    [
      "SQL",
      query(`"opsAnalyticsQuery": {"sql": "SELECT a FROM b WHERE c = @⟦nope⟧ AND d = @service"}`),
      "warning undeclared-variable",
    ],
    ["SQL, built in", query(`"opsAnalyticsQuery": {"sql": "SELECT @__project_id, @@time_zone"}`)],
    [
      "SQL, texts, names and comments",
      query(
        `"opsAnalyticsQuery": {"sql": "SELECT 'a@nope', \\"@nope\\", t['@type'], '''it's @nope''' -- @nope\\nFROM \`p.@nope\` # @nope\\n/* @nope */ WHERE x = 'it\\\\'s @nope'"}`,
      ),
    ],
    [
      "a condition",
      widget(
        `"blank": {}, "visibilityCondition": {"templateVariableCondition": {"templateVariable": "⟦nope⟧"}}`,
      ),
      "warning undeclared-variable",
    ],
    [
      "a condition on a declared one",
      widget(
        `"blank": {}, "visibilityCondition": {"templateVariableCondition": {"templateVariable": "zone"}}`,
      ),
    ],
    [
      "a filter control",
      widget(`"filterControl": {"templateVariable": "⟦nope⟧"}`),
      "warning undeclared-variable",
    ],
    ["a filter control that is empty", widget(`"filterControl": {"templateVariable": ""}`)],
    [
      "after escapes",
      query(`"prometheusQuery": "up{a=\\"\\u00e9\\",\${⟦nope⟧}}"`),
      "warning undeclared-variable",
    ],
    [
      "labels in a legend",
      chart(
        `"dataSets": [{"legendTemplate": "\${metric.labels.x} \${nope}", "timeSeriesQuery": {"prometheusQuery": "up"}}]`,
      ),
    ],
    ["text is not expanded", widget(`"text": {"content": "\${nope}"}`)],
  ]);

  test("the nearest declared name is proposed", () => {
    const [found] = checkText(query(`"prometheusQuery": "up{\${servce}}"`));
    expect(found!.message).toContain('Did you mean "service"?');
    expect(found!.data).toEqual({
      kind: "replacements",
      replacements: [{ title: 'Replace with "service"', text: "service", offset: found!.offset, length: 6 }],
    });
  });
});

describe("threshold-members", () => {
  const onChart = (members: string) => chart(`"dataSets": [], "thresholds": [{"value": 1, ${members}}]`);
  cases([
    ["a color on a chart", onChart(`⟦"color"⟧: "RED"`), "warning threshold-members"],
    ["a direction on a chart", onChart(`⟦"direction"⟧: 1`), "warning threshold-members"],
    ["unset values on a chart", onChart(`"color": "COLOR_UNSPECIFIED", "direction": 0, "targetAxis": "Y2"`)],
    [
      "color and direction on a scorecard",
      scorecard(`"thresholds": [{"color": "RED", "direction": "ABOVE"}]`),
    ],
    [
      "an axis on a scorecard",
      scorecard(`"thresholds": [{⟦"targetAxis"⟧: "Y2"}]`),
      "warning threshold-members",
    ],
    [
      "the usual axis on a scorecard",
      scorecard(`"thresholds": [{"targetAxis": "Y1"}, {"targetAxis": "TARGET_AXIS_UNSPECIFIED"}]`),
    ],
  ]);
});

describe("gauge-bounds", () => {
  const gauge = (members: string) => scorecard(`"gaugeView": {${members}}`);
  cases([
    ["no lower bound", gauge(`"upperBound": 1`)],
    ["upside down", gauge(`"lowerBound": 5, "upperBound": ⟦1⟧`), "warning gauge-bounds"],
    ["no range", gauge(`"lowerBound": 5, "upperBound": ⟦5.0⟧`), "warning gauge-bounds"],
    ["no upper bound", scorecard(`⟦"gaugeView"⟧: {"lowerBound": 0}`), "warning gauge-bounds"],
    ["below zero", gauge(`"lowerBound": -10`)],
    ["infinite", gauge(`"upperBound": "Infinity"`)],
    ["as text", gauge(`"lowerBound": "5", "upperBound": "10"`)],
  ]);
});

describe("dashboard filters", () => {
  cases([
    ["a label without key", filter(`"filterType": ⟦"METRIC_LABEL"⟧`), "warning dashboard-filter-label-key"],
    [
      "a label with an empty key",
      filter(`"filterType": "GROUP", "labelKey": ⟦""⟧`),
      "warning dashboard-filter-label-key",
    ],
    [
      "VALUE_ONLY with a key",
      filter(`"filterType": "VALUE_ONLY", "labelKey": ⟦"zone"⟧`),
      "warning dashboard-filter-label-key",
    ],
    ["VALUE_ONLY with an empty key", filter(`"filterType": "VALUE_ONLY", "labelKey": ""`)],
    ["no type", filter(`"labelKey": "zone"`)],
    ["an unknown type", filter(`"filterType": 42`)],
    ["a text for STRING", filter(`"filterType": "VALUE_ONLY", "valueType": "STRING", "stringValue": "a"`)],
    ["a text without value type", filter(`"filterType": "VALUE_ONLY", "stringValue": "a"`)],
    [
      "a text for STRING_ARRAY",
      filter(`"filterType": "VALUE_ONLY", "valueType": "STRING_ARRAY", ⟦"stringValue"⟧: "a"`),
      "warning dashboard-filter-default-value",
    ],
    [
      "an empty text for STRING_ARRAY",
      filter(`"filterType": "VALUE_ONLY", "valueType": "STRING_ARRAY", "stringValue": ""`),
    ],
    [
      "a list for STRING",
      filter(`"filterType": "VALUE_ONLY", "valueType": "STRING", ⟦"string_array_value"⟧: {"values": ["a"]}`),
      "warning dashboard-filter-default-value",
    ],
    [
      "choices from PromQL",
      filter(`"filterType": "VALUE_ONLY", "timeSeriesQuery": {⟦"prometheusQuery"⟧: "up"}`),
      "warning dashboard-filter-query",
    ],
    [
      "choices from SQL",
      filter(`"filterType": "VALUE_ONLY", "timeSeriesQuery": {"ops_analytics_query": {"sql": "SELECT 1"}}`),
    ],
  ]);
});

describe("fixes keep the author's style", () => {
  test.each<[string, string, string, string]>([
    [
      "a limit below",
      aggregation(`"alignment_period": "5s", "perSeriesAligner": "ALIGN_MEAN"`),
      'Replace with "60s"',
      aggregation(`"alignment_period": "60s", "perSeriesAligner": "ALIGN_MEAN"`),
    ],
    [
      "a limit above",
      aggregation(`"alignmentPeriod": "99999999s", "perSeriesAligner": "ALIGN_MEAN"`),
      'Replace with "62899200s"',
      aggregation(`"alignmentPeriod": "62899200s", "perSeriesAligner": "ALIGN_MEAN"`),
    ],
    [
      "an escaped text",
      query(`"prometheusQuery": "up{\\u0061=\\"\${servce.value}\\"}"`),
      'Replace with "service"',
      query(`"prometheusQuery": "up{\\u0061=\\"\${service.value}\\"}"`),
    ],
    [
      "a value type in snake_case",
      filter(`"filterType": "VALUE_ONLY", "value_type": "STRING", "string_array_value": {"values": ["a"]}`),
      "Change the value type to STRING_ARRAY",
      filter(
        `"filterType": "VALUE_ONLY", "value_type": "STRING_ARRAY", "string_array_value": {"values": ["a"]}`,
      ),
    ],
    [
      "a label key that has no place",
      filter(`"filterType": "VALUE_ONLY", "label_key": "zone"`),
      'Remove "label_key"',
      filter(`"filterType": "VALUE_ONLY"`),
    ],
  ])("%s", (_, text, title, expected) => {
    const dashboard = new Dashboard(text);
    const [finding] = dashboard.findings;
    const fix = fixesOf(dashboard, finding!).find((candidate) => candidate.title === title)!;
    expect(fix && applyEdits(text, fix.edits)).toBe(expected);
  });

  test("a label key that is missing is for the author to name", () => {
    const dashboard = new Dashboard(filter(`"filterType": "GROUP", "labelKey": ""`));
    expect(fixesOf(dashboard, dashboard.findings[0]!)).toEqual([]);
  });
});
