import * as nodeModule from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "./cache-folder";

declare const MOSAIC_VERSION: string;
/** The program is in another file, because Node parses a whole file before it runs it. */
declare const require: (file: string) => unknown;
declare const __dirname: string;

/**
 * Six times V8's default. A run of `validate` usually ends before optimized code pays off, and optimizing less saves a quarter of the
 * CPU time. Runs over thousands of files still reach this. The flag has another name in each generation of V8, and V8 prints an
 * error for a flag that it does not have.
 */
const LATER: Readonly<Record<string, string>> = {
  11: "--interrupt-budget=400000",
  12: "--invocation-count-for-turbofan=18000",
  13: "--invocation-count-for-turbofan=18000",
};

const [name] = process.argv.slice(2);
if (name === "--version" || name === "-v") process.stdout.write(`${MOSAIC_VERSION}\n`);
else {
  const flag = LATER[Number.parseInt(process.versions.v8, 10)];
  if (flag) setFlagsFromString(flag);
  void load(cacheFolder(process.env));
}

/** Loads the program with the code that was compiled in an earlier run. */
async function load(folder: string | undefined): Promise<void> {
  // Not in Node's default folder: in a shared temporary folder, another user could plant code.
  const compiled = folder && path.join(folder, "compiled");
  const { enableCompileCache } = nodeModule as { enableCompileCache?(folder: string): unknown };
  if (!compiled || enableCompileCache) {
    if (compiled) enableCompileCache?.(compiled);
    require("./mosaic.js");
    return;
  }
  // Before Node 22.
  const { CompiledFile } = await import("../disk/compiled");
  const program = new CompiledFile(path.join(__dirname, "mosaic.js"), compiled);
  if (!program.isReused) process.once("beforeExit", () => void program.save());
  program.run(require);
}
