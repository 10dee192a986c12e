import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Picture } from "../../core/grid/picture";
import { diffPicture } from "../../core/grid/picture-patch";
import type { Sketch } from "../../core/grid/sketch";
import { CHARTS, TEXTS } from "./gallery";
import { Harness, type OpenOptions, type Preview, pictureFrom } from "./harness";
import { SHOWCASE } from "./showcase";
import type { ThemeName } from "./themes";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let harness: Harness;
let preview: Preview;
let requests: string[];
beforeAll(async () => {
  harness = await Harness.start();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  // Every test: no policy violation, no exception, nothing on the console.
  expect(preview.complaints).toEqual([]);
  await preview.close();
});

const text = (value: unknown) => JSON.stringify(value);
const gridOf = (...widgets: object[]) => ({ displayName: "d", gridLayout: { columns: "3", widgets } });

async function open(dashboard: object, options: OpenOptions = {}): Promise<Picture> {
  preview = await harness.open({ width: 1200, height: 2400, ...options });
  requests = [];
  preview.page.on("request", (request) => requests.push(request.url()));
  const picture = pictureFrom(text(dashboard));
  await preview.show(picture);
  await preview.drawn();
  return picture;
}

const tile = (title: string) =>
  preview.page.locator(".tile").filter({ has: preview.page.locator(`.tile-title[title="${title}"]`) });

/** How many pixels of each canvas in a tile have been drawn on. */
async function ink(title: string): Promise<number[]> {
  return tile(title)
    .locator("canvas")
    .evaluateAll((all) =>
      all.map((one) => {
        const canvas = one as HTMLCanvasElement;
        // Read from a copy: reading back is slow, and the browser says so about the canvas that is read.
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext("2d", { willReadFrequently: true })!;
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
        let pixels = 0;
        for (let i = 3; i < data.length; i += 4) if (data[i] !== 0) pixels++;
        return pixels;
      }),
    );
}

async function axe(): Promise<string[]> {
  await preview.page.evaluate(axeSource);
  return preview.page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

describe("every kind", () => {
  it("of chart has ink in it and says that its numbers are made up", async () => {
    await open(CHARTS);
    const withoutChart = new Set(["Bare value", "Columns with settings", "Top list"]);
    for (const { widget } of CHARTS.mosaicLayout.tiles) {
      const { title } = widget;
      expect(await tile(title).locator(".sample-mark").textContent(), title).toBe("Sample data");
      const pixels = await ink(title);
      expect(pixels.length > 0, title).toBe(!withoutChart.has(title));
      if (pixels.length > 0) expect(Math.max(...pixels), title).toBeGreaterThan(800);
    }
  });

  it("of widget is drawn, and what the file itself says is not called a sample", async () => {
    await open(SHOWCASE, { height: 2600 });
    await preview.page.locator(".is-folded .fold-button").click();
    await preview.drawn();
    const kinds = await preview.page
      .locator(".tile")
      .evaluateAll((all) =>
        all.map((one) => [
          [...one.classList].find((name) => name.startsWith("kind-"))!,
          one.querySelector(".sample-mark") !== null,
          (one.textContent ?? "").length > 0 || one.matches("[hidden], .kind-blank, .is-group"),
          one.matches("[hidden]"),
        ]),
      );
    const own = /^kind-(text|sectionHeader|collapsibleGroup|singleViewGroup|filterControl|blank)$/;
    const marked = kinds.filter(([, isMarked]) => isMarked).map(([kind]) => kind as string);
    expect(marked.filter((kind) => own.test(kind))).toEqual([]);
    // A tile that is not shown has no content, so no mark either.
    const unmarked = kinds.filter(([, isMarked, , isHidden]) => !isMarked && !isHidden);
    expect(unmarked.map(([kind]) => kind as string).filter((kind) => !own.test(kind))).toEqual([]);
    expect(kinds.every(([, , hasWords]) => hasWords)).toBe(true);
  });

  it("that is not known, or cannot be drawn, leaves the others as they are", async () => {
    preview = await harness.open();
    const picture = pictureFrom(
      text(gridOf({ title: "Good", xyChart: { dataSets: [{}] } }, { title: "Odd" })),
    );
    const [good, odd] = picture.tiles;
    const broken = { ...good!.sketch, plots: [{ facts: { ...facts, labels: [null] } }] };
    const tiles = [good!, { ...odd!, kind: "xyChart" as const, sketch: broken }];
    await preview.show({ ...picture, tiles } as Picture);
    await preview.drawn();
    expect(await ink("Good")).toHaveLength(1);
    expect(await tile("Odd").textContent()).toContain("cannot be drawn");
    (preview.complaints as string[]).length = 0;
  });
});

const facts = { name: "m", unit: "", values: "level", labels: [], series: 2, period: 0 };

describe("charts", () => {
  it("name their series as the legend template says, else by their labels", async () => {
    await open(CHARTS);
    const names = (title: string) => tile(title).locator(".legend-name").allTextContents();
    expect(await names("Quantiles do not cross")).toEqual(["p50", "p95", "p99"]);
    expect((await names("Logarithmic, with a legend template")).slice(0, 2)).toEqual([
      "memory of pod-a",
      "memory of pod-b",
    ]);
    expect(await names("Horizontal, by SQL")).toEqual(["requests"]);
    expect(await names("Statistics")).toEqual(["maximum", "95th percentile", "mean", "minimum"]);
    expect((await names("Compared with a week earlier")).at(-1)).toMatch(/\(1 week earlier\)$/);
  });

  it("are the same every time", async () => {
    const shot = async () => {
      await open(CHARTS);
      const drawn = await tile("Stacked area")
        .locator("canvas")
        .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
      return drawn;
    };
    const first = await shot();
    await preview.close();
    expect(await shot()).toBe(first);
  });

  it("take on another theme when VS Code changes it", async () => {
    await open(CHARTS);
    const canvas = tile("Stacked bar and line").locator("canvas");
    const shot = () => canvas.evaluate((node) => (node as HTMLCanvasElement).toDataURL());
    const before = await shot();
    await preview.page.evaluate(() => document.body.classList.replace("vscode-dark", "vscode-light"));
    await expect.poll(shot).not.toBe(before);
  });

  it("show what fits when the panel is narrow", async () => {
    await open(CHARTS, { width: 330 });
    expect(await preview.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(330);
    expect((await ink("Stacked area"))[0]).toBeGreaterThan(300);
    await preview.page.setViewportSize({ width: 1200, height: 900 });
    await expect.poll(async () => (await ink("Stacked area"))[0]).toBeGreaterThan(20_000);
  });
});

describe("scorecards and tables", () => {
  it("name the state that the thresholds give", async () => {
    await open(CHARTS);
    expect(await tile("Spark line with states").locator(".score-state").textContent()).toMatch(
      /^(OK|Busy|Overloaded)$/,
    );
    expect(await tile("Bare value").locator(".score-state").count()).toBe(0);
    expect(await tile("Bare value").locator(".score-value").textContent()).toMatch(/^[\d.]+ [KMGT]iB$/);
  });

  it("show the columns that the file shows, under its names and with its alignment", async () => {
    await open(CHARTS);
    const table = tile("Columns with settings").locator("table");
    expect(await table.locator("th").allTextContents()).toEqual(["Where", "CPU"]);
    const align = (selector: string) =>
      table
        .locator(selector)
        .first()
        .evaluate((cell) => getComputedStyle(cell).textAlign);
    expect(await align("td:nth-child(1)")).toBe("center");
    expect(await align("td:nth-child(2)")).toBe("end");
    expect(await table.locator("td.has-state").count()).toBeGreaterThan(0);
    expect(await table.locator("td:nth-child(2)").first().textContent()).toMatch(/^[\d.]+%$/);
  });

  it("draw bars as long as their values", async () => {
    await open(CHARTS);
    const bars = await tile("Top list")
      .locator(".bar")
      .evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
    expect(bars.length).toBeGreaterThan(3);
    expect([...bars].sort((a, b) => b - a)).toEqual(bars);
    expect(bars[0]).toBeGreaterThan(bars.at(-1)! * 1.5);
  });

  it.each([
    ["60 by 80 pixels", 3, 8],
    ["100 by 80 pixels", 5, 8],
    ["160 by 75 pixels", 8, 5],
    ["160 by 110 pixels", 8, 11],
    ["300 by 200 pixels", 14, 20],
  ])(
    "are readable in a tile of %s: nothing lies over anything else, and every number is whole",
    async (_, w, h) => {
      const query = { timeSeriesQuery: { prometheusQuery: "sum(node_memory_bytes)" } };
      const thresholds = [{ value: 5e9, color: "RED", direction: "ABOVE", label: "Far too much of it" }];
      const views = [
        {},
        { thresholds },
        { thresholds, gaugeView: { upperBound: 6e9 } },
        { thresholds, sparkChartView: { sparkChartType: "SPARK_LINE" } },
      ];
      const tiles = views.map((view, at) => ({
        xPos: at * w,
        yPos: 0,
        width: w,
        height: h,
        widget: { title: `Card ${at}`, scorecard: { ...query, ...view } },
      }));
      await open({ displayName: "d", mosaicLayout: { columns: 48, tiles } }, { width: 1000, height: 700 });
      const overlaps = await preview.page.evaluate(() =>
        [...document.querySelectorAll(".tile")].flatMap((tile) => {
          const parts = [
            ...tile.querySelectorAll(".tile-head, .score-value, .score-state, .chart-spark, .sample-mark"),
          ]
            .map((node) => ({
              name: node.className,
              box: node.getBoundingClientRect(),
              node: node as HTMLElement,
            }))
            .filter(({ box }) => box.width > 0 && box.height > 0);
          const frame = tile.getBoundingClientRect();
          const bar = tile.querySelector(".score.has-state")?.getBoundingClientRect().top ?? frame.top;
          return parts.flatMap(({ name, box, node }, at) => [
            ...(box.top < frame.top - 1 || box.bottom > frame.bottom + 1 ? [`${name} leaves the tile`] : []),
            ...(name === "score-value" && box.top < bar + 3 ? [`${name} is on the bar of the state`] : []),
            ...(name === "score-value" && node.scrollWidth > node.clientWidth + 1
              ? [`${name} is cut off`]
              : []),
            ...parts
              .slice(at + 1)
              .filter(
                ({ box: b }) =>
                  box.left < b.right - 1 &&
                  b.left < box.right - 1 &&
                  box.top < b.bottom - 2 &&
                  b.top < box.bottom - 2,
              )
              .map((other) => `${name} and ${other.name}`),
          ]);
        }),
      );
      expect(overlaps).toEqual([]);
    },
  );

  it("give numbers the room that they need before names", async () => {
    const groupByFields = ["project_id", "location", "cluster_name", "namespace_name"].map(
      (key) => `resource.label.${key}`,
    );
    const timeSeriesFilter = {
      filter: 'metric.type="kubernetes.io/container/memory/used_bytes" resource.type="k8s_container"',
      aggregation: { perSeriesAligner: "ALIGN_MEAN", crossSeriesReducer: "REDUCE_SUM", groupByFields },
    };
    const table = (metricVisualization: string) => ({
      title: metricVisualization,
      timeSeriesTable: { metricVisualization, dataSets: [{ timeSeriesQuery: { timeSeriesFilter } }] },
    });
    await open(gridOf(table("BAR"), table("NUMBER")), { width: 900, height: 700 });
    const cut = await preview.page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>("td.align-right, td.cell-bar")]
        .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
        .map((cell) => cell.textContent),
    );
    expect(cut).toEqual([]);
    expect(await preview.page.locator("td.align-right").count()).toBeGreaterThan(2);
  });

  it("say how many names of a legend there is no room for", async () => {
    const labels = ["service", "region"].map((key) => `resource.label.very_long_${key}_name`);
    const aggregation = {
      perSeriesAligner: "ALIGN_MEAN",
      crossSeriesReducer: "REDUCE_SUM",
      groupByFields: labels,
    };
    const timeSeriesFilter = { filter: 'metric.type="custom.googleapis.com/a"', aggregation };
    const chart = { title: "Many", xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter } }] } };
    await open(gridOf(chart), { width: 900, height: 700 });
    const foot = tile("Many").locator(".foot");
    const all = await foot.locator(".legend-item").count();
    const end = (await foot.locator(".legend").boundingBox())!;
    const boxes = await foot
      .locator(".legend-item")
      .evaluateAll((items) => items.map((item) => item.getBoundingClientRect().bottom));
    const shown = boxes.filter((bottom) => bottom <= end.y + end.height + 2).length;
    expect(shown).toBeLessThan(all);
    expect(await foot.locator(".legend-rest").textContent()).toBe(`+${all - shown}`);
  });
});

describe("texts", () => {
  const style = (title: string, selector: string, property: string) =>
    tile(title)
      .locator(selector)
      .first()
      .evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), property);

  it("are Markdown as elements, or the text as it is", async () => {
    await open(TEXTS);
    const prose = tile("Own colors").locator(".prose");
    expect(await prose.locator("strong").textContent()).toBe("bold");
    expect(await prose.locator("li").allTextContents()).toEqual(["one", "two"]);
    expect(await prose.locator("a").getAttribute("href")).toBe("https://example.com");
    expect(await tile("A table and code").locator("td").allTextContents()).toEqual(["1", "2"]);
    expect(await tile("A table and code").locator(".picture").textContent()).toBe("a picture");
    expect(await tile("Raw").locator(".prose").textContent()).toBe(
      "# No heading\n\n* no list *\n<b>no element</b>",
    );
  });

  it("have the look that the file gives them", async () => {
    await open(TEXTS);
    expect(await style("Own colors", ".prose", "color")).toBe("rgb(255, 255, 255)");
    expect(await tile("Own colors").evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
      "rgb(31, 58, 95)",
    );
    expect(await tile("Ground alone").evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
      "rgb(255, 221, 221)",
    );
    // Ink alone gets a ground that it can be read on, whatever the theme is.
    expect(await tile("Ink alone").evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
    expect(await style("Centre", ".prose", "text-align")).toBe("center");
    expect(await style("Right, bottom", ".prose", "text-align")).toBe("end");
    const size = async (title: string) => Number.parseFloat(await style(title, ".prose", "font-size"));
    expect(await size("Very small")).toBeLessThan(await size("Centre"));
    expect(await size("Very large")).toBeGreaterThan(await size("Centre"));
    const padding = async (title: string) =>
      tile(title).evaluate((node) => Number.parseFloat(getComputedStyle(node).paddingTop));
    expect(await padding("Very large")).toBeGreaterThan(await padding("Very small"));
    const [box, words] = await Promise.all([
      tile("Right, bottom").boundingBox(),
      tile("Right, bottom").locator(".prose").boundingBox(),
    ]);
    expect(box!.y + box!.height - (words!.y + words!.height)).toBeLessThan(12);
  });

  it("have their tail where the file puts it", async () => {
    await open(TEXTS);
    const tail = (title: string) =>
      tile(title).evaluate((node) => {
        const { left, top, right, bottom } = getComputedStyle(node, "::after");
        const near = (value: string) => Math.abs(Number.parseFloat(value)) < 2;
        return [
          near(left) && "left",
          near(top) && "top",
          near(right) && "right",
          near(bottom) && "bottom",
        ].filter(Boolean);
      });
    for (const place of ["PL_TOP", "PL_RIGHT_TOP", "PL_BOTTOM_LEFT", "PL_LEFT_BOTTOM"]) {
      expect(await tail(place), place).toEqual([place.split("_")[1]!.toLowerCase()]);
    }
  });

  it("keep their look when the tile moves, and lose it with the kind", async () => {
    const picture = await open(TEXTS);
    const moved = { ...picture, version: 2, tiles: picture.tiles.map((one) => ({ ...one })) };
    moved.tiles[0] = { ...moved.tiles[0]!, y: 1 };
    await preview.send({ type: "patch", patch: diffPicture(picture, moved) });
    expect(await style("Own colors", ".prose", "color")).toBe("rgb(255, 255, 255)");
    const blank = { ...moved, version: 3, tiles: moved.tiles.map((one) => ({ ...one })) };
    blank.tiles[0] = { ...blank.tiles[0]!, kind: "blank", sketch: { kind: "blank" } };
    await preview.send({ type: "patch", patch: diffPicture(moved, blank) });
    expect(await tile("Own colors").evaluate((node) => node.className)).not.toContain("text-");
  });

  it("that are longer than their tile can be scrolled with the keyboard", async () => {
    const long = Array.from({ length: 60 }, (_, i) => `Line ${i}`).join("\n\n");
    await open(
      gridOf({ title: "Long", text: { content: long } }, { title: "Short", text: { content: "x" } }),
    );
    const box = (title: string) => tile(title).locator(".prose-box");
    await expect.poll(() => box("Long").getAttribute("tabindex")).toBe("0");
    expect(await box("Short").getAttribute("tabindex")).toBe("-1");
  });
});

describe("hostile files", () => {
  const SCRIPT = "<script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\">";
  const LINKS = [
    "[a](javascript:document.title='owned')",
    "[b](JaVaScRiPt:alert(1))",
    "[c](data:text/html,<script>alert(1)</script>)",
    "[d](command:workbench.action.quit)",
    "[e](vscode://mosaic/x)",
    "[f](file:///etc/passwd)",
    "<javascript:alert(1)>",
    '[g](https://example.com" onclick="alert(1))',
    "![h](https://evil.example/pixel.png)",
    "![i](data:image/svg+xml,<svg onload=alert(1)>)",
  ].join("\n\n");

  it("run nothing, load nothing and break out of nothing", async () => {
    const evil = "#fff;background:url(https://evil.example/x)";
    const query = { timeSeriesQuery: { prometheusQuery: `up{a="${SCRIPT}"}`, unitOverride: SCRIPT } };
    await open(
      gridOf(
        { title: SCRIPT, text: { content: `${SCRIPT}\n\n${LINKS}\n\n# ${SCRIPT}` } },
        {
          title: "Color",
          text: { content: "x", style: { backgroundColor: evil, textColor: "url(javascript:1)" } },
        },
        {
          title: "Chart",
          xyChart: {
            dataSets: [{ ...query, legendTemplate: `${SCRIPT} {a|b}` }],
            yAxis: { label: SCRIPT },
            thresholds: [{ value: 1e308, label: SCRIPT }, { value: -1.7e308 }, { value: 1.7e308 }],
          },
        },
        {
          title: "Pie",
          pieChart: {
            chartType: "PIE",
            showLabels: true,
            dataSets: [{ ...query, sliceNameTemplate: "{a|b}" }],
          },
        },
        {
          title: "Table",
          timeSeriesTable: {
            dataSets: [query],
            columnSettings: [{ column: SCRIPT, visible: true, displayName: SCRIPT }],
          },
        },
        { title: "Tree", treemap: { treemapHierarchy: [SCRIPT, "__proto__"], dataSets: [query] } },
        { title: "Score", scorecard: { ...query, gaugeView: { lowerBound: -1e308, upperBound: 1e308 } } },
        { title: "Errors", errorReportingPanel: { services: [SCRIPT], projectNames: [] } },
        { title: "Incidents", incidentList: { monitoredResources: [{ type: SCRIPT }] } },
        { title: "Control", filterControl: { templateVariable: SCRIPT } },
        { title: "Alert", alertChart: { name: SCRIPT } },
      ),
    );
    expect(await preview.page.title()).toBe("Dashboard preview");
    expect(
      await preview.page.locator("img, script[src^='http://evil'], iframe, object, .prose script").count(),
    ).toBe(0);
    const links = await preview.page
      .locator(".prose a")
      .evaluateAll((all) => all.map((a) => a.getAttribute("href")));
    expect(links.every((href) => /^(https?:|mailto:)/.test(href!))).toBe(true);
    expect(requests.filter((url) => !url.startsWith("http://127.0.0.1"))).toEqual([]);
    expect(await tile("Color").evaluate((node) => node.className)).not.toContain("text-coloured");
    expect(await preview.page.locator(".tile-failure").count()).toBe(0);
  });

  it.each([
    ["a megabyte of text", "word ".repeat(200_000)],
    ["a megabyte of stars", "*".repeat(1_000_000)],
    ["brackets", "[".repeat(50_000)],
    ["deep quotes", ">".repeat(50_000)],
    ["a wide table", `${"|a".repeat(3000)}|\n${"|-".repeat(3000)}|\n${`${"|1".repeat(3000)}|\n`.repeat(3)}`],
    ["deep lists", Array.from({ length: 3000 }, (_, i) => `${"  ".repeat(i)}- x`).join("\n")],
  ])("do not hold up the page: %s", async (_, content) => {
    // A page that is held up answers nothing until the test is given up.
    await open(gridOf({ title: "Large", text: { content } }), { height: 700 });
    expect(await preview.page.locator(".tile").count()).toBe(1);
  });
});

describe("many tiles", () => {
  const hundred = {
    displayName: "Hundred",
    mosaicLayout: {
      columns: 48,
      tiles: Array.from({ length: 100 }, (_, i) => ({
        xPos: (i % 4) * 12,
        yPos: Math.floor(i / 4) * 16,
        width: 12,
        height: 16,
        widget: {
          ...CHARTS.mosaicLayout.tiles[i % CHARTS.mosaicLayout.tiles.length]!.widget,
          title: `Tile ${i}`,
        },
      })),
    },
  };
  const canvases = () => preview.page.locator("canvas").count();

  it("are drawn when they come into sight and taken off when they leave it", async () => {
    await open(hundred, { height: 700 });
    expect(await canvases()).toBeLessThan(40);
    expect(await ink("Tile 0")).toHaveLength(1);
    expect(await ink("Tile 96")).toHaveLength(0);
    await preview.page.locator(".viewport").evaluate((node) => node.scrollTo(0, node.scrollHeight));
    await expect.poll(async () => (await ink("Tile 96"))[0] ?? 0).toBeGreaterThan(300);
    await expect.poll(async () => (await ink("Tile 0")).length).toBe(0);
    expect(await canvases()).toBeLessThan(40);
    await preview.page.locator(".viewport").evaluate((node) => node.scrollTo(0, 0));
    await expect.poll(async () => (await ink("Tile 0"))[0] ?? 0).toBeGreaterThan(300);
  });

  it("are drawn before they become visible, when the user scrolls to them", async () => {
    await open(hundred, { height: 700 });
    const below = await preview.page.evaluate(async () => {
      const viewport = document.querySelector(".viewport")!;
      const row = document.querySelectorAll<HTMLElement>(".tile")[40]!;
      // So far that the row begins a little below the edge.
      viewport.scrollTo(0, row.offsetTop - viewport.clientHeight - 60);
      await new Promise(requestAnimationFrame);
      return row.getBoundingClientRect().top - viewport.getBoundingClientRect().bottom;
    });
    expect(below).toBeGreaterThan(30);
    await expect
      .poll(() => preview.page.locator(".tile").nth(40).locator("[aria-busy]").count(), { timeout: 5000 })
      .toBe(0);
  });

  it("leave the page free between two frames while they are drawn", async () => {
    preview = await harness.open({ width: 1200, height: 900 });
    const picture = pictureFrom(text(hundred));
    const busyAtFirst = await preview.page.evaluate(
      (data) =>
        new Promise<number>((resolve) => {
          window.postMessage(data, "*");
          const look = () => {
            if (document.querySelectorAll(".tile").length < 100) requestAnimationFrame(look);
            else resolve(document.querySelectorAll(".tile-body[aria-busy]").length);
          };
          look();
        }),
      { type: "picture", document: "file:///a.dashboard.json", picture },
    );
    // The first frame has all tiles, most of them still without their charts.
    expect(busyAtFirst).toBeGreaterThan(50);
    await preview.drawn();
  });

  it("are not redrawn when another one changes, or when one only moves", async () => {
    const before = await open(hundred, { height: 700 });
    await preview.page.evaluate(() => {
      for (const canvas of document.querySelectorAll("canvas")) Object.assign(canvas, { kept: true });
    });
    const tiles = before.tiles.map((one) => ({ ...one }));
    tiles[0] = { ...tiles[0]!, x: 6 };
    tiles[1] = { ...tiles[1]!, title: "Another title" };
    tiles[2] = { ...tiles[2]!, title: "Another chart", sketch: withTitle(tiles[2]!.sketch, "An axis") };
    const after = { ...before, version: before.version + 1, tiles };
    await preview.send({ type: "patch", patch: diffPicture(before, after) });
    await preview.drawn();
    const isKept = (canvas: Element) => (canvas as unknown as { kept?: boolean }).kept === true;
    const kept = await preview.page
      .locator("canvas")
      .evaluateAll((all) => all.map((canvas) => (canvas as unknown as { kept?: boolean }).kept === true));
    expect(kept.filter((one) => !one)).toHaveLength(1);
    expect(await tile("Another title").locator("canvas").evaluate(isKept)).toBe(true);
    expect(await tile("Another chart").locator("canvas").evaluate(isKept)).toBe(false);
  });

  it("do not flicker when they are redrawn", async () => {
    const before = await open(hundred, { height: 700 });
    const tiles = before.tiles.map((one) => ({ ...one }));
    tiles[2] = { ...tiles[2]!, sketch: withTitle(tiles[2]!.sketch, "An axis") };
    const after = { ...before, version: before.version + 1, tiles };
    const empty = await preview.page.evaluate(
      async (patch) => {
        const root = document.querySelectorAll(".tile")[2]!;
        const first = root.querySelector("canvas");
        window.postMessage({ type: "patch", patch }, "*");
        let frames = 0;
        while (root.querySelector("canvas") === first || root.querySelector("[aria-busy]")) {
          await new Promise(requestAnimationFrame);
          if (!root.querySelector("canvas")) frames++;
        }
        return frames;
      },
      diffPicture(before, after),
    );
    expect(empty).toBe(0);
  });
});

function withTitle(sketch: Sketch, x: string): Sketch {
  if (sketch.kind !== "chart") throw new Error(`a ${sketch.kind} has no axis`);
  return { ...sketch, x };
}

describe("accessibility", () => {
  it.each(["dark", "light", "hc-black", "hc-light"] as const satisfies readonly ThemeName[])(
    "axe finds nothing in %s",
    async (theme) => {
      await open(CHARTS, { theme });
      expect(await axe()).toEqual([]);
      await preview.show(pictureFrom(text(TEXTS)));
      await preview.drawn();
      expect(await axe()).toEqual([]);
    },
  );

  it("has something to see in forced colors", async () => {
    await open(CHARTS, { forcedColors: true });
    for (const title of ["Stacked area", "Heatmap", "Pie", "Gauge with states"]) {
      expect((await ink(title))[0], title).toBeGreaterThan(800);
    }
  });
});
