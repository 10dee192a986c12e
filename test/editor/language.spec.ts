import * as assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as vscode from "vscode";
import { Requests } from "../../server/protocol";
import { extension } from "./deploy-support";
import { test } from "./index";
import { eventually, findings, inWorkspace, openInEditor } from "./support";

/** Opens an unsaved dashboard with `|` for the caret, as an author would have it in front of them. */
async function write(marked: string, language = "monitoring-dashboard"): Promise<vscode.TextEditor> {
  const caret = marked.indexOf("|");
  const content = marked.slice(0, caret) + marked.slice(caret + 1);
  const document = await vscode.workspace.openTextDocument({ content, language });
  const editor = await vscode.window.showTextDocument(document);
  // VS Code can restore the text of an untitled document with the same name that was closed a moment ago.
  if (document.getText() !== content) {
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    await editor.edit((edit) => edit.replace(all, content));
  }
  const position = document.positionAt(caret);
  editor.selection = new vscode.Selection(position, position);
  return editor;
}

/** Asks for suggestions, waits for them, and accepts the selected one, with nothing but the keys' own commands. */
async function acceptFirst(editor: vscode.TextEditor, wanted: string): Promise<string> {
  const { document } = editor;
  const before = document.getText();
  await eventually(`a suggestion ${wanted}`, async () => {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      editor.selection.active,
    );
    const labels = list.items.map((item) => (typeof item.label === "string" ? item.label : item.label.label));
    return labels.includes(wanted);
  });
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
  await eventually("the text to change", async () => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await vscode.commands.executeCommand("acceptSelectedSuggestion");
    return document.getText() !== before;
  });
  return document.getText();
}

const chart = (filter: string, more = "") =>
  `{ "displayName": "x", "gridLayout": { "widgets": [{ "xyChart": { "dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": { "filter": "${filter}"${more} } } }] } }] } }`;

test("an enum value completes", async () => {
  const editor = await write(
    chart('metric.type=\\"a.b/c\\"', ', "aggregation": { "perSeriesAligner": "PERCENTILE_99|" }'),
  );
  assert.match(await acceptFirst(editor, "ALIGN_PERCENTILE_99"), /"perSeriesAligner": "ALIGN_PERCENTILE_99"/);
});

test("words find a metric in an empty filter, and accepting gives a valid query", async () => {
  const editor = await write(chart("run lat|"));
  const text = await acceptFirst(editor, "run.googleapis.com/request_latencies");
  const { filter } =
    JSON.parse(text).gridLayout.widgets[0].xyChart.dataSets[0].timeSeriesQuery.timeSeriesFilter;
  assert.equal(
    filter,
    'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"',
  );
  const { uri } = editor.document;
  await eventually(
    "the findings to go",
    () => findings(uri).filter((line) => line.startsWith("error")).length === 0,
  );
});

test("hover explains a member", async () => {
  const editor = await write(`{ "display|Name": "x", "gridLayout": {} }`);
  const hovers = await eventually("a hover", async () => {
    const found = await vscode.commands.executeCommand<vscode.Hover[]>(
      "vscode.executeHoverProvider",
      editor.document.uri,
      editor.selection.active,
    );
    return found.length > 0 && found;
  });
  const text = hovers
    .flatMap((hover) => hover.contents.map((c) => (typeof c === "string" ? c : c.value)))
    .join();
  assert.match(text, /displayName/);
});

test("a quick fix corrects a misspelled value", async () => {
  const editor = await write(
    `{ "displayName": "x", "gridLayout": { "widgets": [{ "text": { "format": "MARKDWN|" } }] } }`,
  );
  const { document } = editor;
  const [diagnostic] = await eventually("the finding", () => {
    const found = vscode.languages.getDiagnostics(document.uri);
    return found.length > 0 && found;
  });
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    diagnostic!.range,
  );
  const fix = actions.find((action) => action.title === 'Replace with "MARKDOWN"');
  assert.ok(fix?.edit, `the actions were ${actions.map((action) => action.title).join(", ")}`);
  await vscode.workspace.applyEdit(fix.edit);
  assert.match(document.getText(), /"format": "MARKDOWN"/);
  await eventually("the finding to go", () => findings(document.uri).length === 0);
});

test("the server comes back with a restart", async () => {
  const { document } = await openInEditor("broken.dashboard.json");
  await eventually("findings", () => findings(document.uri).length > 0);
  await vscode.commands.executeCommand("mosaic.restartServer");
  await eventually("findings after the restart", () => findings(document.uri).length > 0);
});

test("a server that is killed while it works comes back, and the answers with it", async () => {
  const { document } = await openInEditor("broken.dashboard.json");
  await eventually("findings", () => findings(document.uri).length > 0);
  const { server } = await extension();
  const uri = document.uri.toString();
  const requests: readonly [method: string, params: object][] = [
    [Requests.picture, { uri }],
    [Requests.findings, { uri }],
    [Requests.dashboards, { uri }],
    [Requests.queryAt, { uri, position: { line: 2, character: 4 } }],
    [Requests.tileAt, { uri, position: { line: 2, character: 4 } }],
    [Requests.fixAll, { uri }],
    [Requests.livePlan, { uri }],
    [Requests.rule, { code: "tile-overlap" }],
    ["textDocument/documentSymbol", { textDocument: { uri } }],
  ];
  const ask = () => Promise.all(requests.map(([method, params]) => server.request(method, params)));
  // Versions of pictures are counted by each server.
  const comparable = (answers: unknown) =>
    JSON.parse(JSON.stringify(answers, (key, value) => (key === "version" ? 0 : value)));
  const expected = comparable(await ask());
  const working = ask();
  process.kill(serverProcess(), "SIGKILL");
  assert.deepEqual(comparable(await working), expected);
  process.kill(serverProcess(), "SIGKILL");
  assert.deepEqual(comparable(await ask()), expected);
  await eventually("findings after the crashes", () => findings(document.uri).length > 0);
  // Forgets the crashes.
  await vscode.commands.executeCommand("mosaic.restartServer");
});

/** The id of the process of the language server, a child of this one. */
function serverProcess(): number {
  const children = execFileSync("ps", ["-A", "-o", "ppid=,pid=,args="], { encoding: "utf8" });
  for (const line of children.split("\n")) {
    const [parent, id] = line.trim().split(/\s+/);
    if (Number(parent) === process.pid && line.includes("server.js")) return Number(id);
  }
  throw new Error("The language server does not run.");
}

const codesOf = (uri: vscode.Uri) =>
  vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === "mosaic")
    .map(({ code }) => String(typeof code === "object" ? code.value : code));

const lensesOf = (uri: vscode.Uri) =>
  vscode.commands.executeCommand<vscode.CodeLens[]>("vscode.executeCodeLensProvider", uri, 5);

test("a JSON file that holds a dashboard is checked and stays JSON, with what VS Code does for JSON", async () => {
  const { document } = await write(
    `{ "displayName": "x", "gridLayout": { "widgets": [{ "txt": {} }] |} }`,
    "json",
  );
  const { uri } = document;
  await eventually("the finding", () => codesOf(uri).includes("unknown-member"));
  assert.equal(document.languageId, "json");
  assert.ok((await lensesOf(uri)).length > 0);
  // One symbol for each member, and one formatter: both are VS Code's.
  const symbols = await vscode.commands.executeCommand<vscode.DocumentSymbol[]>(
    "vscode.executeDocumentSymbolProvider",
    uri,
  );
  assert.deepEqual(
    symbols.map(({ name }) => name),
    ["displayName", "gridLayout"],
  );
  const edits = await vscode.commands.executeCommand<vscode.TextEdit[]>(
    "vscode.executeFormatDocumentProvider",
    uri,
    { tabSize: 2, insertSpaces: true },
  );
  assert.ok(edits.length > 0);
  await vscode.commands.executeCommand("mosaic.openPreviewToSide");
  await eventually("the preview's tab", () =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((t) => t.label.startsWith("Preview: ")),
  );
});

test("what VS Code says about JSON is said once", async () => {
  const { document } = await write(`{ "displayName": "x", "gridLayout": {},| }`, "json");
  const { uri } = document;
  await eventually("the finding", () => codesOf(uri).includes("empty-dashboard"));
  await eventually("VS Code's finding", () => vscode.languages.getDiagnostics(uri).length > 1);
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual(codesOf(uri), ["empty-dashboard"]);
});

test("other JSON is left alone, until it becomes a dashboard", async () => {
  const { document } = await write(`{ "displayName": "x|" }`, "json");
  const { uri } = document;
  await new Promise((resolve) => setTimeout(resolve, 1000));
  assert.deepEqual(await lensesOf(uri), []);
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 20), `, "gridLayout": { "widgts": [] }`);
  await vscode.workspace.applyEdit(edit);
  await eventually("the finding", () => codesOf(uri).includes("unknown-member"));
});

test("a dashboard can be left as JSON and be treated as a dashboard again", async () => {
  const editor = await write(`{ "displayName": "x|", "gridLayout": { "widgts": [] } }`, "json");
  const { document } = editor;
  await eventually("the finding", () => codesOf(document.uri).length > 0);
  await vscode.commands.executeCommand("mosaic.leaveAsJson");
  await eventually("the findings to go", () => codesOf(document.uri).length === 0);
  assert.deepEqual(await lensesOf(document.uri), []);
  const done = vscode.commands.executeCommand("mosaic.treatAsDashboard");
  await eventually("the choice to be made", async () => {
    await vscode.commands.executeCommand("workbench.action.acceptSelectedQuickOpenItem");
    return codesOf(document.uri).length > 0;
  });
  await done;
  assert.equal(document.languageId, "json");
});

test("the preview opens beside the text under the dashboard's name", async () => {
  await openInEditor("ok.dashboard.json");
  await vscode.commands.executeCommand("mosaic.openPreviewToSide");
  const tab = await eventually("the preview's tab", () =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((t) => t.label.startsWith("Preview: ")),
  );
  assert.notEqual(tab.group.viewColumn, vscode.ViewColumn.One);
});

test("Fix All repairs slips of the keyboard, in one undo step", async () => {
  const before = `{ "displayName": "x", "gridLayout": { "widgets": [{ "text": { "contnet": "a", "format": "MARKDWN" } }] } }`;
  await vscode.workspace.fs.writeFile(
    inWorkspace("fix-all.dashboard.json"),
    new TextEncoder().encode(before),
  );
  const { document } = await openInEditor("fix-all.dashboard.json");
  await vscode.commands.executeCommand("mosaic.fixAll");
  assert.equal(document.getText(), before.replace("contnet", "content").replace("MARKDWN", "MARKDOWN"));
  await vscode.commands.executeCommand("undo");
  assert.equal(document.getText(), before);
});

test("an empty file has no errors and begins as a dashboard", async () => {
  await vscode.workspace.fs.writeFile(inWorkspace("empty.dashboard.json"), new Uint8Array());
  const { document } = await openInEditor("empty.dashboard.json");
  const lenses = await eventually("the templates above the text", async () => {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      "vscode.executeCodeLensProvider",
      document.uri,
    );
    return found.length === 5 ? found : undefined;
  });
  assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  const { command, arguments: args = [] } = lenses[0]!.command!;
  await vscode.commands.executeCommand(command, ...args);
  const text = await eventually("the dashboard", () => document.getText() || undefined);
  assert.equal(JSON.parse(text).mosaicLayout.columns, 48);
});
