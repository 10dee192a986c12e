import { readFile } from "node:fs/promises";
import { defineConfig, type Plugin } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first";

/** Table files are imported as text, as in the esbuild bundles (scripts/build.mjs). */
const tablesAsText: Plugin = {
  name: "tables-as-text",
  enforce: "pre",
  async load(id) {
    if (!id.endsWith(".tsv")) return undefined;
    return `export default ${JSON.stringify(await readFile(id, "utf8"))};`;
  },
};

/** For the layers with property tests. */
const setupFiles = ["test/support/seed.ts"];

const unit = ["core", "api", "disk", "server", "cli", "emulator", "render", "mcp", "client"].map(
  (room) => `${room}/**/*.test.ts`,
);

/**
 * Unit tests that need a process of their own: they replace modules, or compute for seconds. The latter take up to four times as
 * long in a shared process, where V8 has seen the same functions with values of other shapes.
 */
const apart = [
  "api/answer.test.ts",
  "cli/git.test.ts",
  "core/features/changing/gestures.test.ts",
  "core/grid/moves/moves.test.ts",
  "core/languages/bounded.test.ts",
  "core/languages/check.test.ts",
  "core/sync/listed.test.ts",
  "core/**/*.property.test.ts",
  "emulator/wire/json-syntax.test.ts",
];

/**
 * One project a layer: `npx vitest --project unit` and so on. The layers from `bundles` on need `npm run build`.
 * The editor layer is not here: it runs inside a real VS Code (test/editor/run.mjs).
 */
export default defineConfig({
  plugins: [tablesAsText],
  // As in the bundles (scripts/build.mjs).
  define: { MOSAIC_VERSION: JSON.stringify("0.0.0-test") },
  test: {
    pool: "forks",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes when the machine has time; a second is little on a busy one.
    expect: { poll: { timeout: 20_000 } },
    sequence: { sequencer: LongestFirst },
    projects: [
      // Most of these files take less time than starting a process and loading modules.
      { extends: true, test: { name: "unit", setupFiles, include: unit, exclude: apart, isolate: false } },
      { extends: true, test: { name: "unit-apart", setupFiles, include: apart } },
      { extends: true, test: { name: "house", include: ["test/house/**/*.test.ts"] } },
      { extends: true, test: { name: "lsp", include: ["test/lsp/**/*.test.ts"] } },
      { extends: true, test: { name: "property", setupFiles, include: ["test/property/**/*.test.ts"] } },
      { extends: true, test: { name: "service", setupFiles, include: ["test/service/**/*.test.ts"] } },
      { extends: true, test: { name: "security", include: ["test/security/**/*.test.ts"] } },
      { extends: true, test: { name: "corpus", setupFiles, include: ["test/corpus/**/*.test.ts"] } },
      { extends: true, test: { name: "bundles", include: ["test/bundles/**/*.test.ts"] } },
      { extends: true, test: { name: "webview", include: ["test/webview/**/*.test.ts"] } },
    ],
  },
});
