import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/** A new user in a real VS Code: from an empty folder to a pushed dashboard, with keys and clicks. Needs a build. */
const root = path.resolve(import.meta.dirname, "../..");
const FILE = "shop.dashboard.json";

let workspace: string;
let emulator: Emulator;
let workbench: Workbench;
let page: Page;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-first-dashboard-"));
  emulator = await startEmulator();
  const profile = { project: "shop", endpoint: emulator.url, credentials: "none" };
  await mkdir(path.join(workspace, ".mosaic"));
  await writeFile(
    path.join(workspace, ".mosaic/config.json"),
    JSON.stringify({ profiles: { local: profile }, activeProfile: "local" }),
  );
  workbench = await openWorkbench({
    workspace,
    // Under development, VS Code shows no dialogs.
    installed: root,
    settings: { "files.autoSave": "off" },
    size: { width: 1600, height: 1000 },
  });
  page = workbench.page;
  page.setDefaultTimeout(20_000);
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  await emulator?.close();
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

const shoot = (name: string) => workbench.screenshot(path.join(root, `build/screenshots/first-${name}.png`));
const tile = (view: Frame, title: string) =>
  view.locator(".tile", { has: view.locator(".tile-title", { hasText: title }) }).first();

const quickInput = () => page.locator(".quick-input-widget:not([style*='display: none']) input").first();
const quickRow = (text: string) =>
  page.locator(".quick-input-list .monaco-list-row").filter({ hasText: text });

/** Chooses a command that goes on in the quick input. */
async function choose(command: string): Promise<void> {
  // A window that has just opened does not know the command yet.
  const isKnown = async () => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("F1");
    await quickInput().fill(`>${command}`);
    await quickRow(command)
      .first()
      .waitFor({ timeout: 1500 })
      .catch(() => {});
    return quickRow(command).count();
  };
  await expect.poll(isKnown, { timeout: 30_000, interval: 500 }).toBeGreaterThan(0);
  await quickRow(command).first().click();
}

/** Chooses in the list of *New Dashboard*, and names the file. */
async function create(words: string, name: string): Promise<void> {
  await choose("Mosaic: New Dashboard");
  await quickRow("GKE workloads").waitFor();
  await quickInput().fill(words);
  await expect.poll(() => quickRow("GKE workloads").count()).toBe(0);
  await page.keyboard.press("Enter");
  await expect.poll(() => quickInput().inputValue()).toMatch(/\.dashboard\.json$/);
  await quickInput().fill(name);
  await page.keyboard.press("Enter");
}

async function openWalkthrough(): Promise<void> {
  await choose("Welcome: Open Walkthrough...");
  await quickRow("Your First Dashboard").first().click();
  await steps().first().waitFor();
}
const steps = () => page.locator(".gettingStartedContainer [data-done-step-id*='mosaic.firstDashboard']");
/** Names of the steps with a check mark. */
const doneSteps = () =>
  steps().evaluateAll((all) =>
    all
      .filter(({ classList }) => classList.contains("complete"))
      .map((each) => each.getAttribute("data-done-step-id")?.split("#").at(-1)),
  );

/** Adds a widget at the place that is offered, with the keyboard. */
async function add(view: Frame, name: string): Promise<void> {
  const tiles = view.locator(".tile");
  const before = await tiles.count();
  await page.keyboard.press("Insert");
  await view.getByRole("menuitem", { name, exact: true }).click();
  await page.keyboard.press("Enter");
  await expect.poll(() => tiles.count()).toBe(before + 1);
}

it("builds and pushes a dashboard without touching its text", async () => {
  await openWalkthrough();
  await create("48-column", FILE);
  const view = await workbench.webview("Shop");
  await tile(view, "CPU utilization").click();
  for (const kind of ["Scorecard", "Text", "Pie chart", "Table", "Chart"]) await add(view, kind);

  // A group of two tiles, with its name.
  await view.locator(".tile").nth(3).locator(".tile-title").click();
  await view
    .locator(".tile")
    .nth(4)
    .locator(".tile-title")
    .click({ modifiers: ["Control"] });
  await page.keyboard.press("ControlOrMeta+G");
  await view.locator(".title-field").fill("By zone");
  await page.keyboard.press("Enter");
  await tile(view, "By zone").waitFor();

  // A threshold, in the form of the chart.
  const inspector = view.locator(".inspector");
  await tile(view, "CPU utilization").click();
  await inspector.getByRole("button", { name: "Add threshold" }).click();
  const limit = inspector.locator("[data-pointer$='/thresholds/0']").first();
  await limit.getByRole("textbox", { name: "Value" }).fill("0.7");
  await page.keyboard.press("Enter");

  // A variable, in the form of the dashboard, and its use in the chart.
  const board = (await view.locator(".board").boundingBox())!;
  await page.mouse.click(board.x + board.width - 4, board.y + 4);
  await inspector.getByRole("button", { name: "Add dashboard filter" }).click();
  await view.locator(".filters", { hasText: "zone" }).waitFor();
  await tile(view, "CPU utilization").click();
  const condition = inspector.getByRole("combobox", { name: "Add a condition on a label" }).first();
  await condition.click();
  await condition.fill("zone");
  await view.getByRole("option", { name: "${zone}" }).first().click();
  await expect.poll(() => view.locator(".problems").isVisible()).toBe(false);
  await shoot("done");

  // What is saved and pushed is what was built.
  await view.getByRole("button", { name: "Push Dashboard" }).click();
  const dialog = page.locator(".monaco-dialog-box");
  const stored = async () => {
    for (const name of ["Save and Push", "Save", "Create"]) {
      const button = dialog.getByRole("button", { name, exact: true });
      if (await button.isVisible()) await button.click();
    }
    return (await fetch(`${emulator.url}/v1/projects/shop/dashboards`)).json();
  };
  await expect.poll(stored, { timeout: 10_000 }).toMatchObject({ dashboards: [{ displayName: "Shop" }] });
  const [{ dashboardFilters, mosaicLayout }] = (await stored()).dashboards;
  expect(dashboardFilters).toMatchObject([{ templateVariable: "zone", labelKey: "zone" }]);
  const widgets: Record<string, unknown>[] = mosaicLayout.tiles.map(
    (each: { widget: object }) => each.widget,
  );
  const kinds = widgets.map((widget) => Object.keys(widget).find((key) => key !== "title"));
  expect(kinds.sort()).toEqual([
    "collapsibleGroup",
    "pieChart",
    "scorecard",
    "text",
    "timeSeriesTable",
    "xyChart",
    "xyChart",
  ]);
  const charts = JSON.stringify(widgets.filter((widget) => "xyChart" in widget));
  expect(charts).toContain('"value":0.7');
  expect(charts).toContain(' ${zone}"');
  await shoot("pushed");

  // The walkthrough has seen it all, but for the step that needs a look at the problems.
  await openWalkthrough();
  await expect.poll(doneSteps).toEqual(["create", "preview", "edit", "push"]);
  await page.locator("[data-step-id$='#check']").first().click();
  await page.getByRole("button", { name: "Show Problems" }).first().click();
  await expect.poll(doneSteps).toEqual(["create", "preview", "edit", "check", "push"]);
  await shoot("walkthrough");
}, 120_000);
