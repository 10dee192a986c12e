/** Everything that runs during the demo: the emulator, a workspace to play in, and VS Code with the packaged extension. */
import { spawnSync } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { installPackaged } from "../host/packaged.mjs";
import { root, temporaryFolder } from "../host/places.mjs";
import { startKept, waitForLine } from "../host/process-tree.mjs";
import { startVsCode } from "../host/vscode.mjs";
import { makeWorkspace, seed } from "./workspace.mjs";

/**
 * Builds the extension and the emulator into dist/.
 *
 * @param {(line: string) => void} log
 * @throws with the build's own words when it fails
 */
export function build(log) {
  log("Building");
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, "scripts", "build.mjs")], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The build failed:\n${stdout}${stderr}`);
}

/**
 * @param {{ port?: number, log?: (line: string) => void }} [options] `port` of VS Code, 0 for a free one
 * @returns {Promise<Demo>}
 *
 * @typedef {object} Demo
 * @property {string} url where to look at it
 * @property {string} workspace the folder that is open in it
 * @property {string[]} dashboards the names of the examples in it
 * @property {string} first the one that is shown first
 * @property {string} mistakes the path of the one that has mistakes to be found
 * @property {() => Promise<void>} stop ends everything and removes every file that was made
 */
export async function startDemo({ port = 0, log = () => {} } = {}) {
  const temporary = await temporaryFolder("demo");
  const closing = [temporary.remove];
  const stop = async () => {
    for (const step of closing.splice(0).reverse()) await step();
  };
  const onSignal = () => stop().finally(() => process.exit(130));
  process.once("SIGINT", onSignal);
  try {
    const endpoint = await startEmulator(join(temporary.path, "service"), closing);
    log(`Emulator: ${endpoint}`);
    const made = await makeWorkspace(join(temporary.path, "mosaic-demo"), endpoint);
    await seed(endpoint, made.workspace);
    const data = join(temporary.path, "vscode");
    await installPackaged(root, join(data, "extensions"));
    const firstLook = fileURLToPath(new URL("./first-look", import.meta.url));
    await cp(firstLook, join(data, "extensions", "mosaic.demo-first-look-1.0.0"), { recursive: true });
    const env = { MOSAIC_DEMO_OPEN: join(made.workspace, made.first) };
    // The emulator's points cost nothing, so the preview shows them from the beginning.
    const settings = { "mosaic.live.auto": true };
    const vscode = await startVsCode({ port, dataDir: data, env, settings, log });
    closing.push(vscode.stop);
    return { ...made, url: vscode.address(made.workspace), stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    process.removeListener("SIGINT", onSignal);
  }
}

/** The emulator says its address in its first line. */
async function startEmulator(data, closing) {
  const program = join(root, "dist", "emulator.js");
  const emulator = startKept(process.execPath, [program, "--port", "0", "--data", data]);
  closing.push(emulator.stop);
  const url = (line) => (line.startsWith("http://") ? line.trim() : undefined);
  return waitForLine(emulator, url, { timeoutMs: 20_000, what: "The emulator" });
}
