import * as nodeModule from "node:module";

declare const MOSAIC_VERSION: string;
/** The program lies in a file of its own, because Node reads all of a file before it runs any of it. */
declare const require: (file: "./mosaic.js") => unknown;

const [name] = process.argv.slice(2);
if (name === "--version" || name === "-v") process.stdout.write(`${MOSAIC_VERSION}\n`);
else {
  // From Node 22 on, what the engine has compiled once is kept for the next start.
  (nodeModule as { enableCompileCache?(): unknown }).enableCompileCache?.();
  require("./mosaic.js");
}
