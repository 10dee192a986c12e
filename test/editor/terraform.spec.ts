import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import type { ForTests } from "../../client/extension";
import { board, testWith } from "./deploy-support";
import { test } from "./index";
import { eventually, findings, inWorkspace, openInEditor } from "./support";

const text = (title: string) => `resource "google_monitoring_dashboard" "extracted" {
  dashboard_json = jsonencode({
    displayName = "Of \${var.service}"
    gridLayout  = { widgets = [{ ${title} = "a", blank = {} }] }
  })
}
`;

/** This VS Code has no extension for Terraform, so the file has no language of its own. */
test("a Terraform file without a language is checked, and its dashboard extracted in one step", async () => {
  const uri = inWorkspace("extract.tf");
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text("titel")));
  const editor = await openInEditor("extract.tf");
  const { document } = editor;
  await eventually("the finding", () => findings(uri).some((line) => line.includes('"titel"')));

  const all = new vscode.Range(0, 0, document.lineCount, 0);
  await editor.edit((edit) => edit.replace(all, text("title")));
  editor.selection = new vscode.Selection(3, 10, 3, 10);
  const extension = vscode.extensions.all.find(
    ({ packageJSON }) => packageJSON.name === "mosaic-dashboards",
  )!;
  const { answerInstead } = (await extension.activate()) as ForTests;
  const told: string[] = [];
  try {
    answerInstead({
      message: (_, message, buttons) => {
        told.push(message);
        return buttons.find((button) => button === "Open as Preview");
      },
      text: () => undefined,
      pick: () => undefined,
      file: () => undefined,
      busy: () => undefined,
    });
    await vscode.commands.executeCommand("mosaic.extractDashboard");
    assert.match(told.join(), /Extracted the dashboard to extracted\.dashboard\.json/);
    assert.ok(document.getText().includes('templatefile("${path.module}/extracted.dashboard.json", {'));
    const json = await vscode.workspace.fs.readFile(inWorkspace("extracted.dashboard.json"));
    assert.equal(JSON.parse(new TextDecoder().decode(json)).displayName, "Of ${service}");
    await eventually("the picture", () =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .some(({ input }) => input instanceof vscode.TabInputCustom),
    );
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand("undo");
    await eventually("the code as it was", () => document.getText() === text("title"));
  } finally {
    answerInstead(undefined);
  }
});

testWith(
  "a dashboard in Terraform code is compared with the one of its title, holes aside",
  {},
  async (place) => {
    await place.create("orders", board("Orders of checkout", "Left", "Right"));
    await place.create("other", board("Other", "Left"));
    const code = `resource "google_monitoring_dashboard" "orders" {
  dashboard_json = jsonencode({
    displayName = "Orders of \${var.service}"
    mosaicLayout = {
      columns = 48
      tiles = [
        { width = 12, height = 8, widget = { title = var.left, text = { content = "Text 0" } } },
        { xPos = 12, width = 12, height = 8, widget = { title = "Wrong", text = { content = "Text 1" } } },
      ]
    }
  })
}
`;
    const uri = place.uri("main.tf");
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(code));
    await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand("mosaic.compare");
    const diff = await eventually("the comparison", () => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputTextDiff && input;
    });
    const text = async (side: vscode.Uri) =>
      (await vscode.workspace.openTextDocument(side)).getText().split("\n");
    const [remote, local] = [await text(diff.original), await text(diff.modified)];
    assert.ok(local.includes('  "displayName": "Orders of ${var.service}",'));
    assert.deepEqual(
      remote.filter((line, i) => line !== local[i]).map((line) => line.trim()),
      ['"title": "Right",'],
    );
  },
);
