import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type {
  DocumentHighlight,
  Location,
  LocationLink,
  SymbolInformation,
  WorkspaceEdit,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { CAPABILITIES, LspPair } from "./client";

const TEXT = `{
  "displayName": "Shop",
  "dashboardFilters": [{ "filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone" }],
  "gridLayout": { "widgets": [
    { "title": "Up", "scorecard": { "timeSeriesQuery": { "prometheusQuery": "up{\${zone}} or up{zone=\\"\${zone.value}\\"}" } } },
    { "filterControl": { "templateVariable": "zone" } }
  ] }
}
`;
const document = TextDocument.create("", "", 0, TEXT);
const at = (words: string) => document.positionAt(TEXT.indexOf(words) + words.length);

let pair: LspPair;
let uri: string;
afterEach(() => pair.stop());

function ask<T>(method: string, words: string, more: object = {}): Promise<T> {
  const params = { textDocument: { uri }, position: at(words), ...more };
  return pair.connection.sendRequest<T>(`textDocument/${method}`, params);
}

describe("names in a dashboard", () => {
  beforeEach(async () => {
    const { textDocument, workspace } = CAPABILITIES;
    pair = await LspPair.start({
      textDocument: {
        ...textDocument,
        definition: { linkSupport: true },
        rename: { prepareSupport: true },
      },
      workspace: { ...workspace, workspaceEdit: { documentChanges: true } },
    });
    uri = await pair.open(TEXT);
  });

  it("lead from a query to the filter that declares the variable", async () => {
    const [link] = await ask<LocationLink[]>("definition", "up{${zo");
    expect(document.getText(link!.targetSelectionRange)).toBe("zone");
    expect(link!.targetSelectionRange.start.line).toBe(2);
    expect(document.getText(link!.originSelectionRange)).toBe("zone");
  });

  it("are found everywhere", async () => {
    const context = { includeDeclaration: true };
    const found = await ask<Location[]>("references", 'filterControl": { "templateVariable": "z', {
      context,
    });
    expect(found.map(({ range }) => range.start.line)).toEqual([2, 4, 4, 5]);
    const marks = await ask<DocumentHighlight[]>("documentHighlight", "up{${z");
    expect(marks.map(({ kind }) => kind)).toEqual([3, 2, 2, 2]);
  });

  it("are renamed in the version that was asked about, or the reason is told", async () => {
    expect(await ask("prepareRename", "up{${z")).toMatchObject({ placeholder: "zone" });
    expect(await ask("prepareRename", "displayNa")).toBeNull();
    const edit = await ask<WorkspaceEdit>("rename", "up{${z", { newName: "area" });
    const [change] = edit.documentChanges as { textDocument: object; edits: never[] }[];
    expect(change!.textDocument).toEqual({ uri, version: 1 });
    expect(TextDocument.applyEdits(document, change!.edits)).toBe(
      TEXT.replaceAll("${zone", "${area").replaceAll('Variable": "zone"', 'Variable": "area"'),
    );
    await expect(ask("rename", "up{${z", { newName: "a b" })).rejects.toThrow(/letters, digits/);
    expect(pair.log).toEqual([]);
  });
});

describe("an editor that knows less", () => {
  it("gets places instead of links, and edits without versions", async () => {
    pair = await LspPair.start();
    uri = await pair.open(TEXT);
    expect(pair.initialized.capabilities.renameProvider).toBe(true);
    const [place] = await ask<Location[]>("definition", "up{${zo");
    expect(place).toMatchObject({ uri, range: { start: { line: 2 } } });
    const edit = await ask<WorkspaceEdit>("rename", "up{${z", { newName: "area" });
    expect(edit.changes![uri]).toHaveLength(4);
  });
});

describe("symbols of the workspace", () => {
  it("come from the text of open dashboards, and from others on request", async () => {
    const other = "file:///repo/team%20b/other.dashboard.json";
    const files: Record<string, string> = {
      "file:///repo/shop.dashboard.json": TEXT.replace("Shop", "Old name"),
      [other]: TEXT.replace("Shop", "Other"),
      "file:///repo/extra.json": TEXT.replace("Shop", "Extra"),
      "file:///repo/package.json": `{ "displayName": "No dashboard" }`,
      "file:///repo/node_modules/x/y.dashboard.json": TEXT,
      "file:///repo/.mosaic/config.json": `{ "dashboards": ["extra.json"] }`,
    };
    pair = await LspPair.start(CAPABILITIES, undefined, files, { folders: ["file:///repo"] });
    await pair.open(TEXT, "file:///repo/shop.dashboard.json");
    await pair.diagnostics("file:///repo/shop.dashboard.json");
    expect(pair.read).toEqual(["file:///repo/.mosaic/config.json"]);

    const names = async (query: string) => {
      const found = await pair.connection.sendRequest<SymbolInformation[]>("workspace/symbol", { query });
      return found.map(({ name, containerName, location }) =>
        [name, containerName, location.uri.slice("file:///repo/".length)].filter(Boolean).join(" | "),
      );
    };
    expect(await names("")).toHaveLength(12);
    expect(await names("shop")).toEqual(["Shop | shop.dashboard.json"]);
    expect(await names("oth")).toEqual(["Other | team%20b/other.dashboard.json"]);
    expect(await names("extra")).toEqual(["Extra | extra.json"]);
    expect(await names("old name")).toEqual([]);

    const count = pair.read.length;
    files[other] = TEXT.replace("Shop", "Third");
    expect(await names("third")).toEqual(["Third | team%20b/other.dashboard.json"]);
    expect(pair.read.slice(count)).toEqual([other]);
    expect(pair.log).toEqual([]);
  });
});

describe("names of resources", () => {
  it("are completed from dashboards that are open, and from others once they were read", async () => {
    const policy = (id: number) =>
      `{ "displayName": "x", "gridLayout": { "widgets": [{ "alertChart": { "name": "projects/p/alertPolicies/${id}" } }] } }`;
    const files = { "file:///repo/closed.dashboard.json": policy(2) };
    pair = await LspPair.start(CAPABILITIES, undefined, files, { folders: ["file:///repo"] });
    await pair.open(policy(1), "file:///repo/open.dashboard.json");
    const names = async () => {
      const text = `{ "gridLayout": { "widgets": [{ "alertChart": { "name": "|" } }] } }`;
      return (await pair.complete(text)).items.map(({ label }) => label);
    };
    expect(await names()).toEqual(["projects/p/alertPolicies/1", "projects/…/alertPolicies/…"]);
    await pair.connection.sendRequest("workspace/symbol", { query: "x" });
    expect(await names()).toEqual([
      "projects/p/alertPolicies/1",
      "projects/p/alertPolicies/2",
      "projects/…/alertPolicies/…",
    ]);
  });
});
