import { describe, expect, test } from "vitest";
import type { LanguageContext } from "./language";
import { languageOf } from "./registry";

const variables = [
  { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
  { name: "lookback", filterType: "VALUE_ONLY" },
];
const run = 'metric.type="run.googleapis.com/request_count" resource.type="cloud_run_revision"';
const filterBeside = {
  timeSeriesQuery: {
    timeSeriesFilter: {
      filter: run,
      aggregation: { groupByFields: ['resource.label."service_name"', "metadata.user_labels.team"] },
    },
  },
};
const promqlBeside = {
  timeSeriesQuery: { prometheusQuery: "sum by (service_name) (rate(run_googleapis_com:request_count[5m]))" },
};

/** Takes the `§` out of a text. */
function caret(source: string): { text: string; offset: number } {
  const offset = source.indexOf("§");
  return { text: source.slice(0, offset) + source.slice(offset + 1), offset };
}

/** The text after accepting the item called `label`, with `§` where the caret is. */
function accept(id: string, source: string, label: string, context: LanguageContext): string | undefined {
  const { text, offset } = caret(source);
  const { items } = languageOf(id)!.complete!(text, offset, context);
  const item = items.find((candidate) => candidate.label === label);
  if (!item) return undefined;
  const at = item.caret ?? item.insertText.length;
  const inserted = `${item.insertText.slice(0, at)}§${item.insertText.slice(at)}`;
  return text.slice(0, item.offset) + inserted + text.slice(item.offset + item.length);
}

const codes = (id: string, text: string, context: LanguageContext = { variables }) =>
  languageOf(id)!
    .check(text, context)
    .filter(({ code }) => code !== "mql-deprecated")
    .map(
      ({ code, severity, offset, length }) => `${severity} ${code} ${text.slice(offset, offset + length)}`,
    );

const fetch = "fetch gce_instance | metric 'compute.googleapis.com/instance/uptime'";

describe("what is found", () => {
  test.each<[string, string, string[]]>([
    // MQL
    ["mql", fetch, []],
    ["mql", `{ ${fetch} ; ${fetch} } | ratio`, []],
    ["mql", `${fetch} | \${zone} | group_by [a], [b: mean(value.c)]`, []],
    ["mql", "fetch gce_instance::compute.googleapis.com/instance/uptime | every 1m", []],
    [
      "mql",
      "fetch gce_instance::compute.googleapis.com/instance/uptimes",
      ["warning mql-unknown-metric compute.googleapis.com/instance/uptimes"],
    ],
    ["mql", "fetch gce_instance | metric 'custom.googleapis.com/shop/orders'", []],
    ["mql", `${fetch} | filter metadata.user.c'a-b' == '{{region}}'`, []],
    ["mql", `${fetch} | filter zone =~ 'a(b'`, []],
    ["mql", `${fetch} # it's a ( comment\n| every 1m`, []],
    ["mql", `${fetch} | filter (zone = 'a'`, ["error mql-bracket ("]],
    ["mql", `${fetch} | filter zone = 'a')`, ["error mql-bracket )"]],
    ["mql", `${fetch} | group_by [zone)`, ["error mql-bracket )"]],
    ["mql", `${fetch} | filter zone = 'a`, ["error mql-string 'a"]],
    ["mql", `${fetch} | filter (zone = '\${zone.value}'`, ["error mql-bracket ("]],
    ["mql", `${fetch} | \${zone} | filter (a`, ["warning mql-bracket ("]],
    ["mql", `${fetch} | filter c'a' = (b # x`, ["warning mql-bracket ("]],
    // SQL
    ["googlesql", "SELECT `a(b`.c, 'it''s', \"x)\" FROM t -- (\nWHERE d = @zone # )", []],
    ["googlesql", "SELECT '''it's\n(fine''', r'\\d(', JSON_VALUE(p, '$.a[\"b\"]') /* ( */", []],
    ["googlesql", "SELECT COUNT(*) FROM `@__project_id.global._Default._Default` |> WHERE TRUE", []],
    ["googlesql", "SELECT (1", ["warning sql-bracket ("]],
    ["googlesql", "SELECT 1)", ["warning sql-bracket )"]],
    ["googlesql", "SELECT 'a", ["warning sql-string 'a"]],
    ["googlesql", "SELECT 'a\n, 1", ["warning sql-string 'a"]],
    ["googlesql", "", ["warning sql-empty "]],
    // Logging
    ["logging-query", 'severity>=ERROR\nlogName=~"a(b" OR textPayload:it\'s', []],
    ["logging-query", 'resource.type="x" AND (a=1 OR b=2)', []],
    ["logging-query", "", []],
    ["logging-query", 'resource.type="x" AND (a=1', ["warning logging-query-bracket ("]],
    ["logging-query", 'resource.type="x', ['warning logging-query-string "x']],
    ["logging-query", 'a="b" -- ( "', []],
    ["mql", "fetch gke_cluster | metric 'logging.googleapis.com/user/x' | align rate(1m)", []],
    ["logging-query", "textPayload:'single (quoted' don't (a OR b)", []],
    ["logging-query", 'a:* AND b=-5 NOT (c="d") -e:f sample(insertId, 0.5) g=("a" OR "b")', []],
    ["logging-query", "severity>=ERROR AND", ["warning logging-query-order AND"]],
    ["logging-query", "(OR severity>=ERROR)", ["warning logging-query-order OR"]],
    ["logging-query", "severity>= AND a=b", ["warning logging-query-order >="]],
    ["logging-query", "severity==ERROR", ["warning logging-query-order ="]],
    ["logging-query", "a=b AND NOT", ["warning logging-query-order NOT"]],
    ["googlesql", "SELECT r'\\(', r\"\"\"a\"b\"\"\", 'it''s', `a``b` # it's (\n/* ' ( */", []],
    // Markdown
    ["markdown", "# Orders\n\n* a [link](https://x.example)\n", []],
    ["markdown", "Zone ${zone} or $zone, ${other} and `${zone}` and\n```\n${zone}\n```", []],
    ["markdown", "a < b and <https://x.example> and 1<2>", []],
    ["markdown", "see <a href='x'>y</a> <b>z</b>", ["hint markdown-html <a href='x'>"]],
    ["markdown", "`<br>` is not read", []],
    ["markdown", "~~~\ncode\n```\n", ["information markdown-fence ~~~"]],
    // Regular expressions
    ["regex", '"per (second|minute)"', []],
    ["regex", "(?=a)", ["warning regex-syntax (?="]],
  ])("%s: %s", (id, text, expected) => {
    expect(codes(id, text)).toEqual(expected);
  });

  test("a text without format is no Markdown", () => {
    expect(codes("markdown", "<b>x</b>\n```", { variables, siblings: { format: "RAW" } })).toEqual([]);
  });

  test.each<[string, string[]]>([
    ["${resource.labels.service_name} ${metric.labels.response_code}", []],
    ["${resource.label.service_name}", []],
    ["${metadata.system_labels\\.name} ${shortMetric} ${metadata.user_labels\\.x}", []],
    ["${resource.labels.monitored_resource_container}", []],
    ["${resource.labels.project_id} ${resource.labels.resource_container}", []],
    ["${metric.labels.respons_code}", ["warning template-unknown-label respons_code"]],
    ["${resource.labels.zone}", ["warning template-unknown-label zone"]],
    ["${zone}", ["information template-variable ${zone}"]],
    ["100 $ {a}", []],
  ])("template beside a filter: %s", (text, expected) => {
    expect(codes("label-template", text, { variables, siblings: filterBeside })).toEqual(expected);
  });

  test("nothing is said about labels that may exist", () => {
    for (const siblings of [
      promqlBeside,
      {},
      { timeSeriesQuery: { timeSeriesFilter: { filter: 'metric.type="custom.googleapis.com/a"' } } },
    ])
      expect(
        codes("label-template", "${metric.labels.x} ${resource.labels.y}", { variables, siblings }),
      ).toEqual([]);
  });
});

describe("accepting", () => {
  test.each<[string, string, string, string | undefined]>([
    ["mql", "§", "fetch", "fetch §"],
    ["mql", "fetch gce_inst§", "gce_instance", "fetch gce_instance§"],
    [
      "mql",
      "fetch gce_instance | metric 'instance cpu util§'",
      "compute.googleapis.com/instance/cpu/utilization",
      "fetch gce_instance | metric 'compute.googleapis.com/instance/cpu/utilization§'",
    ],
    [
      "mql",
      "fetch gce_instance::uptime§",
      "compute.googleapis.com/instance/uptime",
      "fetch gce_instance::compute.googleapis.com/instance/uptime§",
    ],
    ["mql", "fetch x | gro§", "group_by", "fetch x | group_by §"],
    ["mql", "fetch x | §", "${zone}", "fetch x | ${zone}§"],
    ["mql", "fetch x | ${z§", "zone", "fetch x | ${zone}§"],
    ["mql", "fetch x | group_by [a], me§", "mean", "fetch x | group_by [a], mean(§)"],
    ["mql", "fetch x | filter a = '§'", "mean", undefined],
    ["mql", "# fet§", "fetch", undefined],
    ["googlesql", "SELECT @§", "@zone", "SELECT @zone§"],
    ["googlesql", "SELECT * FROM `@__pro§.a`", "@__project_id", "SELECT * FROM `@__project_id§.a`"],
    ["googlesql", "SELECT json_v§", "JSON_VALUE", "SELECT JSON_VALUE(§)"],
    ["googlesql", "sel§", "SELECT", "SELECT §"],
    ["googlesql", "SELECT '§'", "SELECT", undefined],
    ["googlesql", "-- §", "SELECT", undefined],
    ["logging-query", "§", "severity", "severity>=§"],
    ["logging-query", "severity>=§", "ERROR", "severity>=ERROR§"],
    ["logging-query", "severity>=ERROR A§", "AND", "severity>=ERROR AND §"],
    ["logging-query", "res§", "resource.type", 'resource.type="§"'],
    ["logging-query", "log§", "log_id", 'log_id("§")'],
    ["logging-query", "${§", "zone", "${zone}§"],
    ["logging-query", 'a="§"', "severity", undefined],
  ])("%s: %s: %s", (id, source, label, expected) => {
    expect(accept(id, source, label, { variables })).toBe(expected);
  });

  test.each<[string, LanguageContext["siblings"] & object, string, string | undefined]>([
    ["§", filterBeside, "${resource.labels.service_name}", "${resource.labels.service_name}§"],
    ["${§", filterBeside, "metric.labels.response_code", "${metric.labels.response_code}§"],
    ["a ${metric§} b", filterBeside, "metric.labels.response_code", "a ${metric.labels.response_code§} b"],
    ["${§", filterBeside, "metadata.user_labels\\.team", "${metadata.user_labels\\.team}§"],
    ["${§", promqlBeside, "labels.service_name", "${labels.service_name}§"],
    ["${§", promqlBeside, "metric.labels.response_code", undefined],
    ["${§", {}, "resource.labels.", "${resource.labels.}§"],
  ])("template: %s", (source, siblings, label, expected) => {
    expect(accept("label-template", source, label, { variables, siblings })).toBe(expected);
  });

  test("what a query groups by comes first", () => {
    const { items } = languageOf("label-template")!.complete!("${", 2, { variables, siblings: filterBeside });
    expect(items[0]!.label).toBe("resource.labels.service_name");
  });
});

describe("hover", () => {
  test.each<[string, string, string]>([
    ["mql", "fetch gce_ins§tance", "**gce_instance**"],
    [
      "mql",
      "fetch x | metric 'compute.google§apis.com/instance/uptime'",
      "**compute.googleapis.com/instance/uptime**",
    ],
    ["mql", "fetch x | al§ign rate(1m)", "regular intervals"],
    ["mql", "fetch x | align ra§te(1m)", "per second"],
    ["mql", "fetch x | ${zo§ne}", "RESOURCE_LABEL zone"],
    ["googlesql", "SELECT @zo§ne", "query parameter"],
    ["googlesql", "SELECT @__proj§ect_id", "project"],
    ["googlesql", "SELECT count§if(a)", "COUNTIF"],
    ["logging-query", "sev§erity>=ERROR", "The severity of the entry"],
    ["logging-query", 'log_§id("a")', "log ID"],
    ["logging-query", "${zo§ne}", "RESOURCE_LABEL zone"],
    ["label-template", "${resource.la§bels.zone}", "monitored resource"],
    ["markdown", "Zone ${zo§ne}", "RESOURCE_LABEL zone"],
    ["markdown", "Zone $zo§ne", "Expands to the selected value"],
  ])("%s: %s", (id, source, expected) => {
    const { text, offset } = caret(source);
    expect(languageOf(id)!.hover!(text, offset, { variables })?.markdown).toContain(expected);
  });
});

describe("colour", () => {
  test.each<[string, string, string[]]>([
    [
      "mql",
      "fetch a | metric 'b/c' # d",
      ["fetch:keyword", "a:type", "|:operator", "metric:keyword", "'b/c':type", "# d:comment"],
    ],
    [
      "mql",
      "${zone} | top 5, val()",
      ["${zone}:variable", "|:operator", "top:keyword", "5:number", ",:operator", "val:function"],
    ],
    [
      "googlesql",
      "SELECT `a b` FROM x -- y",
      ["SELECT:keyword", "`a b`:type", "FROM:keyword", "-- y:comment"],
    ],
    ["googlesql", "a.b = @c", [".:operator", "=:operator", "@c:variable"]],
    [
      "logging-query",
      'a.b="c" AND d',
      ["a.b:property", "=:operator", '"c":string', "AND:keyword", "d:string"],
    ],
    ["markdown", "# A\n* b [c](d)\n`e`", ["# A:keyword", "*:operator", "[c](d):type", "`e`:string"]],
    ["markdown", "# A ${b}\nc ${d.value} $e", ["# A :keyword", "${b}:variable", "${d.value}:variable"]],
    ["label-template", "a ${b.c} d", ["${b.c}:variable"]],
  ])("%s: %s", (id, text, expected) => {
    const tokens = languageOf(id)!.tokens!(text);
    expect(
      tokens.map(({ offset, length, type }) => `${text.slice(offset, offset + length)}:${type}`),
    ).toEqual(expected);
  });
});
