import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./axe";
import { Harness, type OpenOptions } from "./harness";
import { LiveDashboard } from "./live";
import { THEMES, type ThemeName } from "./themes";

const EXAMPLE = readFileSync(
  path.join(import.meta.dirname, "../../examples/shop-overview.dashboard.json"),
  "utf8",
);
const BOARD = {
  displayName: "Shop",
  labels: { team: "shop" },
  mosaicLayout: {
    columns: 48,
    tiles: [
      {
        width: 24,
        height: 16,
        widget: {
          title: "Rate",
          scorecard: {
            timeSeriesQuery: { prometheusQuery: "up" },
            thresholds: [{ value: 1, color: "YELLOW", direction: "ABOVE" }],
          },
        },
      },
      { xPos: 24, width: 24, height: 16, widget: { title: "Notes", text: { content: "# Hello" } } },
    ],
  },
};

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

async function open(dashboard: object | string, options: OpenOptions = {}): Promise<void> {
  live = await LiveDashboard.open(harness, dashboard, {
    width: 1100,
    height: 900,
    inspector: true,
    ...options,
  });
  await settle();
}

/** Makes what was asked for, until the page asks for nothing more. */
async function settle(): Promise<void> {
  for (let quiet = 0; quiet < 2; ) {
    const busy = await live.settle();
    await page().evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    quiet = busy > 0 ? 0 : quiet + 1;
  }
}

const page = () => live.preview.page;
const press = async (...keys: string[]) => {
  for (const key of keys) await page().keyboard.press(key);
  await settle();
};
const inspector = () => page().locator(".inspector");
const field = (name: string) => inspector().getByRole("textbox", { name, exact: true });
const choice = (name: string) => inspector().getByRole("combobox", { name, exact: true });
const status = () => page().getByRole("status").textContent();
const widget = (index: number) => live.value.mosaicLayout.tiles[index].widget;
async function select(title: string): Promise<void> {
  const tile = page().locator(".tile", { has: page().locator(".tile-title", { hasText: title }) });
  await tile.locator(".tile-button").focus();
  await settle();
}

describe("by the keyboard alone", () => {
  it("changes values, choices and lists of a tile, and goes back to it", async () => {
    await open(BOARD);
    await select("Rate");
    await press("Alt+Enter");
    expect(await field("Title").evaluate((node) => node === document.activeElement)).toBe(true);
    await press("Control+a");
    await page().keyboard.type("Requests");
    await press("Enter");
    expect(widget(0).title).toBe("Requests");
    expect(await status()).toBe("Title is Requests.");
    // The focus stays where it was.
    expect(await field("Title").evaluate((node) => node === document.activeElement)).toBe(true);

    await choice("View").focus();
    await press("ArrowDown");
    const active = () => choice("View").getAttribute("aria-activedescendant");
    expect(await active()).toMatch(/-0$/);
    await press("ArrowDown", "Enter");
    expect(widget(0).scorecard.sparkChartView).toEqual({ sparkChartType: "SPARK_LINE" });

    // A new threshold opens with the focus in it.
    await inspector().getByRole("button", { name: "Add threshold" }).focus();
    await press("Enter");
    expect(widget(0).scorecard.thresholds).toHaveLength(2);
    await page().keyboard.press("Control+a");
    await page().keyboard.type("0.9x");
    await press("Enter");
    expect(await inspector().getByRole("alert").allTextContents()).toContain(
      "Expected a number, for example 0.95.",
    );
    await press("Backspace", "Enter");
    expect(widget(0).scorecard.thresholds[1].value).toBe(0.9);
    await press("Alt+ArrowUp");
    expect(widget(0).scorecard.thresholds.map(({ value }: { value: number }) => value)).toEqual([0.9, 1]);
    expect(await status()).toBe("Moved threshold 2 to position 1.");
    await press("F12");
    const [sent] = (await live.sent()).filter(({ type }) => type === "reveal").slice(-1);
    expect(sent).toMatchObject({
      id: "/mosaicLayout/tiles/0/widget/scorecard/thresholds/0/value",
      focus: true,
    });
    await press("Escape");
    expect(await live.preview.focused()).toMatch(/^Requests, /);
  });

  it("removes what Alt+Delete is pressed on, and opens and closes with its button", async () => {
    await open(BOARD);
    await select("Rate");
    const toggle = page().getByRole("button", { name: "Inspector (Alt+Enter)" });
    expect(await toggle.getAttribute("aria-pressed")).toBe("true");
    const value = inspector().getByRole("textbox", { name: "Value" });
    await value.focus();
    await press("Alt+Delete");
    expect(widget(0).scorecard.thresholds).toEqual([{ color: "YELLOW", direction: "ABOVE" }]);
    await toggle.click();
    expect(await inspector().isHidden()).toBe(true);
    expect(await live.sent()).toContainEqual({ type: "inspector", open: false });
  });
});

describe("the form", () => {
  it("shows the dashboard, a tile, or what several have in common", async () => {
    await open(BOARD);
    expect(await inspector().getByRole("heading", { level: 2 }).textContent()).toBe("DashboardShop");
    await expect.poll(() => field("Display name").inputValue()).toBe("Shop");
    await select("Rate");
    expect(await field("Title").inputValue()).toBe("Rate");
    await press("Control+a");
    expect(await field("Title").getAttribute("placeholder")).toBe("Mixed");
    await field("Title").fill("Both");
    await press("Enter");
    expect([widget(0).title, widget(1).title]).toEqual(["Both", "Both"]);
  });

  it("keeps the query when the type changes, and edits Markdown in place", async () => {
    await open(BOARD);
    await select("Rate");
    await choice("Type").click();
    await page()
      .getByRole("option", { name: /^Chart/ })
      .click();
    await settle();
    expect(widget(0).xyChart.dataSets[0].timeSeriesQuery).toEqual({ prometheusQuery: "up" });
    await select("Notes");
    await field("Content").fill("# Hello\n\nworld");
    await press("Control+Enter");
    expect(widget(1).text.content).toBe("# Hello\n\nworld");
  });

  it("lets the text win over what is being written", async () => {
    await open(BOARD);
    await select("Rate");
    await field("Title").click();
    await page().keyboard.type("abc");
    // Another member changes: what is being written stays.
    live.text = live.text.replace('"columns": 48', '"columns": 24').replace("Notes", "Other");
    await live.show();
    await settle();
    expect(await field("Title").inputValue()).toContain("abc");
    live.text = live.text.replace("Rate", "Ratio");
    await live.show();
    await settle();
    expect(await field("Title").inputValue()).toBe("Ratio");
  });

  it("shows findings at their fields, with fixes that work", async () => {
    const wrong = structuredClone(BOARD) as typeof BOARD & { mosaicLayout: { tiles: object[] } };
    Object.assign(wrong.mosaicLayout.tiles[0]!, {
      widget: {
        title: "Rate",
        xyChart: {
          dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
          thresholds: [{ value: 1, color: "RED" }],
        },
      },
    });
    await open(wrong);
    await select("Rate");
    const fix = inspector().getByRole("button", { name: 'Remove "color"' });
    expect(await inspector().locator(".field-finding").count()).toBe(1);
    await fix.click();
    await settle();
    expect(widget(0).xyChart.thresholds).toEqual([{ value: 1 }]);
    expect(await inspector().locator(".field-finding").count()).toBe(0);
  });

  it("adds and renames labels", async () => {
    await open(BOARD);
    await inspector().getByRole("button", { name: "Add label" }).click();
    await page().keyboard.type("tier");
    await press("Enter");
    expect(live.value.labels).toEqual({ team: "shop", tier: "" });
    await page().keyboard.press("Tab");
    await page().keyboard.type("gold");
    await press("Enter");
    expect(live.value.labels).toEqual({ team: "shop", tier: "gold" });
  });

  it("lies below the picture where there is little room, and takes no width from it", async () => {
    await open(BOARD, { width: 600 });
    await select("Rate");
    const board = (await page().locator(".viewport").boundingBox())!;
    const panel = (await inspector().boundingBox())!;
    expect(panel.y).toBeGreaterThan(board.y + board.height - 2);
    expect(board.width).toBe(600);
  });

  it.each(Object.keys(THEMES) as ThemeName[])("axe finds nothing in %s", async (theme) => {
    await open(EXAMPLE, { theme });
    expect(await violations(live.preview)).toEqual([]);
    await select("Response time, p95");
    const closed = inspector().locator(
      ":is(.form-more, .entry-toggle, .field-toggle)[aria-expanded=false]:not([hidden])",
    );
    while ((await closed.count()) > 0) await closed.first().click();
    expect(await violations(live.preview)).toEqual([]);
    await choice("Aligner").first().click();
    expect(await violations(live.preview)).toEqual([]);
  });
});
