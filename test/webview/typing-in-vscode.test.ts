import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/** An author at a real VS Code: every key is a real one, the text is what lands on the disk. Needs a build. */
const root = path.resolve(import.meta.dirname, "../..");
const FILE = "empty.dashboard.json";
const TEXT = `{
  "displayName": "Empty",
  "gridLayout": {
    "widgets": [
      { "xyChart": { "dataSets": [{ "timeSeriesQuery": { "timeSeriesFilter": {
        "filter": "",
        "aggregation": { "alignmentPeriod": "60s", "perSeriesAligner": "ALIGN_PERCENTILE_95" }
      } } }] } },
      { "xyChart": { "dataSets": [{ "timeSeriesQuery": {
        "prometheusQuery": ""
      } }] } }
    ]
  }
}
`;

let workspace: string;
let workbench: Workbench;
let page: Page;
beforeAll(async () => {
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-typing-"));
  await writeFile(path.join(workspace, FILE), TEXT);
  workbench = await openWorkbench({
    workspace,
    extensionPath: root,
    settings: { "files.autoSave": "off", "editor.formatOnSave": false },
  });
  page = workbench.page;
  await workbench.openFile(FILE);
  // VS Code suggests on a key only what is registered by then, so the server has to be ready.
  await page.locator(".editor-instance [class*=squiggly]").first().waitFor();
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

const rows = () => page.locator(".suggest-widget.visible .monaco-list-row");

/** Types into the empty string that a line ends with, waits for the wanted suggestion, and counts the keys. */
async function type(line: number, column: number, keys: string, wanted: string): Promise<void> {
  await workbench.goTo(line, column);
  await page.keyboard.type(keys, { delay: 40 });
  // The list opens by itself: nobody has asked for it.
  await expect.poll(() => rows().first().getAttribute("aria-label"), { timeout: 20_000 }).toContain(wanted);
}

async function saved(): Promise<Dashboard> {
  await page.keyboard.press("ControlOrMeta+S");
  await page.locator(".tab.active:not(.dirty)").waitFor();
  return new Dashboard(await readFile(path.join(workspace, FILE), "utf8"));
}

const serious = ({ findings }: Dashboard): string[] =>
  findings.filter(({ severity }) => severity !== "hint").map(({ code }) => code);

describe("a few keys in an empty query", () => {
  it("write a filter that a chart can run: run lat, Enter", async () => {
    await type(6, 20, "run lat", "run.googleapis.com/request_latencies");
    await page.keyboard.press("Enter");
    const dashboard = await saved();
    expect(dashboard.text).toBe(
      TEXT.replace(
        '"filter": ""',
        String.raw`"filter": "metric.type=\"run.googleapis.com/request_latencies\" resource.type=\"cloud_run_revision\""`,
      ),
    );
    // The other query is still empty.
    expect(serious(dashboard)).toEqual(["promql-empty"]);
  });

  it("go on from there: a label and a value, with nothing but suggestions", async () => {
    await page.keyboard.type(" serv", { delay: 40 });
    await expect
      .poll(() => rows().first().getAttribute("aria-label"), { timeout: 20_000 })
      .toContain("resource.labels.service_name");
    await page.keyboard.press("Enter");
    await page.keyboard.type("checkout");
    const dashboard = await saved();
    expect(dashboard.text).toContain(String.raw` resource.labels.service_name=\"checkout\""`);
    expect(serious(dashboard)).toEqual(["promql-empty"]);
  });

  it("go on by the light bulb: Add condition…", async () => {
    await workbench.goTo(6, 30);
    await page.keyboard.press("ControlOrMeta+.");
    await page.locator(".action-widget .title", { hasText: "Add condition…" }).waitFor();
    // The list takes no click before the pointer has moved; its first row is what stands for the caret.
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().count(), { timeout: 20_000 }).toBeGreaterThan(3);
    await page.keyboard.type("code_cl", { delay: 40 });
    await expect
      .poll(() => rows().first().getAttribute("aria-label"), { timeout: 20_000 })
      .toContain("metric.labels.response_code_class");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().allInnerTexts(), { timeout: 20_000 }).toContain("5xx");
    await page.keyboard.type("5");
    await expect.poll(() => rows().first().getAttribute("aria-label")).toContain("5xx");
    await page.keyboard.press("Enter");
    const dashboard = await saved();
    expect(dashboard.text).toContain(String.raw`=\"checkout\" metric.labels.response_code_class=\"5xx\""`);
    expect(serious(dashboard)).toEqual(["promql-empty"]);
  });

  it("write PromQL: a function and a metric of Google's by its words", async () => {
    await type(10, 29, "rat", "rate");
    await page.keyboard.press("Enter");
    await page.keyboard.type("cpu_util", { delay: 40 });
    await expect
      .poll(() => rows().first().getAttribute("aria-label"), { timeout: 20_000 })
      .toMatch(/cpu_.*util/);
    await page.keyboard.press("Enter");
    const dashboard = await saved();
    const query = /"prometheusQuery": "(.*)"\n/.exec(dashboard.text)![1];
    expect(query).toMatch(/^rate\(\w+:\w*cpu\w*(?:\[\$\{__interval\}\])?\)$/);
    expect(serious(dashboard)).toEqual([]);
  });
});
