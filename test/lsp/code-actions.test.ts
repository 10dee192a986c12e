import { afterEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { DASHBOARD_STARTS } from "../../core/grid/starts";
import type { FixAllResult, PictureResult } from "../../server/protocol";
import { CAPABILITIES, LspPair } from "./client";

const CONFIG = "file:///repo/.mosaic/config.json";
const URI = "file:///repo/shop.dashboard.json";
const TEXT = `{ "displayName": "x", "mosaicLayout": { "columns": 48, "tiles": [
  { "width": 24, "height": 16, "widget": { "title": "t", "xyChart": { "dataSets": [
    { "plotType": "LIEN", "timeSeriesQuery": { "prometheusQuery": "up" } } ] } } },
  { "xPos": 24, "width": 24, "height": 16, "widget": { "blank": {} } } ] } }`;

let pair: LspPair;
afterEach(() => pair.stop());

async function actionsAt(where: string, only?: string[], triggerKind?: 1 | 2): Promise<CodeAction[]> {
  pair = await LspPair.start(
    CAPABILITIES,
    { commands: ["mosaic.fixAll"] },
    { [CONFIG]: "{}" },
    { folders: ["file:///repo"] },
  );
  await pair.open(TEXT, URI);
  const diagnostics = await pair.diagnostics(URI);
  const start = TextDocument.create("", "", 0, TEXT).positionAt(TEXT.indexOf(where));
  const here = diagnostics.filter(({ range }) => range.start.line === start.line);
  return pair.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri: URI },
    range: { start, end: start },
    context: { diagnostics: here, ...(only && { only }), ...(triggerKind && { triggerKind }) },
  });
}

describe("the light bulb at a typo", () => {
  it("has few entries: fixes first, what turns a rule off last and in a group of its own", async () => {
    const actions = await actionsAt(`"LIEN"`);
    expect(actions.map(({ title, kind }) => `${kind}: ${title}`)).toEqual([
      'quickfix: Replace with "LINE"',
      "quickfix: Fix All Unambiguous Problems",
      'suppress.mosaic: Turn "unknown-enum-value" off for this file',
      'suppress.mosaic: Turn "unknown-enum-value" off everywhere',
    ]);
  });

  it("has refactorings where they are asked for", async () => {
    const actions = await actionsAt(`"LIEN"`, ["refactor"]);
    expect(actions.length).toBeGreaterThan(5);
    expect(actions.every(({ kind }) => kind!.startsWith("refactor."))).toBe(true);
  });

  it("has them where nothing is wrong", async () => {
    const actions = await actionsAt(`"t", "xyChart"`);
    expect(actions.length).toBeGreaterThan(5);
  });
});

describe("Fix All", () => {
  it("on a save is an edit, without a message", async () => {
    const [action, ...others] = await actionsAt(`"LIEN"`, ["source.fixAll"], 2);
    expect(others).toEqual([]);
    expect(action!.command).toBeUndefined();
    expect(action!.edit!.changes![URI]!.map(({ newText }) => newText)).toEqual(['"LINE"']);
  });

  it("by hand is a command that tells what it did, offered also where nothing can be fixed", async () => {
    const [action] = await actionsAt(`"xPos": 24`, ["source.fixAll"], 1);
    expect(action!.command).toMatchObject({ command: "mosaic.fixAll", arguments: [URI] });
    const result = await pair.connection.sendRequest<FixAllResult>("mosaic/fixAll", { uri: URI });
    expect(result).toMatchObject({ left: 0, message: "Fixed 1 problem." });
    expect(await pair.connection.sendRequest("mosaic/fixAll", { uri: "file:///other.json" })).toBeNull();
  });
});

describe("a new file", () => {
  it("is not wrong at once, but offers whole dashboards and is told apart by its picture", async () => {
    pair = await LspPair.start();
    const uri = await pair.open("\n", URI);
    expect(await pair.diagnostics(uri)).toEqual([]);
    const { items } = await pair.complete("|");
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(Object.values(DASHBOARD_STARTS)));
    const picture = await pair.connection.sendRequest<PictureResult>("mosaic/picture", { uri });
    expect(picture).toMatchObject({ version: 0, stale: { blank: true } });
  });
});
