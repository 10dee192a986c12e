import { inertOutput } from "../core/terminal-text";
import { runEmulator } from "./run";

/** Set by the build. */
declare const MOSAIC_VERSION: string | undefined;

const version = typeof MOSAIC_VERSION === "string" ? MOSAIC_VERSION : "development";

void runEmulator(process.argv.slice(2), version, {
  out: (text) => process.stdout.write(inertOutput(text, false)),
  err: (text) => process.stderr.write(inertOutput(text, false)),
}).then((code) => {
  process.exitCode = code;
});
