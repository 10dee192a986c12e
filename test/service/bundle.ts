import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll } from "vitest";
import { buildProgram } from "../support/build-program";

let folder: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mosaic-emulator-"));
  await buildProgram("emulator/main.ts", join(folder, "emulator.js"));
});
afterEach(async () => {
  await Promise.all(children.splice(0).map((child) => end(child, "SIGKILL")));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A running emulator process. */
export interface Running {
  readonly url: string;
  readonly stderr: () => string;
  /** Sends the signal and resolves with the exit code and the signal that ended it. */
  end(signal: NodeJS.Signals): Promise<[code: number | null, signal: NodeJS.Signals | null]>;
}

/** A folder that goes with the test run. */
export async function dataFolder(): Promise<string> {
  return mkdtemp(join(folder, "data-"));
}

/** Starts the bundled emulator and waits for its URL. */
export async function start(...args: string[]): Promise<Running> {
  const child = launch(args);
  const err = collect(child.stderr!);
  const url = await new Promise<string>((resolve, reject) => {
    let out = "";
    child.stdout!.on("data", (chunk: Buffer) => {
      out += chunk;
      if (out.includes("\n")) resolve(out.slice(0, out.indexOf("\n")));
    });
    child.once("exit", (code) => reject(new Error(`ended with ${code}: ${err()}`)));
  });
  return { url, stderr: err, end: (signal) => end(child, signal) };
}

/** Runs the bundled emulator to its end. */
export async function run(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = launch(args);
  const [out, err] = [collect(child.stdout!), collect(child.stderr!)];
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: out(), err: err() };
}

function launch(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [join(folder, "emulator.js"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  return child;
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  return () => text;
}

async function end(
  child: ChildProcess,
  signal: NodeJS.Signals,
): Promise<[number | null, NodeJS.Signals | null]> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill(signal);
    await exited;
  }
  return [child.exitCode, child.signalCode];
}
