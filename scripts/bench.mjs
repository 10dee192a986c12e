// `npm run bench`: what things cost, against a peer where there is one, in one run. `--json FILE` keeps the numbers, `--gate` ends
// with 1 when a budget is not kept. Needs `npm run build`. `--only findings`, `deploying` or `discovering` leaves the rest out,
// `--dashboards 100,400` says of how many.
import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outfile = path.join(root, "build/bench.cjs");
await build({
  entryPoints: [path.join(root, "test/bench/bench.ts")],
  outfile,
  bundle: true,
  minify: true,
  platform: "node",
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  // What starts a browser is not bundled, and finds the sources beside itself.
  external: ["esbuild", "playwright-core"],
  define: { "import.meta.dirname": JSON.stringify(path.join(root, "test/webview")) },
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [outfile, root, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
