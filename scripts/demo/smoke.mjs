/** Looks at the running demo as its visitor would, in a headless browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { openAddress } from "../../test/editor/workbench.mjs";
import { screenshots } from "../host/places.mjs";

/**
 * @param {import("./start.mjs").Demo} demo
 * @param {(line: string) => void} log
 * @returns {Promise<void>} rejects with what was missing, after taking a screenshot
 */
export async function lookAt(demo, log) {
  const bare = await fetch(new URL("/", demo.url));
  if (bare.status !== 403) throw new Error(`Without its token the demo answers ${bare.status}.`);
  const w = await openAddress(demo.url);
  try {
    const shown = await w.explorer();
    const missing = demo.dashboards.filter((name) => !shown.includes(name));
    if (missing.length > 0) throw new Error(`The explorer does not show ${missing.join(", ")}: ${shown}`);
    await w.page.locator(`.tab[data-resource-name="${demo.first}"]`).first().waitFor();
    const preview = await w.webview(await aTitleIn(join(demo.workspace, demo.first)));
    await preview.locator(".live-plot canvas").first().waitFor();
    await w.page.locator(".codelens-decoration", { hasText: "Preview" }).first().waitFor();
    log(
      `The demo opens with ${demo.first} and its preview with live data: ${await w.screenshot(picture("demo"))}`,
    );
    await w.openFile(demo.mistakes);
    const rows = await w.problems();
    const [, finding] = rows.map((row) => row.replaceAll("\n", " "));
    log(`${demo.mistakes} has findings (${finding}): ${await w.screenshot(picture("demo-problems"))}`);
    await w.page.keyboard.press("Escape");
    const requests = await usage(w);
    log(`API usage is there (${requests}): ${await w.screenshot(picture("demo-usage"))}`);
  } catch (error) {
    const path = await w.screenshot(picture("demo-failed")).catch(() => "no picture could be taken");
    throw new Error(`The demo does not show what it should: ${error.message} (${path})`);
  } finally {
    await w.close();
  }
}

/** Asks for API usage as it is proposed. @returns the first row of the table */
async function usage(w) {
  await w.page.keyboard.press("F1");
  const input = w.page.locator(".quick-input-widget:not([style*='display: none']) input").first();
  await input.fill(">Mosaic: Show Genesys Cloud API Usage");
  const rows = w.page.locator(".quick-input-list .monaco-list-row");
  await rows.filter({ hasText: "Show Genesys Cloud API Usage" }).first().waitFor();
  await w.page.keyboard.press("Enter");
  for (const question of ["Days", "Granularity", "Group by"]) {
    await w.page.locator(".quick-input-title", { hasText: `API Usage: ${question}` }).waitFor();
    await w.page.keyboard.press("Enter");
  }
  const view = await w.webview("Order sync");
  await view.locator(".banner-busy").waitFor({ state: "detached" });
  const cells = view.locator(".usage-table tbody tr").first().locator("td");
  return (await cells.allTextContents()).slice(0, 2).join(" ");
}

/** The title of the first widget that has one: the preview has to show it. */
async function aTitleIn(file) {
  let title;
  JSON.parse(await readFile(file, "utf8"), (key, value) => {
    if (key === "widget") title ??= value.title;
    return value;
  });
  if (title === undefined) throw new Error(`No widget in ${file} has a title.`);
  return title;
}

function picture(name) {
  return join(screenshots, `${name}.png`);
}
