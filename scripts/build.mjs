// Bundles every entry with esbuild into dist/. `--watch` rebuilds on change; `--release` drops source maps.
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import "./generate.mjs";
import { writeNotices } from "./notices.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const watch = process.argv.includes("--watch");
const release = process.argv.includes("--release");
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));

const BUNDLE_URL = 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;';

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  keepNames: true,
  metafile: true,
  sourcemap: release ? false : "linked",
  target: "es2022",
  // The JSON libraries' UMD builds bundle without a word and then die at start.
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  // PromQL's analyser wants one function of it; the whole package brings an editor along (210 KB in every bundle).
  alias: { "@codemirror/language": path.join(root, "core/languages/promql/syntax-tree.ts") },
  define: { MOSAIC_VERSION: JSON.stringify(version) },
  logLevel: "warning",
};
const node = {
  platform: "node",
  format: "cjs",
  // Libraries that are ES modules ask where they are; in a CommonJS bundle that is the bundle itself.
  define: { ...common.define, "import.meta.url": "bundleUrl" },
  banner: { js: BUNDLE_URL },
};
const program = { ...node, banner: { js: `#!/usr/bin/env node\n${BUNDLE_URL}` } };
const browser = { platform: "browser", mainFields: ["browser", "module", "main"] };

/** One bundle for each place Mosaic runs in. */
export const bundles = [
  { ...node, entryPoints: { extension: "client/extension.ts" }, external: ["vscode"] },
  { ...node, entryPoints: { server: "server/node.ts" } },
  { ...browser, format: "iife", entryPoints: { "server-worker": "server/worker.ts" } },
  { ...program, entryPoints: { cli: "cli/main.ts" } },
  { ...program, entryPoints: { emulator: "emulator/main.ts" } },
  { ...browser, format: "iife", entryPoints: { "webview/preview": "client/webview/preview.ts" } },
  { ...browser, entryPoints: { "webview/preview": "client/webview/preview.css" } },
  { ...browser, format: "iife", entryPoints: { "webview/usage": "client/webview/usage.ts" } },
  { ...browser, entryPoints: { "webview/usage": "client/webview/usage.css" } },
];

const outdir = path.join(root, "dist");
await rm(outdir, { recursive: true, force: true });
await mkdir(outdir, { recursive: true });
const contexts = await Promise.all(
  bundles.map((bundle) => esbuild.context({ ...common, ...bundle, outdir })),
);
if (watch) {
  await Promise.all(contexts.map((context) => context.watch()));
  console.log("Watching; dist/ is rebuilt on every change.");
} else {
  const results = await Promise.all(contexts.map((context) => context.rebuild()));
  const metafiles = results.map((result) => result.metafile);
  await writeNotices(root, metafiles, path.join(outdir, "THIRD_PARTY_NOTICES.txt"));
  await Promise.all(contexts.map((context) => context.dispose()));
}
