import { mkdirSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { violations } from "./axe";
import { Harness } from "./harness";
import { LiveDashboard } from "./live";
import { SHOWCASE } from "./showcase";

/** Pictures to look at. */
const OUT = path.resolve(import.meta.dirname, "../../build/screenshots");

let harness: Harness;
let live: LiveDashboard;
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  harness = await Harness.start();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  expect(live.preview.complaints).toEqual([]);
  await live.preview.close();
});

const tile = (title: string, xPos: number, yPos: number, width: number, height: number) => ({
  ...(xPos ? { xPos } : {}),
  ...(yPos ? { yPos } : {}),
  width,
  height,
  widget: { title, text: { content: title } },
});
const BOARD = {
  displayName: "Board",
  mosaicLayout: {
    columns: 12,
    tiles: [tile("A", 0, 0, 4, 4), tile("B", 5, 0, 3, 4), tile("C", 0, 5, 3, 4)],
  },
};

const page = () => live.preview.page;
const status = () => page().getByRole("status").textContent();
const selected = () => page().locator(".tile.is-selected .tile-title").allTextContents();
const boxOf = async (title: string) =>
  (await page()
    .locator(".tile", { has: page().locator(".tile-title", { hasText: title }) })
    .boundingBox())!;
const act = (name: "alignLeft" | "distributeHorizontally" | "swap" | "find") =>
  live.preview.send({ type: "act", act: name });

it("selects with a rectangle, arranges what is selected, and says so", async () => {
  live = await LiveDashboard.open(harness, BOARD, { width: 820, height: 700 });
  const [a, b, c] = [await boxOf("A"), await boxOf("B"), await boxOf("C")];
  await page().mouse.move(b.x + b.width + 60, a.y + 10);
  await page().mouse.down();
  await page().mouse.move(a.x + a.width - 20, a.y + 40, { steps: 4 });
  await page().screenshot({ path: path.join(OUT, "tiles-marquee.png") });
  await page().mouse.up();
  expect(await selected()).toEqual(["A", "B"]);
  expect(await status()).toBe("2 tiles selected");

  await act("swap");
  await live.settle();
  expect(live.rect("A")).toEqual([5, 0, 3, 4]);
  expect(live.rect("B")).toEqual([0, 0, 4, 4]);
  expect(await status()).toBe("Swapped 2 tiles.");

  await page().keyboard.down("Shift");
  await page().mouse.move(c.x + c.width + 30, c.y + c.height + 20);
  await page().mouse.down();
  await page().mouse.move(c.x + 20, c.y + 20, { steps: 3 });
  await page().mouse.up();
  await page().keyboard.up("Shift");
  expect((await selected()).sort()).toEqual(["A", "B", "C"]);
  await act("alignLeft");
  await live.settle();
  expect([live.rect("A")[0], live.rect("B")[0], live.rect("C")[0]]).toEqual([0, 0, 0]);
  expect(live.gestures).toHaveLength(2);

  await page().mouse.move(c.x + 400, c.y);
  await page().mouse.down();
  await page().mouse.move(c.x, c.y + 30, { steps: 3 });
  await page().keyboard.press("Escape");
  await page().mouse.up();
  expect(await selected()).toEqual([]);
});

it("copies, cuts and pastes with the keyboard", async () => {
  live = await LiveDashboard.open(harness, BOARD, { width: 820, height: 700 });
  await page().locator(".tile-title", { hasText: "B" }).click();
  await page().keyboard.press("Control+c");
  await live.settle();
  expect(JSON.parse(live.clipboard)).toEqual({
    width: 3,
    height: 4,
    widget: BOARD.mosaicLayout.tiles[1]!.widget,
  });
  await page().keyboard.press("Control+v");
  await live.settle();
  await live.settle();
  expect(live.value.mosaicLayout.tiles).toHaveLength(4);
  expect(await selected()).toEqual(["B"]);
  expect(await status()).toMatch(/^Pasted B at column 9, row 1/);
  await page().keyboard.press("Control+x");
  await live.settle();
  await live.settle();
  expect(live.value.mosaicLayout.tiles).toHaveLength(3);

  live.clipboard = '{"not": "a tile"}';
  await page().keyboard.press("Control+v");
  await live.settle();
  await live.settle();
  expect(await page().locator(".banner-complaint").textContent()).toContain("The clipboard has no tiles.");
});

it("finds tiles by titles and queries, and goes from one to the next", async () => {
  live = await LiveDashboard.open(harness, SHOWCASE, { width: 1000, height: 700 });
  await act("find");
  const field = page().getByRole("textbox", { name: /Find in titles/ });
  await field.fill("cpu");
  const count = async () => {
    await live.settle();
    return page().locator(".find-count").textContent();
  };
  await expect.poll(count).toMatch(/^1 of \d/);
  const first = await selected();
  await field.press("Enter");
  expect(await page().locator(".find-count").textContent()).toMatch(/^2 of /);
  expect(await selected()).not.toEqual(first);
  expect(await status()).toMatch(/, 2 of \d+ tiles found/);
  expect(await violations(live.preview)).toEqual([]);
  await page().screenshot({ path: path.join(OUT, "tiles-find.png") });
  await field.press("Escape");
  expect(await page().locator(".find-bar").isVisible()).toBe(false);
  expect(await page().locator(".is-found").count()).toBe(0);
});
