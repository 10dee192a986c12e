// `npm run soak -- --minutes 10 --seed 7`: looks for lost edits in random sequences of pushes, pulls, merges, lost
// responses, kills and branch switches. A failure names its seed. `npm test` has a few seconds of the same. With
// `--processes` the bundled programs are run and killed. `--server --edits 100000` sends edits and every kind of request to one language
// server instead, compares its findings with those of a fresh one, and watches its memory.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
await import("./generate.mjs");
const outfile = path.join(root, "build/soak.cjs");
await build({
  entryPoints: [path.join(root, "test/soak.ts")],
  outfile,
  bundle: true,
  platform: "node",
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  define: { MOSAIC_VERSION: JSON.stringify("0.0.0-soak") },
  sourcemap: "inline",
  logLevel: "warning",
});
const args = process.argv.slice(2);
const server = args.indexOf("--server");
if (server >= 0) {
  await import("./build.mjs");
  args.splice(server, 1, "--server", path.join(root, "dist/server.js"));
}
if (args.includes("--processes")) {
  await import("./build.mjs");
  args.push("--programs", path.join(root, "dist"));
}
const { status } = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...args], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
