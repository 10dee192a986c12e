/**
 * Stands in for the `code` executable in extension tests: takes the command line that @vscode/test-electron gives to a
 * desktop VS Code, runs the tests in a VS Code server with a headless browser as its window, and ends with the exit code
 * that they gave (2: the run itself failed). Started through the wrappers `code` and `code.cmd` beside it.
 *
 * Environment: MOSAIC_VSCODE_VERSION, MOSAIC_RUN_TIMEOUT (seconds for the whole run, default 900).
 */
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { launchChromium } from "./chromium.mjs";
import { screenshots, temporaryFolder } from "./places.mjs";
import { startVsCode } from "./vscode.mjs";

/** A test asks for a picture of the window by printing this and a name. Only this host understands it. */
const PICTURE = "[picture] ";

/** What the workbench logs because this install has no native modules and no network; none of it is about a test. */
const noise = new RegExp(
  [
    "spdlog|Release/watchdog|gallery as it is disabled|\\[Service Worker\\]",
    "connection token|Creating a socket|builtin extensions cache|ChatSessionStore",
    "^\\[(reconnection-grace-time|AgentHost:remote|AccountPolicyGate)\\]",
  ].join("|"),
);

try {
  process.exitCode = await run(readArguments(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

/**
 * The part of VS Code's command line that matters here. Switches of the desktop's window are passed over.
 *
 * @param {string[]} args
 */
function readArguments(args) {
  const value = (name) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const extension = value("extensionDevelopmentPath");
  const tests = value("extensionTestsPath");
  const workspace = args.find((arg) => !arg.startsWith("-"));
  if (extension === undefined || tests === undefined) {
    throw new Error("--extensionDevelopmentPath=… and --extensionTestsPath=… are needed.");
  }
  return {
    extension: resolve(extension),
    // As on the desktop, the tests may be named as a module is, without `.js`.
    tests: resolve(/\.[cm]?js$/.test(tests) ? tests : `${tests}.js`),
    workspace: workspace && resolve(workspace),
    extensionsDir: value("extensions-dir"),
    trust: args.includes("--disable-workspace-trust"),
    version: process.env.MOSAIC_VSCODE_VERSION,
    timeoutMs: Number(process.env.MOSAIC_RUN_TIMEOUT ?? 900) * 1000,
  };
}

async function run({ extension, tests, workspace, extensionsDir, trust, version, timeoutMs }) {
  const closing = [];
  let timer;
  try {
    const empty = workspace === undefined ? await temporaryFolder("empty") : undefined;
    if (empty) closing.push(empty.remove);
    const log = (line) => console.log(line);
    const env = { MOSAIC_TEST_HOST: "browser", NODE_OPTIONS: "--enable-source-maps" };
    const vscode = await startVsCode({ version, extensionsDir, trust, smokeTestDriver: true, env, log });
    closing.push(vscode.stop);
    const browser = await launchChromium({ log });
    closing.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });

    const result = new Promise((done, fail) => {
      const failWithPicture = async (why) => {
        const path = await picture(page, "failed-run");
        fail(new Error(`${why}${path ? ` See ${path}` : ""}`));
      };
      timer = setTimeout(() => failWithPicture(`The run took more than ${timeoutMs / 1000} s.`), timeoutMs);
      page.on("crash", () => fail(new Error("The page crashed.")));
      page.on("close", () => fail(new Error("The page was closed.")));
      page.exposeFunction("codeAutomationLog", (type, parts) => printLog(page, type, parts));
      page.exposeFunction("codeAutomationExit", (code) => done(code));
      const payload = {
        extensionDevelopmentPath: vscode.remoteUri(extension),
        extensionTestsPath: vscode.remoteUri(tests),
      };
      page.goto(vscode.address(workspace ?? empty.path, payload)).catch((error) => fail(error));
    });
    return await result;
  } finally {
    clearTimeout(timer);
    for (const close of closing.reverse()) await close();
  }
}

/** The console of the extension host, and the workbench's own log. */
async function printLog(page, type, parts) {
  const text = parts.map((part) => (typeof part === "string" ? part : JSON.stringify(part))).join(" ");
  if (text.startsWith(PICTURE)) {
    const path = await picture(page, text.slice(PICTURE.length));
    if (path) console.log(`      picture: ${path}`);
  } else if (!noise.test(text)) console[type === "error" ? "error" : "log"](text);
}

/** The path of a picture of the window, or nothing when the window is too far gone to take one. */
async function picture(page, name) {
  const path = join(screenshots, `${name.replace(/[^\w.-]+/g, "-").slice(0, 80)}.png`);
  try {
    await mkdir(screenshots, { recursive: true });
    await page.screenshot({ path, timeout: 10_000 });
    return path;
  } catch {
    return undefined;
  }
}
