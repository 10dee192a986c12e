import { afterEach, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { CAPABILITIES, LspPair } from "./client";

const CONFIG = "file:///repo/.mosaic/config.json";
const URI = "file:///repo/team%20a/shop.dashboard.json";
const TEXT = `{ "displayName": "Shop", "gridLayout": { "widgets": [{ "text": { "format": "MARKDWN" } }] } }`;

let pair: LspPair;
afterEach(() => pair.stop());

async function findings(config: string): Promise<(string | number | undefined)[][]> {
  pair = await LspPair.start(CAPABILITIES, undefined, { [CONFIG]: config });
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

it("rules files whose URI has a bare percent sign, as some editors send it", async () => {
  pair = await LspPair.start(CAPABILITIES, undefined, {
    [CONFIG]: `{ "overrides": [{ "files": "100%/*", "rules": { "unknown-enum-value": "off" } }] }`,
  });
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
