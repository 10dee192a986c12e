// Bundles every entry with esbuild into dist/. `--watch` rebuilds on change; `--release` drops source maps.
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import "./generate.mjs";
import { FONT_PACKAGES, PNG_FILES } from "./fonts.mjs";
import { writeNotices } from "./notices.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const watch = process.argv.includes("--watch");
const release = process.argv.includes("--release");
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));

// A worker has no file names.
const BUNDLE_URL =
  'const bundleUrl = typeof __filename === "string" ? require("node:url").pathToFileURL(__filename).href : "file:///";';

/**
 * The browser parts of these packages, in addition to the Node parts: each bundle has both and chooses at run time. The
 * packages support only one per build.
 */
const workerSides = {
  name: "worker-sides",
  setup(build) {
    const filter = /^vscode-(?:languageserver|languageclient|languageserver-protocol|jsonrpc)\/browser$/;
    build.onResolve({ filter }, async ({ path: wanted, resolveDir, importer, kind }) => {
      const other = await build.resolve(wanted.replace(/browser$/, "node"), { resolveDir, importer, kind });
      return { path: other.path.replace(/([\\/])node([\\/]main\.js)$/, "$1browser$2") };
    });
  },
};

/** What draws pictures, and what talks to agents, are bundles of their own: only commands that need them pay for them. */
const apart = {
  name: "apart",
  setup(build) {
    build.onResolve({ filter: /\/render\/index$/ }, () => ({ path: "./render.js", external: true }));
    build.onResolve({ filter: /\/mcp\/index$/ }, () => ({ path: "./mcp.js", external: true }));
  },
};

/** @type {esbuild.BuildOptions} */
const common = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  // The libraries around fetch tell their errors and headers apart by the names of their classes.
  keepNames: true,
  metafile: true,
  sourcemap: release ? false : "linked",
  target: "es2022",
  // The UMD builds of the JSON libraries bundle without an error, then fail at start.
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  // PromQL's analyzer needs one function of it; the package contains a whole editor (210 KB in every bundle).
  alias: {
    "@codemirror/language": path.join(root, "core/languages/promql/syntax-tree.ts"),
    // Its entry for Node needs Node's modules, which a web worker does not have.
    yaml: path.join(root, "node_modules/yaml/browser/dist/index.js"),
  },
  define: { MOSAIC_VERSION: JSON.stringify(version) },
  logLevel: "warning",
};
const node = {
  platform: "node",
  format: "cjs",
  // Compiled code that is kept between starts cannot import.
  supported: { "dynamic-import": false },
  // ES modules use `import.meta.url`; in a CommonJS bundle, that is the bundle itself.
  define: { ...common.define, "import.meta.url": "bundleUrl" },
  banner: { js: BUNDLE_URL },
};
const program = { ...node, banner: { js: `#!/usr/bin/env node\n${BUNDLE_URL}` } };
const browser = { platform: "browser", mainFields: ["browser", "module", "main"] };

/** One bundle for each thing that is started. */
export const bundles = [
  // These two also run in a web worker, for VS Code in a browser.
  {
    ...node,
    plugins: [workerSides],
    entryPoints: { extension: "client/extension.ts" },
    external: ["vscode"],
  },
  { ...node, entryPoints: { start: "client/start.ts" } },
  // The server has none of these libraries, and each name that is kept costs a call for each function that is made.
  { ...node, keepNames: false, plugins: [workerSides], entryPoints: { server: "server/main.ts" } },
  { ...program, entryPoints: { cli: "cli/start.ts" }, external: ["./mosaic.js"] },
  { ...node, plugins: [apart], entryPoints: { mosaic: "cli/main.ts" } },
  { ...node, plugins: [apart], entryPoints: { mcp: "mcp/index.ts" } },
  { ...node, entryPoints: { render: "render/index.ts" } },
  { ...program, entryPoints: { emulator: "emulator/main.ts" } },
  { ...browser, format: "iife", entryPoints: { "webview/preview": "client/webview/pictures.ts" } },
  { ...browser, entryPoints: { "webview/preview": "client/webview/picture/preview.css" } },
  { ...browser, format: "iife", entryPoints: { "webview/usage": "client/webview/usage/usage.ts" } },
  { ...browser, entryPoints: { "webview/usage": "client/webview/usage/usage.css" } },
];

const outdir = path.join(root, "dist");
await rm(outdir, { recursive: true, force: true });
await mkdir(path.join(outdir, "fonts"), { recursive: true });
for (const [from, to] of PNG_FILES) await copyFile(path.join(root, from), path.join(outdir, to));
const contexts = await Promise.all(
  bundles.map((bundle) => esbuild.context({ ...common, ...bundle, outdir })),
);
if (watch) {
  await Promise.all(contexts.map((context) => context.watch()));
  console.log("Watching; dist/ is rebuilt on every change.");
} else {
  const results = await Promise.all(contexts.map((context) => context.rebuild()));
  const metafiles = results.map((result) => result.metafile);
  await writeNotices(root, metafiles, FONT_PACKAGES, path.join(outdir, "THIRD_PARTY_NOTICES.txt"));
  await Promise.all(contexts.map((context) => context.dispose()));
}
