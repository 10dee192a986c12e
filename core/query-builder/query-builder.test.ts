import { describe, expect, it, test } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import type { QueryChange, QueryModel, Row } from "./model/model";
import { readQueryChange } from "./model/model";
import { findQuery, readQuery } from "./read";
import { writeQuery } from "./write";

const CPU = "compute.googleapis.com/instance/cpu/utilization";
const COUNT = "run.googleapis.com/request_count";
const LATENCY = "run.googleapis.com/request_latencies";

const board = (timeSeriesQuery: object, more: object = {}): Dashboard =>
  new Dashboard(
    JSON.stringify(
      {
        displayName: "x",
        ...more,
        gridLayout: { widgets: [{ xyChart: { dataSets: [{ plotType: "LINE", timeSeriesQuery }] } }] },
      },
      null,
      2,
    ),
  );
const QUERY = "/gridLayout/widgets/0/xyChart/dataSets/0/timeSeriesQuery";
const ofFilter = (filter: string, rest: object = {}) => board({ timeSeriesFilter: { filter, ...rest } });

function modelOf(dashboard: Dashboard): QueryModel {
  const query = findQuery(dashboard, dashboard.canonical.nodeOf(QUERY))!;
  return readQuery(dashboard, query, dashboard.findings);
}

function write(dashboard: Dashboard, change: QueryChange): { text: string; also: string; edits: number } {
  const result = writeQuery(dashboard, findQuery(dashboard, dashboard.canonical.nodeOf(QUERY))!, change);
  if (!result.ok) return { text: result.reason, also: "", edits: 0 };
  return {
    text: applyEdits(dashboard.text, result.edits),
    also: result.also,
    edits: result.edits.length,
  };
}

/** The time series query after a change. */
function queryAfter(dashboard: Dashboard, change: QueryChange): Record<string, never> {
  const { text } = write(dashboard, change);
  return JSON.parse(text).gridLayout.widgets[0].xyChart.dataSets[0].timeSeriesQuery;
}

/** The filter after a change, or why there is none. */
function filterAfter(filter: string, change: QueryChange): string {
  const { text } = write(ofFilter(filter), change);
  return text.startsWith("{")
    ? JSON.parse(text).gridLayout.widgets[0].xyChart.dataSets[0].timeSeriesQuery.timeSeriesFilter.filter
    : text;
}

const rowsOf = (filter: string): readonly Row[] => modelOf(ofFilter(filter)).parts[0]!.rows;
const inWords = (row: Row): string =>
  row.kind === "condition"
    ? `${row.label} ${row.operator} ${row.values.map(({ text }) => text).join("|")}`
    : row.kind === "selector"
      ? `${row.name}(${row.values.map(({ text }) => text).join("|")})`
      : `${row.kind} ${row.kind === "text" ? row.text : row.name}`;

const base = `metric.type="${CPU}" resource.type="gce_instance"`;

describe("reading", () => {
  test.each<[string, string[]]>([
    [base, []],
    ["", []],
    [`${base} resource.labels.zone="a"`, ["resource.labels.zone is a"]],
    [`${base} resource.label."zone" != starts_with("us")`, ['resource.label."zone" not-starts-with us']],
    [`${base} resource.labels.zone=one_of("a", "b")`, ["resource.labels.zone one-of a|b"]],
    [`${base} resource.labels.zone=has_substring("a", true)`, ["resource.labels.zone contains-any-case a"]],
    [
      `${base} metric.labels.x=monitoring.regex.full_match("a\\\\d") metric.labels.y>=200`,
      ["metric.labels.x matches a\\d", "metric.labels.y at-least 200"],
    ],
    [
      `${base} (metric.labels.x="a" OR metric.labels.x="b") AND metric.labels.y="c"`,
      ["metric.labels.x one-of a|b", "metric.labels.y is c"],
    ],
    [
      `(${base} AND (metric.labels.x="a")) AND (metric.labels.y="b" OR metric.labels.z="c")`,
      ["metric.labels.x is a", 'text (metric.labels.y="b" OR metric.labels.z="c")'],
    ],
    [
      `${base} metric.labels.x="a" OR metric.labels.x="b"`,
      ['text metric.labels.x="a" OR metric.labels.x="b"'],
    ],
    [`${base} NOT metric.labels.x="a"`, ['text NOT metric.labels.x="a"']],
    [`${base} \${zone} {{more}}`, ["variable zone", "text {{more}}"]],
    ['select_slo_burn_rate("projects/p", "1h")', ["select_slo_burn_rate(projects/p|1h)"]],
    [`metric.type="a/b" metric.type="c/d"`, ["metric.type is a/b", "metric.type is c/d"]],
    [`resource.type=one_of("a","b") project="p"`, ["resource.type one-of a|b", "project is p"]],
  ])("rows of %s", (filter, rows) => {
    const part = modelOf(ofFilter(filter)).parts[0]!;
    expect(part.unreadable).toBeUndefined();
    expect(part.rows.map(inWords)).toEqual(rows);
  });

  it("a filter with syntax errors stays text", () => {
    const [part] = modelOf(ofFilter(`${base} resource.labels.zone=~"a"`)).parts;
    expect(part!.unreadable).toBe("The filter has syntax errors.");
    expect(part!.findings.map(({ severity }) => severity)).toEqual(["error"]);
  });

  it("findings are at their rows", () => {
    const [part] = modelOf(ofFilter(`${base} resource.labels.zone="a" metric.labels.nope="b"`)).parts;
    expect(part!.findings.map(({ row }) => row)).toEqual([1]);
  });

  test.each<[string, object]>([
    [
      "99th percentile of request latencies per minute, by location.",
      {
        filter: `metric.type="${LATENCY}"`,
        aggregation: {
          alignmentPeriod: "60s",
          perSeriesAligner: "ALIGN_DELTA",
          crossSeriesReducer: "REDUCE_PERCENTILE_99",
          groupByFields: ['resource.label."location"'],
        },
      },
    ],
    [
      "Sum of request count per second, every 5 minutes, over all series.",
      {
        filter: `metric.type="${COUNT}"`,
        aggregation: {
          alignmentPeriod: "300s",
          perSeriesAligner: "ALIGN_RATE",
          crossSeriesReducer: "REDUCE_SUM",
        },
      },
    ],
    [
      "Mean instance CPU utilization per minute, by zone and project_id; only the top 5 by maximum.",
      {
        filter: base,
        aggregation: {
          alignmentPeriod: "60s",
          perSeriesAligner: "ALIGN_MEAN",
          crossSeriesReducer: "REDUCE_MEAN",
          groupByFields: ["resource.labels.zone", "resource.labels.project_id"],
        },
        pickTimeSeriesFilter: { rankingMethod: "METHOD_MAX", numTimeSeries: 5, direction: "TOP" },
      },
    ],
    [
      "Maximum instance CPU utilization, for each series; then mean of these results per hour, over all series.",
      {
        filter: base,
        aggregation: { perSeriesAligner: "ALIGN_MAX" },
        secondaryAggregation: {
          alignmentPeriod: "3600s",
          perSeriesAligner: "ALIGN_MEAN",
          crossSeriesReducer: "REDUCE_MEAN",
        },
      },
    ],
    ["Instance CPU utilization.", { filter: base }],
    ["", { filter: "" }],
  ])("says: %s", (sentence, query) => {
    expect(modelOf(board({ timeSeriesFilter: query })).sentence).toBe(sentence);
  });

  it("offers the aligners and reducers that fit, and marks one that does not", () => {
    const { aggregation } = modelOf(
      ofFilter(base, { aggregation: { perSeriesAligner: "ALIGN_RATE", crossSeriesReducer: "REDUCE_MEAN" } }),
    ).parts[0]!;
    expect(aggregation.aligners.filter(({ misfit }) => misfit).map(({ value }) => value)).toEqual([
      "ALIGN_RATE",
    ]);
    expect(aggregation.aligners.map(({ value }) => value)).toContain("ALIGN_MEAN");
    expect(aggregation.aligners.map(({ value }) => value)).not.toContain("ALIGN_PERCENTILE_99");
    for (const choice of [...aggregation.aligners, ...aggregation.reducers]) {
      expect(choice.description).toMatch(/^[A-Z].*\.$/);
      expect(choice.description).not.toContain(" For ");
    }
  });

  it("reads both sides of a ratio", () => {
    const model = modelOf(
      board({
        timeSeriesFilterRatio: {
          numerator: { filter: `metric.type="${COUNT}" metric.labels.response_code="500"` },
          denominator: { filter: `metric.type="${COUNT}"` },
        },
      }),
    );
    expect(model.parts.map(({ name }) => name)).toEqual(["numerator", "denominator"]);
    expect(model.sentence).toBe("Request count, divided by request count.");
  });
});

describe("changing a filter", () => {
  const row = 0;
  const part = 0;
  const zone = `${base} resource.labels.zone="a"`;
  const list = `${base} AND resource.label."zone" = one_of("a","b")`;
  const either = `${base} (metric.labels.x="a" OR metric.labels.x="b")`;
  test.each<[string, string, QueryChange, string]>([
    [
      "a value",
      zone,
      { type: "value", part, row, index: 0, text: 'b"' },
      `${base} resource.labels.zone="b\\""`,
    ],
    [
      "a number",
      `${base} metric.labels.x>=200`,
      { type: "value", part, row, index: 0, text: "300" },
      `${base} metric.labels.x>=300`,
    ],
    [
      "a number to a word",
      `${base} metric.labels.x=200`,
      { type: "value", part, row, index: 0, text: "a b" },
      `${base} metric.labels.x="a b"`,
    ],
    [
      "a value of a list",
      list,
      { type: "value", part, row, index: 1, text: "c" },
      `${base} AND resource.label."zone" = one_of("a","c")`,
    ],
    [
      "one more value",
      list,
      { type: "addValue", part, row, text: "c" },
      `${base} AND resource.label."zone" = one_of("a","b","c")`,
    ],
    [
      "a second value",
      zone,
      { type: "addValue", part, row, text: "b" },
      `${base} resource.labels.zone=one_of("a", "b")`,
    ],
    [
      "one more alternative",
      either,
      { type: "addValue", part, row, text: "c" },
      `${base} (metric.labels.x="a" OR metric.labels.x="b" OR metric.labels.x="c")`,
    ],
    [
      "the first value less",
      list,
      { type: "removeValue", part, row, index: 0 },
      `${base} AND resource.label."zone" = one_of("b")`,
    ],
    [
      "an alternative less",
      either,
      { type: "removeValue", part, row, index: 1 },
      `${base} (metric.labels.x="a")`,
    ],
    [
      "another operator",
      zone,
      { type: "operator", part, row, operator: "is-not" },
      `${base} resource.labels.zone!="a"`,
    ],
    [
      "a function",
      zone,
      { type: "operator", part, row, operator: "not-contains-any-case" },
      `${base} resource.labels.zone!=has_substring("a", true)`,
    ],
    [
      "another function",
      `${base} x.y`.replace("x.y", 'resource.labels.zone= starts_with( "a" )'),
      { type: "operator", part, row, operator: "ends-with" },
      `${base} resource.labels.zone= ends_with("a")`,
    ],
    [
      "the same function",
      `${base} resource.labels.zone=has_substring( "a" )`,
      { type: "operator", part, row, operator: "not-contains" },
      `${base} resource.labels.zone!=has_substring( "a" )`,
    ],
    [
      "no case",
      `${base} resource.labels.zone=has_substring("a", true)`,
      { type: "operator", part, row, operator: "contains" },
      `${base} resource.labels.zone=has_substring("a")`,
    ],
    [
      "a number in a function",
      `${base} metric.labels.x=200`,
      { type: "operator", part, row, operator: "starts-with" },
      `${base} metric.labels.x=starts_with("200")`,
    ],
    [
      "not one of alternatives",
      either,
      { type: "operator", part, row, operator: "not-one-of" },
      `${base} metric.labels.x!=one_of("a", "b")`,
    ],
    [
      "another label",
      list,
      { type: "label", part, row, label: "resource.labels.instance_id" },
      `${base} AND resource.label."instance_id" = one_of("a","b")`,
    ],
    [
      "a condition",
      list,
      { type: "add", part, label: "metric.labels.instance_name", operator: "is", value: "x" },
      `${list} AND metric.label."instance_name" = "x"`,
    ],
    [
      "a condition of lines",
      base.replace(" ", "\n  "),
      { type: "add", part, label: "resource.labels.zone", operator: "matches", value: "a.*" },
      `${base.replace(" ", "\n  ")}\n  resource.labels.zone=monitoring.regex.full_match("a.*")`,
    ],
    [
      "a key that needs quotes",
      base,
      { type: "add", part, label: 'metadata.user_labels."a/b"', operator: "is", value: "x" },
      `${base} metadata.user_labels."a/b"="x"`,
    ],
    [
      "a variable",
      base,
      { type: "add", part, label: `\${zone}`, operator: "is", value: "" },
      `${base} \${zone}`,
    ],
    ["no condition", list, { type: "remove", part, row }, base],
    ["the first condition less", `resource.labels.zone="a" AND ${base}`, { type: "remove", part, row }, base],
    ["no parentheses", `${base} AND ((resource.labels.zone="a"))`, { type: "remove", part, row }, base],
    [
      "text",
      `${base} NOT resource.labels.zone="a"`,
      { type: "rowText", part, row, text: 'NOT resource.labels.zone="b"' },
      `${base} NOT resource.labels.zone="b"`,
    ],
    [
      "the resource type",
      zone,
      { type: "resource", part, resource: "global" },
      zone.replace("gce_instance", "global"),
    ],
    [
      "a resource type",
      `metric.type = "${CPU}"`,
      { type: "resource", part, resource: "gce_instance" },
      `metric.type = "${CPU}" resource.type="gce_instance"`,
    ],
    [
      "no resource type",
      zone,
      { type: "resource", part, resource: "" },
      `metric.type="${CPU}" resource.labels.zone="a"`,
    ],
    [
      "not a label",
      base,
      { type: "add", part, label: 'x" OR y', operator: "is", value: "" },
      '"x" OR y" is not a label. Write, for example, resource.labels.zone.',
    ],
    [
      "a single value of two",
      list,
      { type: "operator", part, row, operator: "is" },
      "Remove values until one is left, and then choose this operator.",
    ],
    [
      "a row that is gone",
      base,
      { type: "value", part, row: 7, index: 0, text: "" },
      "This part of the query no longer exists.",
    ],
  ])("%s", (_, filter, change, result) => {
    expect(filterAfter(filter, change)).toBe(result);
  });

  it("keeps the escapes of everything else", () => {
    const text = board({
      timeSeriesFilter: { filter: `${base} resource.labels.zone="é" metric.labels.x="b"` },
    }).text;
    const dashboard = new Dashboard(text.replace("é", "\\u00e9").replaceAll("/", "\\/"));
    const change = { type: "value", part, row: 1, index: 0, text: "c" } as const;
    expect(write(dashboard, change).text).toBe(dashboard.text.replace('\\"b\\"', '\\"c\\"'));
  });
});

describe("changing the aggregation", () => {
  const step = { type: "step", part: 0, step: "aggregation" } as const;
  const aggregation = { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" };

  it("sets, adds and removes members", () => {
    const dashboard = ofFilter(base, { aggregation });
    expect(queryAfter(dashboard, { ...step, member: "alignmentPeriod", value: "5m" })).toEqual({
      timeSeriesFilter: { filter: base, aggregation: { ...aggregation, alignmentPeriod: "300s" } },
    });
    expect(queryAfter(dashboard, { ...step, member: "alignmentPeriod", value: "" })).toEqual({
      timeSeriesFilter: { filter: base, aggregation: { perSeriesAligner: "ALIGN_MEAN" } },
    });
    expect(queryAfter(ofFilter(base), { ...step, member: "perSeriesAligner", value: "ALIGN_MAX" })).toEqual({
      timeSeriesFilter: {
        filter: base,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MAX" },
      },
    });
    expect(write(dashboard, { ...step, member: "alignmentPeriod", value: "soon" }).text).toBe(
      "Write a period such as 60s, 5m, 1h or 1d.",
    );
  });

  it("labels to group by bring a reducer", () => {
    const dashboard = ofFilter(base, { aggregation });
    const fields = ['resource.label."zone"'];
    expect(queryAfter(dashboard, { type: "groupBy", part: 0, step: "aggregation", fields })).toEqual({
      timeSeriesFilter: {
        filter: base,
        aggregation: { ...aggregation, crossSeriesReducer: "REDUCE_MEAN", groupByFields: fields },
      },
    });
  });

  it("leaves an enum number that means the same", () => {
    const dashboard = ofFilter(base, { aggregation: { alignmentPeriod: "60s", perSeriesAligner: 12 } });
    expect(write(dashboard, { ...step, member: "perSeriesAligner", value: "ALIGN_MEAN" }).edits).toBe(0);
  });

  it("ranks, and stops to", () => {
    const pick = { type: "pick", count: 3, direction: "BOTTOM", method: "METHOD_MIN" } as const;
    const after = queryAfter(ofFilter(base), pick);
    const ranking = { rankingMethod: "METHOD_MIN", numTimeSeries: 3, direction: "BOTTOM" };
    expect(after).toEqual({ timeSeriesFilter: { filter: base, pickTimeSeriesFilter: ranking } });
    expect(queryAfter(board(after), { type: "removePick" })).toEqual({ timeSeriesFilter: { filter: base } });
  });

  it("becomes a ratio and a single query again", () => {
    const single = { timeSeriesFilter: { filter: base, aggregation }, unitOverride: "1" };
    const ratio = queryAfter(board(single), { type: "ratio", on: true });
    const side = { filter: base, aggregation };
    expect(ratio).toEqual({
      timeSeriesFilterRatio: { numerator: side, denominator: side },
      unitOverride: "1",
    });
    expect(queryAfter(board(ratio), { type: "ratio", on: false })).toEqual(single);
  });
});

describe("choosing a metric", () => {
  it("adapts everything that does not apply to it in one step", () => {
    const dashboard = ofFilter(`${base} AND metric.labels.instance_name="x" AND \${zone}`, {
      aggregation: {
        alignmentPeriod: "60s",
        perSeriesAligner: "ALIGN_MEAN",
        crossSeriesReducer: "REDUCE_MEAN",
      },
    });
    const change = { type: "metric", part: 0, metric: LATENCY } as const;
    expect(queryAfter(dashboard, change)).toEqual({
      timeSeriesFilter: {
        filter: `metric.type="${LATENCY}" resource.type="cloud_run_revision" AND \${zone}`,
        aggregation: {
          alignmentPeriod: "60s",
          perSeriesAligner: "ALIGN_DELTA",
          crossSeriesReducer: "REDUCE_PERCENTILE_99",
        },
      },
    });
    expect(write(dashboard, change).also).toBe(
      "Also changed: resource type, aligner, reducer, 1 condition that no longer applied.",
    );
  });

  it("begins an empty query", () => {
    expect(queryAfter(ofFilter(""), { type: "metric", part: 0, metric: COUNT })).toEqual({
      timeSeriesFilter: {
        filter: `metric.type="${COUNT}" resource.type="cloud_run_revision"`,
        aggregation: { alignmentPeriod: "60s", perSeriesAligner: "ALIGN_RATE" },
      },
    });
    expect(queryAfter(board({ timeSeriesFilter: {} }), { type: "metric", part: 0, metric: COUNT })).toEqual({
      timeSeriesFilter: { filter: `metric.type="${COUNT}" resource.type="cloud_run_revision"` },
    });
  });

  it("takes an unknown metric, and no text that is none", () => {
    expect(filterAfter(base, { type: "metric", part: 0, metric: "custom.googleapis.com/x" })).toBe(
      base.replace(CPU, "custom.googleapis.com/x"),
    );
    expect(filterAfter(base, { type: "metric", part: 0, metric: 'x" OR y="' })).toContain("no quotes");
  });
});

it("changes that are not well-formed are not read", () => {
  expect(readQueryChange({ type: "remove", part: 0, row: 0 })).toEqual({ type: "remove", part: 0, row: 0 });
  for (const value of [
    null,
    {},
    { type: "toString" },
    { type: "remove", part: -1, row: 0 },
    { type: "operator", part: 0, row: 0, operator: "constructor" },
    { type: "step", part: 0, step: "__proto__", member: "alignmentPeriod", value: "" },
    { type: "value", part: 0, row: 0, index: 0, text: "x".repeat(30_000) },
  ])
    expect(readQueryChange(value)).toBeUndefined();
});

it("rows of nothing are none", () => {
  expect(rowsOf("   ")).toEqual([]);
});
