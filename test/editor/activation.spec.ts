import * as assert from "node:assert/strict";
import * as vscode from "vscode";
import { test } from "./index";
import { eventually, findings, inWorkspace, openInEditor } from "./support";

const EXTENSION = "mosaic.mosaic-dashboards";

test("the extension is there", () => {
  assert.ok(vscode.extensions.getExtension(EXTENSION), `${EXTENSION} is not among the extensions`);
});

test("a .dashboard.json file has the dashboard language and activates the extension", async () => {
  const { document } = await openInEditor("ok.dashboard.json");
  assert.equal(document.languageId, "monitoring-dashboard");
  await eventually("the extension to be active", () => vscode.extensions.getExtension(EXTENSION)?.isActive);
});

test("a broken dashboard gets an error where each mistake is", async () => {
  const { document } = await openInEditor("broken.dashboard.json");
  const lines = await eventually("findings", () => {
    const now = findings(document.uri);
    return now.length > 0 && now;
  });
  const errors = lines.filter((line) => line.startsWith("error ")).map((line) => line.split(":")[0]);
  const mistakes = [/"SQUIGGLES"/, /"colour"/].map((mistake) => {
    const index = document.getText().search(mistake);
    return `error ${document.positionAt(index).line + 1}`;
  });
  assert.deepEqual(errors, mistakes, `the findings were\n${lines.join("\n")}`);
});

test("a good dashboard has no finding", async () => {
  // The answer for the broken one shows that the server is through with what was opened before it.
  await openInEditor("ok.dashboard.json");
  await openInEditor("broken.dashboard.json");
  await eventually("findings", () => findings(inWorkspace("broken.dashboard.json")).length > 0);
  assert.deepEqual(findings(inWorkspace("ok.dashboard.json")), []);
});
