import path from "node:path";
import { build } from "esbuild";

const top = path.resolve(import.meta.dirname, "../..");

/**
 * Bundles a program for Node into one file, much as the build does it.
 *
 * @param entry relative to the top of the repository, such as "cli/main.ts"
 */
export async function buildProgram(entry: string, outfile: string): Promise<void> {
  await build({
    absWorkingDir: top,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "es2022",
    mainFields: ["module", "main"],
    loader: { ".tsv": "text" },
    alias: { "@codemirror/language": path.join(top, "core/languages/promql/syntax-tree.ts") },
    define: { MOSAIC_VERSION: '"1.2.3"', "import.meta.url": "bundleUrl" },
    banner: { js: 'const bundleUrl = require("node:url").pathToFileURL(__filename).href;' },
  });
}
