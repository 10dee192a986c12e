import { describe, expect, it, test } from "vitest";
import { dashboardsInHcl, escapeTemplate, hclResource, resourceName, unescapeTemplate } from "./terraform";

test.each([
  ["${service}", "$${service}"],
  ["%{if x}", "%%{if x}"],
  ["$${service}", "$$${service}"],
  ["$service and 5%", "$service and 5%"],
])("%s is written as %s", (text, escaped) => {
  expect(escapeTemplate(text)).toBe(escaped);
});

test.each([
  ["Web frontend: API", "web_frontend_api"],
  ["9 to 5", "dashboard_9_to_5"],
  // Sharp s has no decomposition: it is one more character that a name cannot have.
  ["Größe", "gro_e"],
  ["…", "dashboard"],
])("a resource for %j", (title, name) => {
  expect(resourceName(title)).toBe(name);
});

describe("a resource", () => {
  it("says what Terraform makes the same text of", () => {
    const json = '{\n  "displayName": "A ${cluster} %{x} \\"q\\""\n}\n';
    const hcl = hclResource(json, "A", "my-project");
    expect(hcl).toBe(
      [
        'resource "google_monitoring_dashboard" "a" {',
        '  project        = "my-project"',
        "  dashboard_json = <<EOT",
        "{",
        '  "displayName": "A $${cluster} %%{x} \\"q\\""',
        "}",
        "EOT",
        "}",
        "",
      ].join("\n"),
    );
    expect(dashboardsInHcl(hcl)).toEqual([{ kind: "text", text: json, template: false }]);
  });

  it("ends its text with a word that does not stand in it", () => {
    const hcl = hclResource("{\nEOT\n}", "A", undefined);
    expect(dashboardsInHcl(hcl)).toEqual([{ kind: "text", text: "{\nEOT\n}\n", template: false }]);
  });
});

describe("dashboard_json in Terraform code", () => {
  it.each([
    ["dashboard_json = <<EOF\n{}\nEOF\n", "{}\n", false],
    ["  dashboard_json=<<-EOF\n    {\n      1\n    }\n  EOF\n", "{\n  1\n}\n", false],
    ['dashboard_json = "{\\"a\\": \\"$${b}\\u00e9\\\\\\"\\"}"\n', '{"a": "${b}é\\""}', false],
    ['dashboard_json = "{\\"a\\": \\"${var.b}\\"}"\n', '{"a": "${var.b}"}', true],
    ["dashboard_json = <<EOF\r\n{\r\n}\r\nEOF\r\n", "{\n}\n", false],
  ])("%j", (hcl, text, template) => {
    expect(dashboardsInHcl(hcl)).toEqual([{ kind: "text", text, template }]);
  });

  it("may be something that only Terraform knows", () => {
    const hcl =
      'dashboard_json = file("a.json")\ndashboard_json = jsonencode({\n})\ndashboard_json = <<EOF\n';
    expect(dashboardsInHcl(hcl)).toEqual([
      { kind: "expression", source: 'file("a.json")' },
      { kind: "expression", source: "jsonencode({" },
      { kind: "expression", source: "<<EOF" },
    ]);
  });
});

it("reading undoes writing", () => {
  for (const text of ["${a}", "$${a}", "$$${a}", "%{a} %%{b}", "$a{", "${${a}}"]) {
    expect(unescapeTemplate(escapeTemplate(text))).toBe(text);
  }
});
