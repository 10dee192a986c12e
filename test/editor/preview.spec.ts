import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { setTestAnswers } from "../../client/ask";
import type { MetricDeps } from "../../client/preview/choose-metric";
import { showRange } from "../../client/preview/show-text";
import { runTileTask } from "../../client/preview/tile-tasks";
import { shippedCatalog } from "../../core/catalog/catalog";
import { Dashboard } from "../../core/dashboard";
import { lspEdits } from "../../core/features/changing/code-actions";
import { searchMetrics } from "../../core/query-builder/metrics";
import { queriesIn, readQuery } from "../../core/query-builder/read";
import { changeQuery } from "../../core/query-builder/write";
import { test } from "./index";
import { eventually, inWorkspace, openInEditor } from "./support";

const FILE = "ok.dashboard.json";
const { executeCommand } = vscode.commands;
const tabs = () => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const pictures = () => tabs().filter(({ input }) => input instanceof vscode.TabInputCustom);
const previews = () => tabs().filter(({ label }) => /^(Locked )?Preview: /.test(label));
const bytes = async () => Buffer.from(await vscode.workspace.fs.readFile(inWorkspace(FILE))).toString("hex");

const NO_METRICS: MetricDeps = {
  queries: async () => null,
  search: async () => null,
  change: async () => null,
};

test("a dashboard opens as text, also in a comparison, and as a picture on demand only", async () => {
  const editor = await openInEditor(FILE);
  assert.ok(tabs()[0]?.input instanceof vscode.TabInputText);
  await executeCommand("vscode.diff", editor.document.uri, inWorkspace("broken.dashboard.json"), "Compared");
  await eventually("the comparison", () =>
    tabs().find(({ input }) => input instanceof vscode.TabInputTextDiff),
  );
  assert.deepEqual(pictures(), []);
});

test("two files are compared as pictures, and as text again", async () => {
  const { document } = await openInEditor(FILE);
  const comparisons = () =>
    tabs().filter(
      ({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith("mosaic.comparison"),
    );
  const copy = vscode.Uri.joinPath(document.uri, "..", "copy.dashboard.json");
  const text = document.getText().replace("Web shop", "Web shop 2");
  await vscode.workspace.fs.writeFile(copy, new TextEncoder().encode(text));
  try {
    await executeCommand("mosaic.compareWithFileAsPicture", document.uri, [document.uri, copy]);
    const [comparison] = await eventually(
      "the comparison",
      () => comparisons().length === 1 && comparisons(),
    );
    assert.equal(comparison!.label, "copy.dashboard.json → ok.dashboard.json");
    await executeCommand("mosaic.comparison.next");
    await executeCommand("mosaic.comparison.showText");
    await eventually("the text diff", () =>
      tabs().some(({ input, isActive }) => isActive && input instanceof vscode.TabInputTextDiff),
    );
    // The same versions are one comparison.
    await executeCommand("mosaic.showDiffAsPicture");
    await eventually("the comparison again", () => comparisons().some(({ isActive }) => isActive));
    assert.equal(comparisons().length, 1);
  } finally {
    await vscode.workspace.fs.delete(copy);
  }
});

test("the picture takes the place of the text and gives it back", async () => {
  await openInEditor(FILE);
  await executeCommand("mosaic.reopenAsPicture");
  const [picture] = await eventually("the picture", () => pictures().length === 1 && pictures());
  assert.equal((picture!.input as vscode.TabInputCustom).viewType, "mosaic.editor");
  assert.equal(tabs().length, 1);
  await executeCommand("mosaic.reopenAsText");
  await eventually("the text", () => tabs()[0]?.input instanceof vscode.TabInputText);
  assert.equal(tabs().length, 1);
});

test("opening and closing the preview and the picture leaves the file byte for byte", async () => {
  const before = await bytes();
  const { document } = await openInEditor(FILE);
  await executeCommand("mosaic.openPreviewToSide");
  await eventually("the preview", () => previews().some(({ label }) => label === "Preview: Web shop"));
  await executeCommand("vscode.openWith", document.uri, "mosaic.editor");
  await eventually("the picture", () => pictures().length === 1);
  assert.equal(document.isDirty, false);
  assert.equal(document.version, 1);
  await executeCommand("workbench.action.closeAllEditors");
  assert.equal(await bytes(), before);
});

test("views opened and closed in a hurry leave none blank", async () => {
  for (let round = 0; round < 6; round++) {
    const { document } = await openInEditor(FILE);
    await executeCommand("mosaic.openPreviewToSide");
    await executeCommand("vscode.openWith", document.uri, "mosaic.editor");
    await executeCommand("workbench.action.closeAllEditors");
  }
  await openInEditor(FILE);
  await executeCommand("mosaic.openPreviewToSide");
  await eventually("the preview", () => previews().some(({ label }) => label === "Preview: Web shop"));
});

test("a JSON file of another name becomes a dashboard when it is opened with Mosaic", async () => {
  const uri = inWorkspace("plain.json");
  await vscode.workspace.fs.writeFile(uri, Buffer.from('{ "displayName": "Plain", "gridLayout": {} }\n'));
  try {
    await executeCommand("vscode.openWith", uri, "mosaic.editor");
    const document = await eventually("the language", () =>
      vscode.workspace.textDocuments.find(
        (one) => one.uri.path.endsWith("/plain.json") && one.languageId === "monitoring-dashboard",
      ),
    );
    assert.equal(document.isDirty, false);
  } finally {
    await executeCommand("workbench.action.closeAllEditors");
    await vscode.workspace.fs.delete(uri);
  }
});

test("the preview follows the active dashboard until it is locked", async () => {
  await openInEditor(FILE);
  await executeCommand("mosaic.openPreviewToSide");
  await eventually("the preview", () => previews().some(({ label }) => label === "Preview: Web shop"));
  await vscode.window.showTextDocument(inWorkspace("broken.dashboard.json"), {
    viewColumn: vscode.ViewColumn.One,
  });
  await eventually("the other dashboard", () =>
    previews().every(({ label }) => label !== "Preview: Web shop"),
  );
  await openInEditor(FILE);
  await eventually("the first again", () => previews().some(({ label }) => label === "Preview: Web shop"));
  await executeCommand("mosaic.preview.toggleLock");
  await eventually("the lock", () => previews().some(({ label }) => label === "Locked Preview: Web shop"));
  await vscode.window.showTextDocument(inWorkspace("broken.dashboard.json"), {
    viewColumn: vscode.ViewColumn.One,
  });
  await executeCommand("mosaic.openPreviewToSide");
  await eventually("one of its own", () => previews().length === 2);
  assert.ok(previews().some(({ label }) => label === "Locked Preview: Web shop"));
});

test("a tile becomes another type of widget, keeping its query, and is undone at once", async () => {
  const { document } = await openInEditor(FILE);
  const before = document.getText();
  const cursor = document.positionAt(before.indexOf("CPU by zone"));
  const range = new vscode.Range(cursor, cursor);
  const reveal = async () => ({ range, cursor });
  await eventually("the server", async () => {
    const actions = await executeCommand<readonly vscode.CodeAction[]>(
      "vscode.executeCodeActionProvider",
      document.uri,
      range,
    );
    return actions.some(({ title }) => title.startsWith("Change to"));
  });
  setTestAnswers({
    message: () => undefined,
    text: () => undefined,
    pick: (labels) => labels.filter((label) => label === "Table"),
    file: () => undefined,
    busy: () => {},
  });
  try {
    await runTileTask("changeType", { uri: document.uri }, "", { reveal, metrics: NO_METRICS }, undefined);
  } finally {
    setTestAnswers(undefined);
  }
  const text = await eventually("the table", () => document.getText() !== before && document.getText());
  assert.match(text, /"title": "CPU by zone",\s*"timeSeriesTable"/);
  assert.match(text, /instance\/cpu\/utilization/);
  await executeCommand("undo");
  await eventually("the text as it was", () => document.getText() === before);
});

test("a metric that is chosen for a tile is written with what has to change with it", async () => {
  const { document } = await openInEditor(FILE);
  const before = document.getText();
  const tile = "/mosaicLayout/tiles/0/widget";
  const reveal = async () => undefined;
  const dashboard = () => new Dashboard(document.getText());
  const metrics: MetricDeps = {
    async queries(_, pointer) {
      const board = dashboard();
      return queriesIn(board, board.canonical.nodeOf(pointer)!).map((query) => readQuery(board, query));
    },
    search: async (_, query, resource) => searchMetrics(shippedCatalog(), query, resource, 20),
    async change(_, { pointer, seen }, change) {
      const board = dashboard();
      const made = changeQuery(board, board.canonical.nodeOf(pointer), seen, change);
      return made.ok
        ? { version: document.version, edits: lspEdits(board, made.edits), also: made.also }
        : { reason: made.reason };
    },
  };
  const asked: string[] = [];
  setTestAnswers({
    message: (_, text) => void asked.push(text),
    text: () => undefined,
    pick: (labels, { title }) => {
      asked.push(title ?? "");
      return labels.filter((label) => label === "compute.googleapis.com/instance/uptime");
    },
    file: () => undefined,
    busy: () => {},
  });
  try {
    await runTileTask("chooseMetric", { uri: document.uri }, tile, { reveal, metrics }, undefined);
  } finally {
    setTestAnswers(undefined);
  }
  assert.deepEqual(asked, ["Choose Metric"]);
  const text = await eventually("the metric", () => document.getText() !== before && document.getText());
  assert.match(text, /instance\/uptime/);
  await executeCommand("undo");
  await eventually("the text as it was", () => document.getText() === before);
});

test("showing the text of a tile leaves the tab of its picture as it is", async () => {
  const { document } = await openInEditor(FILE);
  await executeCommand("mosaic.reopenAsPicture");
  await eventually("the picture", () => pictures().length === 1);
  const range = new vscode.Range(2, 0, 3, 0);
  await showRange(document.uri, { range, cursor: range.start }, true, undefined);
  await eventually("the text", () => tabs().some(({ input }) => input instanceof vscode.TabInputText));
  assert.equal(pictures().length, 1);
  assert.notEqual(vscode.window.activeTextEditor?.viewColumn, pictures()[0]?.group.viewColumn);
});

test("showing the text of a tile selects nothing that the next key would take away", async () => {
  const editor = await openInEditor(FILE);
  const { document } = editor;
  const before = document.getText();
  const start = before.indexOf("{", before.indexOf('"widget'));
  const end = before.lastIndexOf("}");
  const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
  await showRange(document.uri, { range, cursor: range.start }, true, undefined);
  assert.ok(editor.selection.isEmpty, "the tile is selected");
  assert.ok(range.contains(editor.selection.active));
  await executeCommand("default:type", { text: "x" });
  await eventually("the letter", () => document.getText().length === before.length + 1);
  await executeCommand("undo");
  await eventually("the text as it was", () => document.getText() === before);
  assert.equal(document.getText(), before);
});
