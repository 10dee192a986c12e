import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/**
 * A VS Code whose extensions run in the browser, with no process and no disk: what vscode.dev is. The manifest that is
 * installed names no program for Node, so nothing of Mosaic can run there. Needs a build.
 */
const root = path.resolve(import.meta.dirname, "../..");
const FILE = "shop.dashboard.json";
const TEXT = `{
  "name": "projects/shop/dashboards/shop",
  "displayName": "Shop",
  "etag": "",
  "mosaicLayout": {
    "columns": 12,
    "tiles": [
      { "width": 6, "height": 4, "widget": { "title": "Left", "xyChart": { "dataSets": [{
        "plotType": "LNIE",
        "timeSeriesQuery": { "timeSeriesFilter": {
          "filter": ""
        } }
      }] } } },
      { "xPos": 6, "width": 6, "height": 4, "widget": { "title": "Right", "text": { "content": "r" } } }
    ]
  }
}
`;

let workspace: string;
let emulator: Emulator;
let workbench: Workbench;
let page: Page;
let profiles: object;

async function configure(activeProfile: string): Promise<void> {
  const config = { profiles, activeProfile, rules: { "filter-empty": "information" } };
  await writeFile(path.join(workspace, ".mosaic/config.json"), JSON.stringify(config));
}

beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-in-browser-"));
  emulator = await startEmulator();
  const profile = { project: "shop", endpoint: emulator.url, credentials: "none" };
  profiles = { here: profile, machine: { ...profile, credentials: "adc" } };
  await mkdir(path.join(workspace, ".mosaic"));
  await configure("here");
  await writeFile(path.join(workspace, FILE), TEXT);
  await writeFile(
    path.join(workspace, "old.dashboard.json"),
    '{ "displayName": "Old", "gridLayout": { "clumns": 2 } }\n',
  );
  workbench = await openWorkbench({
    workspace,
    installed: root,
    inBrowser: true,
    settings: { "files.autoSave": "off", "editor.formatOnSave": false, "mosaic.workspaceFindings": true },
  });
  page = workbench.page;
  await workbench.openFile(FILE);
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  await emulator?.close();
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

const saved = () => readFile(path.join(workspace, FILE), "utf8");

it("has the findings, with the severities of the configuration, and their fixes", async () => {
  const problems = (await workbench.problems()).join("\n");
  expect(problems).toContain("LNIE");
  // Of the dashboard that is not open.
  await workbench.waitForText("clumns");
  expect(await page.locator(".markers-panel .monaco-list-row .codicon-info").count()).toBe(1);
  await workbench.goTo(9, 23);
  await page.keyboard.press("ControlOrMeta+.");
  await page.locator(".action-widget .title", { hasText: "LINE" }).first().waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".tab.active.dirty").waitFor();
  await page.keyboard.press("ControlOrMeta+S");
  await expect.poll(saved).toBe(TEXT.replace("LNIE", "LINE"));
}, 180_000);

it("completes a filter", async () => {
  await workbench.goTo(11, 22);
  await page.keyboard.type("run lat", { delay: 40 });
  const row = page.locator(".suggest-widget.visible .monaco-list-row").first();
  await expect.poll(() => row.getAttribute("aria-label")).toContain("run.googleapis.com/request_latencies");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ControlOrMeta+S");
  await expect.poll(saved).toContain(String.raw`"metric.type=\"run.googleapis.com/request_latencies\"`);
}, 180_000);

it("draws the picture, and edits by it", async () => {
  await workbench.runCommand("Mosaic: Open Preview to the Side");
  const view = await workbench.webview("Shop");
  const tile = view.locator(".tile", { hasText: "Right" }).first();
  await tile.waitFor();
  await workbench.screenshot(path.join(root, "build/screenshots/in-browser.png"));
  await tile.click();
  await page.keyboard.press("Delete");
  await page.locator(".tab.dirty").waitFor();
  await workbench.openFile(FILE);
  await page.keyboard.press("ControlOrMeta+S");
  await expect.poll(saved).not.toContain("Right");
}, 180_000);

it("opens a query in its own tab", async () => {
  await workbench.openFile(FILE);
  await workbench.goTo(11, 30);
  await workbench.runCommand("Mosaic: Edit Query in Its Own Tab");
  await workbench.waitForText('metric.type="run.googleapis.com/request_latencies"');
  await page.keyboard.press("ControlOrMeta+W");
}, 180_000);

const push = () => page.locator(".codelens-decoration a", { hasText: /^Push$/ }).click();

it("pushes where no machine is needed for it, and says so where one is", async () => {
  // In one editor, so that there is one code lens.
  await workbench.runCommand("View: Close All Editors");
  await workbench.openFile(FILE);
  await workbench.goTo(1, 1);
  await push();
  await page.locator(".monaco-dialog-box").getByText("Create", { exact: true }).click();
  const stored = async () => (await fetch(`${emulator.url}/v1/projects/shop/dashboards`)).json();
  await expect.poll(stored).toMatchObject({ dashboards: [{ displayName: "Shop" }] });

  await configure("machine");
  await workbench.waitForText("machine");
  await push();
  // The same place with a secret of the machine is a new destination, so it is asked about first.
  await page.locator(".monaco-dialog-box").getByText("Allow", { exact: true }).click();
  await workbench.waitForText("VS Code in a browser does not support the credentials");
}, 180_000);
