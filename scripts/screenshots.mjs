// Takes the pictures of the Marketplace page from a real VS Code with the examples: `node scripts/screenshots.mjs`. Needs
// `npm run build`. The pictures are written to build/screenshots/marketplace.
import { cp, mkdir } from "node:fs/promises";
import path from "node:path";
import { openWorkbench } from "../test/editor/workbench.mjs";
import { root, screenshots, temporaryFolder } from "./host/places.mjs";

const out = path.join(screenshots, "marketplace");
const size = { width: 1400, height: 875 };
const themes = { dark: "Default Dark Modern", light: "Default Light Modern" };

/** A hover of a tab would show a path of this machine. */
async function withoutHover({ page }) {
  await page.mouse.move(size.width / 2, 2);
  await page.locator(".monaco-hover").filter({ visible: true }).first().waitFor({ state: "hidden" });
}

await mkdir(out, { recursive: true });
for (const [name, theme] of Object.entries(themes)) {
  const own = await temporaryFolder("pictures");
  const workspace = path.join(own.path, "dashboards");
  await cp(path.join(root, "examples"), workspace, { recursive: true });
  const settings = { "workbench.startupEditor": "none", "editor.minimap.enabled": false };
  const window = await openWorkbench({ workspace, installed: root, theme, size, settings });
  try {
    await window.openFile("shop-overview.dashboard.json");
    await window.runCommand("Mosaic: Open Preview to the Side");
    const page = await window.webview();
    // A chart has its legend once its data is drawn.
    await page.locator("canvas").filter({ visible: true }).first().waitFor({ timeout: 60_000 });
    await withoutHover(window);
    await window.screenshot(path.join(out, `preview-${name}.png`));
    await window.openFile("mistakes/broken.dashboard.json");
    await window.runCommand("Problems: Focus on Problems View");
    await window.page.getByText("Did you mean").first().waitFor({ timeout: 60_000 });
    await withoutHover(window);
    await window.screenshot(path.join(out, `problems-${name}.png`));
  } finally {
    await window.close();
    await own.remove();
  }
}
console.log(`${out}: written`);
