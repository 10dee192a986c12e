// `npm run fuzz -- --minutes 10 --seed 7`: random input for the readers, languages, edits, merges, gestures, the server and the emulator.
// A failure names the command that repeats it: `npm run fuzz -- --target reader --seed 12`.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await import("./build.mjs");
const outfile = path.join(root, "build/fuzz.cjs");
await build({
  entryPoints: [path.join(root, "test/fuzz/fuzz.ts")],
  outfile,
  bundle: true,
  platform: "node",
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  alias: { "@codemirror/language": path.join(root, "core/languages/promql/syntax-tree.ts") },
  // What builds another server to compare with is not bundled.
  external: ["esbuild"],
  define: { MOSAIC_VERSION: JSON.stringify("0.0.0-fuzz") },
  sourcemap: "inline",
  logLevel: "warning",
});
const { status } = spawnSync(
  process.execPath,
  ["--enable-source-maps", outfile, root, ...process.argv.slice(2)],
  {
    stdio: "inherit",
  },
);
process.exitCode = status ?? 1;
