import { describe, expect, test } from "vitest";
import { Dashboard } from "../dashboard";
import { readDocument } from "../document/reader";
import { terraformDashboards } from "../terraform/dashboards";
import { terraformFileForm } from "../terraform/file-form";
import { extractFromCode } from "./code";
import type { Extraction, NoExtraction } from "./extraction";
import { extractFromTerraform } from "./terraform";

const FILE = "a.dashboard.json";
const ADDRESS = "google_monitoring_dashboard.a";
const resource = (value: string) =>
  `resource "google_monitoring_dashboard" "a" {\n  dashboard_json = ${value}\n}\n`;

function extracted(text: string, extraction: Extraction | NoExtraction | undefined): string {
  if (!extraction?.ok) return `refused: ${extraction?.reason}`;
  const { offset, length } = extraction.span;
  return text.slice(0, offset) + extraction.reference(FILE) + text.slice(offset + length);
}

describe("from Terraform code", () => {
  test.each<[string, string, string, string]>([
    [
      "a heredoc",
      '<<-EOT\n    {\n      "displayName": "A $${x}",\n      "gridLayout": {}\n    }\n  EOT',
      '{\n  "displayName": "A ${x}",\n  "gridLayout": {}\n}\n',
      'file("${path.module}/a.dashboard.json")',
    ],
    [
      "a heredoc with expressions",
      '<<EOF\n{ "displayName": "${var.project_id} $${x}", "gridLayout": { "columns": ${local.n}, "widgets": [{ "title": "${f("a")}", "blank": {} }, { "title": "${var.project_id}", "blank": {} }] } }\nEOF',
      '{ "displayName": "${project_id} $${x}", "gridLayout": { "columns": ${n}, "widgets": [{ "title": "${title}", "blank": {} }, { "title": "${project_id}", "blank": {} }] } }\n',
      'templatefile("${path.module}/a.dashboard.json", {\n    project_id = var.project_id\n    n          = local.n\n    title      = f("a")\n  })',
    ],
    [
      "a function around a heredoc",
      'replace(<<EOF\n{ "displayName": "A" }\nEOF\n, "x", "y")',
      '{ "displayName": "A" }\n',
      'replace(file("${path.module}/a.dashboard.json")\n, "x", "y")',
    ],
    [
      "jsonencode",
      'jsonencode({\n    displayName = "A \\"b\\" $${x}" # why\n    labels = {}\n    gridLayout = { columns = 2, widgets = [{ blank = {} }], "x-y" : null, t = 1.50 }\n  })',
      '{\n  "displayName": "A \\"b\\" ${x}",\n  "labels": {},\n  "gridLayout": {\n    "columns": 2,\n    "widgets": [\n      {\n        "blank": {}\n      }\n    ],\n    "x-y": null,\n    "t": 1.5\n  }\n}\n',
      'file("${path.module}/a.dashboard.json")',
    ],
    [
      "jsonencode with references",
      'jsonencode({\n    displayName = "A $${x} of ${var.name}"\n    gridLayout = { widgets = [for s in var.s : { title = s }], columns = var.columns }\n  })',
      '{\n  "displayName": "A $${x} of ${name}",\n  "gridLayout": {\n    "widgets": ${widgets},\n    "columns": ${columns}\n  }\n}\n',
      'templatefile("${path.module}/a.dashboard.json", {\n    name    = var.name\n    widgets = jsonencode([for s in var.s : { title = s }])\n    columns = jsonencode(var.columns)\n  })',
    ],
    [
      "a heredoc in jsonencode",
      "jsonencode({\n    displayName = <<-EOT\n      two\n      lines\n    EOT\n  })",
      '{\n  "displayName": "two\\nlines\\n"\n}\n',
      'file("${path.module}/a.dashboard.json")',
    ],
  ])("%s", (_, value, json, reference) => {
    const text = resource(value);
    const extraction = extractFromTerraform(text, ADDRESS);
    expect(extraction).toMatchObject({ ok: true, name: "a", json });
    expect(extracted(text, extraction)).toBe(resource(reference));
    // The code still names one dashboard, which is now in a file.
    expect(terraformDashboards(extracted(text, extraction)).map(({ form }) => form)).toEqual([
      reference.includes("templatefile") ? "templatefile" : "file",
    ]);
    const template = { certain: true, by: "Terraform", template: true, braces: false };
    const made = new Dashboard(json, undefined, reference.includes("templatefile") ? template : undefined);
    expect(made.findings.filter(({ code }) => code === "syntax")).toEqual([]);
  });

  test.each([
    ["what is computed", "var.x", "Terraform computes"],
    ["what is in a file", 'file("x.json")', "in a file already: x.json"],
    ["directives", '<<EOF\n{ "displayName": "%{ if x }a%{ endif }" }\nEOF', "directives"],
    ["a computed key", "jsonencode({ (var.x) = 1 })", "key"],
    ["a syntax error", "jsonencode({ a = 1 b })", "syntax errors"],
  ])("refuses %s", (_, value, reason) => {
    expect(extracted(resource(value), extractFromTerraform(resource(value), ADDRESS))).toContain(reason);
  });

  test("takes a heredoc out of the locals of another file, and no object", () => {
    const around = terraformFileForm.around!([
      resource("local.text"),
      resource("jsonencode(local.object)").replace('"a"', '"b"'),
    ]);
    const locals =
      'locals {\n  text = <<EOF\n{ "displayName": "A", "gridLayout": {} }\nEOF\n  object = { displayName = "A", gridLayout = {} }\n}\n';
    expect(extracted(locals, extractFromTerraform(locals, ADDRESS, around))).toContain(
      'text = file("${path.module}/a.dashboard.json")\n',
    );
    const other = extractFromTerraform(locals, ADDRESS.replace(/a$/, "b"), around);
    expect(extracted(locals, other)).toContain("refused: Another file has the jsonencode");
  });

  test("says that comments are left out, and only then", () => {
    const notes = (value: string) => {
      const found = extractFromTerraform(resource(value), ADDRESS);
      return found?.ok ? found.notes.length : -1;
    };
    expect(notes('jsonencode({ displayName = "http://a#b" })')).toBe(0);
    expect(notes('jsonencode({ displayName = "a" /* b */ })')).toBe(1);
  });
});

describe("from other texts", () => {
  const JSON_TEXT = '{\n  "displayName": "A",\n  "gridLayout": { "widgets": [] }\n}';
  const QUOTED = JSON.stringify(JSON_TEXT);
  test.each<[string, string, string, string]>([
    [
      "a fence",
      "markdown",
      `Text\n\n\`\`\`json\n${JSON_TEXT}\n\`\`\`\n`,
      "Text\n\n[a.dashboard.json](a.dashboard.json)\n",
    ],
    [
      "the second fence",
      "markdown",
      `\`\`\`sh\nx\n\`\`\`\n\n  ~~~json\n${JSON_TEXT}\n  ~~~\n\n\`\`\`\ny\n\`\`\`\n`,
      "```sh\nx\n```\n\n  [a.dashboard.json](a.dashboard.json)\n\n```\ny\n```\n",
    ],
    [
      "a shell heredoc",
      "shellscript",
      `cat > x.json <<'EOF'\n${JSON_TEXT}\nEOF\ngcloud x\n`,
      'cat > x.json < "$(dirname "$0")/a.dashboard.json"\ngcloud x\n',
    ],
    [
      "a shell heredoc with a pipe",
      "shellscript",
      `cat <<EOF | gcloud x\n${JSON_TEXT}\nEOF\n`,
      'cat < "$(dirname "$0")/a.dashboard.json" | gcloud x\n',
    ],
    [
      "a shell heredoc with values",
      "shellscript",
      `cat <<EOF\n${JSON_TEXT.replace("A", "$NAME")}\nEOF\n`,
      "refused: The shell",
    ],
    [
      "a template literal",
      "typescript",
      `const a = \`${JSON_TEXT}\`;\n`,
      'const a = readFileSync(new URL("./a.dashboard.json", import.meta.url), "utf8");\n',
    ],
    [
      "a template literal with values",
      "typescript",
      `const a = \`${JSON_TEXT.replace("A", "${name}")}\`;\n`,
      "refused: The program",
    ],
    [
      "a string",
      "javascript",
      `const a = ${QUOTED};\n`,
      'const a = readFileSync(new URL("./a.dashboard.json", import.meta.url), "utf8");\n',
    ],
    [
      "Python",
      "python",
      `# it's\nA = """${JSON_TEXT}"""\n`,
      '# it\'s\nA = (pathlib.Path(__file__).parent / "a.dashboard.json").read_text()\n',
    ],
    ["a formatted string", "python", `A = f"""${JSON_TEXT}"""\n`, "refused: The program"],
    ["Go", "go", `const a = \`${JSON_TEXT}\`\n`, `const a = \`${JSON_TEXT}\`\n`],
    ["another string", "javascript", 'const a = "x";\n', "refused: undefined"],
  ])("%s", (_, language, text, expected) => {
    const offset = Math.max(text.indexOf("gridLayout"), text.indexOf('"x"'));
    const extraction = extractFromCode(text, offset, language);
    expect(extracted(text, extraction)).toContain(expected);
    if (extraction?.ok) expect(readDocument(extraction.json).problems).toEqual([]);
  });
});
