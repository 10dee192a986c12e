import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { quantile, type Row } from "./measure";

/**
 * Loads the extension as VS Code does, with a `vscode` whose members can all be called and read, and prints the CPU time that loading
 * and `activate` take together, in milliseconds. The first start ends when the compiled code has been kept.
 */
const ACTIVATION = `
const Module = require("node:module");
const { existsSync } = require("node:fs");
const [extension, storage] = process.argv.slice(1);
const whatever = new Proxy(class {}, {
  get: (target, key) => {
    if (key === "prototype") return target.prototype;
    if (key === Symbol.iterator) return function* () {};
    if (key === Symbol.toPrimitive) return () => "x";
    if (key === "then") return undefined;
    if (key === "length") return 0;
    if (key === "globalStorageUri") return { scheme: "file", fsPath: storage };
    return ["some", "map", "filter", "flatMap"].includes(key) ? (...args) => [][key](...args) : whatever;
  },
  set: () => true,
  apply: () => whatever,
  construct: () => whatever,
  getPrototypeOf: () => whatever,
});
const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? whatever : load(request, ...rest));
const isFirst = !existsSync(storage);
const later = setTimeout;
if (isFirst) globalThis.setTimeout = (work, ms, ...rest) => later(work, ms >= 10000 ? 0 : ms, ...rest);
const before = process.cpuUsage();
const { activate } = require(extension);
activate(whatever);
const { user, system } = process.cpuUsage(before);
console.log((user + system) / 1000);
if (!isFirst) process.exit();
later(process.exit, 1500);
`;

const RUNS = 9;

/** What opening the first dashboard costs the extension host, before the server runs. */
export function startingRows(root: string): Row[] {
  const extension = path.join(root, "dist/start.js");
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-bench-"));
  const start = () => {
    const args = ["-e", ACTIVATION, extension, path.join(folder, "storage")];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    if (stdout === "") throw new Error(`the extension does not start: ${stderr.slice(-500)}`);
    return Number(stdout);
  };
  try {
    const first = start();
    const others = Array.from({ length: RUNS }, start);
    return [
      { what: "extension: loaded and activated for the first time (CPU)", value: first, unit: "ms" },
      {
        what: "extension: loaded and activated at a later start (CPU)",
        value: quantile(others, 0.5),
        unit: "ms",
        budget: { limit: 30, of: "value" },
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
