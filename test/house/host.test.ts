import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const scripts = new URL("../../scripts/", import.meta.url);
const setup = await import(new URL("setup.mjs", scripts).href);
const tree = await import(new URL("host/process-tree.mjs", scripts).href);

describe("ensureInstalled looks at what is there", () => {
  const lock = {
    packages: {
      "": { version: "0.1.0" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
      "node_modules/a-win32": { version: "1.0.0", integrity: "sha512-w", optional: true },
    },
  };
  const a = { version: "1.0.0", integrity: "sha512-a" };
  test.each([
    ["nothing installed", undefined, false],
    ["the same, without what is for another system", { "node_modules/a": a }, true],
    ["something extra", { "node_modules/a": a, "node_modules/b": a }, true],
    ["another version", { "node_modules/a": { ...a, version: "1.0.1" } }, false],
    ["another content", { "node_modules/a": { ...a, integrity: "sha512-b" } }, false],
    [
      "an old optional one",
      { "node_modules/a": a, "node_modules/a-win32": { ...a, version: "0.9.0" } },
      false,
    ],
    ["a package missing", {}, false],
  ])("%s", (_, packages, expected) => {
    expect(setup.isInstalled(lock, packages && { packages })).toBe(expected);
  });
});

describe("a kept process", () => {
  /** Starts a grandchild that ignores polite signals, and says the process ids of both. */
  const stubborn = `
    const { spawn } = require("node:child_process");
    const code = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')";
    const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "pipe", "inherit"] });
    child.stdout.once("data", () => console.log("ready " + process.pid + " " + child.pid));
    setInterval(() => {}, 1000);`;
  const pids = (line: string) => /^ready (\d+) (\d+)/.exec(line)?.slice(1).map(Number);

  test("ends with everything below it when it is stopped", async () => {
    const kept = tree.startKept(process.execPath, ["-e", stubborn]);
    const found = await tree.waitForLine(kept, pids, { timeoutMs: 10_000, what: "The tree" });
    await kept.stop();
    await gone(found);
  });

  test("ends when its starter is shot down", async () => {
    const starter = `
      import { startKept, waitForLine } from ${JSON.stringify(new URL("host/process-tree.mjs", scripts).href)};
      const kept = startKept(process.execPath, ["-e", ${JSON.stringify(stubborn)}]);
      const line = (text) => text.startsWith("ready") ? text : undefined;
      console.log(await waitForLine(kept, line, { timeoutMs: 10000, what: "The tree" }));`;
    const child = spawn(process.execPath, ["--input-type=module", "-e", starter], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const found = await new Promise<number[]>((resolve) => {
      createInterface({ input: child.stdout }).on("line", (line) => resolve(pids(line) ?? []));
    });
    expect(found).toHaveLength(2);
    child.kill("SIGKILL");
    await gone(found);
  });

  test("that ends too early says so with its last words", async () => {
    const kept = tree.startKept(process.execPath, ["-e", "console.error('no such door'); process.exit(3)"]);
    const waiting = tree.waitForLine(kept, () => undefined, { timeoutMs: 10_000, what: "The house" });
    await expect(waiting).rejects.toThrow(/The house ended with code 3 before it was ready.*no such door/s);
  });

  test("gets no variables that an editor or a debugger set for itself", () => {
    process.env["VSCODE_IPC_HOOK_CLI"] = "/tmp/socket";
    try {
      const env = tree.cleanEnv({ MINE: "1" });
      expect(env.VSCODE_IPC_HOOK_CLI).toBeUndefined();
      expect(env).toMatchObject({ MINE: "1", PATH: process.env["PATH"] });
    } finally {
      delete process.env["VSCODE_IPC_HOOK_CLI"];
    }
  });
});

/** Waits until none of the processes is alive any more. */
async function gone(pids: number[]): Promise<void> {
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  await expect.poll(() => pids.filter(alive), { timeout: 10_000 }).toEqual([]);
}

test("the stand-in for code says what it misses", async () => {
  const code = fileURLToPath(new URL("host/code.mjs", scripts));
  const child = spawn(process.execPath, [code, "--extensionTestsPath=x"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect(errors).toContain("--extensionDevelopmentPath");
  expect(status).not.toBe(0);
});
