import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type {
  ColorInformation,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  InlayHint,
  SelectionRange,
  TextEdit,
} from "vscode-languageserver-types";
import { LspPair } from "./client";

const TEXT = `{
  "displayName": "Shop",
  "dashboardFilters": [
    { "templateVariable": "zone", "filterType": "RESOURCE_LABEL", "labelKey": "zone" }
  ],
  "mosaicLayout": {
    "columns": 12,
    "tiles": [
      {
        "width": 4, "height": 4,
        "widget": {
          "title": "CPU",
          "xyChart": {
            "timeshiftDuration": "3600s",
            "dataSets": [
              { "plotType": 1, "timeSeriesQuery": { "prometheusQuery": "up" } }
            ]
          }
        }
      },
      { "width": 4, "height": 4, "xPos": 4, "widget": { "text": { "content": "# Read me\\nfirst", "style": { "textColor": "#f00" } } } },
      { "width": 4, "height": 4, "xPos": 8, "widget": { "alertChart": { "name": "projects/shop/alertPolicies/12" } } }
    ]
  }
}
`;

let pair: LspPair;
let uri: string;
beforeEach(async () => {
  pair = await LspPair.start();
  uri = await pair.open(TEXT);
});
afterEach(() => pair.stop());

function ask<T>(method: string, more: object = {}): Promise<T> {
  return pair.connection.sendRequest<T>(`textDocument/${method}`, { textDocument: { uri }, ...more });
}

const document = TextDocument.create("", "", 0, TEXT);
const WHOLE = { start: { line: 0, character: 0 }, end: document.positionAt(TEXT.length) };

describe("features of the language", () => {
  it("outlines dashboard, tiles and queries under names a person would use", async () => {
    const show = (symbols: DocumentSymbol[], depth = 0): string[] =>
      symbols.flatMap((s) => [
        `${"  ".repeat(depth)}${s.name} (${s.detail})`,
        ...show(s.children ?? [], depth + 1),
      ]);
    expect(show(await ask("documentSymbol"))).toEqual([
      "Shop (dashboard)",
      "  zone (variable for zone)",
      "  CPU (chart)",
      "    up (PromQL)",
      "  Read me (text)",
      "  Alert chart 3 (alert chart)",
    ]);
  });

  it("keeps every selection range inside its symbol, and children inside parents", async () => {
    const check = (symbol: DocumentSymbol) => {
      const at = (p: { line: number; character: number }) => document.offsetAt(p);
      expect(at(symbol.selectionRange.start)).toBeGreaterThanOrEqual(at(symbol.range.start));
      expect(at(symbol.selectionRange.end)).toBeLessThanOrEqual(at(symbol.range.end));
      for (const child of symbol.children ?? []) {
        expect(at(child.range.start)).toBeGreaterThanOrEqual(at(symbol.range.start));
        expect(at(child.range.end)).toBeLessThanOrEqual(at(symbol.range.end));
        check(child);
      }
    };
    for (const symbol of await ask<DocumentSymbol[]>("documentSymbol")) check(symbol);
  });

  it("folds what stands on several lines", async () => {
    const ranges = await ask<FoldingRange[]>("foldingRange");
    expect(ranges[0]).toMatchObject({ startLine: 0, endLine: 23 });
    expect(ranges).toContainEqual({ startLine: 8, endLine: 18 });
  });

  it("grows a selection from a word to the file", async () => {
    const [range] = await ask<SelectionRange[]>("selectionRange", {
      positions: [{ line: 1, character: 20 }],
    });
    const texts: string[] = [];
    for (let r: SelectionRange | undefined = range; r; r = r.parent) texts.push(document.getText(r.range));
    expect(texts.slice(1, 4)).toEqual(["Shop", '"Shop"', '"displayName": "Shop"']);
    expect(texts.at(-1)).toBe(TEXT);
  });

  it("formats without changing a value, and only once", async () => {
    const options = { tabSize: 4, insertSpaces: true };
    const once = TextDocument.applyEdits(document, (await ask<TextEdit[]>("formatting", { options }))!);
    expect(JSON.parse(once)).toEqual(JSON.parse(TEXT));
    expect(once).toContain('\n    "displayName"');
    await pair.change(uri, once);
    expect(await ask("formatting", { options })).toEqual([]);
  });

  it("knows colors and writes them back", async () => {
    const [color] = await ask<ColorInformation[]>("documentColor");
    expect(color!.color).toEqual({ red: 1, green: 0, blue: 0, alpha: 1 });
    const presentations = await ask<object[]>("colorPresentation", {
      color: color!.color,
      range: color!.range,
    });
    expect(presentations).toEqual([
      { label: "#ff0000", textEdit: { range: color!.range, newText: "#ff0000" } },
    ]);
  });

  it("links resource names to the console", async () => {
    const links = await ask<DocumentLink[]>("documentLink");
    expect(links.map((link) => link.target)).toEqual([
      "https://console.cloud.google.com/monitoring/alerting/policies/12?project=shop",
    ]);
  });

  it("links names that are no whole text, too", async () => {
    await pair.change(uri, '{ "name": "projects/shop/dashboards/\ud800" }');
    const links = await ask<DocumentLink[]>("documentLink");
    expect(links.map((link) => link.target)).toEqual([
      expect.stringContaining("builder/%EF%BF%BD?project=shop"),
    ]);
    expect(pair.log).toEqual([]);
  });

  it("hints what a duration and an enum number mean", async () => {
    const hints = await ask<InlayHint[]>("inlayHint", { range: WHOLE });
    expect(hints.map((hint) => hint.label)).toEqual(["1 hour", "LINE"]);
  });

  it("answers on broken text too", async () => {
    await pair.change(uri, TEXT.slice(0, 700));
    for (const method of [
      "documentSymbol",
      "foldingRange",
      "documentColor",
      "documentLink",
      "semanticTokens/full",
    ]) {
      expect(await ask(method), method).toBeTruthy();
    }
    expect(pair.log).toEqual([]);
  });
});
