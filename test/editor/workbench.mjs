/**
 * A real VS Code in a headless browser, driven as a person drives it: keys, clicks and what is to be seen.
 *
 *   const w = await openWorkbench({ workspace: "/some/folder", extensionPath: root });
 *   await w.openFile("a.dashboard.json");
 *   await w.runCommand("Mosaic: Open Preview to the Side");
 *   await (await w.webview()).getByText("CPU").click();
 *   await w.screenshot("build/screenshots/preview.png");
 *   await w.close();
 */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { launchChromium } from "../../scripts/host/chromium.mjs";
import { installPackaged, runInBrowser } from "../../scripts/host/packaged.mjs";
import { temporaryFolder } from "../../scripts/host/places.mjs";
import { installVsix, startVsCode } from "../../scripts/host/vscode.mjs";

const WAIT_MS = 60_000;

/**
 * @param {object} options
 * @param {string} options.workspace folder to open; the caller's to copy first when it may be changed
 * @param {string} [options.extensionPath] an extension under development, built
 * @param {string} [options.installed] instead: an extension's folder, installed as packaged, or a `.vsix`
 * @param {boolean} [options.inBrowser] with the folder in `installed`: the extension runs in the browser and not beside the files
 * @param {string[]} [options.beside] folders of other extensions to install
 * @param {string} [options.version] of VS Code; default: the oldest supported one
 * @param {string} [options.openFile] absolute path of a file to open at start
 * @param {string} [options.theme] name of a color theme, default "Default Dark Modern"
 * @param {Record<string, unknown>} [options.settings] user settings
 * @param {Record<string, string>} [options.env] variables for the extension host
 * @param {boolean} [options.trust] false, with `installed`: ordinary use, with workspace trust and its question
 * @param {{ width: number, height: number }} [options.size] of the window, in CSS pixels
 * @param {(line: string) => void} [options.log]
 * @returns {Promise<Workbench>} once the window, its explorer and its status bar are there
 */
export async function openWorkbench(options) {
  const { workspace, extensionPath, installed, version, openFile, env, trust, log } = options;
  const closing = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    const data = await temporaryFolder("workbench");
    closing.push(data.remove);
    const extensionsDir = join(data.path, "extensions");
    if (installed?.endsWith(".vsix")) await installVsix({ version, vsix: installed, extensionsDir, log });
    else if (installed !== undefined) {
      const folder = await installPackaged(installed, extensionsDir);
      if (options.inBrowser) await runInBrowser(folder);
    }
    for (const folder of options.beside ?? []) await installPackaged(folder, extensionsDir);
    const settings = { "workbench.colorTheme": options.theme ?? "Default Dark Modern", ...options.settings };
    const vscode = await startVsCode({
      version,
      extensionsDir,
      settings,
      env,
      trust,
      log,
      dataDir: data.path,
      // Only with it does the workbench look at extensionDevelopmentPath.
      smokeTestDriver: extensionPath !== undefined,
    });
    closing.push(vscode.stop);
    const payload = {};
    if (extensionPath !== undefined) payload.extensionDevelopmentPath = vscode.remoteUri(extensionPath);
    if (openFile !== undefined) payload.openFile = vscode.remoteUri(openFile);
    const page = await openPage(closing, vscode.address(workspace, payload), options.size);
    return new Workbench(page, vscode, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Opens the workbench that some running VS Code serves (the demo's, for instance).
 *
 * @param {string} address
 * @param {{ width: number, height: number }} [size] of the window, in CSS pixels
 * @returns {Promise<Workbench>}
 */
export async function openAddress(address, size) {
  const closing = [];
  const close = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  try {
    return new Workbench(await openPage(closing, address, size), undefined, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function openPage(closing, address, size = { width: 1440, height: 900 }) {
  const browser = await launchChromium();
  closing.push(() => browser.close());
  // The clipboard is the system's to give; a person at the window would have it.
  const context = await browser.newContext({
    viewport: size,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  await page.goto(address);
  await page.locator(".monaco-workbench .part.statusbar").waitFor({ timeout: 60_000 });
  await page.locator(".monaco-workbench .explorer-folders-view").waitFor({ timeout: 60_000 });
  return page;
}

/** One window of VS Code. Every wait gives up after a minute and says what was not to be seen. */
export class Workbench {
  /** The page itself, for what has no helper here. */
  page;
  /** The running server (see scripts/host/vscode.mjs), where this workbench started one. */
  vscode;
  /** Closes the browser and ends VS Code with everything it started. */
  close;

  constructor(page, vscode, close) {
    this.page = page;
    this.vscode = vscode;
    this.close = close;
  }

  /** Runs a command by the title it has in the command palette, such as "Mosaic: Push". */
  async runCommand(title) {
    await this.#pick("F1", `>${title}`, title);
  }

  /** Opens a file of the workspace by its path in it, in the active editor group. */
  async openFile(path) {
    await this.#pick("ControlOrMeta+P", path, path.split("/").at(-1));
    const name = path.split("/").at(-1);
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
  }

  /** Puts the cursor of the active text editor at a line and column, both from 1. */
  async goTo(line, column = 1) {
    await this.#pick("Control+G", `:${line}:${column}`, new RegExp(`\\b${line}\\b`));
  }

  /** Waits until a text is to be seen anywhere in the window (not inside webviews). */
  async waitForText(text, timeout = WAIT_MS) {
    await this.page.getByText(text).filter({ visible: true }).first().waitFor({ timeout });
  }

  /** Opens the Problems view. @returns the texts of its rows once there is at least one finding. */
  async problems(timeout = WAIT_MS) {
    await this.runCommand("Problems: Focus on Problems View");
    const rows = this.page.locator(".markers-panel .monaco-list-row");
    await rows.nth(1).waitFor({ timeout });
    return rows.allInnerTexts();
  }

  /** The names that the explorer shows, in its order. */
  async explorer() {
    const names = this.page.locator(".explorer-folders-view .monaco-list-row .label-name");
    await names.first().waitFor();
    return names.allInnerTexts();
  }

  /**
   * The document inside a webview, with its content loaded.
   *
   * @param {string | RegExp} [text] of several webviews, the one that shows this text
   * @returns {Promise<import("playwright-core").Frame>}
   */
  async webview(text) {
    const deadline = Date.now() + WAIT_MS;
    while (Date.now() < deadline) {
      for (const outer of await this.page.locator("iframe.webview.ready").all()) {
        const frame = await innerFrame(outer);
        const shown = frame?.locator("body").filter(text === undefined ? {} : { hasText: text });
        if (shown && (await shown.count().catch(() => 0)) > 0) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    throw new Error(text === undefined ? "No webview was to be seen." : `No webview showed ${text}.`);
  }

  /** Takes a picture of the window. @returns the path. */
  async screenshot(path) {
    await mkdir(dirname(path), { recursive: true });
    await this.page.screenshot({ path, animations: "disabled" });
    return path;
  }

  #input() {
    return this.page.locator(".quick-input-widget:not([style*='display: none']) input").first();
  }

  /** Opens the quick input with a key, types into it and takes the row that has the wanted label. */
  async #pick(key, text, label) {
    const input = this.#input();
    const row = this.page.locator(".quick-input-list .monaco-list-row").filter({ hasText: label }).first();
    // A window that is still busy loses a key now and then, or does not know yet that a command can be run.
    for (let attempt = 1; ; attempt++) {
      const timeout = attempt < 4 ? 6000 : WAIT_MS;
      await this.page.keyboard.press(key);
      try {
        await input.waitFor({ timeout });
        await input.fill(text, { timeout });
        await row.waitFor({ timeout });
        break;
      } catch (error) {
        if (attempt === 4) throw error;
        await this.page.keyboard.press("Escape");
      }
    }
    await row.click();
    await this.#input().waitFor({ state: "hidden" });
  }
}

/** VS Code puts a webview's content into a frame of a frame. */
async function innerFrame(outer) {
  const handle = await outer.elementHandle({ timeout: 1000 }).catch(() => null);
  // The webview can be closed in between.
  const middle = await handle?.contentFrame().catch(() => null);
  const active = await middle?.$("iframe#active-frame").catch(() => null);
  return (await active?.contentFrame().catch(() => null)) ?? undefined;
}
