import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/** A person at a real VS Code: the pointer and the keys are real, the text is what lands on the disk. Needs a build. */
const root = path.resolve(import.meta.dirname, "../..");
const FILE = "odd.dashboard.json";
/** Odd on purpose: tabs, spaces where nobody puts them, an escape that need not be one, no newline at the end. */
const TEXT = `{"displayName" : "Odd \\u0061nd even",
\t"mosaicLayout": { "columns":12 ,
\t\t"tiles": [
  { "yPos": 0, "xPos": 0, "width": 6, "height": 4, "widget": { "title": "Left", "text": {"content":"l"} } }
,
\t\t\t{"xPos":6,"width":6,"height":4,"widget":{"title":"Right","text":{"content":"r"}}},
\t\t\t{"yPos":4,"width":12,"height":4,"widget":{"title":"Below","text":{"content":"b"}}}
\t\t] } }`;
/** Longer than the screen, as text and as picture. */
const LONG = JSON.stringify(
  {
    displayName: "Long one",
    mosaicLayout: {
      columns: 12,
      tiles: Array.from({ length: 30 }, (_, i) => ({
        yPos: i * 4,
        width: 12,
        height: 4,
        widget: { title: `Row ${i}`, text: { content: "x" } },
      })),
    },
  },
  null,
  2,
);
/** The left tile four rows down: the tile below goes up into its place where there is room, which there is not here. */
const MOVED = TEXT.replace('{ "yPos": 0,', '{ "yPos": 8,');

/** Charts of a project: with data for one value of a variable, without data, and rejected. */
const RUN = 'metric.type = "run.googleapis.com/request_count" AND resource.type = "cloud_run_revision"';
const liveChart = (title: string, filter: string, perSeriesAligner = "ALIGN_RATE") => ({
  title,
  xyChart: {
    dataSets: [
      {
        legendTemplate: "${resource.labels.service_name} requests",
        timeSeriesQuery: {
          timeSeriesFilter: {
            filter,
            aggregation: {
              alignmentPeriod: "60s",
              perSeriesAligner,
              crossSeriesReducer: "REDUCE_SUM",
              groupByFields: ["resource.labels.service_name"],
            },
          },
        },
      },
    ],
  },
});
const LIVE = JSON.stringify(
  {
    displayName: "Live board",
    dashboardFilters: [
      {
        templateVariable: "service",
        filterType: "RESOURCE_LABEL",
        labelKey: "service_name",
        stringValue: "storefront",
      },
    ],
    gridLayout: {
      columns: "2",
      widgets: [
        liveChart("Alive", `${RUN} AND \${service}`),
        liveChart("Dead", `${RUN} AND resource.labels.service_name = "chekout"`),
        liveChart("Wrong", RUN, "ALIGN_INTERPOLATE"),
      ],
    },
  },
  null,
  2,
);

let emulator: Emulator;
let workspace: string;
let workbench: Workbench;
let page: Page;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-in-vscode-"));
  await cp(path.join(root, "test/editor/workspace"), workspace, { recursive: true });
  await writeFile(path.join(workspace, FILE), TEXT);
  await writeFile(path.join(workspace, "long.dashboard.json"), LONG);
  await writeFile(path.join(workspace, "locked.dashboard.json"), TEXT);
  emulator = await startEmulator({});
  const profile = { project: "shop", endpoint: emulator.url, credentials: "none" };
  await mkdir(path.join(workspace, "live/.mosaic"), { recursive: true });
  await writeFile(
    path.join(workspace, "live/.mosaic/config.json"),
    JSON.stringify({ profiles: { profile } }),
  );
  await writeFile(path.join(workspace, "live/live.dashboard.json"), LIVE);
  workbench = await openWorkbench({
    workspace,
    extensionPath: root,
    settings: {
      "files.autoSave": "off",
      "editor.formatOnSave": false,
      "files.insertFinalNewline": false,
      "files.readonlyInclude": { "**/locked.*": true },
    },
  });
  page = workbench.page;
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  await emulator?.close();
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

const saved = () => readFile(path.join(workspace, FILE), "utf8");
const tile = (view: Frame, title: string) =>
  view.locator(".tile", { has: view.locator(".tile-title", { hasText: title }) });
const names = (view: Frame) =>
  view.locator(".tile-button").evaluateAll((nodes) => nodes.map((node) => node.getAttribute("aria-label")));

async function save(): Promise<string> {
  const isSaved = (timeout: number) =>
    expect.poll(() => page.locator(".tab.dirty").count(), { timeout }).toBe(0);
  await pressUntil("ControlOrMeta+S", isSaved);
  return saved();
}

/** The picture of the file, ready to be edited. */
async function ready(): Promise<Frame> {
  const view = await workbench.webview("Odd and even");
  await view.locator(".edit-bar:not([hidden])").waitFor();
  await tile(view, "Below").waitFor();
  return view;
}

async function dragDown(view: Frame, title: string, blocks: number): Promise<void> {
  const box = (await tile(view, title).boundingBox())!;
  const block = box.height / 4;
  const [x, y] = [box.x + box.width / 2, box.y + 14];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) await page.mouse.move(x, y + (blocks * block * step) / 8);
  await view.locator(".ghost:not([hidden])").waitFor();
  await page.mouse.up();
}

/** Waits for a tile to be announced at a row, counted from 1. */
async function atRow(view: Frame, title: string, row: number, timeout = 10_000): Promise<void> {
  await expect
    .poll(() => tile(view, title).locator(".tile-button").getAttribute("aria-label"), { timeout })
    .toContain(`row ${row}, `);
}

/**
 * Presses keys until they have had their effect. A busy window loses keys on their way from a page to its frame and back now and
 * then, so they are pressed again, as a person would; that does no harm where there is one change to take back, to bring again or
 * to save.
 */
async function pressUntil(keys: string, effect: (timeout: number) => Promise<void>): Promise<void> {
  for (let left = 3; left > 0; left--) {
    await page.keyboard.press(keys);
    try {
      return await effect(4000);
    } catch (error) {
      if (left === 1) throw error;
    }
  }
}

function pressUntilAtRow(keys: string, view: Frame, title: string, row: number): Promise<void> {
  return pressUntil(keys, (timeout) => atRow(view, title, row, timeout));
}

describe("the preview beside the text", () => {
  it("writes exactly the characters that a drag changes, and one undo takes them back byte for byte", async () => {
    await workbench.openFile(FILE);
    await workbench.runCommand("Mosaic: Open Preview to the Side");
    const view = await ready();
    await dragDown(view, "Left", 8.3);
    await atRow(view, "Left", 9);
    // The keyboard is in the picture; undo goes through the text's editor and comes back.
    await pressUntilAtRow("ControlOrMeta+Z", view, "Left", 1);
    await expect.poll(() => view.evaluate(() => document.hasFocus()), { timeout: 10_000 }).toBe(true);
    await pressUntilAtRow("ControlOrMeta+Shift+Z", view, "Left", 9);
    await workbench.runCommand("File: Save All");
    await expect.poll(saved).toBe(MOVED);
    await tile(view, "Right").click();
    await pressUntilAtRow("ControlOrMeta+Z", view, "Left", 1);
    await workbench.runCommand("File: Save All");
    await expect.poll(saved).toBe(TEXT);
  }, 180_000);

  it("writes what the inspector changes, in one undo step", async () => {
    const view = await ready();
    await tile(view, "Right").locator(".tile-button").focus();
    await page.keyboard.press("Alt+Enter");
    const title = view.locator(".inspector").getByRole("textbox", { name: "Title", exact: true });
    await expect.poll(() => title.inputValue(), { timeout: 10_000 }).toBe("Right");
    await title.fill("Wrong");
    await page.keyboard.press("Enter");
    await tile(view, "Wrong").waitFor();
    await workbench.runCommand("File: Save All");
    await expect.poll(saved).toBe(TEXT.replace('"Right"', '"Wrong"'));
    await title.focus();
    const isBack = (timeout: number) => expect.poll(() => title.inputValue(), { timeout }).toBe("Right");
    await pressUntil("ControlOrMeta+Z", isBack);
    await page.keyboard.press("Escape");
    await workbench.runCommand("File: Save All");
    await expect.poll(saved).toBe(TEXT);
  }, 120_000);

  it("has its keys on the menu of a tile, and the keyboard again when the menu is closed", async () => {
    const view = await ready();
    await tile(view, "Below").click({ button: "right" });
    const entry = page.getByRole("menuitem", { name: "Rename Tile" });
    await entry.waitFor();
    expect(await entry.textContent()).toContain("F2");
    expect(await page.getByRole("menuitem", { name: "Edit Query" }).count()).toBe(1);
    // A text has no metric.
    expect(await page.getByRole("menuitem", { name: "Choose Metric" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await entry.waitFor({ state: "hidden" });
    await page.keyboard.press("ControlOrMeta+G");
    await tile(view, "Group").waitFor();
    await view.locator(".title-field").waitFor();
    await page.keyboard.press("Escape");
    const isGone = (timeout: number) => expect.poll(() => tile(view, "Group").count(), { timeout }).toBe(0);
    await pressUntil("ControlOrMeta+Z", isGone);
    await expect.poll(() => view.getByRole("status").textContent()).toContain("Undone: Group is gone.");
    await workbench.runCommand("File: Save All");
    await expect.poll(saved).toBe(TEXT);
  }, 180_000);

  it("shows the same picture after it was hidden, with selection and zoom", async () => {
    const view = await ready();
    await view.getByRole("button", { name: "Zoom in" }).click();
    await tile(view, "Below").click();
    await page.waitForTimeout(1500);
    const before = await names(view);
    // The pointer was in the preview: the file opens in front of it, which throws its page away.
    await workbench.openFile("broken.dashboard.json");
    await expect.poll(() => view.isDetached()).toBe(true);
    await page.locator(".tab", { hasText: "Preview: " }).click();
    await workbench.runCommand("View: Focus First Editor Group");
    const again = await ready();
    expect(await names(again)).toEqual(before);
    expect(await again.locator(".percent").textContent()).toBe("125%");
    expect(await again.locator(".tile.is-selected .tile-title").allTextContents()).toEqual(["Below"]);
    expect(await saved()).toBe(TEXT);
  }, 180_000);

  it("scrolls with the text, and the text with it", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile("long.dashboard.json");
    await workbench.runCommand("Mosaic: Open Preview to the Side");
    const view = await workbench.webview("Long one");
    await tile(view, "Row 29").waitFor();
    const first = () =>
      view.evaluate(() => {
        const edge = document.querySelector(".viewport")!.getBoundingClientRect().top;
        const tiles = [...document.querySelectorAll(".tile")];
        return tiles.find((node) => node.getBoundingClientRect().top >= edge - 1)?.textContent ?? "";
      });
    const lines = async () => {
      const words = await page.locator(".editor-instance .view-lines").first().textContent();
      return words?.replace(/\s/g, " ");
    };
    expect(await first()).toContain("Row 0");
    const text = (await page.locator(".editor-instance .view-lines").first().boundingBox())!;
    await page.mouse.move(text.x + 200, text.y + 200);
    for (let turn = 0; turn < 40 && !(await lines())?.includes("Row 15"); turn++) {
      await page.mouse.wheel(0, 300);
      await page.waitForTimeout(50);
    }
    await expect.poll(first, { timeout: 5000 }).toMatch(/Row (?:9|1[0-5])x/);
    const frame = (await (await view.frameElement()).boundingBox())!;
    await page.mouse.move(frame.x + 200, frame.y + 300);
    await page.mouse.wheel(0, 100_000);
    await expect.poll(lines, { timeout: 5000 }).toMatch(/Row 2[5-9]/);
    await page.mouse.wheel(0, -100_000);
    await expect.poll(lines, { timeout: 5000 }).toContain("displayName");
    expect(await first()).toContain("Row 0");
  }, 180_000);

  it("has no handles for a file that the settings protect", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(FILE);
    await workbench.runCommand("Mosaic: Open Preview to the Side");
    const view = await ready();
    // From a dashboard that can be changed to one that cannot.
    await workbench.openFile("locked.dashboard.json");
    await expect.poll(() => view.locator(".edit-bar:not([hidden])").count(), { timeout: 10_000 }).toBe(0);
    await tile(view, "Left").locator(".tile-button").focus();
    await page.keyboard.press("Delete");
    await page.waitForTimeout(500);
    expect(await view.locator(".tile").count()).toBe(3);
  }, 120_000);

  it("takes back what VS Code would never save", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(FILE);
    await workbench.runCommand("File: Set Active Editor Read-only in Session");
    await workbench.runCommand("Mosaic: Open Preview to the Side");
    const view = await ready();
    await tile(view, "Left").locator(".tile-button").focus();
    await page.keyboard.press("Delete");
    await view.locator(".banner-complaint", { hasText: "read-only" }).waitFor();
    await tile(view, "Left").waitFor();
    expect(await view.locator(".tile").count()).toBe(3);
    await tile(view, "Left").click();
    await workbench.runCommand("View: Focus First Editor Group");
    await workbench.runCommand("File: Reset Active Editor Read-only in Session");
    await workbench.runCommand("File: Save All");
    expect(await saved()).toBe(TEXT);
  }, 120_000);
});

describe("the picture in the text's place", () => {
  it("has VS Code's own undo, saving and dirty mark", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile(FILE);
    await workbench.runCommand("Mosaic: Reopen as Preview");
    const view = await ready();
    expect(await page.locator(".tab").count()).toBe(1);
    await dragDown(view, "Left", 8.3);
    await atRow(view, "Left", 9);
    await page.locator(".tab.dirty").waitFor();
    await pressUntilAtRow("ControlOrMeta+Z", view, "Left", 1);
    await expect.poll(() => page.locator(".tab.dirty").count()).toBe(0);
    await pressUntilAtRow("ControlOrMeta+Y", view, "Left", 9);
    expect(await save()).toBe(MOVED);
    await pressUntilAtRow("ControlOrMeta+Z", view, "Left", 1);
    expect(await save()).toBe(TEXT);
  }, 180_000);

  it("keeps the keys of a title being written for itself", async () => {
    const view = await ready();
    await tile(view, "Right").locator(".tile-button").focus();
    await page.keyboard.press("F2");
    await page.keyboard.type("Wrong");
    await page.keyboard.press("ControlOrMeta+Z");
    await expect.poll(() => view.locator(".title-field").inputValue()).toBe("Right");
    await page.keyboard.press("Escape");
    expect(await page.locator(".tab.dirty").count()).toBe(0);
  }, 120_000);

  it("moves by keys without waking the menus of VS Code", async () => {
    const view = await ready();
    await tile(view, "Below").locator(".tile-button").focus();
    await page.keyboard.down("Alt");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.up("Alt");
    await atRow(view, "Below", 7);
    expect(await view.evaluate(() => document.hasFocus())).toBe(true);
    await pressUntilAtRow("ControlOrMeta+Z", view, "Below", 5);
    expect(await save()).toBe(TEXT);
  }, 120_000);
});

describe("live data", () => {
  it("shows what a project has, for a chosen value, and what is to blame where there is nothing", async () => {
    await workbench.runCommand("View: Close All Editors");
    await workbench.openFile("live/live.dashboard.json");
    await workbench.runCommand("Mosaic: Open Preview to the Side");
    const view = await workbench.webview("Live board");
    await view.getByRole("button", { name: "Live data" }).click();
    const alive = tile(view, "Alive");
    await alive.locator(".live-legend", { hasText: "storefront requests" }).waitFor();
    await tile(view, "Wrong").locator(".live-state-refused", { hasText: "perSeriesAligner" }).waitFor();

    await view.getByRole("button", { name: /Template variable service/ }).click();
    await view.getByRole("button", { name: "checkout", exact: true }).click();
    await alive.locator(".live-legend", { hasText: "checkout requests" }).waitFor();

    const dead = tile(view, "Dead");
    await dead.getByRole("button", { name: "Find Out Why" }).click();
    const blame = 'No time series matches resource.labels.service_name = "chekout".';
    await dead.locator(".live-state-words", { hasText: blame }).waitFor();
    await workbench.screenshot(path.join(root, "build/screenshots/live-in-vscode.png"));
    await dead.getByRole("button", { name: "Go to Text" }).click();
    await page.locator(".view-line .mtk1, .view-line", { hasText: "chekout" }).first().waitFor();

    // A filter that is broken is not sent, and another title asks nothing.
    const read = await view.locator(".live-count").textContent();
    const broken = LIVE.replace("Alive", "Renamed").replace(' = \\"chekout', " == ");
    await writeFile(path.join(workspace, "live/live.dashboard.json"), broken);
    await dead.locator(".live-state-refused", { hasText: "Not sent" }).waitFor();
    await tile(view, "Renamed").locator(".live-legend", { hasText: "checkout requests" }).waitFor();
    expect(await view.locator(".live-count").textContent()).toBe(read);
  }, 180_000);
});
