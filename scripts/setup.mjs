/**
 * Makes a fresh checkout ready to work in: `node scripts/setup.mjs`. Needs nothing but Node, so that any script can call it
 * before it imports a dependency.
 */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { runNpm } from "./host/npm.mjs";

const OLDEST_NODE = 20;
const root = fileURLToPath(new URL("..", import.meta.url));

/**
 * Installs the dependencies unless what is installed is what package-lock.json says.
 *
 * @param {{ log?: (line: string) => void }} [options]
 * @returns {Promise<boolean>} whether an install was needed; rejects when Node is too old or npm fails
 */
export async function ensureInstalled({ log = console.log } = {}) {
  if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
    throw new Error(
      `Node ${OLDEST_NODE} or newer is needed; this is ${process.version}. See https://nodejs.org.`,
    );
  }
  const wanted = await readLock("package-lock.json");
  if (isInstalled(wanted, await readLock("node_modules/.package-lock.json").catch(() => undefined)))
    return false;
  log("Installing dependencies with npm ci");
  // A production environment would leave out the development dependencies, which here are all of them.
  const all = "--include=dev";
  try {
    await runNpm(root, ["ci", all]);
  } catch (error) {
    // A registry that lacks packages for other systems makes `npm ci` doubt the lock, although nothing is missing here.
    if (!/in sync/.test(error.message)) throw error;
    log("npm ci does not accept package-lock.json with this registry; using npm install");
    await runNpm(root, ["install", "--no-save", all]);
  }
  return true;
}

/**
 * Whether npm's lock of installed packages has every package of the wanted lock in the wanted version. Optional packages,
 * which are for other systems, may be missing.
 *
 * @param {{ packages: Record<string, LockedPackage> }} wanted
 * @param {{ packages: Record<string, LockedPackage> } | undefined} installed
 *
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }} LockedPackage
 */
export function isInstalled(wanted, installed) {
  if (installed === undefined) return false;
  return Object.entries(wanted.packages).every(([path, entry]) => {
    if (path === "") return true;
    const there = installed.packages[path];
    if (there === undefined) return entry.optional === true || entry.devOptional === true;
    return there.version === entry.version && there.integrity === entry.integrity;
  });
}

async function readLock(path) {
  return JSON.parse(await readFile(new URL(`../${path}`, import.meta.url), "utf8"));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const installed = await ensureInstalled();
    console.log(installed ? "Dependencies were installed." : "Dependencies are as package-lock.json says.");
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
