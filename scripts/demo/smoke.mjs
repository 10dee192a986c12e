/** Looks at the running demo as its visitor would, in a headless browser. */
import { join } from "node:path";
import { openAddress } from "../../test/editor/workbench.mjs";
import { screenshots } from "../host/places.mjs";

/**
 * @param {import("./start.mjs").Demo} demo
 * @param {(line: string) => void} log
 * @returns {Promise<void>} rejects with what was not to be seen, after taking a picture
 */
export async function lookAt(demo, log) {
  const w = await openAddress(demo.url);
  try {
    const shown = await w.explorer();
    const missing = [...demo.dashboards, demo.mistakes].filter((name) => !shown.includes(name));
    if (missing.length > 0) throw new Error(`The explorer does not show ${missing.join(", ")}: ${shown}`);
    await w.page.locator(`.tab[data-resource-name="${demo.first}"]`).first().waitFor();
    const preview = await w.webview();
    await preview.locator("[role]").first().waitFor({ timeout: 30_000 });
    log(`The demo opens with ${demo.first} and its preview: ${await w.screenshot(picture("demo"))}`);
    await w.openFile(demo.mistakes);
    const rows = await w.problems();
    log(`${demo.mistakes} has ${rows.length - 1} findings: ${await w.screenshot(picture("demo-problems"))}`);
  } catch (error) {
    await w.screenshot(picture("demo-failed")).catch(() => {});
    throw error;
  } finally {
    await w.close();
  }
}

function picture(name) {
  return join(screenshots, `${name}.png`);
}
