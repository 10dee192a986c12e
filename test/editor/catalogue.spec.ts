import * as assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import * as vscode from "vscode";
import type { ForTests } from "../../client/extension";
import { test } from "./index";
import { eventually, findings, inWorkspace, openInEditor } from "./support";

/** The emulator of this checkout, and its address. */
async function emulator(): Promise<{ process: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [join(__dirname, "../../dist/emulator.js")], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [url] = (await once(createInterface(child.stdout), "line")) as [string];
  return { process: child, url };
}

const write = (path: string, value: unknown) =>
  vscode.workspace.fs.writeFile(inWorkspace(path), new TextEncoder().encode(JSON.stringify(value)));

function dashboard(type: string): object {
  const filter = `metric.type="${type}" resource.type="generic_task"`;
  const widget = { xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter } } }] } };
  return { displayName: "Shop", gridLayout: { widgets: [widget] } };
}

test("a project's own metrics are known after a refresh, and after a restart of the server", async () => {
  const extension = vscode.extensions.getExtension<ForTests>("mosaic.mosaic-dashboards")!;
  const { answerInstead } = await extension.activate();
  const service = await emulator();
  const shown: string[] = [];
  answerInstead({
    message: (_, text) => void shown.push(text),
    text: () => undefined,
    pick: () => undefined,
    file: () => undefined,
    busy: () => undefined,
  });
  try {
    const profile = { project: "demo-project", endpoint: service.url, credentials: "none" };
    await write(".mosaic/config.json", { profiles: { emulator: profile } });
    await write("own.dashboard.json", dashboard("custom.googleapis.com/shop/order"));
    const { document } = await openInEditor("own.dashboard.json");
    assert.deepEqual(findings(document.uri), []);
    await vscode.commands.executeCommand("mosaic.refreshCatalog");
    assert.match(shown.join("\n"), /^Project demo-project: [\d,.]+ metric types, 10 of them custom/);
    const told = () =>
      findings(document.uri).some((line) => /Project .demo-project. had no metric/.test(line));
    await eventually("the hint about the misspelled metric", told);
    await vscode.commands.executeCommand("mosaic.restartServer");
    await eventually("the hint to go with the old server", () => !told());
    await eventually("the hint of the new server", told);
  } finally {
    answerInstead(undefined);
    service.process.kill();
    await vscode.workspace.fs.delete(inWorkspace(".mosaic"), { recursive: true });
    await vscode.workspace.fs.delete(inWorkspace("own.dashboard.json"));
  }
});
