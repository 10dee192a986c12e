import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator/server";
import { openWorkbench, type Workbench } from "../editor/workbench.mjs";

/** A person who asks for API usage in a real VS Code, and closes the window in between. Needs a build. */
interface Service {
  readonly emulator: Emulator;
  readonly calls: string[];
}

const root = path.resolve(import.meta.dirname, "../..");
const LONG = { usage: { queuedMs: 1000, runningMs: 25_000 } };

let workspace: string;
let workbench: Workbench;
let page: Page;
let quick: Service;
let slow: Service;
beforeAll(async () => {
  [quick, slow] = await Promise.all([serve({}), serve(LONG)]);
  workspace = await mkdtemp(path.join(tmpdir(), "mosaic-usage-in-vscode-"));
  await mkdir(path.join(workspace, ".mosaic"));
  const usageProfiles = { quick: { baseUrl: quick.emulator.url }, slow: { baseUrl: slow.emulator.url } };
  await writeFile(path.join(workspace, ".mosaic/config.json"), JSON.stringify({ usageProfiles }));
  workbench = await openWorkbench({ workspace, installed: root });
  page = workbench.page;
}, 180_000);
afterAll(async () => {
  await workbench?.close();
  await Promise.all([quick, slow].map((service) => service?.emulator.close()));
  if (workspace) await rm(workspace, { recursive: true, force: true });
});

async function serve(options: EmulatorOptions): Promise<Service> {
  const calls: string[] = [];
  const emulator = await startEmulator({ ...options, log: (line) => void calls.push(line) });
  return { emulator, calls };
}

const starts = ({ calls }: Service) => calls.filter((call) => call.startsWith("POST")).length;

/** Starts the command from the palette, as far as its first question. */
async function command(): Promise<void> {
  const input = page.locator(".quick-input-widget:not([style*='display: none']) input").first();
  const row = page
    .locator(".quick-input-list .monaco-list-row")
    .filter({ hasText: "Show Genesys Cloud API Usage" })
    .first();
  // A window that has just opened learns of the commands of extensions only after a while.
  for (let attempt = 0; attempt < 10; attempt++) {
    await page.keyboard.press("F1");
    await input.fill(">Mosaic: Show Genesys Cloud API Usage");
    const isThere = await row.waitFor({ timeout: 2000 }).then(
      () => true,
      () => false,
    );
    if (isThere) break;
    await page.keyboard.press("Escape");
  }
  await page.keyboard.press("Enter");
  await question("Profile");
}

async function question(title: string): Promise<void> {
  await page.locator(".quick-input-title", { hasText: `API Usage: ${title}` }).waitFor();
}

/** Asks with the keyboard alone. */
async function ask(profile: string): Promise<void> {
  await command();
  for (const [title, answer] of [
    ["Profile", profile],
    ["Days", "Last 30"],
    ["Granularity", "Day"],
    ["Group by", ""],
  ] as const) {
    await question(title);
    await page.keyboard.type(answer);
    await page.keyboard.press("Enter");
  }
}

/** Closes the window and opens it again: what VS Code keeps is there, what was only in memory is not. */
async function reopen(): Promise<void> {
  const next = await page.context().newPage();
  const address = page.url();
  // A page cannot write when it is closed, so VS Code writes down what is open every 5 s.
  await page.waitForTimeout(7000);
  await page.close();
  workbench.page = page = next;
  await page.goto(address);
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
}

/** What the view shows, without what differs from one load to the next. */
async function content(view: Frame): Promise<string[]> {
  await view.locator(".usage-table tbody tr").first().waitFor();
  return view.locator(".usage-meta, .total, .usage-table tr").allTextContents();
}

let answer: string[];

it("is asked with the keyboard and shows the answer", async () => {
  await ask("quick");
  const view = await workbench.webview("Order sync");
  answer = await content(view);
  expect(answer[0]).toContain("by day · quick · 127.0.0.1");
  expect(answer.filter((text) => /^(Order sync|Wallboard|Nightly export|Chat bot)/.test(text))).toHaveLength(
    4,
  );
  expect(await view.locator(".usage-canvas canvas").count()).toBe(1);
  expect(starts(quick)).toBe(1);
  // The keyboard goes on in the view.
  await expect.poll(() => view.evaluate(() => document.hasFocus())).toBe(true);
}, 180_000);

it("has the last answer behind the questions when it is opened again", async () => {
  await page.locator(".tab", { hasText: "API Usage" }).locator(".codicon-close").click();
  await page.locator(".tab", { hasText: "API Usage" }).waitFor({ state: "hidden" });
  await command();
  const view = await workbench.webview("Order sync");
  expect(await content(view)).toEqual(answer);
  // The page that has just come leaves the keyboard to the question.
  await question("Profile");
  await page.keyboard.press("Escape");
  await page.locator(".quick-input-widget").waitFor({ state: "hidden" });
  expect(await content(view)).toEqual(answer);
  await expect.poll(() => view.evaluate(() => document.hasFocus())).toBe(true);
  expect(starts(quick)).toBe(1);
}, 180_000);

it("has the last result after the window was reopened, and repeats the query with one click", async () => {
  await reopen();
  const view = await workbench.webview("Order sync");
  expect(await content(view)).toEqual(answer);
  expect(starts(quick)).toBe(1);
  await view.getByRole("button", { name: "Run Again" }).click();
  await expect.poll(() => starts(quick), { timeout: 20_000 }).toBe(2);
  await view.locator(".banner-busy").waitFor({ state: "detached" });
  expect(await content(view)).toEqual(answer);
  await view.getByRole("button", { name: "Order sync" }).click();
  await view.getByRole("heading", { name: "API usage of Order sync" }).waitFor();
  await view.getByRole("button", { name: "All Clients" }).click();
  await view.getByRole("heading", { name: "API usage", exact: true }).waitFor();
  expect(await content(view)).toEqual(answer);
}, 180_000);

it("goes on with the job that was under way when the window was closed", async () => {
  await ask("slow");
  const before = await workbench.webview(/Job: (queued|running)/);
  expect(await content(before)).toEqual(answer);
  await reopen();
  const view = await workbench.webview("The last query did not finish.");
  expect(await content(view)).toEqual(answer);
  const looks = slow.calls.length;
  await page.waitForTimeout(4000);
  expect(slow.calls.length).toBe(looks);
  await view.getByRole("button", { name: "Continue" }).click();
  await expect.poll(async () => (await content(view))[0], { timeout: 60_000 }).toContain("slow");
  await view.locator(".banners > *").waitFor({ state: "detached" });
  expect(starts(slow)).toBe(1);
}, 240_000);
