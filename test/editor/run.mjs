/**
 * Runs the editor tests in a real VS Code: `node test/editor/run.mjs [--version 1.139.1] [--grep text] [--extension folder]`.
 * Needs the extension to be built. The default is the oldest supported VS Code, from the npm registry, in a headless
 * browser; `MOSAIC_TEST_VSCODE=desktop` downloads a desktop VS Code of that version instead.
 *
 * Prints `N passed, N failed` as its last line and writes { passed, failed, failures } to build/results/editor.json (with
 * `--version`, editor-<version>.json).
 */
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { runTests } from "@vscode/test-electron";
import { build } from "esbuild";
import { root, temporaryFolder } from "../../scripts/host/places.mjs";
import { oldest } from "../../scripts/host/vscode.mjs";

const here = fileURLToPath(new URL(".", import.meta.url));
const { values } = parseArgs({
  options: {
    version: { type: "string" },
    grep: { type: "string", default: "" },
    extension: { type: "string", default: root },
  },
});
const version = values.version ?? oldest;
const results = join(root, "build", "results", values.version ? `editor-${version}.json` : "editor.json");

await mkdir(join(root, "build", "results"), { recursive: true });
await rm(results, { force: true });
try {
  await runAll(resolve(values.extension));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
const counts = await readCounts();
await writeFile(results, JSON.stringify(counts));
console.log(`${counts.passed} passed, ${counts.failed} failed`);

async function runAll(extension) {
  const { main } = JSON.parse(await readFile(join(extension, "package.json"), "utf8"));
  if (main === undefined || !existsSync(join(extension, main))) {
    throw new Error(
      `${join(extension, main ?? "package.json: main")} is missing: build the extension first.`,
    );
  }
  const suite = await bundleSuite();
  const temporary = await temporaryFolder("editor-tests");
  try {
    const workspace = join(temporary.path, "workspace");
    await cp(join(here, "workspace"), workspace, { recursive: true });
    await runTests({
      version,
      vscodeExecutablePath: process.env.MOSAIC_TEST_VSCODE === "desktop" ? undefined : await hostExecutable(),
      extensionDevelopmentPath: extension,
      extensionTestsPath: suite,
      extensionTestsEnv: {
        MOSAIC_VSCODE_VERSION: version,
        MOSAIC_TEST_RESULTS: results,
        MOSAIC_TEST_GREP: values.grep,
      },
      launchArgs: [
        workspace,
        `--extensions-dir=${join(temporary.path, "extensions")}`,
        `--user-data-dir=${join(temporary.path, "user")}`,
      ],
    });
  } finally {
    await temporary.remove();
  }
}

/** One file with the runner and every spec, as an extension host loads it. */
async function bundleSuite() {
  const specs = (await readdir(here)).filter((name) => name.endsWith(".spec.ts")).sort();
  const lines = [...specs.map((name) => `import "./${name}";`), 'export { run } from "./index";'];
  const outfile = join(root, "build", "test-editor", "index.js");
  await build({
    stdin: { contents: lines.join("\n"), resolveDir: here, sourcefile: "suite.ts", loader: "ts" },
    outfile,
    bundle: true,
    loader: { ".tsv": "text" },
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["vscode"],
    mainFields: ["module", "main"],
    sourcemap: "inline",
    logLevel: "warning",
  });
  return outfile;
}

async function hostExecutable() {
  const host = join(root, "scripts", "host");
  if (process.platform === "win32") return join(host, "code.cmd");
  const path = join(host, "code");
  // An archive of the checkout may have lost the mode.
  await chmod(path, 0o755);
  return path;
}

/** A run that came to no result at all counts as one failure. */
async function readCounts() {
  try {
    const { passed, failed, failures } = JSON.parse(await readFile(results, "utf8"));
    return { passed, failed: failed === 0 && process.exitCode === 1 ? 1 : failed, failures };
  } catch {
    return { passed: 0, failed: 1 };
  }
}
