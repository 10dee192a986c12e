/** Finds a Chromium-like browser on this machine, or gets one. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, join } from "node:path";
import { chromium } from "playwright-core";

/**
 * The path of a Chromium, Chrome or Edge: `CHROME_PATH`, else an installed one, else Playwright's earlier download, else a
 * fresh one (Debian's package as root, Playwright's own download otherwise).
 *
 * @param {{ log?: (line: string) => void, env?: NodeJS.ProcessEnv }} [options] `log` is told which one it is
 * @returns {Promise<string>} rejects, naming the three ways to help, when there is none
 */
export async function findChromium({ log = () => {}, env = process.env } = {}) {
  if (env.CHROME_PATH) {
    if (!existsSync(env.CHROME_PATH))
      throw new Error(`CHROME_PATH names ${env.CHROME_PATH}, which does not exist.`);
    log(`Browser: ${env.CHROME_PATH} (from CHROME_PATH)`);
    return env.CHROME_PATH;
  }
  const installed = installedPlaces(env).find(runs);
  if (installed !== undefined) {
    log(`Browser: ${installed} (installed on this machine)`);
    return installed;
  }
  const downloaded = chromium.executablePath();
  if (runs(downloaded)) {
    log(`Browser: ${downloaded} (downloaded by Playwright before)`);
    return downloaded;
  }
  if (isRoot() && installDebianPackage(log)) {
    const fresh = installedPlaces(env).find(runs);
    if (fresh !== undefined) {
      log(`Browser: ${fresh} (installed just now with apt-get)`);
      return fresh;
    }
  }
  if (downloadWithPlaywright(log) && runs(downloaded)) {
    log(`Browser: ${downloaded} (downloaded just now by Playwright)`);
    return downloaded;
  }
  throw new Error(
    [
      "No Chromium was found and none could be installed. Any one of these helps:",
      "  - set CHROME_PATH to an installed Chromium, Chrome or Edge",
      "  - install one with the system's package manager (Debian, Ubuntu: apt-get install chromium)",
      "  - npx playwright-core install --with-deps chromium",
    ].join("\n"),
  );
}

/**
 * What Chromium is started with here: no display, no first-run pages, no traffic of its own. The sandbox stays, except as
 * root, where Chromium refuses to start with it.
 *
 * @returns {string[]}
 */
export function chromiumArgs() {
  const args = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return isRoot() ? ["--no-sandbox", ...args] : args;
}

/**
 * A headless browser with an empty profile, closed by Playwright when this process ends.
 *
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function launchChromium({ log } = {}) {
  const executablePath = await findChromium({ log });
  return chromium.launch({ executablePath, headless: true, args: chromiumArgs() });
}

function isRoot() {
  return process.getuid?.() === 0;
}

function installedPlaces(env) {
  if (process.platform === "win32") {
    const programs = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter(Boolean);
    const inside = [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ];
    return inside.flatMap((path) => programs.map((folder) => join(folder, path)));
  }
  if (process.platform === "darwin") {
    const folders = ["/Applications", join(env.HOME ?? "", "Applications")];
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return apps.flatMap((app) =>
      folders.map((folder) => join(folder, `${app}.app`, "Contents", "MacOS", app)),
    );
  }
  const names = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
    "microsoft-edge-stable",
  ];
  const folders = new Set([...(env.PATH ?? "").split(delimiter).filter(Boolean), "/usr/bin", "/snap/bin"]);
  return names.flatMap((name) => [...folders].map((folder) => join(folder, name)));
}

/** Ubuntu has a `chromium-browser` that only says what to install, so a file that exists is not yet a browser. */
function runs(path) {
  if (!existsSync(path)) return false;
  // On Windows `--version` opens a window.
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version"], { timeout: 30_000, stdio: "ignore" }).status === 0;
}

function installDebianPackage(log) {
  if (!existsSync("/usr/bin/apt-get")) return false;
  log("No browser on this machine; installing Debian's chromium with apt-get (about a minute)");
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // An update that fails for one of several sources still leaves a list that can hold the package.
  spawnSync("apt-get", ["update", "-q"], { stdio: "ignore", env, timeout: 300_000 });
  const install = ["install", "-y", "-q", "--no-install-recommends", "chromium"];
  const { status, stderr } = spawnSync("apt-get", install, { encoding: "utf8", env, timeout: 900_000 });
  if (status !== 0) log(`apt-get install chromium failed: ${reason(stderr)}`);
  return status === 0;
}

function downloadWithPlaywright(log) {
  log("Downloading Chromium with Playwright");
  const require = createRequire(import.meta.url);
  const cli = join(dirname(require.resolve("playwright-core/package.json")), "cli.js");
  const withDeps = isRoot() && existsSync("/usr/bin/apt-get") ? ["--with-deps"] : [];
  const { status, stderr } = spawnSync(process.execPath, [cli, "install", ...withDeps, "chromium"], {
    encoding: "utf8",
    timeout: 900_000,
  });
  if (status !== 0) log(`playwright-core install chromium failed: ${reason(stderr)}`);
  return status === 0;
}

/** One line of a failed command's output: the one that calls itself an error, else the last. */
function reason(text) {
  const lines = (text ?? "").trim().split("\n");
  return lines.find((line) => /^(E|Error|Failed\b.*): /.test(line)) ?? (lines.at(-1) || "no reason given");
}
