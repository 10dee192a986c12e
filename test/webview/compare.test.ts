import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compareDashboards } from "../../core/grid/compare/compare";
import { Harness, pictureFrom } from "./harness";

const OUT = path.resolve(import.meta.dirname, "../../build/screenshots");

let harness: Harness;
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  harness = await Harness.start();
});
afterAll(() => harness?.stop());

const filter = {
  timeSeriesFilter: { filter: 'metric.type="compute.googleapis.com/instance/cpu/utilization"' },
};
const chart = (title: string, xPos: number, yPos: number, more: object = {}) => ({
  ...{ xPos, yPos, width: 24, height: 16 },
  widget: { title, xyChart: { dataSets: [{ timeSeriesQuery: filter }], ...more } },
});
const note = (title: string, xPos: number, yPos: number) => ({
  ...{ xPos, yPos, width: 24, height: 16 },
  widget: { title, text: { content: `About ${title}` } },
});
const dashboard = (...tiles: object[]) => ({ displayName: "Shop", mosaicLayout: { columns: 48, tiles } });
const rest = Array.from({ length: 4 }, (_, i) => chart(`Rest ${i}`, 0, 80 + i * 16));
const before = dashboard(
  chart("CPU", 0, 0),
  note("Old", 24, 0),
  chart("Memory", 0, 16),
  chart("Same", 24, 16),
  ...rest,
);
const local = dashboard(
  chart("CPU", 0, 0, { thresholds: [{ value: 0.5 }] }),
  chart("Memory", 0, 48),
  chart("Same", 24, 16),
  note("New", 24, 64),
  ...rest,
);
const remote = dashboard(
  chart("CPU here", 0, 0),
  note("Old", 24, 0),
  chart("Memory", 0, 16),
  chart("Same", 24, 16),
  ...rest,
);

const shown = (...versions: readonly (readonly [name: string, value: object])[]) => ({
  type: "show",
  title: "shop.dashboard.json",
  panes: versions.map(([name, value]) => ({ name, picture: pictureFrom(JSON.stringify(value)) })),
  comparisons: versions.slice(1).map(([, value]) => compareDashboards(versions[0]![1], value)),
});

it("two versions: marks on the right tiles, steps with the keyboard, words for screen readers", async () => {
  const preview = await harness.open({ view: "compare", theme: "dark", width: 1400, height: 800 });
  const { page } = preview;
  await preview.send(shown(["HEAD", before], ["This file", local]));
  await preview.drawn();
  const marked = (pane: number) =>
    page
      .locator(".pane")
      .nth(pane)
      .locator(".tile.is-marked")
      .evaluateAll((tiles) =>
        tiles.map((tile) => [
          tile.querySelector(".tile-title")!.textContent,
          tile.querySelector(".change-badge")!.textContent,
        ]),
      );
  expect(await marked(0)).toEqual([
    ["CPU", "1 changed"],
    ["Old", "4 removed"],
    ["Memory", "2 moved"],
  ]);
  expect(await marked(1)).toEqual([
    ["CPU", "1 changed"],
    ["Memory", "2 moved"],
    ["New", "3 added"],
  ]);
  await page.screenshot({ path: path.join(OUT, "compare-dark.png") });
  await page.keyboard.press("n");
  const status = page.locator("[role=status]");
  expect(await status.textContent()).toBe('Change 1 of 4: "CPU" changed. threshold 0.5 added');
  await page.keyboard.press("n");
  expect(await status.textContent()).toContain("moved from column 0, row 16 to column 0, row 48");
  const tops = () =>
    page.locator(".pane .viewport").evaluateAll((all) => all.map(({ scrollTop }) => scrollTop));
  const [left, right] = (await tops()) as [number, number];
  expect(right).toBeGreaterThan(left);
  // Scrolling one pane scrolls the other.
  await page
    .locator(".pane .viewport")
    .nth(0)
    .evaluate((node) => node.scrollTo(0, 300));
  await expect.poll(async () => (await tops())[1]).toBeGreaterThan(300);
  await page.screenshot({ path: path.join(OUT, "compare-step.png") });
  await page.keyboard.press("p");
  await page.keyboard.press("p");
  expect(await page.locator(".change-entry[aria-current]").textContent()).toContain("Old");
  await page.getByRole("button", { name: "Text Diff" }).click();
  expect((await preview.received()).map(({ type }) => type)).toEqual(["ready", "text"]);
  expect(preview.complaints).toEqual([]);
  await preview.close();
});

it("a conflict shows three panes, each side with its own changes", async () => {
  const preview = await harness.open({ view: "compare", theme: "light", width: 1500, height: 800 });
  const { page } = preview;
  await preview.send(shown(["Common version", before], ["This file", local], ["prod", remote]));
  await preview.drawn();
  expect(await page.locator(".pane").count()).toBe(3);
  expect(await page.locator(".list-heading").allTextContents()).toEqual([
    "Changes in This file",
    "Changes in prod",
  ]);
  expect(await page.locator(".pane").nth(2).locator(".change-badge").allTextContents()).toEqual([
    "5 changed",
  ]);
  await page.screenshot({ path: path.join(OUT, "compare-three.png") });
  await preview.send({ type: "problem", text: "HEAD has no dashboard." });
  expect(await page.locator(".empty:visible").textContent()).toBe("HEAD has no dashboard.");
  expect(preview.complaints).toEqual([]);
  await preview.close();
});
