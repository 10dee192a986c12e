/** Child processes that never outlive their starter: the starter's end, of whatever kind, ends the whole tree. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const keeper = fileURLToPath(new URL("./keeper.mjs", import.meta.url));

/**
 * Starts a command with everything below it in a process group of its own, watched by keeper.mjs.
 *
 * @param {string} command executable, absolute or on the PATH
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Kept} the standard output and error have to be read by the caller (see `waitForLine`)
 *
 * @typedef {object} Kept
 * @property {import("node:child_process").ChildProcess} process
 * @property {Promise<number>} exited its exit code, 1 when it was ended by a signal
 * @property {() => Promise<void>} stop ends the tree (at most about 3 s); may be called twice
 */
export function startKept(command, args, options = {}) {
  const child = spawn(process.execPath, [keeper, command, ...args], {
    cwd: options.cwd,
    env: options.env ?? cleanEnv(),
    stdio: ["pipe", "pipe", "pipe"],
    detached: process.platform !== "win32",
    windowsHide: true,
  });
  child.stdin.on("error", () => {});
  const exited = new Promise((resolve) => {
    child.on("error", () => resolve(1));
    child.on("exit", (code) => resolve(code ?? 1));
  });
  const stop = async () => {
    child.stdin.end();
    await exited;
    child.stdout.destroy();
    child.stderr.destroy();
  };
  return { process: child, exited, stop };
}

/**
 * Waits until the process prints a line for which `match` returns something, and keeps reading both streams afterwards.
 *
 * @template T
 * @param {Kept} kept
 * @param {(line: string) => T | undefined} match looks at each line of standard output
 * @param {{ timeoutMs: number, what: string, onLine?: (line: string) => void }} options
 * @returns {Promise<T>} rejects with the last 40 lines of output when the process ends or the time is up first; the
 *   process is stopped then
 */
export async function waitForLine(kept, match, { timeoutMs, what, onLine }) {
  const tail = [];
  const keep = (line) => {
    tail.push(line);
    if (tail.length > 40) tail.shift();
    onLine?.(line);
  };
  createInterface({ input: kept.process.stderr }).on("line", keep);
  const lines = createInterface({ input: kept.process.stdout });
  let timer;
  try {
    return await new Promise((resolve, reject) => {
      const fail = (why) => reject(new Error(`${what} ${why}. Its last output:\n${tail.join("\n")}`));
      lines.on("line", (line) => {
        keep(line);
        const found = match(line);
        if (found !== undefined) resolve(found);
      });
      timer = setTimeout(() => fail(`was not ready within ${timeoutMs / 1000} s`), timeoutMs);
      kept.exited.then((code) => fail(`ended with code ${code} before it was ready`));
    });
  } catch (error) {
    await kept.stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The environment without what an editor, a debugger or `npm run` around this process put in for itself: an inherited
 * `VSCODE_*` variable sends a second VS Code to the first one's sockets, `NODE_OPTIONS` attaches a debugger to each child.
 *
 * @param {NodeJS.ProcessEnv} [more] variables to add
 * @returns {NodeJS.ProcessEnv}
 */
export function cleanEnv(more = {}) {
  const env = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (/^(VSCODE_|ELECTRON_|npm_(package|lifecycle)_)/i.test(name) || name === "NODE_OPTIONS") continue;
    env[name] = value;
  }
  return { ...env, ...more };
}
