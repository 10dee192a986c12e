import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Io } from "./io";
import { runValidate } from "./validate";

let cwd: string;
let out: string;
let err: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-terraform-"));
  out = err = "";
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const io = (stdin = ""): Io => ({
  cwd,
  env: {},
  color: false,
  stdin: async () => stdin,
  out: (text) => void (out += text),
  err: (text) => void (err += text),
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text);
  }
}

const resource = (name: string, value: string) =>
  `resource "google_monitoring_dashboard" "${name}" {\n  dashboard_json = ${value}\n}\n`;
const object = (type: string) => `jsonencode({
    displayName = "\${var.env} orders"
    gridLayout = {
      widgets = [{
        xyChart = {
          dataSets = [{
            plotType = "${type}"
            timeSeriesQuery = { prometheusQuery = "up" }
          }]
        }
      }]
    }
  })`;
const heredoc = (type: string) => `<<-EOF
  {
    "displayName": "\${var.env}",
    "gridLayout": { "widgets": [{ "xyChart": { "dataSets": [
      { "plotType": "${type}", "timeSeriesQuery": { "prometheusQuery": "up" } }] } }] }
  }
  EOF`;

describe("dashboards in Terraform code", () => {
  it("are found in a folder and reported where they stand", async () => {
    await write({
      "infra/main.tf": `${resource("a", object("LINEE"))}\n${resource("b", heredoc("LINEE"))}`,
      "infra/more.tofu": resource("c", object("LINE")),
      "infra/other.tf": 'resource "x" "y" {}\n',
      "infra/loads.tf": resource("d", 'file("d.json")') + resource("e", "jsonencode(local.e)"),
      "package.json": "{}",
    });
    expect(await runValidate(["."], io())).toBe(1);
    expect(
      out,
    ).toBe(`infra/main.tf:8:24: error: google_monitoring_dashboard.a: "LINEE" is not a valid value of "plotType". Did you mean "LINE"? [unknown-enum-value]
infra/main.tf:22:21: error: google_monitoring_dashboard.b: "LINEE" is not a valid value of "plotType". Did you mean "LINE"? [unknown-enum-value]
3 dashboards checked: 2 errors
not checked, because only Terraform knows the value: infra/loads.tf: google_monitoring_dashboard.e; validate a plan instead
loaded from files, which are checked on their own: google_monitoring_dashboard.d (d.json)
`);
  });

  it("are not looked for with --globs-only, nor where git ignores the file", async () => {
    await write({ "a.tf": resource("a", object("LINEE")), "b.dashboard.json": "{}", ".git/HEAD": "" });
    await runValidate([".", "--globs-only"], io());
    expect(out).not.toContain("a.tf");
    out = "";
    await write({ ".gitignore": "*.tf\n" });
    await runValidate(["."], io());
    expect(out).not.toContain("a.tf");
  });

  it("have their findings as JSON with ranges of the file", async () => {
    await write({ "a.tf": resource("a", object("LINEE")) });
    expect(await runValidate(["a.tf", "--format", "json"], io())).toBe(1);
    expect(JSON.parse(out)).toMatchObject([
      {
        file: "a.tf",
        resource: "google_monitoring_dashboard.a",
        diagnostics: [{ code: "unknown-enum-value", range: { start: { line: 7, character: 23 } } }],
      },
    ]);
  });

  it("are fixed token by token, and nothing else changes", async () => {
    const broken = `${resource("a", object("line").replace("displayName", "displayname"))}${resource("b", heredoc("line").replace("displayName", "displayname"))}`;
    const before = `# head\n${broken}${resource("c", object("LINE").replace("gridLayout =", "gridLayout"))}`;
    await write({ "a.tf": before });
    expect(await runValidate(["--fix", "a.tf"], io())).toBe(0);
    const after = await readFile(path.join(cwd, "a.tf"), "utf8");
    const expected = before.replaceAll('"line"', '"LINE"').replaceAll("displayname", "displayName");
    expect(after).toBe(expected.replace("gridLayout {", "gridLayout = {"));
    expect(err).toBe("mosaic: a.tf: fixed\n");
  });

  it("are read from standard input, and printed fixed", async () => {
    const text = resource("a", object("line"));
    expect(await runValidate(["-", "--fix"], io(text))).toBe(0);
    expect(out).toBe(text.replace("line", "LINE"));
  });

  it("give no findings where Terraform fills in", async () => {
    await write({
      "a.tf": resource(
        "a",
        `jsonencode({ displayName = "x", labels = var.l, mosaicLayout = { columns = var.c, tiles = [for t in var.t : t] } })`,
      ),
    });
    expect(await runValidate(["a.tf"], io())).toBe(0);
    expect(out).toBe("1 dashboard checked: 0 errors\n");
  });
});

it("follows locals into other files of the folder, and reports findings where they stand", async () => {
  await write({
    "main.tf":
      resource("a", "local.text") + resource("b", "jsonencode(local.object)") + resource("c", "local.gone"),
    "locals.tf": `locals {\n  text = ${heredoc("line")}\n  object = ${object("line").replace(/^jsonencode\(|\)$/g, "")}\n}\n`,
    "other/locals.tf": `locals {\n  text = ${heredoc("line")}\n}\n`,
  });
  expect(await runValidate(["."], io())).toBe(1);
  expect(out.match(/^\S+\.tf:\d+/gm)).toEqual(["locals.tf:6", "locals.tf:15"]);
  // What no file has is Terraform's to know.
  expect(out).toContain("main.tf: google_monitoring_dashboard.c");
  expect(out).not.toContain("main.tf: google_monitoring_dashboard.a");
  expect(await runValidate(["--fix", "."], io())).toBe(0);
  expect(await readFile(path.join(cwd, "locals.tf"), "utf8")).not.toContain('"line"');
});
