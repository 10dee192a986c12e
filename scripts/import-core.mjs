// Lets a script use what core/ has: bundles it and imports the bundle.
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import * as esbuild from "esbuild";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");

/**
 * @param {string} name of the bundle, which lies in build/
 * @param {string} exports TypeScript that exports what is wanted, with paths from the top folder
 * @returns {Promise<Record<string, Function>>}
 */
export async function importCore(name, exports) {
  await import("./generate.mjs");
  const bundle = path.join(root, `build/${name}/core.mjs`);
  await esbuild.build({
    absWorkingDir: root,
    stdin: { contents: exports, resolveDir: root },
    bundle: true,
    platform: "node",
    format: "esm",
    mainFields: ["module", "main"],
    loader: { ".tsv": "text" },
    outfile: bundle,
    logLevel: "warning",
  });
  return import(`${pathToFileURL(bundle)}?${Date.now()}`);
}
