import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { violations } from "./axe";
import { Harness } from "./harness";
import { LiveStage } from "./live-stage";

const ROOT = path.resolve(import.meta.dirname, "../..");
const OUT = path.join(ROOT, "build/screenshots");
const NOW = Date.UTC(2026, 2, 2, 12, 0, 37);
let harness: Harness;
let emulator: Emulator;
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  [harness, emulator] = await Promise.all([Harness.start(), startEmulator({ series: { now: () => NOW } })]);
}, 60_000);
afterAll(async () => {
  await harness?.stop();
  await emulator?.close();
});

const example = (name: string) => readFile(path.join(ROOT, `examples/${name}.dashboard.json`), "utf8");
const tile = (stage: LiveStage, title: string) =>
  stage.preview.page.locator(".tile", {
    has: stage.preview.page.locator(".tile-title", { hasText: new RegExp(`^${title}$`) }),
  });

it.each([
  ["edge-load-balancer", "light"],
  ["order-events", "hc-black"],
] as const)(
  "shows the data of %s in %s",
  async (name, theme) => {
    const text = await example(name);
    const stage = await LiveStage.open(harness, text, emulator.url, {
      now: () => NOW,
      theme,
      width: 1200,
      height: 1300,
    });
    await stage.turnOn();
    expect(await stage.preview.page.locator(".live-state, .tile-failure").count()).toBe(0);
    expect(await violations(stage.preview)).toEqual([]);
    await stage.preview.page.screenshot({ path: path.join(OUT, `live-${name}-${theme}.png`) });
    expect([stage.preview.complaints, stage.over.failures]).toEqual([[], []]);
    await stage.preview.close();
  },
  60_000,
);

it("has one cursor for all charts, legends that hide, zoom by dragging and controls of variables", async () => {
  const stage = await LiveStage.open(harness, await example("order-events"), emulator.url, {
    now: () => NOW,
    width: 1200,
    height: 1000,
  });
  const { page } = stage.preview;
  await stage.turnOn();
  const chart = tile(stage, "Published and delivered");
  const box = (await chart.locator(".live-plot").boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.locator(".live-tip:visible").waitFor();
  expect(await page.locator(".live-tip-row").count()).toBe(2);
  const swatch = chart.locator(".live-legend .swatch").first();
  expect(await swatch.evaluate((node) => getComputedStyle(node).backgroundColor)).toMatch(/^rgb\(/);
  await expect.poll(() => page.locator(".live-line:visible").count()).toBeGreaterThan(3);
  await page.screenshot({ path: path.join(OUT, "live-cursor.png") });

  const [first, second] = await chart.locator(".live-legend-name").all();
  await first!.click();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => page.locator(".live-tip-row").count()).toBe(1);
  await first!.click();
  await second!.dblclick();
  expect(await first!.getAttribute("aria-pressed")).toBe("false");
  await second!.dblclick();
  expect(await first!.getAttribute("aria-pressed")).toBe("true");

  // The keyboard: into the chart, through time, and back.
  await chart.locator(".tile-button").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("ArrowLeft");
  const plot = chart.locator(".live-plot");
  expect(await plot.getAttribute("aria-valuetext")).toMatch(/^Mar 2, \d\d:\d\d: .+\/s/);
  await page.keyboard.press("Escape");
  expect(await stage.preview.focused()).toContain("Published and delivered");

  await stage.pump();
  const before = stage.over.requests.length;
  await page.mouse.move(box.x + 60, box.y + 40);
  await page.mouse.down();
  for (const x of [80, 110, 140]) await page.mouse.move(box.x + x, box.y + 40);
  await page.locator(".live-brush:visible").waitFor();
  await page.mouse.up();
  await stage.settle();
  expect(stage.over.state).toMatchObject({ zoomed: true });
  expect(stage.over.requests.length).toBeGreaterThan(before);
  await page.getByRole("button", { name: "Reset zoom" }).click();
  await stage.settle();
  expect(stage.over.state).toMatchObject({ zoomed: false });

  await page.getByRole("button", { name: /Template variable subscription/ }).click();
  await page.locator(".live-panel:popover-open").waitFor();
  await stage.settle();
  await page.screenshot({ path: path.join(OUT, "live-values.png") });
  await page.getByRole("button", { name: "mails-sender", exact: true }).click();
  await stage.settle();
  expect(stage.over.state!.controls).toMatchObject([{ values: ["mails-sender"], chosen: true }]);
  expect(await tile(stage, "Backlog").locator(".live-legend").textContent()).toContain("mails-sender");

  // A picture of everything has the data of tiles out of sight as well.
  await page.getByRole("button", { name: "Export as SVG" }).click();
  const exported = async () => {
    const messages = await stage.preview.received();
    for (const one of messages) if (one.type === "live") await stage.over.session.receive(one.wish);
    await stage.pump();
    return messages.find((one) => one.type === "svg")?.svg ?? "Loading";
  };
  await expect.poll(exported, { timeout: 20_000 }).not.toMatch(/Loading/);
  expect([stage.preview.complaints, stage.over.failures]).toEqual([[], []]);
  await stage.preview.close();
}, 60_000);
