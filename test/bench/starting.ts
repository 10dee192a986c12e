import { spawnSync } from "node:child_process";
import path from "node:path";
import { quantile, type Row } from "./measure";

/**
 * Loads the extension as VS Code does, with a `vscode` whose members can all be called and read, and prints how long loading and
 * `activate` take together, in milliseconds.
 */
const ACTIVATION = `
const Module = require("node:module");
const whatever = new Proxy(class {}, {
  get: (target, key) => {
    if (key === "prototype") return target.prototype;
    if (key === Symbol.iterator) return function* () {};
    if (key === Symbol.toPrimitive) return () => "x";
    if (key === "then") return undefined;
    if (key === "length") return 0;
    return ["some", "map", "filter", "flatMap"].includes(key) ? (...args) => [][key](...args) : whatever;
  },
  set: () => true,
  apply: () => whatever,
  construct: () => whatever,
  getPrototypeOf: () => whatever,
});
const load = Module._load;
Module._load = (request, ...rest) => (request === "vscode" ? whatever : load(request, ...rest));
const start = performance.now();
const { activate } = require(process.argv[1]);
activate(whatever);
console.log(performance.now() - start);
process.exit();
`;

const RUNS = 9;

/** What opening the first dashboard costs the extension host, before the server runs. */
export function startingRows(root: string): Row[] {
  const extension = path.join(root, "dist/extension.js");
  const times = Array.from({ length: RUNS }, () => {
    const { stdout, stderr } = spawnSync(process.execPath, ["-e", ACTIVATION, extension], {
      encoding: "utf8",
    });
    if (stdout === "") throw new Error(`the extension does not start: ${stderr.slice(-500)}`);
    return Number(stdout);
  });
  return [
    {
      what: "extension: loaded and activated",
      value: quantile(times, 0.5),
      unit: "ms",
      budget: { limit: 30, of: "value" },
    },
  ];
}
