import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { violations } from "./axe";
import { Harness } from "./harness";
import { LiveDashboard } from "./live";
import { GRID, SHOWCASE } from "./showcase";
import { THEMES, type ThemeName } from "./themes";

/** Pictures to look at. */
const OUT = path.resolve(import.meta.dirname, "../../build/screenshots");
const themes = Object.keys(THEMES) as ThemeName[];

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

const page = () => live.preview.page;
const tileAt = (index: number) => page().locator(`.tile[data-id="/mosaicLayout/tiles/${index}/widget"]`);
const shoot = (name: string) => page().screenshot({ path: path.join(OUT, `editing-${name}.png`) });

async function lift(index: number, dx: number, dy: number): Promise<void> {
  const box = (await tileAt(index).boundingBox())!;
  await page().mouse.move(box.x + box.width / 2, box.y + 12);
  await page().mouse.down();
  await page().mouse.move(box.x + box.width / 2 + dx, box.y + 12 + dy, { steps: 4 });
}

describe.each(themes)("in %s", (theme) => {
  it("axe finds nothing while tiles are selected, dragged, resized, renamed, chosen and refused", async () => {
    live = await LiveDashboard.open(harness, SHOWCASE, { theme, width: 1000, height: 900 });
    await tileAt(1).click();
    await tileAt(2).click({ modifiers: ["Shift"] });
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`selected-${theme}`);

    await lift(1, 260, 150);
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`dragging-${theme}`);
    await page().keyboard.press("Escape");
    await page().mouse.up();

    await tileAt(5).click();
    const handle = (await page().locator(".handle-se").boundingBox())!;
    await page().mouse.move(handle.x + 7, handle.y + 7);
    await page().mouse.down();
    await page().mouse.move(handle.x + 120, handle.y + 90, { steps: 4 });
    await shoot(`resizing-${theme}`);
    await page().keyboard.press("Escape");
    await page().mouse.up();

    await page().keyboard.press("F2");
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`renaming-${theme}`);
    await page().keyboard.press("Escape");

    await page().getByRole("button", { name: "Add a widget" }).click();
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`palette-${theme}`);
    await page().getByRole("menuitem", { name: "Pie chart" }).click();
    await page().mouse.move(420, 420, { steps: 3 });
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`placing-${theme}`);
    await page().keyboard.press("Escape");

    const columns = page().getByRole("spinbutton", { name: "Columns" });
    await columns.fill("7");
    await columns.press("Enter");
    expect(await page().locator(".banner-complaint").isVisible()).toBe(true);
    expect(await violations(live.preview)).toEqual([]);
    await shoot(`refused-${theme}`);
    await live.settle();
    expect(live.gestures).toEqual([]);
  });
});

describe("narrow, enlarged and right to left", () => {
  it("everything of the bar and the palette can be reached", async () => {
    live = await LiveDashboard.open(harness, SHOWCASE, { width: 320, height: 500, scale: 2 });
    expect(await page().evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await page().getByRole("button", { name: "Add a widget" }).click();
    const box = (await page().locator(".palette").boundingBox())!;
    expect(box.x).toBeGreaterThanOrEqual(0);
    expect(box.x + box.width).toBeLessThanOrEqual(320);
    expect(box.y + box.height).toBeLessThanOrEqual(500);
    await shoot("narrow");
    await page().keyboard.press("End");
    expect(await page().evaluate(() => document.activeElement?.textContent)).toBe("Filter control");
    await page().keyboard.press("Escape");
    for (const button of await page().locator(".edit-bar button:visible").all()) {
      const place = (await button.boundingBox())!;
      expect(place.x + place.width).toBeLessThanOrEqual(320);
    }
  });

  it("a grid offers its conversion", async () => {
    live = await LiveDashboard.open(harness, GRID, { theme: "light", width: 800, height: 500 });
    await page().locator(".tile").nth(1).click();
    await shoot("grid");
    expect(await page().getByRole("button", { name: "Convert to Mosaic" }).isVisible()).toBe(true);
  });

  it("a title in Hebrew is written from the right", async () => {
    const dashboard = {
      displayName: "לוח",
      mosaicLayout: { columns: 12, tiles: [{ width: 6, height: 4, widget: { title: "שלום", blank: {} } }] },
    };
    live = await LiveDashboard.open(harness, dashboard);
    await page().locator(".tile-button").first().focus();
    await page().keyboard.press("F2");
    expect(
      await page()
        .locator(".title-field")
        .evaluate((node) => getComputedStyle(node).direction),
    ).toBe("rtl");
  });
});

describe("the picture as a file", () => {
  async function exported(): Promise<string> {
    await page().getByRole("button", { name: "Export as SVG" }).click();
    let svg = "";
    await expect
      .poll(async () => {
        for (const message of await live.sent()) if (message.type === "svg") svg = message.svg;
        return svg !== "";
      })
      .toBe(true);
    return svg;
  }

  it.each(themes)("looks the same without the page, in %s", async (theme) => {
    live = await LiveDashboard.open(harness, SHOWCASE, { theme, width: 1000, height: 900 });
    await tileAt(1).click();
    await live.preview.drawn();
    const svg = await exported();
    writeFileSync(path.join(OUT, `export-${theme}.svg`), svg);
    const shown = await harness.blank();
    const complaints: string[] = [];
    shown.on("console", (message) => complaints.push(message.text()));
    shown.on("request", (request) => complaints.push(request.url()));
    await shown.setContent(`<!doctype html><style>body{margin:0}</style>${svg.replace(/^<\?xml.*?\?>/, "")}`);
    await shown.setViewportSize({ width: 1000, height: 800 });
    await shown.screenshot({ path: path.join(OUT, `export-${theme}.png`), fullPage: true });
    const texts = await shown.locator("svg text").allTextContents();
    expect(texts).toContain(SHOWCASE.displayName);
    expect(texts).toContain("Requests by service");
    expect(complaints.filter((line) => !line.startsWith("about:") && !line.startsWith("data:"))).toEqual([]);
    // Nothing of the person's own: no selection, no handles.
    const focus = await page().evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--vscode-focusBorder"),
    );
    const [r, g, b] = focus.match(/[0-9a-f]{2}/gi)!.map((hex) => Number.parseInt(hex, 16));
    const framed = [...svg.matchAll(/<rect [^>]*stroke="([^"]+)"/g)].map(([, color]) => color);
    if (theme === "dark" || theme === "light") expect(framed).not.toContain(`rgb(${r}, ${g}, ${b})`);
    expect(/var\(--|\sclass=|\sstyle=|<style|currentcolor/i.exec(svg)?.[0]).toBeUndefined();
    // Every chart is there, those too that were not in sight.
    expect(await shown.locator("svg image").count()).toBeGreaterThan(10);
    await shown.close();
  });

  it("cuts what the screen cuts, has the widths of the screen and the filters, and is not made of a broken text", async () => {
    const long = "Requests of the shop that nobody has answered in time";
    const zone = "europe-west1-b-and-more-of-it-than-fits";
    const filter = `metric.type="compute.googleapis.com/instance/cpu/utilization" resource.label.zone="${zone}"`;
    const timeSeriesFilter = {
      filter,
      aggregation: { crossSeriesReducer: "REDUCE_MEAN", groupByFields: ['resource.label."zone"'] },
    };
    const table = { timeSeriesTable: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter } }] } };
    live = await LiveDashboard.open(harness, {
      displayName: "Cut",
      dashboardFilters: [{ templateVariable: "cluster", labelKey: "cluster_name", stringValue: "shop-eu" }],
      mosaicLayout: { columns: 12, tiles: [{ width: 4, height: 6, widget: { title: long, ...table } }] },
    });
    await live.preview.drawn();
    const tile = (await tileAt(0).boundingBox())!;
    const texts = await page().evaluate(
      (svg) => {
        const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
        return [...parsed.querySelectorAll("text")].map((node) => ({
          words: node.textContent ?? "",
          right: Number(node.getAttribute("x")) + Number(node.getAttribute("textLength")),
        }));
      },
      await exported(),
    );
    const words = texts.map((text) => text.words);
    for (const whole of [long, zone]) {
      const cut = texts.find((text) => text.words.endsWith("…") && whole.startsWith(text.words.slice(0, -1)));
      expect(cut?.words.length, whole).toBeGreaterThan(5);
      expect(cut!.right).toBeLessThan(16 + tile.width);
    }
    expect(words).toContain("cluster");
    expect(words).toContain("= shop-eu");
    await live.preview.send({ type: "unchanged", stale: { problems: 1 } });
    await page().getByRole("button", { name: "Export as SVG" }).click();
    expect(await page().locator(".banner-complaint").textContent()).toContain("was not exported");
    expect(await live.sent()).toEqual([]);
  });

  it("is well-formed and holds nothing that runs or loads, whatever the dashboard says", async () => {
    const hostile = `"><script>alert(1)</script><image href='https://evil.example/x'/>\u0000\u0001\ufffe`;
    const widgets = [
      {
        title: hostile,
        text: { content: `${hostile}\n\n[link](javascript:alert(1)) ![i](https://evil.example/y)` },
      },
      { title: hostile, sectionHeader: { subtitle: hostile } },
      {
        title: hostile,
        xyChart: { dataSets: [{ legendTemplate: hostile, timeSeriesQuery: { prometheusQuery: hostile } }] },
      },
    ];
    live = await LiveDashboard.open(
      harness,
      { displayName: hostile, gridLayout: { widgets } },
      { editable: false },
    );
    const svg = await exported();
    const problems = await page().evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      const bad: string[] = [
        ...parsed.querySelectorAll("parsererror, script, foreignObject, iframe, a, style"),
      ].map((node) => node.localName);
      for (const node of parsed.querySelectorAll("*")) {
        for (const { name, value } of node.attributes) {
          if (/^on/i.test(name)) bad.push(name);
          if (/href$/.test(name) && !/^(#|data:image\/)/.test(value)) bad.push(value);
        }
      }
      return bad;
    }, svg);
    expect(problems).toEqual([]);
    expect(svg).toContain("&lt;script&gt;");
  });
});

describe("hostile dashboards", () => {
  it("neither run nor freeze the editor", async () => {
    const long = "<b onclick=alert(1)>".repeat(50_000);
    const tiles = Array.from({ length: 3000 }, (_, i) => ({
      xPos: i % 2 ? 2_000_000_000 : 0,
      yPos: i * 4,
      width: 2_000_000_000,
      height: i === 7 ? 2_147_483_647 : 4,
      widget: { title: i === 0 ? long : `T${i}`, text: { content: "x" } },
    }));
    live = await LiveDashboard.open(
      harness,
      JSON.stringify({ displayName: long, mosaicLayout: { columns: 48, tiles } }),
    );
    expect(await page().locator(".tile").count()).toBe(500);
    expect(await page().locator(".banner-cut").isVisible()).toBe(true);
    await tileAt(0).locator(".tile-button").focus();
    await page().evaluate(() => {
      const key = (type: string, name: string, altKey: boolean) =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent(type, { key: name, altKey, bubbles: true, cancelable: true }),
        );
      key("keydown", "ArrowDown", true);
      document.body.getBoundingClientRect();
      key("keydown", "Escape", true);
    });
    expect(await page().locator("b").count()).toBe(0);
  });
});

describe("a drag", () => {
  it("of one tile among a hundred does not draw the others anew", async () => {
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
    live = await LiveDashboard.open(
      harness,
      { displayName: "Hundred", mosaicLayout: { columns: 48, tiles } },
      { width: 1200, height: 800 },
    );
    await live.preview.drawn();
    await tileAt(1).click();
    const drawn = await page().evaluate(async () => {
      const tile = document.querySelectorAll<HTMLElement>(".tile")[1]!;
      const { left, top } = tile.getBoundingClientRect();
      const at = (type: string, x: number, y: number) =>
        tile.dispatchEvent(
          new PointerEvent(type, {
            bubbles: true,
            cancelable: true,
            isPrimary: true,
            pointerId: 1,
            button: 0,
            buttons: 1,
            clientX: x,
            clientY: y,
          }),
        );
      // A pointer that no device has cannot be captured; everything else is as it is.
      Element.prototype.setPointerCapture = () => {};
      Element.prototype.hasPointerCapture = () => false;
      at("pointerdown", left + 30, top + 10);
      const changed = new Set<Element>();
      const observer = new MutationObserver((records) => {
        for (const { target } of records) {
          const near = target instanceof Element ? target : target.parentElement;
          const owner = near?.closest(".tile");
          if (owner) changed.add(owner);
        }
      });
      observer.observe(document.body, { subtree: true, childList: true });
      for (let step = 1; step <= 20; step++) {
        at("pointermove", left + 30 + step, top + 10 + step);
        await new Promise(requestAnimationFrame);
      }
      observer.disconnect();
      at("pointerup", left + 30, top + 10);
      return [...changed].map((one) => [...document.querySelectorAll(".tile")].indexOf(one));
    });
    // A tile that comes near the edge can be drawn for the first time.
    expect(drawn.length).toBeLessThan(3);
  });

  it("at an edge stretches the chart, and redraws it when the pointer rests", async () => {
    const chart = { title: "Chart", xyChart: { dataSets: [{ plotType: "LINE" }] } };
    const tiles = [{ width: 12, height: 16, widget: chart }];
    live = await LiveDashboard.open(
      harness,
      { displayName: "One", mosaicLayout: { columns: 48, tiles } },
      { width: 1200, height: 800 },
    );
    await live.preview.drawn();
    await tileAt(0).click();
    const sizes = () =>
      page()
        .locator("canvas")
        .first()
        .evaluate((node) => {
          const canvas = node as HTMLCanvasElement;
          return { drawn: canvas.width, shown: Math.round(canvas.getBoundingClientRect().width) };
        });
    const { drawn } = await sizes();
    const box = (await tileAt(0).boundingBox())!;
    const { mouse } = page();
    await mouse.move(box.x + box.width - 1, box.y + box.height / 2);
    await mouse.down();
    // Within one frame, however slow the machine is.
    const moving = await page().evaluate(
      async ({ x, y }) => {
        const canvas = document.querySelector("canvas")!;
        for (let step = 1; step <= 12; step++) {
          const at = { clientX: x + step * 20, clientY: y, pointerId: 1, isPrimary: true, bubbles: true };
          document.querySelector(".board")!.dispatchEvent(new PointerEvent("pointermove", at));
        }
        await new Promise(requestAnimationFrame);
        return { drawn: canvas.width, shown: canvas.getBoundingClientRect().width };
      },
      { x: box.x + box.width, y: box.y + box.height / 2 },
    );
    expect(moving.drawn).toBe(drawn);
    expect(moving.shown).toBeGreaterThan(drawn + 100);
    await expect.poll(async () => (await sizes()).drawn).toBeGreaterThan(drawn + 100);
    await page().keyboard.press("Escape");
    await mouse.up();
    await expect.poll(async () => (await sizes()).drawn).toBe(drawn);
  });
});
