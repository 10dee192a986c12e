// Installs the npm archive into an empty folder, without the registry, and uses it as a person would. Needs `npm run build`;
// makes the archive if build/ has none of this version.
import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { runNpm } from "./host/npm.mjs";

const run = promisify(execFile);
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const { version } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8"));
const place = await mkdtemp(path.join(tmpdir(), "mosaic-archive-"));
const checks = [];

try {
  const archive = path.join(root, "build", `mosaic-dashboards-${version}.tgz`);
  await mkdir(path.dirname(archive), { recursive: true });
  await runNpm(root, ["pack", "--ignore-scripts", "--pack-destination", path.dirname(archive)]);
  await writeFile(path.join(place, "package.json"), "{}");
  await runNpm(place, ["install", "--offline", "--ignore-scripts", "--no-audit", "--no-fund", archive]);
  const installed = path.join(place, "node_modules/mosaic-dashboards");
  const suffix = process.platform === "win32" ? ".cmd" : "";
  for (const name of ["mosaic", "mosaic-language-server"])
    await stat(path.join(place, "node_modules/.bin", name + suffix));
  await cp(path.join(root, "examples"), path.join(place, "examples"), { recursive: true });

  const cli = path.join(installed, "dist/cli.js");
  /** Exit code and output of a command line. */
  const mosaic = (...args) =>
    run(process.execPath, [cli, ...args], { cwd: place }).then(
      ({ stdout }) => ({ code: 0, out: stdout }),
      ({ code, stdout, stderr }) => ({ code, out: stdout + stderr }),
    );
  const check = async (what, test) => {
    await test();
    checks.push(what);
    console.log(`✓ ${what}`);
  };

  await check("mosaic --version", async () => assert.equal((await mosaic("--version")).out.trim(), version));
  await check("mosaic --help lists every command", async () => {
    const { out } = await mosaic("--help");
    for (const name of ["validate", "push", "render", "doctor", "emulator"])
      assert.match(out, new RegExp(`^  ${name} `, "m"));
  });
  await check("mosaic validate", async () => {
    const found = await mosaic("validate", "examples/mistakes", "--output", "sarif=out.sarif");
    assert.equal(found.code, 1);
    assert.ok(JSON.parse(await readFile(path.join(place, "out.sarif"), "utf8")).runs[0].results.length > 5);
  });
  await check("mosaic new, format and convert", async () => {
    assert.equal((await mosaic("new", "mine", "--from", "run.googleapis.com")).code, 0);
    assert.equal((await mosaic("format", "--check", "mine.dashboard.json")).code, 0);
    assert.equal((await mosaic("convert", "mine.dashboard.json")).code, 0);
    assert.equal((await mosaic("validate", "mine.dashboard.yaml")).code, 0);
    // Two files of one dashboard are not pushed.
    await rm(path.join(place, "mine.dashboard.yaml"));
  });
  await check("mosaic render as SVG, HTML and PNG", async () => {
    const { code, out } = await mosaic(
      "render",
      "mine.dashboard.json",
      "-o",
      "a.svg",
      "-o",
      "a.html",
      "-o",
      "a.png",
    );
    assert.equal(code, 0, out);
    assert.deepEqual((await readFile(path.join(place, "a.png"))).subarray(1, 4).toString(), "PNG");
  });
  await check("mosaic emulator, push and list", () => withEmulator(cli, place, mosaic));
  await check("mosaic-language-server answers", () => languageServer(path.join(installed, "dist/server.js")));
  console.log(`${checks.length} checks of mosaic-dashboards ${version} passed.`);
} finally {
  await rm(place, { recursive: true, force: true });
}

async function withEmulator(cli, cwd, mosaic) {
  const emulator = spawn(process.execPath, [cli, "emulator"], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  try {
    const url = await new Promise((resolve, reject) => {
      emulator.stdout.once("data", (chunk) => resolve(String(chunk).trim()));
      emulator.once("exit", () => reject(new Error("the emulator has ended")));
    });
    const target = ["--project", "demo", "--endpoint", url, "--credentials", "none"];
    const pushed = await mosaic("push", "--yes", "mine.dashboard.json", ...target);
    assert.equal(pushed.code, 0, pushed.out);
    assert.match((await mosaic("list", ...target)).out, /^mine\t/m);
  } finally {
    emulator.kill();
  }
}

/** Initializes the server over standard input, as editors start it. */
async function languageServer(file) {
  const server = spawn(process.execPath, [file, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
  try {
    const body = JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    const answer = await new Promise((resolve, reject) => {
      server.stdout.once("data", (chunk) => resolve(String(chunk)));
      server.once("exit", () => reject(new Error("the language server has ended")));
    });
    assert.match(answer, /"completionProvider"|Content-Length/);
  } finally {
    server.kill();
  }
}
