import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Diagnostic } from "vscode-languageserver/node";
import { runValidate } from "../../cli/validate";
import { LspPair } from "./client";

/** A file of each form with findings, some after characters that are more than one unit or byte. */
const FILES: Readonly<Record<string, string>> = {
  "broken.dashboard.json": readFileSync(
    path.resolve(__dirname, "../../examples/mistakes/broken.dashboard.json"),
    "utf8",
  ),
  "windows.dashboard.json":
    '{\r\n  "displayName": "Größe 😀", "nope": 1,\r\n  "gridLayout": {"widgets": [{"txt": {}}]}\r\n}\r\n',
  "two.dashboard.yaml":
    'displayName: "Größe 😀"\ngridLayout:\n  widgets:\n  - xyChart:\n      dataSets:\n      - {plotTyp: LINE, "😀": 1}\n---\ndisplayName: B\nnope: 1\n',
  "main.tf":
    'resource "google_monitoring_dashboard" "a" {\n  dashboard_json = jsonencode({\n    displayName = "Größe 😀", nope = 1\n    gridLayout  = { widgets = [{ txt = {} }] }\n  })\n}\n',
};

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "mosaic-positions-"));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(path.join(cwd, name), text);
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function validate(format: string, name: string): Promise<string> {
  let out = "";
  const io = { cwd, env: {}, color: false, err: () => {}, stdin: async () => "" };
  await runValidate(["--format", format, name], { ...io, out: (text: string) => void (out += text) });
  return out;
}

const byPlace = (a: string, b: string) => (a < b ? -1 : 1);

it.each(Object.keys(FILES))("findings of %s stand where the editor shows them", async (name) => {
  const pair = await LspPair.start();
  let shown: Diagnostic[];
  try {
    const uri = await pair.open(FILES[name]!, `file:///there/${name}`);
    shown = await pair.diagnostics(uri);
  } finally {
    await pair.stop();
  }
  expect(shown.length).toBeGreaterThan(1);
  const places = shown.map(
    ({ code, range: { start, end } }) =>
      `${code} ${start.line + 1}:${start.character + 1}-${end.line + 1}:${end.character + 1}`,
  );
  const { results } = JSON.parse(await validate("sarif", name)).runs[0];
  const inSarif = results.map(
    (result: { ruleId: string; locations: { physicalLocation: { region: Region } }[] }) => {
      const { startLine, startColumn, endLine, endColumn } = result.locations[0]!.physicalLocation.region;
      return `${result.ruleId} ${startLine}:${startColumn}-${endLine}:${endColumn}`;
    },
  );
  expect(inSarif.sort(byPlace)).toEqual([...places].sort(byPlace));
  const annotated = [...(await validate("github", name)).matchAll(ANNOTATION)].map(
    ([, line, endLine, column, endColumn, code]) => `${code} ${line}:${column}-${endLine}:${endColumn}`,
  );
  expect(annotated.sort(byPlace)).toEqual([...places].sort(byPlace));
});

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

const ANNOTATION =
  /^::\w+ file=[^,]+,line=(\d+),endLine=(\d+),col=(\d+),endColumn=(\d+),title=Mosaic%3A ([\w-]+)::/gm;
