import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as esbuild from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Harness } from "./harness";
import { LiveDashboard } from "./live";
import { THEMES, type ThemeName } from "./themes";

const ROOT = path.resolve(import.meta.dirname, "../..");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Screenshots of every theme are stored here, where it is set. */
const SHOTS = process.env["MOSAIC_SHOTS"];

const POINTER = "/gridLayout/widgets/0/xyChart/dataSets/0/timeSeriesQuery";
const FILTER =
  'metric.type="run.googleapis.com/request_count" AND resource.type="cloud_run_revision" AND metric.label."response_code_class" = one_of("4xx","5xx") AND resource.label."service_name" = "checkout" AND ${where}';
const text = (filter: string, aggregation: object) =>
  JSON.stringify(
    {
      displayName: "Shop",
      dashboardFilters: [{ templateVariable: "where", filterType: "RESOURCE_LABEL", labelKey: "location" }],
      gridLayout: {
        widgets: [
          {
            title: "Errors",
            xyChart: {
              dataSets: [
                { plotType: "LINE", timeSeriesQuery: { timeSeriesFilter: { filter, aggregation } } },
              ],
            },
          },
        ],
      },
    },
    null,
    2,
  );
const RATE = {
  alignmentPeriod: "60s",
  perSeriesAligner: "ALIGN_RATE",
  crossSeriesReducer: "REDUCE_SUM",
  groupByFields: ['resource.label."location"', 'metric.label."response_code"'],
};

let browser: Browser;
let script: string;
let style: string;
beforeAll(async () => {
  const common = { absWorkingDir: ROOT, bundle: true, write: false, minify: true } as const;
  const [js, css] = await Promise.all([
    esbuild.build({
      ...common,
      format: "iife",
      loader: { ".tsv": "text" },
      entryPoints: ["test/webview/query-builder-page.ts"],
    }),
    esbuild.build({
      ...common,
      stdin: {
        contents:
          '@import "./client/webview/shared/base.css"; @import "./client/webview/picture/query-builder/query-builder.css";',
        loader: "css",
        resolveDir: ROOT,
      },
    }),
  ]);
  script = js.outputFiles[0]!.text;
  style = css.outputFiles[0]!.text;
  const { findChromium, chromiumArgs } = await import(
    pathToFileURL(path.join(ROOT, "scripts/host/chromium.mjs")).href
  );
  browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArgs() });
});
afterAll(() => browser?.close());

async function open(theme: ThemeName, width: number, dashboard: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 }, deviceScaleFactor: SHOTS ? 2 : 1 });
  await page.setContent(
    '<!doctype html><html lang="en"><head><title>Query builder</title></head><body><main><h1 class="visually-hidden">Query builder</h1><div></div></main></body></html>',
  );
  await page.addStyleTag({
    content: `${style} main { padding: 12px; overflow: auto; background: var(--surface); }`,
  });
  await dress(page, theme);
  await page.addScriptTag({ content: script });
  await page.evaluate(([source, pointer]) => window.mosaic.build(source!, pointer!), [dashboard, POINTER]);
  await page.getByRole("combobox", { name: "Metric", exact: true }).waitFor();
  return page;
}

/** Theme tokens on the root element and classes on the body, as VS Code sets them. */
async function dress(page: Page, theme: ThemeName): Promise<void> {
  await page.evaluate(({ kind, tokens }) => {
    const root = document.documentElement;
    root.removeAttribute("style");
    const all = { ...tokens, "font-family": "system-ui, sans-serif", "font-size": "13px" };
    for (const [name, value] of Object.entries(all)) root.style.setProperty(`--vscode-${name}`, value);
    document.body.className = kind;
  }, THEMES[theme]);
}

const query = async (page: Page) =>
  JSON.parse(await page.evaluate(() => window.mosaic.text)).gridLayout.widgets[0].xyChart.dataSets[0]
    .timeSeriesQuery;

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const found = await (window as unknown as { axe: typeof import("axe-core") }).axe.run(document, {
      resultTypes: ["violations"],
    });
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, failureSummary }) => html + failureSummary).join(" | ")}`,
    );
  });
}

it("is accessible in every theme", async () => {
  const page = await open("dark", 360, text(FILTER, RATE));
  const metric = page.getByRole("combobox", { name: "Metric", exact: true });
  for (const theme of Object.keys(THEMES) as ThemeName[]) {
    await dress(page, theme);
    expect([theme, await violations(page)]).toEqual([theme, []]);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${theme}.png`, fullPage: true });
  }
  await metric.fill("latency");
  await page.locator(".query-option").first().waitFor();
  expect(await violations(page)).toEqual([]);
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/search.png` });
  await page.close();
});

it("builds a query from nothing with the keyboard", async () => {
  const page = await open("dark", 360, text("", {}));
  const metric = page.getByRole("combobox", { name: "Metric", exact: true });
  await metric.focus();
  await page.keyboard.type("cloud run request latencies");
  await page.locator(".query-option[aria-selected=true]").waitFor();
  await page.keyboard.press("Enter");
  await expect
    .poll(() => query(page))
    .toMatchObject({
      timeSeriesFilter: {
        filter: 'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision"',
      },
    });
  await page.getByRole("combobox", { name: "Add a condition on a label" }).focus();
  await page.keyboard.type("service");
  await page.locator(".query-option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("combobox", { name: "Value of service_name" }).waitFor();
  await page.keyboard.type('a"b');
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await query(page)).timeSeriesFilter.filter)
    .toBe(
      'metric.type="run.googleapis.com/request_latencies" resource.type="cloud_run_revision" resource.labels.service_name="a\\"b"',
    );
  await page.close();
});

it("changes rows, and shows what the text is then", async () => {
  const page = await open("dark", 700, text(FILTER, RATE));
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/wide.png`, fullPage: true });
  const filter = async () => (await query(page)).timeSeriesFilter.filter as string;
  await page.getByRole("combobox", { name: "Value of service_name" }).fill("cart");
  await page.keyboard.press("Enter");
  await expect.poll(filter).toBe(FILTER.replace("checkout", "cart"));
  await page.getByRole("button", { name: "Remove the value 5xx" }).click();
  await expect.poll(filter).toContain('one_of("4xx") AND');
  await page.getByRole("combobox", { name: "Operator of service_name" }).selectOption("starts-with");
  await expect.poll(filter).toContain('"service_name" = starts_with("cart")');
  await page.getByRole("button", { name: "Do not group by location" }).click();
  await expect
    .poll(async () => (await query(page)).timeSeriesFilter.aggregation.groupByFields)
    .toEqual(['metric.label."response_code"']);
  // Another metric adapts what does not apply to it, and says so.
  await page
    .getByRole("combobox", { name: "Metric", exact: true })
    .fill("run.googleapis.com/container/cpu/utilizations");
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await query(page)).timeSeriesFilter.aggregation.perSeriesAligner)
    .toBe("ALIGN_DELTA");
  await page.getByText(/^Also changed: .*Undo brings it back\.$/).waitFor();
  // A text that rows cannot show is edited as text, with the server's findings.
  await page.getByRole("button", { name: "Edit as text" }).click();
  const area = page.getByRole("textbox", { name: "Filter as text" });
  await area.fill('metric.type=~"a"');
  await page
    .getByText(/Unknown operator|Could not parse|=~/)
    .first()
    .waitFor();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/text.png`, fullPage: true });
  await area.press("Control+Enter");
  await expect.poll(filter).toBe('metric.type=~"a"');
  expect(await violations(page)).toEqual([]);
  await page.close();
});

it("is in the inspector, where each change is an edit of the text", async () => {
  const harness = await Harness.start();
  try {
    const board = JSON.parse(text(FILTER, RATE));
    board.gridLayout.widgets.push({
      title: "Up",
      scorecard: { timeSeriesQuery: { prometheusQuery: "up" } },
    });
    const live = await LiveDashboard.open(harness, board, { width: 1100, height: 900, inspector: true });
    const { page } = live.preview;
    /** Answers what the page asks until it shows what is waited for. */
    const until = (isThere: () => Promise<boolean> | boolean) =>
      expect
        .poll(async () => {
          await live.settle();
          return isThere();
        })
        .toBe(true);
    const select = (title: string) =>
      page.locator(".tile", { has: page.locator(".tile-title", { hasText: title }) }).click();
    await select("Errors");
    const value = page.getByRole("combobox", { name: "Value of service_name" });
    await until(() => value.isVisible());
    const before = live.text;
    await value.fill("cart");
    await value.press("Enter");
    await until(() => live.text === before.replace('\\"checkout\\"', '\\"cart\\"'));
    await select("Up");
    const query = page.getByRole("textbox", { name: "PromQL query" });
    await until(() => query.isVisible());
    await query.fill("sum(rat");
    await query.press("Control+Space");
    await until(() => page.getByRole("option", { name: /^rate/ }).isVisible());
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/promql.png` });
    await query.press("Enter");
    await until(async () => (await query.inputValue()) === "sum(rate()");
    await query.fill("sum(rate(up[5m]))");
    await query.press("Control+Enter");
    await until(
      () =>
        live.value.gridLayout.widgets[1].scorecard.timeSeriesQuery.prometheusQuery === "sum(rate(up[5m]))",
    );
    expect(live.preview.complaints).toEqual([]);
    await live.preview.close();
  } finally {
    await harness.stop();
  }
});
