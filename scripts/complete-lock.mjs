// Adds optional packages for other systems to package-lock.json, which some registry mirrors lack. Without these entries,
// `npm ci` reports that the lock file is out of sync. Run it after you change a dependency; it changes nothing if nothing
// is missing.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const SYSTEMS = [
  "aix",
  "android",
  "darwin",
  "freebsd",
  "linux",
  "netbsd",
  "openbsd",
  "openharmony",
  "sunos",
  "win32",
];
const PROCESSORS = [
  "arm64",
  "arm",
  "x64",
  "ia32",
  "loong64",
  "mips64el",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
];

/**
 * The entries that are missing, by their path in the lock.
 *
 * @param {{ packages: Record<string, any> }} lock
 * @returns {Record<string, object>}
 */
export function missingEntries(lock) {
  const missing = {};
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path === "") continue;
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`];
      if (places.some((place) => lock.packages[place])) continue;
      missing[`node_modules/${name}`] = entryFor(name, range, entry.dev);
    }
  }
  return missing;
}

/** The platform in the name of a package. Its content is not verified until a registry has it. */
function entryFor(name, range, dev) {
  const words = name.split("/").at(-1).split("-");
  const cpu = PROCESSORS.filter((word) => words.includes(word));
  const os = SYSTEMS.filter((word) => words.includes(word));
  const libc = words.includes("musl")
    ? ["musl"]
    : words.includes("gnu") && os[0] === "linux"
      ? ["glibc"]
      : [];
  return {
    version: range.replace(/^[\^~]/, ""),
    ...(cpu.length > 0 && { cpu }),
    ...(dev && { dev }),
    ...(libc.length > 0 && { libc }),
    optional: true,
    ...(os.length > 0 && { os }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const file = new URL("../package-lock.json", import.meta.url);
  const lock = JSON.parse(await readFile(file, "utf8"));
  const missing = missingEntries(lock);
  const count = Object.keys(missing).length;
  if (count > 0) {
    const { "": root, ...rest } = { ...lock.packages, ...missing };
    const sorted = Object.entries(rest).sort(([a], [b]) => a.localeCompare(b, "en"));
    await writeFile(
      file,
      `${JSON.stringify({ ...lock, packages: { "": root, ...Object.fromEntries(sorted) } }, null, 2)}\n`,
    );
  }
  console.log(`${count} entries added.`);
}
