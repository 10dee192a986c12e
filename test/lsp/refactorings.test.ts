import { afterEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { CodeAction } from "vscode-languageserver-types";
import { CAPABILITIES, LspPair } from "./client";

const TEXT = `{
  "displayName": "Shop",
  "mosaicLayout": {
    "columns": 12,
    "tiles": [
      { "width": 6, "height": 4, "widget": { "title": "CPU", "text": { "format": "MARKDWN" } } },
      { "xPos": 6, "width": 6, "height": 4, "widget": { "title": "Memory", "blank": {} } }
    ]
  }
}
`;
const RESOLVING = {
  textDocument: { ...CAPABILITIES.textDocument, codeAction: { resolveSupport: { properties: ["edit"] } } },
};

let pair: LspPair;
afterEach(() => pair.stop());

async function actions(uri: string, where: string, only?: string[]): Promise<CodeAction[]> {
  const start = TextDocument.create("", "", 0, TEXT).positionAt(TEXT.indexOf(where));
  return pair.connection.sendRequest("textDocument/codeAction", {
    textDocument: { uri },
    range: { start, end: start },
    context: { diagnostics: [], ...(only && { only }) },
  });
}

function made(uri: string, { edit }: CodeAction): string {
  return TextDocument.applyEdits(TextDocument.create("", "", 0, TEXT), edit!.changes![uri]!);
}

describe("refactorings", () => {
  it("are announced, offered next to the fixes, and filtered by kind", async () => {
    pair = await LspPair.start();
    const uri = await pair.open(TEXT);
    expect(pair.initialized.capabilities.codeActionProvider).toMatchObject({
      codeActionKinds: expect.arrayContaining(["refactor"]),
      resolveProvider: false,
    });
    const kinds = (list: CodeAction[]) => [...new Set(list.map(({ kind }) => kind))];
    // Beside a fix only what is about a query; the others where refactorings are asked for.
    expect(kinds(await actions(uri, "MARKDWN"))).toEqual(["quickfix"]);
    expect(kinds(await actions(uri, "MARKDWN", ["refactor"]))).toEqual([
      "refactor.rewrite",
      "refactor.extract",
    ]);
    expect(kinds(await actions(uri, "MARKDWN", ["refactor.extract"]))).toEqual(["refactor.extract"]);
    expect(kinds(await actions(uri, "MARKDWN", ["quickfix"]))).toEqual(["quickfix"]);
    expect(kinds(await actions(uri, "MARKDWN", ["source"]))).toEqual(["source.fixAll.mosaic"]);
    expect(await actions(uri, "Shop", ["refactor.move"])).toEqual([]);
  });

  it("come with their edits for a client that does not ask again", async () => {
    pair = await LspPair.start();
    const uri = await pair.open(TEXT);
    const found = await actions(uri, '"Memory', ["refactor"]);
    const deletion = found.find(({ title }) => title === 'Delete "Memory"')!;
    expect(made(uri, deletion)).toBe(TEXT.replace(/,\n {6}\{ "xPos".*/, ""));
  });

  it("get their edits when they are chosen, from a client that asks again", async () => {
    pair = await LspPair.start(RESOLVING);
    const uri = await pair.open(TEXT);
    expect(pair.initialized.capabilities.codeActionProvider).toMatchObject({ resolveProvider: true });
    const found = await actions(uri, '"columns', ["refactor"]);
    expect(found.map(({ title }) => title)).toEqual([
      "Change to 24 columns, without moving tiles",
      "Change to 48 columns, without moving tiles",
    ]);
    expect(found.every(({ edit }) => edit === undefined)).toBe(true);
    const resolved = await pair.connection.sendRequest<CodeAction>("codeAction/resolve", found[1]);
    expect(made(uri, resolved)).toBe(
      TEXT.replace("12", "48").replaceAll(": 6", ": 24").replaceAll('"height": 4', '"height": 16'),
    );
    const [fix] = await actions(uri, "MARKDWN", ["quickfix"]);
    expect(fix!.edit).toBeDefined();
  });

  it("that are gone when they are chosen stay without edits", async () => {
    pair = await LspPair.start(RESOLVING);
    const uri = await pair.open(TEXT);
    const [action] = await actions(uri, '"columns', ["refactor"]);
    await pair.change(uri, TEXT.replace('"columns": 12', '"columns": 24'));
    const resolved = await pair.connection.sendRequest<CodeAction>("codeAction/resolve", action);
    expect(resolved.edit).toBeUndefined();
  });
});
