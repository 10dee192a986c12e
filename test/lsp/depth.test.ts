import { afterEach, expect, it } from "vitest";
import { LspPair } from "./client";

const DEEP = 10_000;
const inMember = (inner: string) =>
  `{"displayName": "a", "labels": ${inner}, "gridLayout": {"widgets": [{"text": {"content": "x"}}]}}`;
const query = (member: string) =>
  `{"displayName": "a", "gridLayout": {"widgets": [{"xyChart": {"dataSets": [{"timeSeriesQuery": ${member}}]}}]}}`;

let pair: LspPair;
afterEach(() => pair.stop());

it.each([
  ["lists that are not closed", "[".repeat(DEEP)],
  ["lists", "[".repeat(DEEP) + "]".repeat(DEEP)],
  ["objects that are not closed", '{"a":'.repeat(DEEP)],
  ["objects in a member", inMember(`${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`)],
  ["lists in a member", inMember("[".repeat(DEEP) + "]".repeat(DEEP))],
  ["brackets in PromQL", query(`{"prometheusQuery": "${"(".repeat(DEEP)}"}`)],
  ["brackets in a filter", query(`{"timeSeriesFilter": {"filter": "${"(".repeat(DEEP)}"}}`)],
  ["brackets in MQL", query(`{"timeSeriesQueryLanguage": "${"(".repeat(DEEP)}"}`)],
  ["brackets in SQL", query(`{"opsAnalyticsQuery": {"sql": "${"(".repeat(DEEP)}"}}`)],
])("ten thousand %s are nested, and every request is answered", { timeout: 60_000 }, async (_, text) => {
  pair = await LspPair.start();
  const uri = await pair.open(text);
  const textDocument = { uri };
  const position = { line: 0, character: Math.floor(text.length / 2) };
  const range = { start: { line: 0, character: 0 }, end: position };
  const requests: [string, object][] = [
    ["textDocument/diagnostic", {}],
    ["textDocument/completion", { position }],
    ["textDocument/hover", { position }],
    ["textDocument/signatureHelp", { position }],
    ["textDocument/documentSymbol", {}],
    ["textDocument/foldingRange", {}],
    ["textDocument/selectionRange", { positions: [position] }],
    ["textDocument/formatting", { options: { tabSize: 2, insertSpaces: true } }],
    ["textDocument/documentColor", {}],
    ["textDocument/documentLink", {}],
    ["textDocument/inlayHint", { range }],
    ["textDocument/semanticTokens/full", {}],
    ["textDocument/codeAction", { range, context: { diagnostics: [] } }],
    ["textDocument/codeAction", { range, context: { diagnostics: [], only: ["source.fixAll"] } }],
    ["textDocument/definition", { position }],
    ["textDocument/references", { position, context: { includeDeclaration: true } }],
    ["textDocument/documentHighlight", { position }],
    ["mosaic/picture", { uri }],
    ["mosaic/findings", { uri }],
    ["mosaic/tileAt", { uri, position }],
    ["mosaic/queryAt", { uri, position }],
  ];
  for (const [method, params] of requests) {
    await pair.connection.sendRequest(method, { textDocument, ...params });
  }
  expect((await pair.diagnostics(uri)).length).toBeGreaterThan(0);
  expect(pair.log).toEqual([]);
});
