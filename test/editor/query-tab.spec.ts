import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { test } from "./index";
import { eventually, findings, inWorkspace, openInEditor } from "./support";

const dashboard = (query: string) => `{
  "displayName": "Shop",
  "dashboardFilters": [{ "templateVariable": "zone", "filterType": "RESOURCE_LABEL", "labelKey": "zone" }],
  "gridLayout": {
    "widgets": [
      {
        "title": "Requests",
        "xyChart": { "dataSets": [{ "timeSeriesQuery": { "prometheusQuery": ${JSON.stringify(query)} } }] }
      }
    ]
  }
}`;

const queryOf = (document: vscode.TextDocument): string =>
  JSON.parse(document.getText()).gridLayout.widgets.at(-1).xyChart.dataSets[0].timeSeriesQuery
    .prometheusQuery;

let files = 0;

/** Opens a new dashboard and the tab of its query. */
async function openTab(query: string): Promise<{ parent: vscode.TextDocument; editor: vscode.TextEditor }> {
  const name = `query-tab-${++files}.dashboard.json`;
  await vscode.workspace.fs.writeFile(inWorkspace(name), new TextEncoder().encode(dashboard(query)));
  const first = await openInEditor(name);
  const parent = first.document;
  const position = parent.positionAt(parent.getText().indexOf("prometheusQuery") + 20);
  first.selection = new vscode.Selection(position, position);
  await vscode.commands.executeCommand("mosaic.editQuery");
  const editor = await eventually("the tab of the query", () => {
    const active = vscode.window.activeTextEditor;
    return active?.document.uri.scheme === "mosaic-query" ? active : undefined;
  });
  return { parent, editor };
}

function write(editor: vscode.TextEditor, text: string): Thenable<boolean> {
  const { document } = editor;
  const whole = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  return editor.edit((edit) => edit.replace(whole, text));
}

async function replaceInParent(parent: vscode.TextDocument, from: string, to: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const start = parent.getText().indexOf(from);
  edit.replace(
    parent.uri,
    new vscode.Range(parent.positionAt(start), parent.positionAt(start + from.length)),
    to,
  );
  assert.ok(await vscode.workspace.applyEdit(edit));
}

test("a query opens decoded, in its own language, and writes back as one undo step", async () => {
  const { parent, editor } = await openTab('up{job="shop"}');
  const { document } = editor;
  assert.equal(document.getText(), 'up{job="shop"}');
  assert.equal(document.languageId, "promql");
  assert.match(vscode.window.tabGroups.activeTabGroup.activeTab!.label, /^Requests\.promql/);
  // Beside the dashboard, with the cursor where it was.
  assert.ok(vscode.window.visibleTextEditors.some((one) => one.document === parent));
  assert.equal(document.offsetAt(editor.selection.active), 1);
  assert.equal(vscode.workspace.getConfiguration("editor", document).get("wordWrap"), "on");

  await write(editor, 'sum(\n  up{job="shop", path=~"a\\\\.b"}\n)');
  assert.equal(queryOf(parent), 'up{job="shop"}', "nothing is written before saving");
  assert.ok(await document.save());
  assert.equal(queryOf(parent), 'sum(\n  up{job="shop", path=~"a\\\\.b"}\n)');
  assert.ok(!document.isDirty);

  await vscode.window.showTextDocument(parent);
  await vscode.commands.executeCommand("undo");
  assert.equal(parent.getText(), dashboard('up{job="shop"}'));
  await eventually("the tab to follow the undo", () => document.getText() === 'up{job="shop"}');
  await parent.save();
});

test("a query in its tab has the findings and suggestions of its dashboard", async () => {
  const { editor } = await openTab("rate(up{${zome}})");
  const { document } = editor;
  const told = await eventually("findings", () => {
    const found = findings(document.uri);
    return found.length === 2 ? found : undefined;
  });
  assert.match(told.join("\n"), /warning 1: "rate" takes a range/);
  assert.match(told.join("\n"), /warning 1: .*"zome"/);
  const list = await eventually("suggestions", async () => {
    const position = document.positionAt(document.getText().indexOf("zome"));
    const found = await vscode.commands.executeCommand<vscode.CompletionList>(
      "vscode.executeCompletionItemProvider",
      document.uri,
      position,
    );
    return found.items.some(({ label }) => label === "zone") ? found : undefined;
  });
  assert.ok(list.items.length > 0);
});

test("a tab follows its query when tiles come before it", async () => {
  const { parent, editor } = await openTab("up");
  const tile = '{ "xyChart": { "dataSets": [{ "timeSeriesQuery": { "prometheusQuery": "other" } }] } },';
  await replaceInParent(parent, '"widgets": [', `"widgets": [\n      ${tile}`);
  await write(editor, "down");
  assert.ok(await editor.document.save());
  assert.equal(queryOf(parent), "down");
  assert.ok(parent.isDirty, "saving the dashboard is left to its author");
  assert.ok(parent.getText().includes('"other"'));
  await replaceInParent(parent, '"down"', '"from outside"');
  await eventually("the tab to show the change", () => editor.document.getText() === "from outside");
  await parent.save();
});

test("a tab whose query is gone refuses to save and keeps its text", async () => {
  const { parent, editor } = await openTab("up");
  await replaceInParent(parent, '"prometheusQuery": "up"', '"timeSeriesQueryLanguage": "fetch x"');
  await write(editor, "down");
  const saved = await Promise.race([
    Promise.resolve(editor.document.save()).catch(() => false),
    new Promise<boolean>((resolve) => setTimeout(resolve, 3000, false)),
  ]);
  assert.equal(saved, false);
  assert.equal(editor.document.getText(), "down");
  assert.ok(parent.getText().includes("fetch x"));
  await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  await parent.save();
});
