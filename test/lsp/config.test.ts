import { afterEach, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { CAPABILITIES, LspPair } from "./client";

const CONFIG = "file:///repo/.mosaic/config.json";
const URI = "file:///repo/team%20a/shop.dashboard.json";
const TEXT = `{ "displayName": "Shop", "gridLayout": { "widgets": [{ "text": { "format": "MARKDWN" } }] } }`;

let pair: LspPair;
afterEach(() => pair.stop());

const WORKSPACE = { folders: ["file:///repo"] };

async function findings(config: string, at = CONFIG): Promise<(string | number | undefined)[][]> {
  pair = await LspPair.start(CAPABILITIES, undefined, { [at]: config }, WORKSPACE);
  await pair.open(TEXT, URI);
  return (await pair.diagnostics(URI)).map((d) => [d.code as string, d.severity]);
}

it("gives findings the severity that the nearest configuration says", async () => {
  expect(await findings("{}")).toEqual([["unknown-enum-value", 1]]);
  pair.stop();
  expect(await findings(`{ "rules": { "unknown-enum-value": "hint" } }`)).toEqual([
    ["unknown-enum-value", 4],
  ]);
  pair.stop();
  expect(
    await findings(`{ "overrides": [{ "files": "team a/**", "rules": { "unknown-enum-value": "off" } }] }`),
  ).toEqual([]);
});

it("looks no higher than the workspace folder", async () => {
  const off = `{ "rules": { "unknown-enum-value": "off" } }`;
  expect(await findings(off, "file:///.mosaic/config.json")).toHaveLength(1);
  pair.stop();
  expect(await findings(off, "file:///repo/team%20a/.mosaic/config.json")).toEqual([]);

  // Outside of the workspace only the file's own folder counts.
  for (const [file, count] of [
    ["file:///tmp/shop.dashboard.json", 0],
    ["file:///tmp/below/shop.dashboard.json", 1],
    ["file:///repository/shop.dashboard.json", 1],
  ] as const) {
    pair.stop();
    const files = { "file:///tmp/.mosaic/config.json": off, "file:///.mosaic/config.json": off };
    const capabilities = { ...CAPABILITIES, workspace: { workspaceFolders: true } };
    pair = await LspPair.start(capabilities, undefined, files, WORKSPACE);
    await pair.open(TEXT, file);
    expect(await pair.diagnostics(file), file).toHaveLength(count);
  }
  await pair.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
    event: { added: [{ uri: "file:///", name: "all" }], removed: [] },
  });
  expect(await pair.diagnostics("file:///repository/shop.dashboard.json")).toEqual([]);
});

it("rules files whose URI has a bare percent sign, as some editors send it", async () => {
  const config = `{ "overrides": [{ "files": "100%/*", "rules": { "unknown-enum-value": "off" } }] }`;
  pair = await LspPair.start(CAPABILITIES, undefined, { [CONFIG]: config }, WORKSPACE);
  const uri = await pair.open(TEXT, "file:///repo/100%/shop.dashboard.json");
  expect(await pair.diagnostics(uri)).toEqual([]);
  expect(pair.log).toEqual([]);
});

it("offers to write the severity there, in the file's own form", async () => {
  const config = `{\n\t"rules": {}\n}\n`;
  await findings(config);
  const [diagnostic] = await pair.diagnostics(URI);
  const actions = await pair.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri: URI },
    range: diagnostic!.range,
    context: { diagnostics: [diagnostic], only: ["quickfix"] },
  });
  expect(actions.map((action) => action.title)).toEqual([
    'Replace with "MARKDOWN"',
    'Turn "unknown-enum-value" off for this file',
    'Turn "unknown-enum-value" off everywhere',
  ]);
  const edits = actions[2]!.edit!.changes![CONFIG]!;
  const after = TextDocument.applyEdits(TextDocument.create("", "", 0, config), edits);
  expect(after).toBe(`{\n\t"rules": {\n\t\t"unknown-enum-value": "off"\n\t}\n}\n`);
});
