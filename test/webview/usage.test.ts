import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Failure, UsageView } from "../../client/webview/usage/messages";
import { Harness, type OpenOptions, type Preview } from "./harness";
import type { ThemeName } from "./themes";
import { COMPARED, ONE_CLIENT, USAGE } from "./usage-sample";

const OUT = path.resolve(import.meta.dirname, "../../build/screenshots");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const THEME_NAMES = ["dark", "light", "hc-black", "hc-light"] as const satisfies readonly ThemeName[];

let harness: Harness;
let webview: Preview;
beforeAll(async () => {
  mkdirSync(OUT, { recursive: true });
  harness = await Harness.start();
});
afterAll(() => harness?.stop());
afterEach(async () => {
  // Every test: no policy violation, no exception, nothing on the console.
  expect(webview.complaints).toEqual([]);
  await webview.close();
});

async function open(view: UsageView | null, options: OpenOptions = {}): Promise<void> {
  webview = await harness.open({ view: "usage", width: 1100, height: 900, ...options });
  expect(await webview.received()).toEqual([{ type: "ready" }]);
  await show(view);
}

async function show(view: UsageView | null, client: UsageView | null = null, compare = false): Promise<void> {
  await webview.send({ type: "show", view, client, compare });
}

const button = (name: string | RegExp) => webview.page.getByRole("button", { name });
const sent = async () => (await webview.received()) as unknown[];
const column = (at: number) =>
  webview.page.locator(`.usage-table tbody tr td:nth-child(${at})`).allTextContents();
const heads = () => webview.page.locator(".usage-table th").allTextContents();

async function axe(): Promise<string[]> {
  await webview.page.evaluate(axeSource);
  return webview.page.evaluate(async () => {
    const { violations } = await (
      window as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
      }
    ).axe.run();
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
  });
}

/** The colors that the chart is drawn in. */
const chartColors = () =>
  webview.page.locator(".usage-canvas canvas").evaluateAll((all) => {
    const found = new Set<string>();
    for (const one of all as HTMLCanvasElement[]) {
      const context = new OffscreenCanvas(one.width, one.height).getContext("2d", {
        willReadFrequently: true,
      })!;
      context.drawImage(one, 0, 0);
      const { data } = context.getImageData(0, 0, one.width, one.height);
      for (let i = 0; i < data.length; i += 4) {
        if (data[i + 3] === 255) found.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
      }
    }
    return [...found];
  });

describe("a result", () => {
  it("tells what was asked, the totals, and one row a client", async () => {
    await open(USAGE);
    const { page } = webview;
    expect(await page.locator("h1").textContent()).toBe("API usage");
    expect(await page.locator(".usage-meta").textContent()).toBe(
      "Jul 1 – Jul 30, 2026 · by day · production · api.mypurecloud.de",
    );
    expect(await page.locator(".total dt").allTextContents()).toEqual([
      "Requests",
      "Error rate",
      "429s",
      "429 rate",
      "Other 4xx",
      "5xx",
    ]);
    expect(await page.locator(".total-value").first().textContent()).toBe(
      USAGE.totals.requests.toLocaleString("en-US"),
    );
    expect(await heads()).toEqual([
      "Client",
      "Requests▾",
      "2xx",
      "3xx",
      "429",
      "Other 4xx",
      "5xx",
      "Error rate",
      "429 rate",
    ]);
    expect((await column(1))[0]).toBe("Order sync");
    expect(await page.locator(".filter-count").textContent()).toBe("5 rows");
    expect(await page.getByRole("status").textContent()).toContain("requests, Jul 1 – Jul 30, 2026");
  });

  it("has a chart whose classes can be switched off", async () => {
    await open(USAGE);
    const orange = "204,167,0";
    expect(await chartColors()).toEqual(expect.arrayContaining(["137,209,133", orange, "205,95,164"]));
    const legend = webview.page.getByRole("group", { name: /^Status classes/ });
    const shown = (name: string) => legend.getByRole("button", { name });
    await shown("2xx").click();
    await shown("4xx").click();
    expect(await shown("2xx").getAttribute("aria-pressed")).toBe("false");
    const colors = await chartColors();
    expect(colors).not.toContain("137,209,133");
    expect(colors).not.toContain(orange);
    expect((await webview.state()) as unknown).toMatchObject({ hidden: ["status200", "status400"] });
  });

  it("says in words what the chart shows", async () => {
    await open(USAGE);
    expect(await webview.page.locator("main").textContent()).toMatch(
      /Most requests from Jul \d+: [\d,]+\. Most 429s from Jul 17: [\d,]+\./,
    );
  });

  it("shows the numbers of a day under the pointer", async () => {
    await open(USAGE);
    const canvas = webview.page.locator(".usage-canvas");
    const before = await canvas.screenshot();
    const box = (await canvas.boundingBox())!;
    await webview.page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await webview.page.waitForTimeout(200);
    expect((await canvas.screenshot()).equals(before)).toBe(false);
  });

  it("is compared with the previous period on request", async () => {
    await open(USAGE);
    await webview.page.getByLabel("Compare with the previous period").check();
    expect(await sent()).toEqual([{ type: "compare", on: true }]);
    await show(COMPARED, null, true);
    expect(await heads()).toContain("Change");
    expect(await webview.page.locator(".usage-meta").textContent()).toContain(
      "compared with Jun 1 – Jun 30, 2026",
    );
    expect(await column(3)).toContain("new");
    expect(await webview.page.locator(".total-change").first().textContent()).toMatch(/^[+−]\d+\.\d%$/);
    expect(await webview.page.locator(".total-change").nth(1).textContent()).toMatch(/ pp$/);
    expect(await webview.page.locator(".total-change.is-worse").count()).toBeGreaterThan(0);
  });

  it.each([
    ["Week", ["2026-06-29", "2026-07-06", "2026-07-27"], "The first and last week are partial."],
    ["Week", ["2026-07-01", "2026-07-24"], ""],
    ["Month", ["2026-07-01"], "The last month is partial."],
    ["Month", ["2026-06-01", "2026-07-01"], "The first and last month are partial."],
    ["Day", ["2026-07-01", "2026-07-30"], ""],
  ] as const)(
    "says when a bar is lower because the period cuts its %s: %j",
    async (granularity, days, words) => {
      const buckets = days.map((date) => ({ ...USAGE.buckets[0]!, date }));
      await open({ ...USAGE, granularity, buckets });
      expect(await webview.page.locator(".usage-edges").textContent()).toBe(words);
    },
  );

  it("can be exported, copied and asked again", async () => {
    await open(USAGE);
    for (const name of ["Run Again", "Change…", "Export CSV", "Export JSON", "Copy as Markdown"]) {
      await button(name).click();
    }
    expect(await sent()).toEqual(
      ["again", "question", "csv", "json", "markdown"].map((action) => ({ type: "do", action })),
    );
  });

  it("follows the width of the panel", async () => {
    await open(USAGE, { width: 340 });
    expect(await webview.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(340);
  });
});

describe("the table", () => {
  it("is sorted by any column, with pointer and keyboard", async () => {
    await open(USAGE);
    const sorted = () =>
      webview.page
        .locator("th[aria-sort]")
        .evaluateAll((all) =>
          all.map((cell) => `${(cell as HTMLElement).dataset["column"]} ${cell.getAttribute("aria-sort")}`),
        );
    expect(await sorted()).toEqual(["requests descending"]);
    await button("429 rate").click();
    expect(await sorted()).toEqual(["limitedRate descending"]);
    expect((await column(1))[0]).toBe("Nightly export");
    await button(/^429 rate/).focus();
    await webview.page.keyboard.press("Enter");
    expect(await sorted()).toEqual(["limitedRate ascending"]);
    await button("Client").click();
    expect(await sorted()).toEqual(["group0 ascending"]);
    expect((await column(1))[0]).toBe("Chat bot");
    expect(await webview.page.getByRole("status").textContent()).toBe("Sorted by Client, ascending.");
  });

  it("is filtered by what its rows say, ids included", async () => {
    await open(USAGE);
    await webview.page.getByLabel("Filter rows").fill("night");
    expect(await column(1)).toEqual(["Nightly export"]);
    expect(await webview.page.locator(".filter-count").textContent()).toBe("1 of 5 rows");
    await webview.page.getByLabel("Filter rows").fill("b2e1d4c3");
    expect(await column(1)).toEqual(["Wallboard"]);
    await webview.page.getByLabel("Filter rows").fill("nobody");
    expect(await column(1)).toEqual([]);
  });

  it("shows many rows in portions", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({
      ...USAGE.rows[0]!,
      key: `k${i}`,
      values: [`Client ${i}`],
    }));
    await open({ ...USAGE, rows, allRows: 4321 });
    expect(await webview.page.locator("tbody tr").count()).toBe(200);
    expect(await webview.page.locator(".filter-count").textContent()).toBe("top 1,000 of 4,321 rows");
    await button("Show 200 More").click();
    expect(await webview.page.locator("tbody tr").count()).toBe(400);
  });

  it("leads from a client to what it calls, and back", async () => {
    await open(USAGE);
    await button("Order sync").focus();
    await webview.page.keyboard.press("Enter");
    expect(await sent()).toEqual([{ type: "client", id: USAGE.rows[0]!.clientId, name: "Order sync" }]);
    await show(USAGE, ONE_CLIENT);
    expect(await webview.page.locator("h1").textContent()).toBe("API usage of Order sync");
    expect((await heads()).slice(0, 2)).toEqual(["Template", "Method"]);
    await button("All Clients").click();
    expect(await sent()).toEqual([{ type: "do", action: "back" }]);
    await show(USAGE);
    expect(await webview.page.locator("h1").textContent()).toBe("API usage");
  });

  it("keeps sorting, filter and switched-off classes over a reload", async () => {
    await open(USAGE);
    await button("5xx").last().click();
    await webview.page.getByLabel("Filter rows").fill("o");
    await button("3xx").first().click();
    const stored = async () => (await webview.state()) as unknown;
    await expect.poll(stored).toMatchObject({ hidden: ["status300"] });
    const state = await stored();
    await webview.close();
    await open(USAGE, { state });
    expect(await webview.page.getByLabel("Filter rows").inputValue()).toBe("o");
    expect(await webview.page.locator("th[aria-sort]").getAttribute("data-column")).toBe("status500");
    expect(await button("3xx").first().getAttribute("aria-pressed")).toBe("false");
    // The filter was for that result.
    await show({ ...USAGE, id: 2 });
    expect(await webview.page.getByLabel("Filter rows").inputValue()).toBe("");
  });
});

describe("on the way", () => {
  const busy = (words: string, rows = 0) => ({
    type: "busy",
    progress: { what: "usage", label: words, rows },
  });
  const failure = (more: Partial<Failure>) => ({
    type: "failed",
    failure: { message: "No.", action: "Do this.", can: ["retry"], stopped: false, ...more },
  });

  it("tells the state of the job and can be cancelled with the keyboard", async () => {
    await open(null);
    await webview.send(busy("Job 1 of 2: queued"));
    const line = webview.page.locator(".banner-busy");
    expect(await line.textContent()).toContain("Job 1 of 2: queued");
    await button("Cancel").focus();
    await webview.send(busy("Job 1 of 2: running", 1200));
    expect(await line.textContent()).toContain("Job 1 of 2: running, 1,200 rows");
    expect(await webview.page.getByRole("status").textContent()).toContain("running");
    // The focus stays where it was though the line is a new one.
    await webview.page.keyboard.press("Enter");
    expect(await sent()).toEqual([{ type: "do", action: "cancel" }]);
    await webview.send({ type: "idle" });
    expect(await webview.page.locator(".banners > *").count()).toBe(0);
  });

  it.each([
    [{ can: ["resume", "retry"] as const, stopped: true }, ["Continue", "Run Again"]],
    [{ can: ["credentials", "retry"] as const }, ["Set Credentials…", "Run Again"]],
    [{ can: ["configuration", "retry"] as const }, ["Open Configuration", "Run Again"]],
    [{ can: ["question"] as const }, ["Change Query…"]],
  ])("says why there is no result and what can be done: %j", async (more, names) => {
    await open(null);
    await webview.send(failure({ message: "The job was not found.", action: "Ask again.", ...more }));
    expect(await webview.page.locator(".banners .banner-words").textContent()).toBe(
      "The job was not found. Ask again.",
    );
    expect(await webview.page.locator(".banners button").allTextContents()).toEqual(names);
    await webview.page.locator(".banners button").first().click();
    expect(await sent()).toEqual([{ type: "do", action: more.can[0] }]);
  });

  it("keeps what was there while something new is asked, and when that fails", async () => {
    await open(USAGE);
    await webview.send(busy("Job: running"));
    expect(await webview.page.locator("tbody tr").count()).toBe(5);
    await webview.send(failure({}));
    expect(await webview.page.locator("tbody tr").count()).toBe(5);
  });

  it("explains an empty result", async () => {
    const none = {
      requests: 0,
      status200: 0,
      status300: 0,
      other400: 0,
      status429: 0,
      status500: 0,
      errorRate: 0,
      limitedRate: 0,
    };
    await open({ ...USAGE, rows: [], allRows: 0, buckets: [], totals: none });
    expect(await webview.page.locator("h2").textContent()).toBe("No calls");
    expect(await webview.page.locator("main").textContent()).toContain("from 2026-07-01 to 2026-07-30");
    expect(await button("Change…").count()).toBe(1);
  });

  it("explains a partial result, the older query, and today", async () => {
    await open({
      ...USAGE,
      missing: [{ from: "2026-07-20", to: "2026-07-30" }],
      legacy: true,
      reachesToday: true,
    });
    const notes = await webview.page.locator("main > .banner").allTextContents();
    expect(notes[0]).toContain("Partial result");
    expect(notes[0]).toContain("Jul 20 – Jul 30, 2026");
    expect(notes[1]).toContain("legacy usage query");
    expect(notes[2]).toContain("Today is not counted yet");
  });

  it.each([
    ["an unknown type", { type: "drop" }],
    ["no object", 7],
    [
      "a view without totals",
      { type: "show", view: { ...USAGE, totals: undefined }, client: null, compare: false },
    ],
    [
      "a number that is none",
      { type: "show", view: { ...USAGE, allRows: "x" }, client: null, compare: false },
    ],
  ])("refuses %s", async (_, message) => {
    await open(USAGE);
    await webview.send(message);
    expect(await sent()).toEqual([{ type: "unsupported", received: expect.any(String) }]);
    expect(await webview.page.locator("tbody tr").count()).toBe(5);
  });
});

it("shows hostile names as text", async () => {
  const hostile = "<img src=x onerror=\"document.title='owned'\">{a|b}";
  const rows = [{ ...USAGE.rows[0]!, values: [hostile], detail: hostile }];
  await open({ ...USAGE, rows, profile: hostile, host: hostile, allRows: 1 });
  await webview.send({
    type: "failed",
    failure: { message: hostile, action: hostile, can: [], stopped: false },
  });
  await show({ ...USAGE, rows, allRows: 1 }, { ...ONE_CLIENT, client: { id: "x", name: hostile } });
  expect(await webview.page.locator("img").count()).toBe(0);
  expect(await webview.page.title()).toBe("API usage");
  expect(await webview.page.locator("h1 bdi").textContent()).toBe(hostile);
});

describe("accessibility and looks", () => {
  it.each(THEME_NAMES)("axe finds nothing in %s", async (theme) => {
    await open(COMPARED, { theme });
    await show(COMPARED, null, true);
    expect(await axe()).toEqual([]);
    await webview.page.screenshot({ path: path.join(OUT, `usage-${theme}.png`) });
    await webview.send({ type: "busy", progress: { what: "client", label: "Job: running", rows: 0 } });
    expect(await axe()).toEqual([]);
    await show({ ...USAGE, missing: [{ from: "2026-07-20", to: "2026-07-30" }], legacy: true }, null, false);
    await webview.send({
      type: "failed",
      failure: { message: "The job failed.", action: "Ask again.", can: ["resume", "retry"], stopped: false },
    });
    expect(await axe()).toEqual([]);
    await webview.page.screenshot({ path: path.join(OUT, `usage-failed-${theme}.png`) });
  });

  it("has pictures of a client and of a narrow panel", async () => {
    await open(USAGE, { width: 420, height: 900, theme: "light" });
    await webview.page.screenshot({ path: path.join(OUT, "usage-narrow-light.png") });
    await webview.page.setViewportSize({ width: 1100, height: 900 });
    await show(USAGE, ONE_CLIENT);
    await webview.page.screenshot({ path: path.join(OUT, "usage-client-light.png") });
  });

  it("shows its chart in forced colors", async () => {
    await open(USAGE, { forcedColors: true });
    expect((await chartColors()).length).toBeGreaterThan(2);
  });
});
