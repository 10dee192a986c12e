import * as nodeModule from "node:module";
import path from "node:path";
import { setFlagsFromString } from "node:v8";
import { cacheFolder } from "./cache-folder";

declare const MOSAIC_VERSION: string;
/** The program is in another file, because Node parses a whole file before it runs it. */
declare const require: (file: "./mosaic.js") => unknown;

/** Node versions whose V8 is known to have the flag below. V8 prints an error for an unknown flag. */
const KNOWN_ENGINES = { from: 20, to: 24 };

/**
 * Six times V8's default. A run of `validate` usually ends before optimized code pays off, and optimizing less saves a quarter of the
 * CPU time. Runs over thousands of files still reach this budget.
 */
const BUDGET = "--interrupt-budget=400000";

const [name] = process.argv.slice(2);
if (name === "--version" || name === "-v") process.stdout.write(`${MOSAIC_VERSION}\n`);
else {
  const major = Number.parseInt(process.versions.node, 10);
  if (major >= KNOWN_ENGINES.from && major <= KNOWN_ENGINES.to) setFlagsFromString(BUDGET);
  // From Node 22 on, cache compiled code for the next start. Not in Node's default folder: in a shared temporary folder, another
  // user could plant code.
  const folder = cacheFolder(process.env);
  const { enableCompileCache } = nodeModule as { enableCompileCache?(folder: string): unknown };
  if (folder) enableCompileCache?.(path.join(folder, "compiled"));
  require("./mosaic.js");
}
