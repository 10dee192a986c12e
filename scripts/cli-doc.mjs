// Writes the tables of options in docs/cli.md from the commands in cli/.
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as esbuild from "esbuild";
import "./generate.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const outfile = path.join(root, "build/cli-doc/cli.cjs");
await esbuild.build({
  absWorkingDir: root,
  stdin: {
    contents:
      'export { DESCRIBED } from "./cli/commands"; export { withOptionTables } from "./cli/options/docs";',
    resolveDir: root,
  },
  bundle: true,
  platform: "node",
  format: "cjs",
  mainFields: ["module", "main"],
  loader: { ".tsv": "text" },
  // Only the tables are used, so any file does.
  define: { "import.meta.url": JSON.stringify(import.meta.url) },
  outfile,
  logLevel: "warning",
});
const { DESCRIBED, withOptionTables } = createRequire(import.meta.url)(outfile);
const file = path.join(root, "docs/cli.md");
const before = await readFile(file, "utf8");
const after = withOptionTables(before, DESCRIBED);
if (after !== before) await writeFile(file, after);
console.log(after === before ? "docs/cli.md is up to date." : "docs/cli.md: tables written.");
