// `npm run bench`: benchmarks, compared with another tool where there is one, in one run. `--json FILE` writes the
// numbers, `--gate` exits with 1 if a budget is exceeded. Needs `npm run build`. `--only core`, `findings`, `deploying`,
// `discovering`, `starting` or `picture` runs a part, `--dashboards 100,400` sets the numbers of dashboards.
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
  // Code that starts a browser is not bundled, because it needs its source files.
  external: ["esbuild", "playwright-core"],
  define: { "import.meta.dirname": JSON.stringify(path.join(root, "test/webview")) },
  logLevel: "warning",
});
const { status } = spawnSync(process.execPath, [outfile, root, ...process.argv.slice(2)], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
