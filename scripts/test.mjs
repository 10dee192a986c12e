// `npm test`: installs and builds what is missing, then runs every layer, a real VS Code and a real browser included.
// Prints what each layer found and, last, one line with the totals. `--only unit,lsp` runs some layers only.
import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./setup.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const results = path.join(root, "build/results");
const at = process.argv.indexOf("--only");
const only = at < 0 ? undefined : new Set(process.argv[at + 1]?.split(","));

/** Vitest projects by the layer they make up; see vitest.config.mts. */
const PROJECTS = ["unit", "house", "lsp", "property", "service", "security", "corpus", "bundles", "webview"];

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

function count(layer, { passed = 0, failed = 0, skipped = 0 }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  if (failed > 0) failures.push(layer);
  const parts = [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])];
  console.log(`— ${layer}: ${parts.join(", ")}\n`);
}

/** Runs a program with its output shown, or given to `show`; gives its exit code. */
function run(program, args, show) {
  return new Promise((resolve) => {
    const out = show ? "pipe" : "inherit";
    const child = spawn(program, args, { cwd: root, stdio: ["ignore", out, out] });
    child.stdout?.on("data", show);
    child.stderr?.on("data", show);
    child.on("error", (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Steps that pass or fail as a whole, side by side; the output of each is shown when it has ended. */
async function steps(all) {
  const wanted = Object.entries(all).filter(([layer]) => !only || only.has(layer));
  await Promise.all(
    wanted.map(async ([layer, args]) => {
      const output = [];
      const code = await run(process.execPath, args, (chunk) => output.push(chunk));
      process.stdout.write(Buffer.concat([Buffer.from(`— ${layer}\n`), ...output]));
      count(layer, code === 0 ? { passed: 1 } : { failed: 1 });
    }),
  );
}

async function vitest() {
  const projects = PROJECTS.filter((project) => !only || only.has(project));
  if (projects.length === 0) return;
  const file = path.join(results, "vitest.json");
  const code = await run(process.execPath, [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${file}`,
  ]);
  const report = JSON.parse(await readFile(file, "utf8").catch(() => "{}"));
  const { numPassedTests: passed = 0, numFailedTests: failed = 0, numPendingTests: skipped = 0 } = report;
  // A file that does not even load has no failed test, and an unhandled error none either.
  count(projects.join(", "), { passed, failed: Math.max(failed, code === 0 ? 0 : 1), skipped });
}

/** A step that writes its own counts. */
async function counted(layer, args, file) {
  if (only && !only.has(layer)) return;
  console.log(`— ${layer}`);
  const code = await run(process.execPath, args);
  const { passed = 0, failed = 0 } = JSON.parse(
    await readFile(path.join(results, file), "utf8").catch(() => "{}"),
  );
  count(layer, { passed, failed: Math.max(failed, code === 0 && passed > 0 ? 0 : 1) });
}

async function main() {
  await ensureInstalled();
  await rm(results, { recursive: true, force: true });
  await mkdir(results, { recursive: true });
  console.log("— build");
  if ((await run(process.execPath, ["scripts/build.mjs"])) !== 0) {
    count("build", { failed: 1 });
    return;
  }
  await steps({
    types: ["node_modules/typescript/bin/tsc", "-b"],
    lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--diagnostic-level=error", "."],
  });
  await vitest();
  await counted("editor", ["test/editor/run.mjs"], "editor.json");
  await steps({ demo: ["scripts/demo.mjs", "--smoke", "--no-build"] });
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  totals.failed++;
}
if (failures.length > 0) console.log(`Failed: ${failures.join("; ")}`);
if (totals.skipped > 0)
  console.log(`Skipped, for this system or for want of the dashboards: ${totals.skipped}`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
