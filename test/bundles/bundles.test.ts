import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, it } from "vitest";

const dist = path.resolve(__dirname, "../../dist");

/** Bundles compile with the wrong main fields too and then die at start, so each one is really started. */
it("the extension loads and exports activate", () => {
  // VS Code gives the extension its `vscode` module; here any member of it may be asked for.
  const anything: unknown = new Proxy(class {}, {
    get: (target, key) => (key === "prototype" ? (target as { prototype: unknown }).prototype : anything),
    apply: () => anything,
    construct: () => ({}),
    // The bundle copies the module's own members into an object with the same prototype.
    getPrototypeOf: () => anything as object,
  });
  const require = createRequire(__filename);
  const Module = require("node:module") as { _load: (request: string, ...rest: unknown[]) => unknown };
  const load = Module._load;
  Module._load = (request, ...rest) => (request === "vscode" ? anything : load(request, ...rest));
  try {
    expect(typeof require(path.join(dist, "extension.js")).activate).toBe("function");
    expect(typeof require(path.join(dist, "start.js")).activate).toBe("function");
  } finally {
    Module._load = load;
  }
});

it("the server answers over stdio", async () => {
  const server = spawn(process.execPath, [path.join(dist, "server.js"), "--stdio"]);
  let errors = "";
  server.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  try {
    const send = (message: object) => {
      const body = JSON.stringify({ jsonrpc: "2.0", ...message });
      server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    };
    const answer = new Promise<string>((resolve) => {
      let text = "";
      server.stdout.on("data", (chunk) => {
        text += chunk;
        if (text.includes("hoverProvider")) resolve(text);
      });
    });
    send({ id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } });
    expect(await answer).toContain("mosaic-language-server");
    // V8 prints an error here when it does not know a flag.
    expect(errors).toBe("");
  } finally {
    server.kill();
  }
});

it("the same server starts in a worker without Node", async () => {
  // A worker scope with only what a browser's has; Node's own names are shadowed.
  const code = `
    const { parentPort } = require("node:worker_threads");
    const source = require("node:fs").readFileSync(${JSON.stringify(path.join(dist, "server.js"))}, "utf8");
    const scope = {
      postMessage: (message) => parentPort.postMessage(message),
      addEventListener: () => {},
    };
    parentPort.on("message", (data) => scope.onmessage({ data }));
    new Function("self", "globalThis", "require", "process", "module", "exports", "Buffer", "__filename", source)(scope, scope);
  `;
  const worker = new Worker(code, { eval: true });
  try {
    const answer = new Promise<{ result?: { serverInfo?: { name: string } } }>((resolve, reject) => {
      worker.once("message", resolve);
      worker.once("error", reject);
    });
    worker.postMessage({
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { processId: null, rootUri: null, capabilities: {} },
    });
    expect((await answer).result?.serverInfo?.name).toBe("mosaic-language-server");
  } finally {
    await worker.terminate();
  }
});

it("the command line validates", () => {
  const run = spawnSync(process.execPath, [path.join(dist, "cli.js"), "validate", "-"], {
    input: "{}",
    encoding: "utf8",
  });
  expect(run.status).toBe(1);
  expect(run.stdout).toContain("displayName");
  expect(run.stderr).toBe("");
});

it("the emulator prints its address and nothing else first", async () => {
  const emulator = spawn(process.execPath, [path.join(dist, "emulator.js"), "--port", "0"]);
  try {
    const first = await new Promise<string>((resolve) =>
      emulator.stdout.once("data", (chunk) => resolve(String(chunk))),
    );
    expect(first).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
  } finally {
    emulator.kill();
  }
});

it("nothing is compiled at run time", () => {
  for (const name of ["server.js", "extension.js", "webview/preview.js"]) {
    const text = readFileSync(path.join(dist, name), "utf8");
    expect(text, name).not.toMatch(/new Function\(/);
    expect(text, name).not.toMatch(/\beval\(/);
  }
});

it("mosaic mcp answers an agent over stdio, with a picture", async () => {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const examples = path.resolve(__dirname, "../../examples");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(dist, "cli.js"), "mcp", examples],
    stderr: "pipe",
  });
  let errors = "";
  transport.stderr?.on("data", (chunk) => {
    errors += chunk;
  });
  try {
    await client.connect(transport);
    const [file] = readdirSync(examples).filter((name) => name.endsWith(".dashboard.json"));
    const result = await client.callTool({ name: "render_dashboard", arguments: { file, width: 400 } });
    const [text, image] = result.content as { text?: string; data?: string }[];
    expect(image?.data?.slice(0, 8), text?.text).toBe("iVBORw0K");
    expect(errors).toBe("");
  } finally {
    await client.close();
  }
});

it("the command line draws a change as SVG, HTML and PNG, with the fonts beside it", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-render-"));
  try {
    const example = path.resolve(dist, "../examples/on-call.dashboard.json");
    const changed = path.join(folder, "changed.dashboard.json");
    writeFileSync(changed, readFileSync(example, "utf8").replace('"displayName": "', '"displayName": "New '));
    const names = ["a.svg", "a.html", "a.png"].map((name) => path.join(folder, name));
    const outputs = names.flatMap((name) => ["-o", name]);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [path.join(dist, "cli.js"), "render", changed, "--against", example, "--scale", "0.5", ...outputs],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(status).toBe(0);
    expect(stdout).toContain("dashboard settings changed");
    const [svg, html, png] = names.map((name) => readFileSync(name));
    expect(svg!.toString()).toMatch(/^<svg /);
    expect(html!.toString()).toMatch(/^<!doctype html>/);
    expect(png!.subarray(1, 4).toString()).toBe("PNG");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
