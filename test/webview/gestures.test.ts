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

type Widget = { readonly title: string; readonly collapsibleGroup?: object };
type Tile = { readonly yPos?: number; readonly height: number; readonly widget: Widget };

const tile = (title: string, xPos: number, yPos: number, width: number, height: number, content = {}) => ({
  ...(xPos ? { xPos } : {}),
  ...(yPos ? { yPos } : {}),
  width,
  height,
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
  const rows = Math.max(...tiles.map((t: Tile) => (t.yPos ?? 0) + t.height));
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

  it("takes keys that come while nothing has the focus, as after a menu of VS Code", async () => {
    await open(SQUARE);
    await at("NW").click();
    await page().evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("ArrowRight");
    expect(await live.preview.focused()).toMatch(/^NE, /);
    // Once, and not for the tile and the page.
    await page().evaluate(() => (document.activeElement as HTMLElement).blur());
    await press("+");
    expect(await page().locator(".percent").textContent()).toBe("125%");
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
    expect(live.gestures).toEqual([
      { type: "move", tiles: ["/mosaicLayout/tiles/0/widget"], dx: 0, dy: 4, tidy: true },
    ]);
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
    expect(["NW", "NE", "SW", "SE"].map((title) => live.rect(title)[1])).toEqual([4, 4, 0, 0]);
    expect(await selected()).toEqual(["NW", "NE"]);
  });

  it("swaps with a tile of the same size that it comes near to", async () => {
    await open(SQUARE);
    const { w, h } = await block();
    const ne = (await at("NE").boundingBox())!;
    await drag(await middle("NW"), 5.2 * w, 0.9 * h);
    expect((await page().locator(".ghost:not([hidden])").boundingBox())!.x).toBeCloseTo(ne.x, 0);
    await release();
    expect(["NW", "NE", "SW", "SE"].map((title) => live.rect(title).slice(0, 2))).toEqual([
      [6, 0],
      [0, 0],
      [0, 4],
      [6, 4],
    ]);
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
    expect(await status()).toBe("Canceled.");
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
    // Without scrolling, the pointer reaches row 5.
    expect(live.rect("T0.")[1]).toBeGreaterThan(8);
  });

  it("shows no picture that comes in the middle of it, and makes the gesture on the one that it began with", async () => {
    await open(SQUARE);
    await drag(await middle("SE"), 0, 40);
    live.text = live.text.replace('"NW"', '"Renamed"');
    await live.show();
    expect(await page().locator(".tile-title").allTextContents()).toContain("NW");
    // Nor the banner of a broken text, which would move everything.
    await live.preview.send({ type: "unchanged", stale: { problems: 1 } });
    expect(await page().locator(".banner-stale").isVisible()).toBe(false);
    await live.preview.send({ type: "unchanged" });
    await page().mouse.move((await middle("SE")).x, 600);
    expect(await live.preview.received()).toEqual([]);
    await page().mouse.up();
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

describe("moving and resizing with the keyboard", () => {
  it("goes by blocks while Alt is held, says where, and is one gesture", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await page().keyboard.down("Alt");
    for (let i = 0; i < 4; i++) await press("ArrowDown");
    expect(await status()).toBe("column 1, row 5, width 6, height 4, 1 tile moved");
    expect(await page().locator(".tile.is-pushed .tile-title").allTextContents()).toEqual(["SW"]);
    expect(await live.preview.received()).toEqual([]);
    await page().keyboard.up("Alt");
    await live.settle();
    expect(live.gestures).toEqual([{ type: "move", tiles: ["/mosaicLayout/tiles/0/widget"], dx: 0, dy: 4 }]);
    expect(await live.preview.focused()).toMatch(/^NW, .* row 5, /);
    await expect.poll(status).toBe("Moved NW to column 1, row 5. SW moved to column 1, row 1 to make room.");
    // The text marks the tile that has moved, though nobody has clicked on it.
    expect(await live.sent()).toEqual([{ type: "mark", id: "/mosaicLayout/tiles/0/widget" }]);
    await live.preview.send({ type: "undone", direction: "undo" });
    live.text = JSON.stringify(SQUARE, null, 2);
    await live.show();
    await expect.poll(status).toBe("Undone: 2 tiles changed.");
  });

  it("resizes with Shift", async () => {
    await open(SQUARE);
    await at("SE").locator(".tile-button").focus();
    await page().keyboard.down("Alt");
    await page().keyboard.down("Shift");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowLeft"]) await press(key);
    await page().keyboard.up("Shift");
    await page().keyboard.up("Alt");
    await live.settle();
    expect(live.rect("SE")).toEqual([6, 4, 5, 6]);
    expect(live.gestures).toHaveLength(1);
  });

  it("stops at the edge, and comes back from there at once", async () => {
    await open(SQUARE);
    await at("SE").locator(".tile-button").focus();
    await page().keyboard.down("Alt");
    for (let i = 0; i < 5; i++) await press("ArrowRight");
    await press("ArrowLeft");
    expect(await status()).toMatch(/^column 6, /);
    await press("Escape");
    await page().keyboard.up("Alt");
    await live.settle();
    expect(live.gestures).toEqual([]);
    expect(await status()).toBe("Canceled.");
  });

  it("makes what was begun when the focus goes", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await page().keyboard.down("Alt");
    await press("ArrowDown");
    await page().evaluate(() => (document.activeElement as HTMLElement).blur());
    await page().keyboard.up("Alt");
    await live.settle();
    expect(live.gestures).toHaveLength(1);
  });

  it("does two in a row before the text is there", async () => {
    await open(SQUARE);
    await at("SE").locator(".tile-button").focus();
    await press("Alt+ArrowDown");
    await press("Alt+ArrowDown");
    expect((await at("SE").boundingBox())!.y).toBeGreaterThan((await at("SW").boundingBox())!.y + 10);
    await live.settle();
    expect(live.rect("SE")).toEqual([6, 6, 6, 4]);
    await expect.poll(status).toBe("Moved SE to column 7, row 7.");
  });
});

describe("one key or button", () => {
  it.each([
    ["Delete", async () => press("Delete")],
    ["the bar", async () => button(/^Delete/).click()],
    ["VS Code", async () => live.preview.send({ type: "act", act: "delete" })],
  ])("deletes by %s and leaves the keyboard on the next tile", async (_, remove) => {
    await open(SQUARE);
    await at("NE").click();
    await remove();
    expect(await page().locator(".tile.is-leaving .tile-title").allTextContents()).toEqual(["NE"]);
    await live.settle();
    expect(live.value.mosaicLayout.tiles).toHaveLength(3);
    expect(await page().locator(".tile-title").allTextContents()).toEqual(["NW", "SW", "SE"]);
    expect(await selected()).toEqual(["SW"]);
    expect(await live.preview.focused()).toMatch(/^SW, /);
  });

  it.each([
    ["Ctrl+D", async () => press("Control+d")],
    ["the bar", async () => button("Duplicate").click()],
  ])("duplicates by %s and goes to the copy", async (_, duplicate) => {
    await open(SQUARE);
    await at("NE").click();
    await duplicate();
    await live.settle();
    expect(live.value.mosaicLayout.tiles).toHaveLength(5);
    await expect.poll(() => page().locator(".tile.is-selected").count()).toBe(1);
    expect(await page().locator(".tile.is-selected").getAttribute("data-id")).toBe(
      "/mosaicLayout/tiles/2/widget",
    );
  });

  it.each([
    ["Ctrl+G", async () => press("Control+g")],
    ["the bar", async () => button(/^Group/).click()],
  ])("groups by %s, and ungroups", async (_, group) => {
    await open(SQUARE);
    await at("SW").click();
    await at("SE").click({ modifiers: ["Shift"] });
    await group();
    await live.settle();
    const made = live.value.mosaicLayout.tiles.find((t: Tile) => t.widget.collapsibleGroup);
    expect([made.yPos, made.width, made.height]).toEqual([4, 12, 4]);
    await expect.poll(selected).toEqual(["Group"]);
    await expect.poll(status).toBe("Grouped 2 tiles.");
    // Its name can be typed at once.
    expect(await page().getByRole("textbox", { name: "Title of the tile" }).inputValue()).toBe("Group");
    await page().keyboard.type("South");
    await press("Enter");
    await live.settle();
    await expect.poll(selected).toEqual(["South"]);
    await button("Ungroup").click();
    await live.settle();
    expect(live.value.mosaicLayout.tiles).toHaveLength(4);
  });

  it("says which tile has to make room for a group", async () => {
    await open(SQUARE);
    await at("NW").click();
    await at("NE").click({ modifiers: ["Shift"] });
    await at("SW").click({ modifiers: ["Shift"] });
    await press("Control+g");
    await live.settle();
    const words = "Grouped 3 tiles. SE moved to column 7, row 9 to make room.";
    await expect.poll(status).toBe(words);
    expect(await page().locator(".banner-hint").textContent()).toBe(words);
    await press("Escape");
    await at("NW").click();
    expect(await page().locator(".banner-hint").isVisible()).toBe(false);
  });

  it("folds a group for the start", async () => {
    await open(GROUPED);
    await at("Group").first().locator(".tile-button").click();
    await button("Collapse by default").click();
    await live.settle();
    expect(live.value.mosaicLayout.tiles[1].widget.collapsibleGroup).toEqual({ collapsed: true });
    expect(await at("One").isVisible()).toBe(false);
    expect(await button("Collapse by default").getAttribute("aria-pressed")).toBe("true");
  });

  it("folds groups in the picture, by pointer and by key, and leaves the text as it is", async () => {
    await open(GROUPED);
    const top = async (title: string) => Math.round((await at(title).last().boundingBox())!.y);
    const before = await top("Below");
    const group = at("Group").first();
    await group.locator(".fold-button").click();
    expect(await at("One").isVisible()).toBe(false);
    expect(await top("Below")).toBeLessThan(before - 50);
    expect(await status()).toBe("Group is collapsed, 2 tiles hidden.");
    expect(await group.locator(".tile-button").getAttribute("aria-expanded")).toBe("false");
    // The cursor in the text unfolds nothing.
    await live.preview.send({ type: "highlight", tile: "/mosaicLayout/tiles/2/widget" });
    expect(await group.getAttribute("class")).toContain("is-highlighted");
    // What lies below is dragged past the strip, not through the rows that are not there, onto a tile of its size.
    const below = await middle("Below");
    const strip = (await group.boundingBox())!;
    await drag(below, 0, strip.y - 20 - below.y);
    await release();
    expect([live.rect("Top")[1], live.rect("Below")[1], live.rect("Group")[1]]).toEqual([7, 0, 3]);
    expect(await at("One").isVisible()).toBe(false);
    await group.locator(".tile-button").focus();
    await press(" ");
    expect(await at("One").isVisible()).toBe(true);
    expect(await status()).toBe("Group is expanded, 2 tiles.");
    await press(" ");
    await expect
      .poll(async () => Object.values((await live.preview.state()).folds ?? {}))
      .toEqual([{ "Group#1": true }]);
    expect((await live.sent()).filter(({ type }) => type === "reveal")).toEqual([]);
  });

  it("closes gaps", async () => {
    await open(board(tile("A", 0, 3, 6, 4), tile("B", 6, 9, 6, 4)));
    await button("Close gaps between tiles").click();
    await live.settle();
    expect([live.rect("A"), live.rect("B")]).toEqual([
      [0, 0, 6, 4],
      [6, 0, 6, 4],
    ]);
  });

  it("changes the columns, and asks where that does not come out even", async () => {
    await open(SQUARE);
    const columns = page().getByRole("spinbutton", { name: "Columns" });
    await columns.fill("24");
    await columns.press("Enter");
    await live.settle();
    expect(live.value.mosaicLayout.columns).toBe(24);
    expect(live.rect("SE")).toEqual([12, 8, 12, 8]);
    await columns.fill("7");
    await columns.press("Enter");
    await live.settle();
    expect(live.value.mosaicLayout.columns).toBe(24);
    const banner = page().locator(".banner-complaint");
    expect(await banner.textContent()).toContain("not align with 7 columns");
    await banner.getByRole("button", { name: "Round" }).click();
    await live.settle();
    expect(live.value.mosaicLayout.columns).toBe(7);
    expect(await banner.isVisible()).toBe(false);
  });

  it("asks VS Code for undo and redo", async () => {
    await open(SQUARE);
    await button("Undo").click();
    await button("Redo").click();
    expect(await live.sent()).toEqual([
      { type: "history", direction: "undo" },
      { type: "history", direction: "redo" },
    ]);
  });

  it("goes through the bar with arrow keys from one stop", async () => {
    await open(SQUARE);
    await button("Add a widget").focus();
    await press("ArrowRight");
    expect(await live.preview.focused()).toBe("Undo");
    await press("End");
    expect(await live.preview.focused()).toBe("Close gaps between tiles");
    expect(await page().locator(".edit-bar [tabindex='0']").count()).toBe(1);
  });
});

describe("titles", () => {
  it("are written in their place", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await press("F2");
    const field = page().getByRole("textbox", { name: "Title of the tile" });
    expect(await field.inputValue()).toBe("NW");
    await page().keyboard.type("North west");
    await press("Enter");
    await live.settle();
    expect(live.value.mosaicLayout.tiles[0].widget.title).toBe("North west");
    expect(await live.preview.focused()).toMatch(/^North west, /);
  });

  it("stay as they were with Escape, and when nothing was typed", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await press("F2");
    await page().keyboard.type("No");
    await press("Escape");
    await press("F2");
    await press("Enter");
    await live.settle();
    expect(live.gestures).toEqual([]);
    expect(await live.preview.focused()).toMatch(/^NW, /);
  });

  it("keep their own keys: nothing moves and nothing is undone while one is written", async () => {
    await open(SQUARE);
    await page().evaluate(() => {
      const keys: string[] = [];
      Object.assign(window, { keys });
      window.addEventListener("keydown", (event) => keys.push(event.key));
    });
    await at("NW").locator(".tile-button").focus();
    await press("F2");
    await page().evaluate(() => (window as unknown as { keys: string[] }).keys.splice(0));
    for (const key of ["Control+z", "Delete", "Alt+ArrowDown", "Control+a", "-"]) await press(key);
    // What reaches the window reaches VS Code.
    expect(await page().evaluate(() => (window as unknown as { keys: string[] }).keys)).toEqual([]);
    await press("Escape");
    await live.settle();
    expect(live.gestures).toEqual([]);
  });

  it("of the dashboard, too", async () => {
    await open(SQUARE);
    await page().getByRole("button", { name: "Rename the dashboard" }).click();
    await page().keyboard.type("Boards & <b>more</b>");
    await press("Enter");
    await live.settle();
    expect(live.value.displayName).toBe("Boards & <b>more</b>");
    expect(await page().locator("h1").textContent()).toBe("Boards & <b>more</b>");
  });
});

describe("the palette", () => {
  it("adds where the pointer clicks", async () => {
    await open(SQUARE);
    const { w, h } = await block();
    const top = (await page().locator(".board").boundingBox())!.y;
    await button("Add a widget").click();
    expect(await button("Add a widget").getAttribute("aria-expanded")).toBe("true");
    await page().getByRole("menuitem", { name: "Scorecard" }).click();
    expect(await page().locator(".banner-hint").textContent()).toContain(
      "Choose a position for the scorecard",
    );
    const box = (await page().locator(".board").boundingBox())!;
    // What says so moves nothing away from under the pointer.
    expect(box.y).toBe(top);
    await page().mouse.move(box.x + 8.5 * w, box.y + 5 * h, { steps: 4 });
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(1);
    expect(await page().locator(".is-pushed .tile-title").allTextContents()).not.toEqual([]);
    expect(await live.preview.received()).toEqual([]);
    await page().mouse.down();
    await page().mouse.up();
    await live.settle();
    const added = live.value.mosaicLayout.tiles.at(-1);
    expect(Object.keys(added.widget)).toContain("scorecard");
    expect(added.xPos).toBe(7);
    expect(added.yPos).toBe(4);
    await expect
      .poll(() => page().locator(".tile.is-selected").getAttribute("data-id"))
      .toContain("tiles/4/");
    await expect.poll(() => live.preview.focused()).toMatch(/^CPU utilization, /);
    // Clicking there shows the new tile, and not what lies below.
    expect(await live.sent()).toEqual([{ type: "mark", id: "/mosaicLayout/tiles/4/widget" }]);
    await expect.poll(status).toMatch(/^Added a scorecard at column 8, row 5\. /);
  });

  it("puts a tile below the last one when the pointer is there, and nobody makes room", async () => {
    await open(SQUARE);
    const { w, h } = await block();
    await button("Add a widget").click();
    await page().getByRole("menuitem", { name: "Chart", exact: true }).click();
    const box = (await page().locator(".board").boundingBox())!;
    await page().mouse.move(box.x + 6 * w, box.y + 8 * h + 4, { steps: 4 });
    const onBoard = (node: Element) => {
      const { left, top, width } = node.getBoundingClientRect();
      const board = document.querySelector(".board")!.getBoundingClientRect();
      return [left - board.left, top - board.top, width];
    };
    const ghost = await page().locator(".ghost:not([hidden])").evaluate(onBoard);
    expect(await page().locator(".is-pushed").count()).toBe(0);
    await page().mouse.down();
    await page().mouse.up();
    await live.settle();
    const added = live.value.mosaicLayout.tiles.at(-1);
    expect([added.xPos, added.yPos]).toEqual([3, 8]);
    expect(await at("CPU utilization").evaluate(onBoard)).toEqual(ghost);
  });

  it("adds by dragging out of it", async () => {
    await open(SQUARE);
    await button("Add a widget").click();
    const item = (await page().getByRole("menuitem", { name: "Text" }).boundingBox())!;
    const box = (await page().locator(".board").boundingBox())!;
    await drag({ x: item.x + 20, y: item.y + 10 }, box.x + 300 - item.x, box.y + box.height - 20 - item.y);
    expect(await page().locator(".palette").isVisible()).toBe(false);
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(1);
    await release();
    expect(live.value.mosaicLayout.tiles).toHaveLength(5);
  });

  it("adds with the keyboard alone", async () => {
    await open(SQUARE);
    await at("NW").locator(".tile-button").focus();
    await press("Insert");
    await press("t");
    expect(await page().evaluate(() => document.activeElement?.textContent)).toBe("Table");
    await press("ArrowUp");
    await press("Enter");
    expect(await status()).toMatch(/Esc cancels. column 1, row 9, width \d+, height \d+/);
    await press("ArrowUp");
    await press("ArrowRight");
    expect(await status()).toMatch(/^column 2, row 8, /);
    await press("Enter");
    await live.settle();
    const added = live.value.mosaicLayout.tiles.at(-1);
    expect(Object.keys(added.widget)).toContain("scorecard");
    expect([added.xPos, added.yPos]).toEqual([1, 7]);
  });

  it("adds at the place of a double click beside the tiles", async () => {
    await open(board(tile("A", 0, 0, 6, 4), tile("Z", 0, 20, 12, 4)));
    const box = (await page().locator(".board").boundingBox())!;
    const { w, h } = await block();
    await page().mouse.dblclick(box.x + 8 * w, box.y + 10 * h);
    expect(await page().evaluate(() => String(getSelection()))).toBe("");
    await page().getByRole("menuitem", { name: "Text" }).click();
    await press("Enter");
    await live.settle();
    const added = live.value.mosaicLayout.tiles.at(-1);
    expect([added.xPos, added.yPos]).toEqual([5, 9]);
  });

  it("is given up with Escape at every step", async () => {
    await open(SQUARE);
    await button("Add a widget").click();
    await press("Escape");
    expect(await page().locator(".palette").isVisible()).toBe(false);
    expect(await page().evaluate(() => document.activeElement?.textContent)).toBe("Add");
    await press("Enter");
    await press("Enter");
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(1);
    await press("Escape");
    expect(await page().locator(".ghost:not([hidden])").count()).toBe(0);
    expect(await page().locator(".banner-hint").isVisible()).toBe(false);
    await live.settle();
    expect(live.gestures).toEqual([]);
  });

  it("adds the first widget to an empty dashboard", async () => {
    await open({ displayName: "Nothing yet" });
    expect(await page().locator(".empty-title").textContent()).toBe("This dashboard has no layout yet");
    await page().getByRole("button", { name: "Add a Widget", exact: true }).click();
    await page().getByRole("menuitem", { name: "Chart", exact: true }).click();
    await live.settle();
    expect(live.value.mosaicLayout.tiles).toHaveLength(1);
    await expect.poll(() => page().locator(".tile").count()).toBe(1);
    await expect.poll(() => live.preview.focused()).toMatch(/^CPU utilization, /);
  });
});

describe("grid, row and column layouts", () => {
  const titles = () => page().locator(".tile-title").allTextContents();

  it("let a widget be dragged to another place in the grid", async () => {
    await open(GRID);
    const to = (await at("4").boundingBox())!;
    const from = await middle("1");
    await drag(from, to.x + to.width * 0.75 - from.x, to.y + 30 - from.y);
    await release();
    expect(live.value.gridLayout.widgets.map((w: Widget) => w.title)).toEqual(["2", "3", "4", "1", "5"]);
    expect(await page().locator(".handles").isVisible()).toBe(false);
  });

  it("let a widget be dragged into another row", async () => {
    await open(ROWS);
    const to = (await at("Wide").boundingBox())!;
    const from = await middle("B");
    await drag(from, to.x + 20 - from.x, to.y + 40 - from.y);
    await release();
    expect(live.value.rowLayout.rows[0].widgets.map((w: Widget) => w.title)).toEqual(["A", "C"]);
    expect(live.value.rowLayout.rows[1].widgets.map((w: Widget) => w.title)).toEqual(["B", "Wide"]);
  });

  it("let a widget be moved by keys, along its line and into the next", async () => {
    await open(COLUMNS);
    await at("Left below").locator(".tile-button").focus();
    await press("Alt+ArrowUp");
    await live.settle();
    expect(live.value.columnLayout.columns[0].widgets.map((w: Widget) => w.title)).toEqual([
      "Left below",
      "Left",
    ]);
    await press("Alt+ArrowRight");
    await live.settle();
    expect(live.value.columnLayout.columns[1].widgets.map((w: Widget) => w.title)).toContain("Left below");
    expect(await titles()).toHaveLength(6);
  });

  it("offer a mosaic where sizes are wanted", async () => {
    await open(GRID);
    await at("2").click();
    await press("Alt+Shift+ArrowRight");
    const banner = page().locator(".banner-complaint");
    expect(await banner.textContent()).toContain("requires a mosaic");
    await banner.getByRole("button", { name: "Convert to Mosaic" }).click();
    await live.settle();
    expect(live.value.gridLayout).toBeUndefined();
    expect(live.value.mosaicLayout.tiles).toHaveLength(5);
    expect(await button("Convert to Mosaic").isVisible()).toBe(false);
  });

  it("offer only widgets that they can hold, and take one at a place", async () => {
    await open(GRID);
    await button("Add a widget").click();
    expect(await page().getByRole("menuitem", { name: "Collapsible group" }).count()).toBe(0);
    await page().getByRole("menuitem", { name: "Text" }).click();
    const to = (await at("2").boundingBox())!;
    await page().mouse.move(to.x + 10, to.y + 40, { steps: 3 });
    await page().mouse.down();
    await page().mouse.up();
    await live.settle();
    expect(Object.keys(live.value.gridLayout.widgets[1])).toContain("text");
  });
});

describe("what cannot be changed", () => {
  it("has no handles, no bar, and keys and drags do nothing", async () => {
    await open(SQUARE, { editable: false });
    await at("NW").click();
    expect(await page().locator(".handles, .edit-bar").filter({ visible: true }).count()).toBe(0);
    await drag(await middle("NW"), 100, 100);
    await release();
    for (const key of ["Delete", "F2", "Alt+ArrowDown", "Control+d", "Insert"]) await press(key);
    await live.preview.send({ type: "act", act: "delete" });
    await live.preview.send({ type: "act", act: "add" });
    await live.settle();
    expect(live.gestures).toEqual([]);
    expect(await page().locator(".title-field, .palette:not([hidden])").count()).toBe(0);
  });

  it("says what the text's own side refuses", async () => {
    await open(SQUARE);
    await at("NW").click();
    await press("Delete");
    const [, edit] = await live.preview.received();
    expect(edit?.type).toBe("edit");
    await live.preview.send({ type: "refused", edit: 1, reason: "The tile no longer exists." });
    expect(await page().locator(".banner-complaint").textContent()).toContain("no longer exists");
    expect(await page().locator(".is-leaving").count()).toBe(0);
    await page().getByRole("button", { name: "Close", exact: true }).click();
    expect(await page().locator(".banner-complaint").isVisible()).toBe(false);
  });
});

describe("a finger", () => {
  it("scrolls, and moves a tile only when it is selected", async () => {
    await open(SQUARE, { touch: true });
    const action = (title: string) => at(title).evaluate((node) => getComputedStyle(node).touchAction);
    expect(await action("NW")).toBe("auto");
    await at("NW").tap();
    expect(await action("NW")).toBe("none");
    const from = await middle("NW");
    const { h } = await block();
    const session = await page().context().newCDPSession(page());
    const touch = (type: string, y?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: y === undefined ? [] : [{ x: from.x, y }],
      });
    await touch("touchStart", from.y);
    for (let step = 1; step <= 6; step++) await touch("touchMove", from.y + (step * 4 * h) / 6);
    await touch("touchEnd");
    await live.settle();
    expect(live.rect("NW")).toEqual([0, 4, 6, 4]);
  });
});
