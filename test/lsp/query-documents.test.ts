import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import type {
  CodeAction,
  CompletionList,
  DocumentSymbol,
  Hover,
  SemanticTokens,
  SignatureHelp,
  TextEdit,
} from "vscode-languageserver-types";
import { formatAddress } from "../../core/query/address";
import { type QueryAtResult, Requests } from "../../server/protocol";
import { LspPair } from "./client";

const QUERY = "sum(rate(run_googleapis_com:request_count{${zone}}[5m]))";
const dashboard = (query: string, variable = "zone") => `{
  "displayName": "Shop",
  "dashboardFilters": [{ "templateVariable": "${variable}", "filterType": "RESOURCE_LABEL", "labelKey": "zone" }],
  "gridLayout": { "widgets": [
    { "title": "Requests", "xyChart": { "dataSets": [{ "timeSeriesQuery": { "prometheusQuery": ${JSON.stringify(query)} } }] } },
    { "title": "Note", "text": { "content": "Hello", "format": "RAW" } }
  ] }
}`;
const PATH = ["gridLayout", "widgets", 0, "xyChart", "dataSets", 0, "timeSeriesQuery", "prometheusQuery"];
/** A dashboard on disk that no editor has open. */
const CLOSED = "file:///closed.dashboard.json";
const PARENT = "file:///shop.dashboard.json";

function queryUri(path: readonly (string | number)[] = PATH, parent = PARENT): string {
  return `mosaic-query:/Requests.promql?${encodeURIComponent(formatAddress({ dashboard: parent, path }))}`;
}

let pair: LspPair;
beforeEach(async () => {
  pair = await LspPair.start(undefined, undefined, { [CLOSED]: dashboard(QUERY) });
});
afterEach(() => pair.stop());

async function openQuery(text: string, uri = queryUri(), languageId = "promql"): Promise<string> {
  await pair.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId, version: 1, text },
  });
  return uri;
}

/** Opens a query with `|` for the caret and asks about that place. */
async function ask<T>(method: string, marked: string, uri = queryUri(), languageId = "promql"): Promise<T> {
  const caret = marked.indexOf("|");
  const text = marked.slice(0, caret) + marked.slice(caret + 1);
  await openQuery(text, uri, languageId);
  const position = TextDocument.create(uri, languageId, 1, text).positionAt(caret);
  return pair.connection.sendRequest<T>(`textDocument/${method}`, { textDocument: { uri }, position });
}

describe("a query in a document of its own", () => {
  it("completes unescaped, with the variables of its dashboard", async () => {
    await pair.open(dashboard(QUERY), PARENT);
    const { items } = await ask<CompletionList>("completion", 'sum(up{job="a",\n  |})');
    const variable = items.find(({ label }) => label === "${zone}");
    expect((variable!.textEdit as TextEdit).newText).toBe("${zone}");
  });

  it("places the caret between quotes without escapes", async () => {
    await pair.open(dashboard(QUERY), PARENT);
    const { items } = await ask<CompletionList>("completion", "run_googleapis_com:request_count{|}");
    const item = items.find(({ label }) => label === "service_name");
    expect((item!.textEdit as TextEdit).newText).toBe('service_name="$0"');
  });

  it("finds the same as the dashboard, rules included", async () => {
    const query = 'rate(up{${zome}})\n  + sum(shop{path=~"\\d"}';
    await pair.open(dashboard(query), PARENT);
    const uri = await openQuery(query);
    const all = await pair.diagnostics(PARENT);
    const inDashboard = all
      .filter(({ code }) => code !== "unused-variable")
      .map(({ code, message, severity }) => ({
        code,
        message,
        severity,
      }));
    const own = await pair.diagnostics(uri);
    expect(own.map(({ code, message, severity }) => ({ code, message, severity }))).toEqual(inDashboard);
    expect(own.map(({ code }) => code)).toEqual(["undeclared-variable", "promql-bracket", "promql-escape"]);
    expect(own[1]!.range).toEqual({ start: { line: 1, character: 7 }, end: { line: 1, character: 8 } });
  });

  it("fixes without escapes", async () => {
    await pair.open(dashboard("up"), PARENT);
    const text = 'up{path=~"\\d"}';
    const uri = await openQuery(text);
    const document = TextDocument.create(uri, "promql", 1, text);
    const range = { start: document.positionAt(11), end: document.positionAt(11) };
    const actions = await pair.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: await pair.diagnostics(uri) },
    });
    expect(actions).toHaveLength(1);
    expect(actions[0]!.diagnostics).toHaveLength(1);
    const edits = actions[0]!.edit!.changes![uri]!;
    expect(TextDocument.applyEdits(document, edits)).toBe('up{path=~"\\\\d"}');
  });

  it("explains, helps with arguments and colors", async () => {
    await pair.open(dashboard(QUERY), PARENT);
    const hover = await ask<Hover>("hover", "sum(up) +\n  ra|te(up[5m])");
    expect((hover.contents as { value: string }).value).toContain("range-vector");
    expect(hover.range).toEqual({ start: { line: 1, character: 2 }, end: { line: 1, character: 6 } });
    const help = await ask<SignatureHelp>("signatureHelp", "clamp(up, |", queryUri([...PATH, "b"]));
    expect(help.activeParameter).toBe(1);
    const uri = await openQuery("up{a=`x\ny`}", queryUri([...PATH, "c"]));
    const { data } = await pair.connection.sendRequest<SemanticTokens>("textDocument/semanticTokens/full", {
      textDocument: { uri },
    });
    // Six tokens; the text in backquotes is one a line.
    expect(data.length / 5).toBe(5);
    expect(data.slice(-5, -2)).toEqual([1, 0, 2]);
  });

  it("hears of what changes in its dashboard", async () => {
    await pair.open(dashboard(QUERY), PARENT);
    const uri = await openQuery(QUERY);
    expect(await pair.diagnostics(uri)).toEqual([]);
    await pair.change(PARENT, dashboard(QUERY, "region"));
    expect((await pair.diagnostics(uri)).map(({ code }) => code)).toEqual(["undeclared-variable"]);
  });

  it("knows what stands beside it", async () => {
    await pair.open(dashboard(QUERY), PARENT);
    const raw = queryUri(["gridLayout", "widgets", 1, "text", "content"]);
    expect(await pair.diagnostics(await openQuery("<b>x</b>", raw, "markdown"))).toEqual([]);
    const lost = queryUri(["gridLayout", "widgets", 7, "text", "content"]);
    expect(
      (await pair.diagnostics(await openQuery("<b>x</b>", lost, "markdown"))).map(({ code }) => code),
    ).toEqual(["markdown-html"]);
  });

  it("works without its dashboard, and when another thing has its place", async () => {
    const uri = await openQuery("rate(up)");
    expect((await pair.diagnostics(uri)).map(({ code }) => code)).toEqual(["promql-type"]);
    await pair.open(dashboard(QUERY), PARENT);
    const moved = await openQuery("rate(up{${zone}})", queryUri(["displayName"]));
    expect((await pair.diagnostics(moved)).map(({ code }) => code)).toEqual(["promql-type"]);
  });

  it("reads a dashboard that is not open", async () => {
    const uri = await openQuery("up{${zone}, ${zome}}", queryUri(PATH, CLOSED));
    expect((await pair.diagnostics(uri)).map(({ message }) => String(message).includes("zome"))).toEqual([
      true,
    ]);
  });

  it("is no dashboard", async () => {
    const uri = await openQuery("{}", "mosaic-query:/x.promql?broken");
    expect(await pair.diagnostics(uri)).toEqual([]);
    const symbols = await pair.connection.sendRequest<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    expect(symbols).toEqual([]);
  });
});

describe("the query at a position", () => {
  it.each([
    ["inside of it", "rate(run"],
    ["at its key", "prometheusQuery"],
  ])("%s", async (_, word) => {
    const text = dashboard(QUERY);
    await pair.open(text, PARENT);
    const position = TextDocument.create(PARENT, "", 1, text).positionAt(text.indexOf(word) + 3);
    const found = await pair.connection.sendRequest<QueryAtResult>(Requests.queryAt, {
      uri: PARENT,
      position,
    });
    expect(found).toEqual({
      path: PATH,
      // Where the caret goes in the tab.
      offset: QUERY.includes(word) ? QUERY.indexOf(word) + 3 : 0,
      language: "promql",
      languageName: "PromQL",
      extension: "promql",
      title: "Requests",
    });
  });

  it("nowhere else", async () => {
    const text = dashboard(QUERY);
    await pair.open(text, PARENT);
    const document = TextDocument.create(PARENT, "", 1, text);
    for (const word of ["Shop", "RAW", "zone", "xyChart"]) {
      const position = document.positionAt(text.indexOf(word) + 1);
      expect(await pair.connection.sendRequest(Requests.queryAt, { uri: PARENT, position })).toBeNull();
    }
  });

  it("is formatted in its own language, a line for each clause", async () => {
    const filter =
      'metric.type = "run.googleapis.com/request_count"   AND resource.type="cloud_run_revision"';
    const path = PATH.map((key) => (key === "prometheusQuery" ? "timeSeriesFilter" : key));
    const uri = await openQuery(filter, queryUri([...path, "filter"]), "monitoring-filter");
    const options = { tabSize: 2, insertSpaces: true };
    const format = (textDocument: { uri: string }) =>
      pair.connection.sendRequest<TextEdit[] | null>("textDocument/formatting", { textDocument, options });
    const edits = await format({ uri });
    expect(TextDocument.applyEdits(TextDocument.create(uri, "", 1, filter), edits!)).toBe(
      'metric.type="run.googleapis.com/request_count"\nAND resource.type="cloud_run_revision"',
    );
    expect(await format({ uri: await openQuery("sum( up )") })).toBeNull();
  });
});
