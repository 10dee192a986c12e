import { describe, expect, it, test } from "vitest";
import { Dashboard } from "../dashboard";
import { maskHoles } from "../document/holes";
import { detectTemplate, NO_TEMPLATE_CONTEXT } from "./template";
import { type TerraformUse, terraformUses } from "./terraform";

const CERTAIN = { certain: true, by: "Terraform", template: true, braces: true };

describe("holes", () => {
  const holes = (text: string) =>
    maskHoles(text, CERTAIN).holes.map(
      ({ kind, offset, length }) => `${kind} ${text.slice(offset, offset + length)}`,
    );

  test.each<[string, string, string[]]>([
    ["a value", '{"a": "x ${b.c} y"}', ["value ${b.c}"]],
    ["quotes and braces in it", '{"a": "${f({a = "}"}, "b")}"}', ['value ${f({a = "}"}, "b")}']],
    ["an escape", '{"a": "$${b} %%{c}"}', ["escape $", "escape %"]],
    ["a value without quotes", '{"a": ${n}, "b": 1}', ["value ${n}"]],
    ["words", '{"a": "__PROJECT_ID__ {{x}} __init__"}', ["word __PROJECT_ID__", "word {{x}}"]],
    [
      "directives in a string, and what is between",
      '{"a": "x %{ if y }z%{ endif }"}',
      ["directive %{ if y }", "directive z", "directive %{ endif }"],
    ],
    ["one that is not closed", '{"a": "${b"}', []],
    ["an escaped quote before it", '{"a": "\\"${b}\\""}', ["value ${b}"]],
  ])("%s", (_, text, expected) => {
    expect(holes(text)).toEqual(expected);
    const masked = maskHoles(text, CERTAIN);
    expect(masked.text).toHaveLength(text.length);
    if (expected.length > 0) expect(() => JSON.parse(masked.text)).not.toThrow();
  });

  it("takes linear time for a text full of openings", () => {
    expect(maskHoles(`"${"${".repeat(100_000)}`, CERTAIN).text).toHaveLength(200_001);
  });

  it("tells a text that directives build", () => {
    expect(maskHoles('{"a": [ %{ for x in y ~} 1, %{ endfor } ]}', CERTAIN).shaped).toBe(true);
    expect(maskHoles('{"a": "%{ if x }y%{ endif }"}', CERTAIN).shaped).toBe(false);
  });
});

const chart = (filter: string, more = "") => `{
  "displayName": "\${title}",
  "gridLayout": { "columns": \${columns}, "widgets": [{ "xyChart": { "dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": {
    "filter": "${filter.replaceAll('"', '\\"')}", "aggregation": { "alignmentPeriod": "\${period}s", "perSeriesAligner": "ALIGN_RATE" ${more} }
  } } }] } }] }
}`;

const codes = (text: string, template: ConstructorParameters<typeof Dashboard>[2] = CERTAIN) =>
  new Dashboard(text, undefined, template).findings.map(({ code, offset, length }) => [
    code,
    text.slice(offset, offset + length),
  ]);

const METRIC = 'metric.type="run.googleapis.com/request_count"';

describe("a template", () => {
  test.each<[string, string, string]>([
    [
      "a value in quotes",
      `${METRIC} resource.type="cloud_run_revision" resource.labels.service_name="\${svc}"`,
      "",
    ],
    ["a part of a metric type", 'metric.type="custom.googleapis.com/${app}/x" resource.type="global"', ""],
    ["a whole term", `\${base} ${METRIC}`, ""],
    ["all of it", "${filter}", ""],
    ["an enum and a list", METRIC, ', "crossSeriesReducer": "${reducer}", "groupByFields": ["${a}"]'],
  ])("is not blamed for %s", (_, filter, more) => {
    const found = codes(
      chart(`${filter}${filter === METRIC ? ' resource.type="cloud_run_revision"' : ""}`, more),
    );
    expect(found).toEqual([]);
  });

  test.each<[string, string, string, string[]]>([
    [
      "a member",
      METRIC,
      ', "croossSeriesReducer": "REDUCE_SUM"',
      ["unknown-member", '"croossSeriesReducer"'],
    ],
    ["an enum", METRIC, ', "crossSeriesReducer": "REDUCE_SUMM"', ["unknown-enum-value", '"REDUCE_SUMM"']],
  ])("is told of a mistake in %s at its place", (_, filter, more, expected) => {
    const found = codes(
      chart(`${filter} resource.type="cloud_run_revision" resource.labels.location="\${x}"`, more),
    );
    expect(found).toEqual([expected]);
  });

  it("is told of an unknown metric beside a hole", () => {
    const found = codes(
      chart('metric.type="run.googleapis.com/request_cont" resource.labels.location="${x}"'),
    );
    expect(found.map(([code]) => code)).toContain("filter-unknown-metric");
  });
});

describe("what tells a template", () => {
  const uses = (code: string, path = "m/boards/a.json"): TerraformUse[] =>
    terraformUses([{ path: "m/main.tf", text: code }], path);

  test.each<[string, string, Partial<TerraformUse>[]]>([
    [
      "templatefile in the module",
      'x = templatefile("${path.module}/boards/a.json", {})',
      [{ how: "template", exact: true }],
    ],
    ["file", 'x = file("${path.module}/boards/a.json")', [{ how: "file", exact: true }]],
    ["another file", 'x = templatefile("${path.module}/boards/b.json", {})', []],
    ["another folder", 'x = templatefile("${path.module}/a.json", {})', []],
    ["the root of all modules", 'x = file("${path.root}/boards/a.json")', [{ how: "file", exact: true }]],
    [
      "a name that is composed",
      'x = templatefile("${path.module}/boards/${each.value}", {})',
      [{ how: "template", exact: false }],
    ],
    ["a name that is only composed", 'x = templatefile("${each.value}", {})', []],
    ["a comment", '# x = templatefile("${path.module}/boards/a.json", {})', []],
    ["template_file", 'template = file("${path.module}/boards/a.json")', [{ how: "template", exact: true }]],
  ])("%s", (_, code, expected) => {
    expect(uses(code)).toMatchObject(expected);
  });

  const around = (list: TerraformUse[]) => ({ uses: list, terraform: true });
  const text = '{"displayName": "${x}"}';

  it("is certain where the code names the file, or the name says so", () => {
    expect(
      detectTemplate("a.json", text, around(uses('templatefile("${path.module}/boards/a.json", {})'))),
    ).toMatchObject({
      certain: true,
      by: "Terraform (main.tf)",
    });
    expect(detectTemplate("a.json.tpl", text, NO_TEMPLATE_CONTEXT)?.certain).toBe(true);
    expect(detectTemplate("a.tftpl", text, NO_TEMPLATE_CONTEXT)?.certain).toBe(true);
  });

  it("is a hint elsewhere, and none where file() reads the text", () => {
    expect(detectTemplate("a.json", text, around([]))).toMatchObject({
      certain: false,
      only: new Set(["x"]),
    });
    expect(
      detectTemplate("a.json", text, around(uses('file("${path.module}/boards/a.json")'))),
    ).toBeUndefined();
    expect(detectTemplate("a.json", text, NO_TEMPLATE_CONTEXT)).toBeUndefined();
    expect(detectTemplate("a.json", '{"a": "${PROJECT}"}', NO_TEMPLATE_CONTEXT)?.only).toEqual(
      new Set(["PROJECT"]),
    );
    expect(detectTemplate("a.json", '{"a": "$${x}"}', NO_TEMPLATE_CONTEXT)?.certain).toBe(false);
  });

  it("leaves a dashboard with variables of its own alone", () => {
    const own = '{"dashboardFilters": [{"templateVariable": "zone"}], "a": "${zone} ${other}"}';
    expect(detectTemplate("a.json", own, around([]))).toBeUndefined();
  });
});
