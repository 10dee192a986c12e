import * as nodeModule from "node:module";

declare const MOSAIC_VERSION: string;
/** The program is in another file, because Node parses a whole file before it runs it. */
declare const require: (file: "./mosaic.js") => unknown;

const [name] = process.argv.slice(2);
if (name === "--version" || name === "-v") process.stdout.write(`${MOSAIC_VERSION}\n`);
else {
  // From Node 22 on, cache compiled code for the next start.
  (nodeModule as { enableCompileCache?(): unknown }).enableCompileCache?.();
  require("./mosaic.js");
}
