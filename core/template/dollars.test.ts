import { describe, expect, it, test } from "vitest";
import { Dashboard } from "../dashboard";
import { passedNames } from "./call";
import { detectTemplate } from "./template";
import { terraformUses } from "./terraform";

/** Codes and texts of the findings about dollars in a file that Terraform code is beside. */
function found(code: string, title: string, more: object = {}): string[] {
  const text = JSON.stringify({
    displayName: title,
    dashboardFilters: [{ filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" }],
    gridLayout: { widgets: [{ blank: {} }] },
    ...more,
  });
  const uses = terraformUses([{ path: "m/main.tf", text: code }], "m/a.json");
  const template = detectTemplate("m/a.json", text, { uses, terraform: true });
  return new Dashboard(text, undefined, template).findings
    .filter((finding) => finding.code.endsWith("-dollar"))
    .map(
      ({ code, severity, offset, length }) => `${severity} ${code} ${text.slice(offset, offset + length)}`,
    );
}

const FILE = 'dashboard_json = file("${path.module}/a.json")';
const template = (names: string) => `x = templatefile("\${path.module}/a.json", ${names})`;

test.each<[string, string, string, string[]]>([
  ["two dollars where nobody takes one away", FILE, "$${zone} $${x}", ["warning extra-dollar $${zone}"]],
  ["one dollar is right", FILE, "${zone}", []],
  [
    "a file that is changed after it was read",
    FILE.replace("file(", 'replace("$$", "$", file('),
    "$${zone}",
    [],
  ],
  ["a file that goes elsewhere", 'x = file("${path.module}/a.json")', "$${zone}", []],
  [
    "a file that is parsed and written",
    FILE.replace("file(", "jsonencode(jsondecode(file("),
    "$${zone}",
    ["warning extra-dollar $${zone}"],
  ],
  ["a file that is a template too", `${FILE}\n${template("{}")}`, "$${zone} ${zone}", []],
  [
    "a file that may be a template too",
    `${FILE}\nx = templatefile("\${path.module}/\${each.key}.json", {})`,
    "$${zone}",
    [],
  ],
  ["a name that is composed", FILE.replace("a.json", "${each.key}.json"), "$${zone}", []],
  [
    "a variable without its second dollar",
    template("{ env = 1 }"),
    "${env} ${zone} $${zone}",
    ["warning missing-dollar ${zone}"],
  ],
  ["its value", template("{ env = 1 }"), "${zone.value}", ["warning missing-dollar ${zone.value}"]],
  ["a name that is passed", template("{ zone = var.zone }"), "${zone}", []],
  ["a built-in name", template("{}"), "${__interval}", ["warning missing-dollar ${__interval}"]],
  ["a label", template("{}"), "${metric.labels.code}", ["warning missing-dollar ${metric.labels.code}"]],
  ["a label of what is passed", template("{ metric = {} }"), "${metric.labels.code}", []],
  [
    "names that are worked out",
    template("local.names"),
    "${zone} ${__interval}",
    ["information missing-dollar ${__interval}"],
  ],
  ["a name of a loop", template("{ zones = [] }"), "%{ for zone in zones }${zone}%{ endfor }", []],
  ["an expression", template("{}"), '${upper("zone")} ${zone == 1}', []],
  ["two calls, one of which passes it", `${template("{}")}\n${template("{ zone = 1 }")}`, "${zone}", []],
])("%s", (_, code, title, expected) => {
  expect(found(code, title)).toEqual(expected);
});

describe("the names that are passed", () => {
  test.each<[string, string[] | undefined]>([
    [", {})", []],
    [", { a = 1, b: 2 })", ["a", "b"]],
    [
      ',\n  {\n    a = var.a # b = 1\n    "c" = { d = 1 }\n    e = "${f({ g = "}" })} h = 1"\n  }\n)',
      ["a", "c", "e"],
    ],
    [", { a = x == 1 ? { b = 2 } : [for c in d : { e = c }] })", ["a"]],
    [", merge({ a = 1 }, local.b))", undefined],
    [", { for k, v in local.a : k => v })", undefined],
    [", { (var.a) = 1 })", undefined],
    [", { a = 1 }[0])", undefined],
    [", { a = <<EOT\n b = 1\nEOT\n })", undefined],
    [")", undefined],
    [", { a = 1", undefined],
  ])("%j", (code, expected) => {
    const names = passedNames(code, 0);
    expect(names && [...names]).toEqual(expected);
  });

  it("are read in linear time", () => {
    expect(passedNames(`, { a = ${'"${'.repeat(50_000)}`, 0)).toBeUndefined();
  });
});
