/**
 * Runs one command as its child and ends the whole tree below it when its own standard input closes. The pipe closes when
 * the parent ends in any way, also by SIGKILL, so that no server outlives a killed test run. Arguments: the command and
 * its arguments. Started by process-tree.mjs as the leader of its own process group.
 */
import { spawn, spawnSync } from "node:child_process";

const GRACE_MS = 3000;
const [command, ...args] = process.argv.slice(2);
if (command === undefined) throw new Error("keeper.mjs needs a command");
let ending = false;

const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"], windowsHide: true });
child.on("error", (error) => {
  console.error(`${command} could not be started: ${error.message}`);
  process.exit(127);
});
child.on("exit", (code, signal) => {
  if (ending) return;
  if (signal !== null) console.error(`${command} was ended by ${signal}`);
  askTreeToEnd();
  process.exit(code ?? 1);
});

// The group contains this process, too, which must survive to kill processes that ignore SIGTERM.
process.on("SIGTERM", end);
process.stdin.on("end", end);
process.stdin.on("error", end);
process.stdin.resume();

/** Sends SIGTERM first; after a timeout, kills the rest, including this process. */
function end() {
  if (ending) return;
  askTreeToEnd();
  if (process.platform === "win32") process.exit();
  const deadline = Date.now() + GRACE_MS;
  setInterval(() => {
    const childLives = child.exitCode === null && child.signalCode === null;
    if (!childLives || Date.now() > deadline) process.kill(-process.pid, "SIGKILL");
  }, 50);
}

/** SIGTERM to everything in the group of this process; on Windows the tree of the child is ended. */
function askTreeToEnd() {
  ending = true;
  if (process.platform !== "win32") process.kill(-process.pid, "SIGTERM");
  else spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"], { windowsHide: true });
}
