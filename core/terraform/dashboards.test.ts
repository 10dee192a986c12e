import { describe, expect, it, test } from "vitest";
import { Dashboard } from "../dashboard";
import { childAt, valueOf } from "../document/node";
import { syntaxErrors } from "../document/reader";
import { terraformDashboards } from "./dashboards";

const resource = (value: string, name = "main") => `resource "google_monitoring_dashboard" "${name}" {
  project        = var.project
  dashboard_json = ${value}
}
`;
const BODY = '{ "displayName": "a", "gridLayout": { "widgets": [] } }';
const OBJECT = '{\n    displayName = "a"\n    gridLayout = { widgets = [] }\n  }';
const VALUE = { displayName: "a", gridLayout: { widgets: [] } };

const forms = (text: string) =>
  terraformDashboards(text).map(({ name, form, path }) => `${name} ${form}${path ? ` ${path}` : ""}`);
const values = (text: string) =>
  terraformDashboards(text).map(({ document }) => document?.root && valueOf(document.root));

describe("forms", () => {
  test.each<[string, string]>([
    ["a heredoc", `<<EOF\n${BODY}\nEOF`],
    ["an indented heredoc", `<<-EOF\n  ${BODY}\n  EOF`],
    ["a heredoc in a function", `replace(<<-EOF\n${BODY}\nEOF\n, "\\r", "")`],
    ["jsonencode", `jsonencode(${OBJECT})`],
    ["jsonencode over lines", `jsonencode(\n    ${OBJECT}\n  )`],
    ["jsonencode with a comment", `jsonencode( # here\n ${OBJECT})`],
    ["parentheses", `(jsonencode((${OBJECT})))`],
    ["an expression in quotes", `"\${jsonencode(${BODY})}"`],
    ["a local value", `local.board\n}\nlocals {\n  other = 1\n  board = jsonencode(${OBJECT})`],
    ["a local object", `jsonencode(local.board)\n}\nlocals {\n  board = ${OBJECT}`],
    ["a local heredoc", `local.board\n}\nlocals {\n  board = <<EOF\n${BODY}\nEOF`],
  ])("reads %s", (_, written) => {
    const text = resource(written);
    expect(values(text)).toEqual([VALUE]);
    const [{ document, body, address }] = terraformDashboards(text) as [never] as unknown as [
      { document: { root: { offset: number } }; body: { offset: number }; address: string },
    ];
    expect(address).toBe("google_monitoring_dashboard.main");
    expect(text[document.root.offset]).toBe("{");
    expect(document.root.offset).toBeGreaterThanOrEqual(body.offset);
  });

  test.each<[string, string, string]>([
    ["a file", 'file("${path.module}/a.json")', "main file ${path.module}/a.json"],
    ["a template", 'templatefile("a.json", {\n  x = 1\n})', "main templatefile a.json"],
    ["a template on lines", 'templatefile(\n    "a.json",\n    {}\n  )', "main templatefile a.json"],
    ["a file with words replaced", 'replace(file("a.json"), "X", var.x)', "main file a.json"],
    ["a heredoc that is one call", '<<EOF\n${templatefile("a.json", {})}\nEOF', "main templatefile a.json"],
    ["a heredoc that is one expression", "<<EOF\n${local.x}\nEOF", "main computed"],
    ["a variable", "var.json", "main computed"],
    ["an unknown local value", "local.json", "main computed"],
    ["a local value that is itself", "local.x\n}\nlocals {\n  x = local.x", "main computed"],
    ["a part of a local value", "jsonencode(local.x.y)\n}\nlocals {\n  x = {}", "main computed"],
    ["merge", "jsonencode(merge(local.a, {}))", "main computed"],
    ["each.value", "jsonencode(each.value)", "main computed"],
    ["YAML", 'jsonencode(yamldecode(file("a.yaml")))', "main computed"],
    ["a condition", `var.x ? jsonencode(${OBJECT}) : ""`, "main computed"],
    ["a path that is computed", "file(var.path)", "main computed"],
  ])("tells %s", (_, written, expected) => {
    expect(forms(resource(written))).toEqual([expected]);
  });
});

describe("what is found", () => {
  test.each<[string, string, string[]]>([
    [
      "several",
      resource(`jsonencode(${OBJECT})`, "a") + resource(`<<E\n${BODY}\nE`, "b"),
      ["a jsonencode", "b heredoc"],
    ],
    [
      "nothing in a comment",
      `# ${resource("x").replaceAll("\n", "\n# ")}\n/* ${resource("x")} */\n// google_monitoring_dashboard`,
      [],
    ],
    ["nothing in a heredoc", `resource "x" "y" {\n  a = <<E\n${resource("x")}\nE\n}`, []],
    ["no data source", resource("x").replace("resource", "data"), []],
    ["no other resource", resource("x").replace("google_monitoring_dashboard", "aws_dashboard"), []],
    [
      "no resource without a dashboard",
      'resource "google_monitoring_dashboard" "a" {\n  lifecycle {\n dashboard_json = "x"\n }\n}',
      [],
    ],
    [
      "labels without quotes",
      resource(`jsonencode(${OBJECT})`).replaceAll(/"(google_monitoring_dashboard|main)"/g, "$1"),
      ["main jsonencode"],
    ],
    [
      "one behind other blocks",
      `variable "x" {\n  default = "}"\n}\n\nmodule "m" { source = "./{" }\n${resource(`jsonencode(${OBJECT})`)}`,
      ["main jsonencode"],
    ],
    [
      "one behind a block that is not closed",
      `resource "x" "y" {\n  a = {\n\n${resource(`jsonencode(${OBJECT})`)}`,
      ["main jsonencode"],
    ],
    [
      "one that is not closed before another",
      resource(`jsonencode({ displayName = "a"`, "a").slice(0, -2) + resource(`jsonencode(${OBJECT})`, "b"),
      ["a jsonencode", "b jsonencode"],
    ],
    [
      "one with nested blocks",
      `resource "google_monitoring_dashboard" "a" {\n  lifecycle {\n    ignore_changes = [dashboard_json]\n  }\n  dashboard_json = jsonencode(${OBJECT})\n}`,
      ["a jsonencode"],
    ],
  ])("%s", (_, text, expected) => {
    expect(forms(text)).toEqual(expected);
  });

  it("gives each its own part of a file that is broken", () => {
    const text =
      resource(`jsonencode({ displayName = "a", x = [`, "a").slice(0, -2) +
      resource(`jsonencode(${OBJECT})`, "b");
    const [a, b] = terraformDashboards(text);
    expect(a!.document!.problems.length).toBeGreaterThan(0);
    expect(b!.document!.problems).toEqual([]);
    expect(valueOf(b!.document!.root!)).toEqual(VALUE);
  });

  it.each([
    'resource "google_monitoring_dashboard" "a" {\n',
    "<<E\n",
    resource("<<E\n"),
    resource("jsonencode({"),
    resource(`jsonencode(${OBJECT})`),
  ])("takes linear time for a file full of %j", (piece) => {
    expect(terraformDashboards(`# google_monitoring_dashboard\n${piece.repeat(5000)}`)).toBeInstanceOf(Array);
  });
});

const chart = (filter: string, more = "") => `{
  displayName = "\${var.name} board"
  labels = var.labels
  gridLayout = {
    columns = var.columns
    widgets = [
      local.first,
      {
        title = "x"
        xyChart = {
          dataSets = [{
            timeSeriesQuery = {
              timeSeriesFilter = {
                filter = ${filter}
                aggregation = { alignmentPeriod = "\${var.period}s", perSeriesAligner = "ALIGN_RATE"${more} }
              }
            }
          }]
        }
      },
    ]
  }
}`;
const GOOD = String.raw`"metric.type=\"run.googleapis.com/request_count\" resource.type=\"cloud_run_revision\""`;

function findings(body: string, wrap = (text: string) => `jsonencode(${text})`) {
  const text = resource(wrap(body));
  const [found] = terraformDashboards(text);
  return Dashboard.of(found!.document!).findings.map(
    ({ code, offset, length }) => `${code} ${text.slice(offset, offset + length)}`,
  );
}

describe("findings", () => {
  test.each<[string, string, string[]]>([
    ["nothing", chart(GOOD), []],
    [
      "nothing in a heredoc",
      chart(
        `<<-EOT\n  metric.type="run.googleapis.com/request_count"\n  resource.type="cloud_run_revision"\nEOT`,
      ),
      [],
    ],
    [
      "a value of unknown text",
      chart(GOOD.replace(/"$/, ' resource.labels.service_name=\\"${var.service}\\""')),
      [],
    ],
    [
      "a name with a hole",
      chart(GOOD.replace("run.googleapis.com/request_count", "custom.googleapis.com/${var.app}/x")),
      [],
    ],
    ["a whole filter", chart("local.filters[0]"), []],
    ["a filter that is a hole", chart('"${local.filter}"'), []],
    [
      "a metric",
      chart(GOOD.replace("request_count", "request_cont")),
      ["filter-unknown-metric run.googleapis.com/request_cont"],
    ],
    [
      "a metric in a heredoc",
      chart(
        `<<-EOT\n  metric.type="run.googleapis.com/request_cont"\n  resource.type="cloud_run_revision"\nEOT`,
      ),
      ["filter-unknown-metric run.googleapis.com/request_cont"],
    ],
    ["a member", chart(GOOD, ", crossSeriesReducerr = 1"), ["unknown-member crossSeriesReducerr"]],
    ["a member around a hole", chart("local.filter").replace("xyChart", "xyChrt"), ["unknown-member xyChrt"]],
    ["an enum", chart(GOOD, ', crossSeriesReducer = "REDUCE_SUMM"'), ['unknown-enum-value "REDUCE_SUMM"']],
  ])("%s", (_, body, expected) => {
    expect(findings(body)).toEqual(expected);
  });

  it("of widgets without a layout", () => {
    const found = findings('{ "displayName": "a", "widgets": [] }', (text) => `<<EOF\n${text}\nEOF`);
    expect(found.map((one) => one.split(" ")[0])).toContain("unknown-member");
  });

  it("have the places of the file in a heredoc", () => {
    const json = JSON.stringify(
      { displayName: "${var.x}", gridLayout: { widgets: [{ title: "a", xyChrt: {} }] } },
      null,
      2,
    );
    expect(findings(json, (text) => `<<-EOF\n${text}\n  EOF`)).toContain('unknown-member "xyChrt"');
  });

  it("say nothing of a list that Terraform makes", () => {
    expect(
      findings(
        '{ displayName = "a", mosaicLayout = { columns = 48, tiles = [for x in y : { widget = x }] } }',
      ),
    ).toEqual([]);
    expect(findings('{ displayName = "a", gridLayout = { widgets = concat([{}], local.x) } }')).toEqual([]);
  });

  it("know the offsets of one dashboard among others", () => {
    const text = resource(`<<E\n${BODY}\nE`, "a") + resource(`<<E\n${BODY.replace('"a"', "1")}\nE`, "b");
    const [, b] = terraformDashboards(text);
    expect(text.slice(childAt(b!.document!.root, "displayName")!.offset).startsWith("1,")).toBe(true);
    expect(b!.document!.lines.positionAt(b!.document!.root!.offset).line).toBe(9);
  });
});

describe("directives around parts of a dashboard", () => {
  const shaped = resource(`<<EOF
{
  "displayName": "a",
  "gridLayout": { "widgets": [
    %{ for s in var.services ~}
    { "xyChart": { "dataSets": [{ "plotType": "line", "timeSeriesQuery": { "timeSeriesFilter": {
      "filter": "metric.type=\\"run.googleapis.com/request_cuont\\" resource.type=\\"\${s}\\"" } } }] } }
    %{ if s != "x" },%{ endif }
    { "titel": "b" "blank": {} }
    %{ endfor }
  ] }
}
EOF`);

  it("leave what is about one value", () => {
    const { findings, document } = Dashboard.of(terraformDashboards(shaped)[0]!.document!);
    expect(findings.map(({ code }) => code)).toEqual(["unknown-enum-value", "filter-unknown-metric"]);
    expect(syntaxErrors(document)).toEqual([]);
  });
});
