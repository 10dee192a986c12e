// Client libraries of others against the emulator of this build. They are too large for development dependencies, so they are
// installed into a temporary folder for one check.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

/** The access token that the emulator expects. */
export const TOKEN = "sesame";

const emulator = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../dist/emulator.js");

/** Installs `packages` (`name@version`) and calls `check` with a `require` that finds them and the URL of a running emulator. */
export async function checkClients(packages, check) {
  const folder = await mkdtemp(path.join(tmpdir(), "mosaic-clients-"));
  try {
    await writeFile(path.join(folder, "package.json"), '{ "private": true }');
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    execFileSync(npm, ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    const require = createRequire(path.join(folder, "index.js"));
    await withEmulator((url) => check(require, url));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function withEmulator(work) {
  const child = spawn(process.execPath, [emulator, "--token", TOKEN], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  try {
    const [url] = await once(createInterface(child.stdout), "line");
    await work(url);
  } finally {
    child.kill();
  }
}
