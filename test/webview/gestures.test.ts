import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { EDGES } from "../../core/grid/moves/resize";
import { Harness } from "./harness";
import { LiveDashboard } from "./live";
import { COLUMNS, GRID, ROWS } from "./showcase";

let harness: Harness;
let live: LiveDashboard;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  expect(live.preview.complaints).toEqual([]);
  await live.preview.close();
});

const tile = (title: string, xPos: number, yPos: number, width: number, height: number, content = {}) => ({
  ...(xPos ? { xPos } : {}),
  ...(yPos ? { yPos } : {}),
  ...{ width, height },
  widget: { title, ...(Object.keys(content).length > 0 ? content : { text: { content: title } }) },
});
const board = (...tiles: object[]) => ({ displayName: "Board", mosaicLayout: { columns: 12, tiles } });
/** Two above, two below, and room at the bottom. */
const SQUARE = board(
  tile("NW", 0, 0, 6, 4),
  tile("NE", 6, 0, 6, 4),
  tile("SW", 0, 4, 6, 4),
  tile("SE", 6, 4, 6, 4),
);
const GROUPED = board(
  tile("Top", 0, 0, 12, 3),
  tile("Group", 0, 3, 12, 4, { collapsibleGroup: {} }),
  tile("One", 0, 3, 6, 4),
  tile("Two", 6, 3, 6, 4),
  tile("Below", 0, 7, 12, 3),
);

async function open(dashboard: object | string, options?: Parameters<typeof LiveDashboard.open>[2]) {
  live = await LiveDashboard.open(harness, dashboard, { width: 820, height: 700, ...options });
}

const page = () => live.preview.page;
const at = (title: string) =>
  page().locator(".tile", { has: page().locator(".tile-title", { hasText: title }) });
const status = () => page().getByRole("status").textContent();
const press = (key: string) => page().keyboard.press(key);
const selected = () => page().locator(".tile.is-selected .tile-title").allTextContents();
const button = (name: string | RegExp) => page().locator(".edit-bar").getByRole("button", { name });

/** Pixels of one block of the board. */
async function block(): Promise<{ w: number; h: number }> {
  const box = (await page().locator(".board").boundingBox())!;
  const { tiles, columns } = live.value.mosaicLayout;
  const rows = Math.max(...tiles.map((t: { yPos?: number; height: number }) => (t.yPos ?? 0) + t.height));
  return { w: box.width / columns, h: box.height / rows };
}

async function middle(title: string): Promise<{ x: number; y: number }> {
  const box = (await at(title).boundingBox())!;
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Presses on a tile and drags by so many pixels, without letting go. */
async function drag(from: { x: number; y: number }, dx: number, dy: number): Promise<void> {
  const { mouse } = page();
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(from.x + dx / 2, from.y + dy / 2, { steps: 3 });
  await mouse.move(from.x + dx, from.y + dy, { steps: 3 });
}

async function release(): Promise<void> {
  await page().mouse.up();
  await live.settle();
}

describe("selecting", () => {
  it("takes one tile by a click, adds with Shift and Ctrl, and takes it out again", async () => {
    await open(SQUARE);
    await at("NW").click();
    expect(await selected()).toEqual(["NW"]);
    await at("SE").click({ modifiers: ["Shift"] });
    await at("SW").click({ modifiers: ["Control"] });
    expect(await selected()).toEqual(["NW", "SW", "SE"]);
    await at("NW").click({ modifiers: ["Control"] });
    expect(await selected()).toEqual(["SW", "SE"]);
    // Only the plain click has shown the text.
    expect((await live.sent()).map(({ type }) => type)).toEqual(["reveal"]);
    await at("NE").click();
    expect(await selected()).toEqual(["NE"]);
  });

  it("works without a pointer", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await press("Shift+ArrowRight");
    await press("Shift+ArrowDown");
    expect(await selected()).toEqual(["NW", "NE", "SE"]);
    await press("Control+ ");
    expect(await selected()).toEqual(["NW", "NE"]);
    await press("ArrowLeft");
    expect(await selected()).toHaveLength(1);
    await press("Control+a");
    expect(await selected()).toHaveLength(4);
    expect(await status()).toBe("4 tiles selected");
    await press("Escape");
    expect(await selected()).toHaveLength(1);
  });

  it("ends with a click beside the tiles", async () => {
    await open(SQUARE);
    await at("NW").click();
    const box = (await page().locator(".viewport").boundingBox())!;
    await page().mouse.click(box.x + 300, box.y + box.height - 10);
    expect(await selected()).toEqual([]);
  });
});

describe("moving with the pointer", () => {
  it("snaps, shows who makes room before the release, and changes only the numbers that change", async () => {
    await open(SQUARE);
    const before = live.text;
    const { h } = await block();
    const sw = (await at("SW").boundingBox())!;
    await drag(await middle("NW"), 3, 4 * h + 3);
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(1);
    const ghost = (await page().locator(".ghost:not([hidden])").boundingBox())!;
    expect(ghost.y).toBeCloseTo(sw.y, 0);
    expect(await page().locator(".tile.is-pushed .tile-title").allTextContents()).toEqual(["SW"]);
    expect((await at("SW").boundingBox())!.y).not.toBeCloseTo(sw.y, 0);
    // The tile itself is under the pointer, not on the grid.
    expect((await at("NW").boundingBox())!.y).toBeGreaterThan(sw.y);
    expect(await live.preview.received()).toEqual([]);
    await release();
    expect(live.gestures).toEqual([{ type: "move", tiles: ["/mosaicLayout/tiles/0/widget"], dx: 0, dy: 4 }]);
    expect([live.rect("NW"), live.rect("SW")]).toEqual([
      [0, 4, 6, 4],
      [0, 0, 6, 4],
    ]);
    expect(live.text.replace(/\d+/g, "")).not.toBe(before);
    expect(await page().locator(".ghost:not([hidden]), .is-lifted, .is-pushed").count()).toBe(0);
    expect(await selected()).toEqual(["NW"]);
  });

  it("takes all that are selected", async () => {
    await open(SQUARE);
    await at("NW").click();
    await at("NE").click({ modifiers: ["Shift"] });
    const { h } = await block();
    await drag(await middle("NE"), 0, 8 * h);
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(2);
    await release();
    expect(["NW", "NE", "SW", "SE"].map((title) => live.rect(title)[1])).toEqual([8, 8, 4, 4]);
    expect(await selected()).toEqual(["NW", "NE"]);
  });

  it("takes a group with what is in it", async () => {
    await open(GROUPED);
    const strip = (await at("Group").first().boundingBox())!;
    const { h } = await block();
    await drag({ x: strip.x + 300, y: strip.y + 10 }, 0, 6 * h);
    await release();
    expect(live.rect("Group")[1]).toBe(live.rect("One")[1]);
    expect(live.rect("Group")[1]).toBeGreaterThan(live.rect("Below")[1]!);
    expect(live.rect("Two")).toEqual([6, live.rect("Group")[1], 6, 4]);
  });

  it("is given up with Escape, and nothing is sent", async () => {
    await open(SQUARE);
    const before = await at("NW").boundingBox();
    await drag(await middle("NW"), 200, 150);
    await press("Escape");
    expect(await at("NW").boundingBox()).toEqual(before);
    expect(await page().locator(".ghost:not([hidden]), .is-lifted, .is-pushed").count()).toBe(0);
    expect(await status()).toBe("Cancelled.");
    await page().mouse.move(400, 400);
    await release();
    expect(live.gestures).toEqual([]);
    expect(await live.sent()).toEqual([]);
  });

  it("back to where it was changes nothing", async () => {
    await open(SQUARE);
    const from = await middle("NW");
    await drag(from, 120, 90);
    await page().mouse.move(from.x + 1, from.y);
    await release();
    expect(live.gestures).toEqual([]);
    // A drag is no click: the text is not shown either.
    expect(await live.sent()).toEqual([]);
  });

  it("scrolls at the edge of the view, for as long as it takes", async () => {
    const many = board(...Array.from({ length: 20 }, (_, i) => tile(`T${i}.`, 0, i * 4, 12, 4)));
    await open(many, { height: 420 });
    const view = (await page().locator(".viewport").boundingBox())!;
    const from = await middle("T0.");
    await drag(from, 0, view.y + view.height - 4 - from.y);
    await expect
      .poll(
        () =>
          page()
            .locator(".viewport")
            .evaluate((node) => node.scrollTop),
        { timeout: 10_000 },
      )
      .toBeGreaterThan(600);
    expect(await live.preview.received()).toEqual([]);
    await release();
    expect(live.rect("T0.")[1]).toBeGreaterThan(12);
  });

  it("shows no picture that comes in the middle of it, and makes the gesture on the one that it began with", async () => {
    await open(SQUARE);
    await drag(await middle("SE"), 0, 40);
    live.text = live.text.replace('"NW"', '"Renamed"');
    await live.show();
    expect(await page().locator(".tile-title").allTextContents()).toContain("NW");
    await page().mouse.move((await middle("SE")).x, 600);
    const sent = live.preview.received();
    await page().mouse.up();
    expect(await sent).toEqual([]);
    const [edit] = await live.preview.received();
    expect(edit).toMatchObject({ type: "edit", picture: 1 });
    await expect.poll(() => page().locator(".tile-title").allTextContents()).toContain("Renamed");
  });
});

describe("resizing with the pointer", () => {
  const WANTED: Record<(typeof EDGES)[number], number[]> = {
    n: [3, 2, 6, 6],
    ne: [3, 2, 8, 6],
    e: [3, 4, 8, 4],
    se: [3, 4, 8, 6],
    s: [3, 4, 6, 6],
    sw: [1, 4, 8, 6],
    w: [1, 4, 8, 4],
    nw: [1, 2, 8, 6],
  };
  const ALONE = board(tile("Alone", 3, 4, 6, 4), tile("Far", 0, 12, 12, 1));

  it.each(EDGES)("moves the %s edge", async (edge) => {
    await open(ALONE);
    await at("Alone").click();
    const { w, h } = await block();
    const box = (await page().locator(`.handle-${edge}`).boundingBox())!;
    const by = { e: 1, w: -1, n: -1, s: 1 } as Record<string, number>;
    const dx = [...edge].reduce((sum, side) => sum + (side === "e" || side === "w" ? by[side]! : 0), 0);
    const dy = [...edge].reduce((sum, side) => sum + (side === "n" || side === "s" ? by[side]! : 0), 0);
    await drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, dx * 2 * w, dy * 2 * h);
    await release();
    expect(live.rect("Alone")).toEqual(WANTED[edge]);
  });

  it("shows who makes room, and Escape puts it back", async () => {
    await open(SQUARE);
    await at("NW").click();
    const { h } = await block();
    const box = (await page().locator(".handle-s").boundingBox())!;
    await drag({ x: box.x + box.width / 2, y: box.y + 7 }, 0, 2 * h);
    expect(await page().locator(".tile.is-pushed .tile-title").allTextContents()).toEqual(["SW"]);
    await press("Escape");
    await release();
    expect(live.gestures).toEqual([]);
    expect(await page().locator(".is-pushed").count()).toBe(0);
  });
});
