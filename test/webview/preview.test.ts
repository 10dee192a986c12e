import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Finding } from "../../core/finding";
import type { Picture } from "../../core/grid/picture";
import { diffPicture } from "../../core/grid/picture-patch";
import { Harness, type OpenOptions, type Preview, pictureFrom } from "./harness";
import { BROKEN, COLUMNS, SHOWCASE } from "./showcase";
import { THEMES, type ThemeName } from "./themes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let harness: Harness;
let preview: Preview;
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  // Every test: no policy violation, no exception, nothing on the console.
  expect(preview.complaints).toEqual([]);
  await preview.close();
});

async function open(picture?: Picture, options?: OpenOptions): Promise<void> {
  preview = await harness.open(options);
  expect(await preview.received()).toEqual([{ type: "ready" }]);
  if (picture) await preview.show(picture);
}

const text = (value: unknown) => JSON.stringify(value);
const showcase = () => pictureFrom(text(SHOWCASE));
const id = (index: number) => `/mosaicLayout/tiles/${index}/widget`;
const tileAt = (index: number) => preview.page.locator(`.tile[data-id="${id(index)}"]`);

const buttonAt = (index: number) => tileAt(index).locator(".tile-button");

/** The groups that the file folds at first. */
const unfold = () =>
  preview.page.locator(".is-folded .fold-button").evaluateAll((all) => {
    for (const one of all) (one as HTMLElement).click();
  });

/** Four tiles: two above, two below. */
const at = (title: string, xPos: number, yPos: number) => ({
  xPos,
  yPos,
  width: 6,
  height: 4,
  widget: { title, blank: {} },
});
const SQUARE = {
  displayName: "Square",
  mosaicLayout: { columns: 12, tiles: [at("NW", 0, 0), at("NE", 6, 0), at("SW", 0, 4), at("SE", 6, 4)] },
};

describe("drawing", () => {
  it("draws a tile for every widget and says what the dashboard is", async () => {
    await open(showcase());
    expect(await preview.page.locator(".tile").count()).toBe(SHOWCASE.mosaicLayout.tiles.length);
    expect(await preview.page.locator("h1").textContent()).toBe(SHOWCASE.displayName);
    expect(await preview.page.locator(".meta").textContent()).toBe("Mosaic, 48 columns, 30 widgets");
    expect(await preview.page.locator(".chip").allTextContents()).toEqual([
      "Template variable $cluster shop-eu",
      "Template variable $release all",
      "Pinned filter response_code 500",
    ]);
  });

  it("places tiles where the file places them", async () => {
    await open(pictureFrom(text(SQUARE)));
    const [nw, ne, sw] = await Promise.all([0, 1, 2].map(async (i) => (await tileAt(i).boundingBox())!));
    expect(ne!.y).toBeCloseTo(nw!.y, 0);
    expect(ne!.x).toBeGreaterThanOrEqual(nw!.x + nw!.width);
    expect(sw!.y).toBeGreaterThanOrEqual(nw!.y + nw!.height);
    expect(ne!.width).toBeCloseTo(nw!.width, 0);
  });

  it("shows text from a file as text, in titles, texts and filters", async () => {
    const hostile = "<img src=x onerror=\"document.title='owned'\">";
    const dashboard = {
      displayName: hostile,
      dashboardFilters: [{ labelKey: hostile, stringValue: hostile }],
      gridLayout: {
        widgets: [
          { title: hostile, text: { content: `${hostile}\n# ${hostile}` } },
          { title: hostile, sectionHeader: {} },
        ],
      },
    };
    await open(pictureFrom(text(dashboard)));
    expect(await preview.page.locator("img").count()).toBe(0);
    expect(await preview.page.title()).toBe("Dashboard preview");
    expect(await preview.page.locator("h1").textContent()).toBe(hostile);
    expect(await preview.page.locator(".tile-title").first().textContent()).toBe(hostile);
    expect(await preview.page.locator(".chip-name").textContent()).toBe(hostile);
  });

  it("keeps members inside their group, below its name", async () => {
    await open(showcase());
    expect(await tileAt(11).isVisible()).toBe(false);
    await unfold();
    const group = (await tileAt(10).boundingBox())!;
    for (const member of [11, 12, 13, 14]) {
      const box = (await tileAt(member).boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(group.y + 28);
      expect(box.y + box.height).toBeLessThanOrEqual(group.y + group.height + 1);
      expect(box.x).toBeGreaterThanOrEqual(group.x);
      expect(box.x + box.width).toBeLessThanOrEqual(group.x + group.width + 1);
    }
  });

  it("says how many widgets it left out", async () => {
    const widgets = Array.from({ length: 10_000 }, (_, i) => ({ title: `w${i}`, blank: {} }));
    await open(
      pictureFrom(text({ displayName: "x".repeat(1_000_000), gridLayout: { columns: "10", widgets } })),
    );
    expect(await preview.page.locator(".tile").count()).toBe(500);
    expect(await preview.page.locator(".banner-cut").textContent()).toContain("first 500 of 10,000 widgets");
  });

  it("draws a line where the columns end when a tile reaches beyond", async () => {
    await open(pictureFrom(text(BROKEN)));
    const line = (await preview.page.locator(".limit-line").boundingBox())!;
    const far = (await tileAt(2).boundingBox())!;
    expect(line.x).toBeGreaterThan(far.x);
    expect(line.x).toBeLessThan(far.x + far.width);
    expect(await buttonAt(2).getAttribute("aria-label")).toContain("extends beyond column 12");
  });

  it("follows the width of the panel", async () => {
    await open(pictureFrom(text(SQUARE)), { width: 900 });
    const wide = (await tileAt(1).boundingBox())!;
    await preview.page.setViewportSize({ width: 400, height: 700 });
    await expect.poll(async () => (await tileAt(1).boundingBox())!.width).toBeLessThan(wide.width / 2);
    const board = await preview.page
      .locator(".viewport")
      .evaluate((node) => node.scrollWidth - node.clientWidth);
    expect(board).toBeLessThanOrEqual(0);
  });

  it("has its tiles below each other in a pane of 235 pixels, with every mark in sight", async () => {
    const source = text(SQUARE);
    const finding = (severity: Finding["severity"]): Finding => ({
      code: "c",
      severity,
      message: "Wrong.",
      offset: source.indexOf('"NE"'),
      length: 4,
    });
    await open(pictureFrom(source, [finding("error"), finding("warning")]), { width: 235, height: 700 });
    await preview.send({ type: "mode", place: "side", editable: true, locked: false });
    // Files of their own can be pushed and compared, others not.
    expect(await preview.page.getByRole("button", { name: "Push Dashboard" }).isVisible()).toBe(false);
    const mode = { type: "mode", place: "side", editable: true, locked: false, deployable: true };
    await preview.send(mode);
    await preview.received();
    await preview.page.getByRole("button", { name: "Push Dashboard" }).click();
    await preview.page.getByRole("button", { name: "Compare with Remote" }).click();
    expect(await preview.received()).toEqual([
      { type: "file", command: "push" },
      { type: "file", command: "compare" },
    ]);
    await tileAt(1).click();
    await preview.send({ type: "act", act: "changeType" });
    expect((await preview.received()).at(-1)).toEqual({ type: "tile", id: id(1), task: "changeType" });
    const boxes = await Promise.all([0, 1, 2, 3].map(async (i) => (await tileAt(i).boundingBox())!));
    for (const [at, box] of boxes.slice(1).entries()) {
      expect(box.y).toBeGreaterThanOrEqual(boxes[at]!.y + boxes[at]!.height);
      expect(box.width).toBeGreaterThan(180);
    }
    for (const badge of await tileAt(1).locator(".badge").all()) {
      const { x, width } = (await badge.boundingBox())!;
      expect(x + width).toBeLessThanOrEqual(boxes[1]!.x + boxes[1]!.width);
    }
    expect((await preview.page.locator(".header").boundingBox())!.height).toBeLessThan(700 / 6);
    expect(await preview.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(235);
    // Larger than the pane there are columns again.
    for (let i = 0; i < 3; i++) await preview.page.keyboard.press("+");
    await expect
      .poll(async () => (await tileAt(1).boundingBox())!.y)
      .toBe((await tileAt(0).boundingBox())!.y);
  });

  it("leaves nothing wider than the window at 200 % zoom of the window", async () => {
    await open(showcase(), { width: 320, height: 400, scale: 2 });
    expect(await preview.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const board = await preview.page.locator(".viewport").boundingBox();
    expect(board!.height).toBeGreaterThan(150);
  });

  it("gives each text the direction of its own letters", async () => {
    await open(
      pictureFrom(text({ displayName: "שלום", gridLayout: { widgets: [{ title: "مرحبا", blank: {} }] } })),
    );
    const direction = (selector: string) =>
      preview.page
        .locator(selector)
        .first()
        .evaluate((node) => getComputedStyle(node).direction);
    expect(await direction("h1")).toBe("rtl");
    expect(await direction(".tile-title")).toBe("rtl");
  });
});

it("is saved as PNG and copied as an image of the same size, twice as sharp", async () => {
  await open(showcase(), { width: 900, height: 700 });
  await preview.page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await preview.send({ type: "act", act: "exportPng" });
  const sent: { type: string; png?: string; svg?: string }[] = [];
  await expect
    .poll(async () => {
      sent.push(...(await preview.received()));
      return sent.map(({ type }) => type);
    })
    .toContain("png");
  const png = Buffer.from(sent.find(({ type }) => type === "png")!.png!, "base64");
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  await preview.send({ type: "act", act: "export" });
  await expect
    .poll(async () => {
      sent.push(...(await preview.received()));
      return sent.map(({ type }) => type);
    })
    .toContain("svg");
  const [, width] = /width="(\d+)"/.exec(sent.find(({ type }) => type === "svg")!.svg!)!;
  expect(png.readUInt32BE(16)).toBe(2 * Number(width));
  await preview.send({ type: "act", act: "copyImage" });
  await expect.poll(() => preview.page.locator("[role=status]").textContent()).toContain("copied");
  const types = await preview.page.evaluate(async () =>
    (await navigator.clipboard.read()).flatMap((item) => item.types),
  );
  expect(types).toEqual(["image/png"]);
});

describe("findings", () => {
  const source = text(SQUARE);
  const finding = (marker: string, severity: Finding["severity"]): Finding => ({
    code: "c",
    severity,
    message: `Something about ${marker}.`,
    offset: source.indexOf(`"${marker}"`),
    length: 4,
  });

  it("stand on their tiles as numbers, with the messages in reach of the pointer and of screen readers", async () => {
    await open(
      pictureFrom(source, [finding("NE", "error"), finding("NE", "warning"), finding("SW", "warning")]),
    );
    expect(await tileAt(1).locator(".badge-error").textContent()).toBe("1");
    expect(await tileAt(1).locator(".badge-error").getAttribute("title")).toContain("Something about NE.");
    expect(await buttonAt(1).getAttribute("aria-label")).toContain("1 error, 1 warning: Something about NE.");
    expect(await tileAt(2).locator(".badge-error").count()).toBe(0);
    expect(await tileAt(2).locator(".badge-warning").textContent()).toBe("1");
    expect(await tileAt(0).locator(".badge").count()).toBe(0);
    await preview.page.getByRole("button", { name: "1 error, 2 warnings", exact: true }).click();
    expect(await preview.received()).toEqual([{ type: "showProblem" }]);
  });
});

describe("reveal and highlight", () => {
  it("asks for the text of a tile that is clicked", async () => {
    await open(pictureFrom(text(SQUARE)));
    await tileAt(3).click();
    expect(await preview.received()).toEqual([{ type: "reveal", id: id(3), focus: false }]);
    await tileAt(3).dblclick();
    expect((await preview.received()).at(-1)).toEqual({ type: "reveal", id: id(3), focus: true });
  });

  it("asks for the text of a filter that is clicked", async () => {
    await open(showcase());
    await preview.page.getByRole("button", { name: /^Pinned filter response_code/ }).click();
    expect(await preview.received()).toEqual([{ type: "reveal", id: "/dashboardFilters/2", focus: true }]);
  });

  it("marks the tile that the cursor stands in, and brings it into sight", async () => {
    await open(showcase());
    await preview.send({ type: "highlight", tile: id(25) });
    expect(await buttonAt(25).getAttribute("aria-current")).toBe("true");
    await expect
      .poll(() => tileAt(25).evaluate((node) => node.getBoundingClientRect().bottom <= innerHeight))
      .toBe(true);
    await preview.send({ type: "highlight", tile: null });
    expect(await preview.page.locator("[aria-current]").count()).toBe(0);
  });

  it("keeps the mark when the tile is redrawn", async () => {
    await open(pictureFrom(text(SQUARE)));
    await preview.send({ type: "highlight", tile: id(2) });
    await preview.show(pictureFrom(text(SQUARE).replace("SW", "South west"), [], 2));
    expect(await tileAt(2).getAttribute("class")).toContain("is-highlighted");
  });
});

describe("scrolling together with the text", () => {
  const rows = Array.from({ length: 12 }, (_, i) => ({
    yPos: i * 4,
    width: 12,
    height: 4,
    widget: { title: `Row ${i}`, text: { content: "x" } },
  }));
  const scrolled = async () => (await preview.received()).filter(({ type }) => type === "scrolled");
  const top = (row: number) =>
    preview.page
      .locator(".tile")
      .nth(row)
      .evaluate((tile) => {
        const { top } = document.querySelector(".viewport")!.getBoundingClientRect();
        return Math.round(tile.getBoundingClientRect().top - top);
      });

  it("brings the tile to the upper edge whose text is there, and does not send the text on", async () => {
    await open(pictureFrom(text({ displayName: "d", mosaicLayout: { columns: 12, tiles: rows } })), {
      height: 500,
    });
    await preview.received();
    await preview.send({ type: "scroll", tile: id(5) });
    expect(await top(5)).toBeGreaterThan(0);
    expect(await top(5)).toBeLessThan(24);
    await preview.send({ type: "scroll", tile: "/not/there" });
    expect(await top(5)).toBeLessThan(24);
    await preview.page.waitForTimeout(300);
    expect(await scrolled()).toEqual([]);
    await preview.send({ type: "scroll", tile: null });
    expect(await top(0)).toBeGreaterThan(0);
  });

  it("reports the first visible row when the user turns the wheel, and nothing when the page scrolls by itself", async () => {
    await open(pictureFrom(text({ displayName: "d", mosaicLayout: { columns: 12, tiles: rows } })), {
      height: 500,
    });
    await preview.received();
    await preview.send({ type: "highlight", tile: id(11) });
    await preview.page.waitForTimeout(300);
    expect(await scrolled()).toEqual([]);
    await preview.page.mouse.move(300, 300);
    await preview.page.mouse.wheel(0, -250);
    await expect.poll(async () => (await scrolled()).at(-1)).toBeDefined();
    await preview.page.mouse.wheel(0, -10_000);
    await expect.poll(async () => (await scrolled()).at(-1)).toEqual({ type: "scrolled", tile: null });
    await preview.page.mouse.wheel(0, (await top(3)) + 5);
    await expect.poll(async () => (await scrolled()).at(-1)).toEqual({ type: "scrolled", tile: id(3) });
  });
});

describe("keyboard", () => {
  it("goes from tile to tile as they lie, and Enter shows the text", async () => {
    await open(pictureFrom(text(SQUARE)));
    await buttonAt(0).focus();
    const keys: [string, string][] = [
      ["ArrowRight", "NE"],
      ["ArrowDown", "SE"],
      ["ArrowLeft", "SW"],
      ["ArrowUp", "NW"],
      ["ArrowUp", "NW"],
      ["End", "SE"],
      ["Home", "NW"],
    ];
    for (const [key, title] of keys) {
      await preview.page.keyboard.press(key);
      expect(await preview.focused(), key).toMatch(new RegExp(`^${title}, `));
    }
    expect(await preview.received()).toEqual([]);
    await preview.page.keyboard.press("Enter");
    await preview.page.keyboard.press("ArrowRight");
    await preview.page.keyboard.press(" ");
    expect(await preview.received()).toEqual([
      { type: "reveal", id: id(0), focus: true },
      { type: "reveal", id: id(1), focus: true },
    ]);
  });

  it("has one tile in the tab order", async () => {
    await open(pictureFrom(text(SQUARE)));
    expect(await preview.page.locator(".tile-button[tabindex='0']").count()).toBe(1);
    await buttonAt(2).focus();
    expect(await preview.page.locator(".tile:has([tabindex='0'])").getAttribute("data-id")).toBe(id(2));
  });

  it("leads into a group and out again", async () => {
    await open(showcase());
    await unfold();
    await buttonAt(10).focus();
    await preview.page.keyboard.press("ArrowDown");
    expect(await preview.focused()).toMatch(/^CPU by pod, /);
    await preview.page.keyboard.press("ArrowUp");
    expect(await preview.focused()).toMatch(/^Capacity, collapsible group, /);
  });

  it("reaches every visible tile", async () => {
    await open(showcase());
    await buttonAt(0).focus();
    const seen = new Set([await preview.focused()]);
    const queue = [
      await preview.page.evaluate(
        () => document.activeElement!.closest<HTMLElement>(".tile")!.dataset["id"]!,
      ),
    ];
    while (queue.length > 0) {
      const from = queue.pop()!;
      for (const key of ["ArrowDown", "ArrowRight", "ArrowLeft", "ArrowUp"]) {
        await preview.page.locator(`.tile[data-id="${from}"] .tile-button`).focus();
        await preview.page.keyboard.press(key);
        const name = await preview.focused();
        if (seen.has(name)) continue;
        seen.add(name);
        queue.push(
          await preview.page.evaluate(
            () => document.activeElement!.closest<HTMLElement>(".tile")!.dataset["id"]!,
          ),
        );
      }
    }
    expect(seen.size).toBe(await preview.page.locator(".tile:not([hidden])").count());
  });

  it("names a tile by title, kind, place and size", async () => {
    await open(showcase());
    expect(await buttonAt(5).getAttribute("aria-label")).toMatch(
      /^Requests by service, line chart, column 1 of 48, row 14, width 24, height 16, /,
    );
    await preview.show(pictureFrom(text(COLUMNS)));
    const middle = preview.page.locator('.tile[data-id="/columnLayout/columns/1/widgets/0"] .tile-button');
    expect(await middle.getAttribute("aria-label")).toMatch(
      /^Middle, stacked area and line chart, column 2 of 3, widget 1 of 1, /,
    );
  });

  it("zooms with plus, minus and zero, and says so", async () => {
    await open(pictureFrom(text(SQUARE)));
    const before = (await tileAt(0).boundingBox())!;
    await buttonAt(0).focus();
    await preview.page.keyboard.press("+");
    expect((await tileAt(0).boundingBox())!.width).toBeGreaterThan(before.width * 1.2);
    expect(await preview.page.getByRole("status").textContent()).toBe("Zoom 125 percent");
    await preview.page.keyboard.press("0");
    expect((await tileAt(0).boundingBox())!.width).toBeCloseTo(before.width, 0);
    for (let i = 0; i < 9; i++) await preview.page.keyboard.press("-");
    expect(await preview.page.getByRole("button", { name: "Zoom out" }).isDisabled()).toBe(true);
    await preview.page.getByRole("button", { name: "Fit to width" }).click();
    expect(await preview.page.locator(".percent").textContent()).toBe("100%");
  });
});

describe("single-view groups", () => {
  it("show one member and a tab for each", async () => {
    await open(showcase());
    const tabs = preview.page.getByRole("tablist", { name: "Views of Latency" }).getByRole("tab");
    expect(await tabs.allTextContents()).toEqual(["p50", "p95", "p99"]);
    expect(await Promise.all([7, 8, 9].map((i) => tileAt(i).isVisible()))).toEqual([true, false, false]);
    await tabs.nth(2).click();
    expect(await Promise.all([7, 8, 9].map((i) => tileAt(i).isVisible()))).toEqual([false, false, true]);
    await preview.page.keyboard.press("ArrowLeft");
    expect(await tileAt(8).isVisible()).toBe(true);
    expect(await preview.page.evaluate(() => document.activeElement?.textContent)).toBe("p95");
  });

  it("keep their members and tabs in sight while they have the focus", async () => {
    await open(showcase());
    const group = tileAt(6);
    await preview.page.keyboard.press("Tab");
    await group.locator(".tile-button").first().focus();
    expect(
      await group
        .locator(".tile-button")
        .first()
        .evaluate((el) => el.matches(":focus-visible")),
    ).toBe(true);
    const onTop = (tile: typeof group) =>
      tile.evaluate((el) => {
        const { x, y, width, height } = el.getBoundingClientRect();
        return document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".tile") === el;
      });
    expect(await onTop(tileAt(7))).toBe(true);
    await preview.page.getByRole("tab", { name: "p95" }).click();
    expect(await onTop(tileAt(8))).toBe(true);
  });

  it("show a list when the group asks for one", async () => {
    await open(showcase());
    await unfold();
    const list = preview.page.getByRole("combobox", { name: "Views of the group" });
    expect(await list.locator("option").allTextContents()).toEqual(["Nodes", "Pods"]);
    await list.selectOption("Pods");
    expect(await Promise.all([16, 17].map((i) => tileAt(i).isVisible()))).toEqual([false, true]);
  });

  it("show a list where tabs could not be read", async () => {
    await open(showcase(), { width: 400 });
    expect(await preview.page.getByRole("combobox", { name: "Views of Latency" }).count()).toBe(1);
  });

  it("bring the member forward that the cursor stands in", async () => {
    await open(showcase());
    await preview.send({ type: "highlight", tile: id(9) });
    expect(await tileAt(9).isVisible()).toBe(true);
    expect(await preview.page.getByRole("tab", { name: "p99" }).getAttribute("aria-selected")).toBe("true");
  });
});

describe("changes", () => {
  it("touch only the tile that changed, and keep its element", async () => {
    const before = showcase();
    await open(before);
    await preview.drawn();
    // What is near the edge of the window is drawn as well.
    await preview.page.waitForTimeout(500);
    await preview.page.evaluate(() => {
      const touched = new Set<string>();
      Object.assign(window, { touched });
      for (const [i, tile] of [...document.querySelectorAll<HTMLElement>(".tile")].entries()) {
        Object.assign(tile, { mark: i });
      }
      const name = (node: Node) =>
        (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>(".tile")?.dataset["id"];
      new MutationObserver((records) => {
        for (const record of records) touched.add(name(record.target) ?? "outside of tiles");
      }).observe(document.querySelector(".board")!, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
    });
    const after = pictureFrom(text(SHOWCASE).replace("Slowest endpoints", "Slowest paths"), [], 2);
    await preview.send({ type: "patch", patch: diffPicture(before, after) });
    expect(await tileAt(14).locator(".tile-title").textContent()).toBe("Slowest paths");
    expect(
      await preview.page.evaluate(() => [...(window as unknown as { touched: Set<string> }).touched]),
    ).toEqual([id(14)]);
    const marks = await preview.page.evaluate(() =>
      [...document.querySelectorAll(".tile")].map((tile) => (tile as unknown as { mark?: number }).mark),
    );
    expect(marks).toEqual(marks.map((_, i) => i));
    expect(await preview.received()).toEqual([]);
  });

  it("add, move and remove tiles", async () => {
    const before = pictureFrom(text(SQUARE));
    await open(before);
    const tiles = [...SQUARE.mosaicLayout.tiles.slice(0, 3), { ...at("SE", 6, 4), yPos: 8 }, at("New", 0, 8)];
    const grown = pictureFrom(text({ ...SQUARE, mosaicLayout: { columns: 12, tiles } }), [], 2);
    await preview.send({ type: "patch", patch: diffPicture(before, grown) });
    expect(await preview.page.locator(".tile").count()).toBe(5);
    expect((await tileAt(3).boundingBox())!.y).toBeCloseTo((await tileAt(4).boundingBox())!.y, 0);
    expect(await preview.page.getByRole("status").textContent()).toBe("The dashboard now has 5 widgets.");
    const shrunk = pictureFrom(
      text({ ...SQUARE, mosaicLayout: { columns: 12, tiles: tiles.slice(0, 1) } }),
      [],
      3,
    );
    await preview.send({ type: "patch", patch: diffPicture(grown, shrunk) });
    expect(await preview.page.locator(".tile").count()).toBe(1);
  });

  it("that do not fit are answered with a call for the whole picture", async () => {
    const before = pictureFrom(text(SQUARE));
    await open(before);
    await preview.send({ type: "patch", patch: { ...diffPicture(before, before), from: 41, to: 42 } });
    expect(await preview.received()).toEqual([{ type: "resync" }]);
  });

  it("keep the focus where it is", async () => {
    const before = pictureFrom(text(SQUARE));
    await open(before);
    await buttonAt(2).focus();
    const after = pictureFrom(text(SQUARE).replace('"SW"', '"South west"'), [], 2);
    await preview.send({ type: "patch", patch: diffPicture(before, after) });
    expect(await preview.focused()).toMatch(/^South west, /);
  });

  it("of one tile in a hundred are painted at once", async () => {
    const tiles = Array.from({ length: 100 }, (_, i) => ({
      xPos: (i % 4) * 12,
      yPos: Math.floor(i / 4) * 16,
      width: 12,
      height: 16,
      widget: {
        title: `Chart ${i}`,
        xyChart: { dataSets: [{ plotType: "STACKED_BAR" }, { plotType: "LINE" }] },
      },
    }));
    const source = text({ displayName: "Hundred", mosaicLayout: { columns: 48, tiles } });
    const before = pictureFrom(source);
    await open(before, { width: 1200, height: 800 });
    const after = pictureFrom(source.replace("Chart 50", "Chart fifty"), [], 2);
    const title = await preview.page.evaluate(
      (patch) => {
        window.dispatchEvent(new MessageEvent("message", { data: { type: "patch", patch } }));
        return document.querySelectorAll(".tile")[50]?.querySelector(".tile-title")?.textContent;
      },
      diffPicture(before, after),
    );
    expect(title).toBe("Chart fifty");
  });
});

describe("text that is no JSON", () => {
  it("leaves the last good picture, says so, and leads to the problem", async () => {
    await open(showcase());
    await preview.send({ type: "unchanged", stale: { problems: 2 } });
    const banner = preview.page.locator(".banner-stale");
    expect(await banner.locator(".banner-words").textContent()).toBe(
      "Showing the last valid version: the text has 2 problems.",
    );
    expect(await preview.page.getByRole("status").textContent()).toContain("last valid version");
    expect(await preview.page.locator(".tile").count()).toBe(30);
    await banner.getByRole("button", { name: "Go to First Problem" }).click();
    expect(await preview.received()).toEqual([{ type: "showProblem" }]);
    await preview.send({ type: "unchanged" });
    expect(await banner.isVisible()).toBe(false);
    expect(await preview.page.getByRole("status").textContent()).toBe("The preview is up to date.");
  });

  it.each([
    ["invalid", "This text is not valid JSON yet", 1],
    ["closed", "The dashboard is closed", 0],
    ["unavailable", "The preview cannot be drawn", 0],
  ] as const)("or no text at all: %s", async (reason, heading, buttons) => {
    await open();
    await preview.send({ type: "nothing", document: "file:///a", reason, problems: 3 });
    expect(await preview.page.locator(".empty-title").textContent()).toBe(heading);
    expect(await preview.page.locator(".empty button").count()).toBe(buttons);
    expect(await preview.page.locator(".toolbar").isVisible()).toBe(false);
    await preview.show(pictureFrom(text(SQUARE)));
    expect(await preview.page.locator(".empty").isVisible()).toBe(false);
    expect(await preview.page.locator(".tile").count()).toBe(4);
  });

  it.each([
    [{ displayName: "x" }, "This dashboard has no layout yet"],
    [{ displayName: "x", mosaicLayout: { columns: 12 } }, "This dashboard has no widgets yet"],
  ])("is told apart from a dashboard with nothing in it: %j", async (dashboard, heading) => {
    await open(pictureFrom(text(dashboard)));
    expect(await preview.page.locator(".empty-title").textContent()).toBe(heading);
  });
});

describe("messages", () => {
  it.each<[string, unknown]>([
    ["an unknown type", { type: "explode" }],
    ["no object", "picture"],
    ["a picture without tiles", { type: "picture", document: "a", picture: { title: "x" } }],
    [
      "a tile with a negative place",
      {
        type: "picture",
        document: "a",
        picture: { ...pictureFrom(text(SQUARE)), tiles: [{ ...pictureFrom(text(SQUARE)).tiles[0], x: -1 }] },
      },
    ],
    ["a patch without a version", { type: "patch", patch: { head: {}, add: [], update: [], remove: [] } }],
    ["a highlight of a number", { type: "highlight", tile: 3 }],
  ])("%s is refused and told", async (_, message) => {
    await open(pictureFrom(text(SQUARE)));
    await preview.send(message);
    expect(await preview.received()).toEqual([{ type: "unsupported", received: expect.any(String) }]);
    expect(await preview.page.locator(".tile").count()).toBe(4);
  });
});

describe("state", () => {
  it("is kept and taken up again for the same file", async () => {
    await open(showcase());
    await preview.page.getByRole("button", { name: "Zoom in" }).click();
    await preview.page.getByRole("tab", { name: "p95" }).click();
    await buttonAt(18).focus();
    await preview.page.locator(".viewport").evaluate((node) => node.scrollTo(40, 500));
    await expect.poll(async () => (await preview.state()).scrollTop).toBe(500);
    const state = await preview.state();
    expect(state).toMatchObject({
      document: "file:///a.dashboard.json",
      zoom: 1.25,
      selected: id(18),
      views: { [id(6)]: id(8) },
    });
    await preview.close();

    await open(showcase(), { state });
    expect(await preview.page.locator(".percent").textContent()).toBe("125%");
    expect(await tileAt(8).isVisible()).toBe(true);
    expect(await buttonAt(18).getAttribute("tabindex")).toBe("0");
    expect(
      await preview.page.locator(".viewport").evaluate((node) => [node.scrollLeft, node.scrollTop]),
    ).toEqual([40, 500]);
  });

  it("of another file waits for that file, but for the zoom; what makes no sense is left alone", async () => {
    const other = { document: "file:///b", zoom: 3, scrollLeft: 0, scrollTop: 9, selected: id(3), views: {} };
    const square = pictureFrom(text(SQUARE));
    await open(square, { state: other });
    expect(await preview.page.locator(".percent").textContent()).toBe("300%");
    expect(await buttonAt(3).getAttribute("tabindex")).toBe("-1");
    await preview.show(square, { document: "file:///b" });
    expect(await buttonAt(3).getAttribute("tabindex")).toBe("0");
    expect(await preview.page.locator(".viewport").evaluate((node) => node.scrollTop)).toBe(9);
    await preview.close();
    await open(pictureFrom(text(SQUARE)), { state: { zoom: "big" } as never });
    expect(await preview.page.locator(".tile").count()).toBe(4);
  });
});

describe("accessibility", () => {
  const findings: Finding[] = [
    {
      code: "c",
      severity: "error",
      message: "Bad.",
      offset: text(SHOWCASE).indexOf('"Stock level"'),
      length: 5,
    },
  ];

  async function violations(): Promise<string[]> {
    await preview.page.evaluate(axeSource);
    return preview.page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      const { violations } = await axe.run(document, { resultTypes: ["violations"] });
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join(" | ")}`,
      );
    });
  }

  it.each(Object.keys(THEMES) as ThemeName[])("axe finds nothing in %s", async (theme) => {
    await open(pictureFrom(text(SHOWCASE), findings), { theme, width: 1000, height: 2600 });
    await preview.send({ type: "unchanged", stale: { problems: 1 } });
    await preview.send({ type: "highlight", tile: id(5) });
    await buttonAt(4).focus();
    expect(await violations()).toEqual([]);
    await preview.show(pictureFrom(text(BROKEN)));
    expect(await violations()).toEqual([]);
    await preview.send({ type: "nothing", document: "file:///a", reason: "invalid", problems: 3 });
    expect(await violations()).toEqual([]);
  });

  it("shows where the focus is, in every theme", async () => {
    for (const theme of Object.keys(THEMES) as ThemeName[]) {
      await open(pictureFrom(text(SQUARE)), { theme });
      await buttonAt(0).focus();
      await preview.page.keyboard.press("ArrowRight");
      const style = await tileAt(1).evaluate((node) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(node);
        return { outlineStyle, outlineWidth, outlineColor };
      });
      const [r, g, b] = THEMES[theme].tokens.focusBorder
        .match(/[0-9a-f]{2}/g)!
        .map((hex) => Number.parseInt(hex, 16));
      expect(style).toEqual({
        outlineStyle: "solid",
        outlineWidth: "2px",
        outlineColor: `rgb(${r}, ${g}, ${b})`,
      });
      if (theme !== "hc-light") await preview.close();
    }
  });

  it("still shows its drawings in forced colors", async () => {
    await open(showcase(), { forcedColors: true });
    await preview.drawn();
    const words = await preview.page.evaluate(() => getComputedStyle(document.body).color);
    const colors = await tileAt(5)
      .locator("canvas")
      .evaluate((canvas) => {
        const { width, height } = canvas as HTMLCanvasElement;
        const { data } = (canvas as HTMLCanvasElement).getContext("2d")!.getImageData(0, 0, width, height);
        const found = new Set<string>();
        for (let i = 0; i < data.length; i += 4) {
          if (data[i + 3] === 255) found.add(`rgb(${data[i]}, ${data[i + 1]}, ${data[i + 2]})`);
        }
        return [...found];
      });
    expect(colors).toContain(words);
  });

  it("scrolls smoothly only for those who have not asked for less motion", async () => {
    for (const reducedMotion of [true, false]) {
      await open(showcase(), { reducedMotion });
      const behaviour = await preview.page.evaluate(async (tile) => {
        let asked = "";
        Element.prototype.scrollIntoView = (options) => {
          asked = typeof options === "object" ? (options.behavior ?? "") : "";
        };
        window.dispatchEvent(new MessageEvent("message", { data: { type: "highlight", tile } }));
        return asked;
      }, id(20));
      expect(behaviour).toBe(reducedMotion ? "auto" : "smooth");
      if (reducedMotion) await preview.close();
    }
  });
});
