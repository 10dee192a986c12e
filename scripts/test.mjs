// `npm test`: installs and builds what is missing, then runs every layer, a real VS Code and a real browser included.
// Prints what each layer found and, last, each failed test and one line with the totals. `--only unit,lsp` runs some layers
// only.
import { spawn } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";
import { availableParallelism, constants, setPriority } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled } from "./setup.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const results = path.join(root, "build/results");
const at = process.argv.indexOf("--only");
const only = at < 0 ? undefined : new Set(process.argv[at + 1]?.split(","));

/** Vitest projects by the layer they make up; see vitest.config.mts. */
const PROJECTS = [
  "unit",
  "unit-apart",
  "house",
  "lsp",
  "property",
  "service",
  "security",
  "corpus",
  "bundles",
];

const totals = { passed: 0, failed: 0, skipped: 0 };
const failures = [];

/** Adds up what a layer found; a failure is `{ layer, file, name, error }`, of which a missing part is not printed. */
function count(layer, { passed = 0, failed = 0, skipped = 0, failures: own = [] }) {
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
  failures.push(...own.map((failure) => ({ layer, ...failure })));
  if (failed > own.length) failures.push({ layer, error: "It failed as a whole: see its output above." });
  const parts = [`${passed} passed`, `${failed} failed`, ...(skipped ? [`${skipped} skipped`] : [])];
  console.log(`— ${layer}: ${parts.join(", ")}\n`);
}

/** The first line of a message that says something, without colors. */
function firstLine(message) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character begins every color
  const plain = message.replace(/\x1b\[[0-9;]*m/g, "");
  return plain.split("\n").find((line) => line.trim() !== "") ?? "";
}

function describeFailure({ layer, file, name, error = "" }) {
  const where = [layer, file, name?.replace(/\s+/g, " ")].filter(Boolean).join(" > ");
  const line = firstLine(error).trim();
  return line ? `FAIL ${where}\n     ${line}` : `FAIL ${where}`;
}

/**
 * Runs a program with its output shown, or given to `show`; gives its exit code.
 *
 * @param options.yields whether it and what it starts leave the processor to others that need it
 */
function run(program, args, { show, env, yields } = {}) {
  return new Promise((resolve) => {
    const out = show ? "pipe" : "inherit";
    const child = spawn(program, args, {
      cwd: root,
      stdio: ["ignore", out, out],
      env: { ...process.env, ...env },
    });
    if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
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
async function steps(all, options) {
  const wanted = Object.entries(all).filter(([layer]) => !only || only.has(layer));
  await Promise.all(
    wanted.map(async ([layer, args]) => {
      const output = [];
      const code = await run(process.execPath, args, { ...options, show: (chunk) => output.push(chunk) });
      process.stdout.write(Buffer.concat([Buffer.from(`— ${layer}\n`), ...output]));
      count(layer, code === 0 ? { passed: 1 } : { failed: 1 });
    }),
  );
}

/** @param options as of `run` */
async function vitest(all, options) {
  const projects = all.filter((project) => !only || only.has(project.replace("-apart", "")));
  if (projects.length === 0) return;
  const file = path.join(results, `vitest-${projects[0]}.json`);
  const args = [
    "node_modules/vitest/vitest.mjs",
    "run",
    ...projects.flatMap((project) => ["--project", project]),
    // One more than there are cores, since some files wait for programs and browsers.
    `--maxWorkers=${availableParallelism() + 1}`,
    "--reporter=default",
    "--reporter=./scripts/vitest-results.mjs",
  ];
  const code = await run(process.execPath, args, { ...options, env: { MOSAIC_TEST_RESULTS: file } });
  await countFrom(projects.join(", "), file, code);
}

/** Counts what a layer has written down. One that ends with an error has failed, and one without any test too. */
async function countFrom(layer, file, code) {
  const text = await readFile(file, "utf8").catch(() => "{}");
  const { passed = 0, failed = 0, skipped = 0, failures: own = [] } = JSON.parse(text);
  const atLeast = code === 0 && passed > 0 ? 0 : 1;
  count(layer, { passed, failed: Math.max(failed, atLeast), skipped, failures: own });
}

/** The tests in a real VS Code. */
async function editor() {
  if (only && !only.has("editor")) return;
  const output = [];
  const code = await run(process.execPath, ["test/editor/run.mjs"], { show: (chunk) => output.push(chunk) });
  process.stdout.write(Buffer.concat([Buffer.from("— editor\n"), ...output]));
  await countFrom("editor", path.join(results, "editor.json"), code);
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
  await ensureHosts();
  // Side by side. VS Code mostly waits, but what a user does in it has deadlines, so the layers that use every core run at a
  // lower priority.
  await Promise.all([computing(), waiting()]);
  // Its pages and its VS Code have deadlines, too.
  await vitest(["webview"]);
}

/** Installs VS Code and a browser once, before layers that run side by side would do it at the same time. */
async function ensureHosts() {
  if (only && !["editor", "webview", "demo"].some((layer) => only.has(layer))) return;
  const [{ findChromium }, { ensureVsCode }] = await Promise.all([
    import("./host/chromium.mjs"),
    import("./host/install-vscode.mjs"),
  ]);
  const log = (line) => console.log(line);
  try {
    await findChromium({ log });
    await ensureVsCode(undefined, { log });
  } catch (error) {
    // The layers that need them say so themselves.
    log(error instanceof Error ? error.message : error);
  }
}

/** The layers that need the processor most of the time. */
async function computing() {
  await steps(
    {
      types: ["node_modules/typescript/bin/tsc", "-b"],
      lint: ["node_modules/@biomejs/biome/bin/biome", "check", "--diagnostic-level=error", "."],
    },
    { yields: true },
  );
  await vitest(PROJECTS, { yields: true });
}

/** The layers that mostly wait for a VS Code. */
async function waiting() {
  await editor();
  await steps({ demo: ["scripts/demo.mjs", "--smoke", "--no-build"] });
}

try {
  await main();
} catch (error) {
  count("npm test", {
    failed: 1,
    failures: [{ error: String(error instanceof Error ? error.message : error) }],
  });
}
if (totals.skipped > 0)
  console.log(`Skipped, for this system or for want of the dashboards: ${totals.skipped}`);
for (const failure of failures) console.log(describeFailure(failure));
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
