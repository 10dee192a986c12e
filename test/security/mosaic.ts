import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { Exit, type Io } from "../../cli/io";
import { main } from "../../cli/program";
import { type Emulator, startEmulator } from "../../emulator/server";
import { buildProgram } from "../support/build-program";

let all: string;

/** What a run of the command line came to. */
export interface Outcome {
  readonly code: number | null;
  /** The signal that ended it; a run that is stopped after a minute has SIGKILL. */
  readonly signal: NodeJS.Signals | null;
  readonly out: string;
  readonly err: string;
}

/** A place for an attack: an emulator and a folder of its own for each test. */
export interface Scene {
  /** Nothing of the test lies outside of it. */
  folder: string;
  /** Where a file shows that a command was run. */
  marker: string;
  emulator: Emulator;
  /** The command line as one file. */
  bundle: string;
  /** Writes a file, making folders. @returns its path */
  file(name: string, text: string | Uint8Array): Promise<string>;
  /** A configuration whose profile is the emulator, for the folder with that name. */
  config(folder: string, more?: object): Promise<void>;
  /** The bundle as a process. */
  mosaic(args: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** The same in this process, which takes a tenth of the time. What escapes from it is in `err` with its stack. */
  mosaicHere(args: readonly string[], options?: RunOptions): Promise<Outcome>;
}

export interface RunOptions {
  /** Below the scene's folder. */
  readonly in?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
}

/** Bundles the command line once for the file, and sets a scene up for each test. */
export function useScene(): Scene {
  const scene = {} as Scene;
  beforeAll(async () => {
    all = await mkdtemp(path.join(tmpdir(), "mosaic-security-"));
    await buildProgram("cli/main.ts", path.join(all, "cli.js"));
  });
  afterAll(() => rm(all, { recursive: true, force: true }));
  beforeEach(async () => {
    const folder = await mkdtemp(path.join(all, "scene-"));
    const emulator = await startEmulator();
    const file = async (name: string, text: string | Uint8Array) => {
      const full = path.join(folder, name);
      await mkdir(path.dirname(full), { recursive: true });
      await writeFile(full, text);
      return full;
    };
    Object.assign(scene, {
      folder,
      bundle: path.join(all, "cli.js"),
      marker: path.join(folder, "it-ran"),
      emulator,
      file,
      async config(where: string, more: object = {}) {
        const profiles = { emu: { project: "demo", endpoint: emulator.url } };
        await file(
          path.join(where, ".mosaic/config.json"),
          JSON.stringify({ profiles, activeProfile: "emu", ...more }),
        );
      },
      mosaic: (args: readonly string[], options: RunOptions = {}) => run(scene, args, options),
      mosaicHere: (args: readonly string[], options: RunOptions = {}) => runHere(scene, args, options),
    });
    return () => emulator.close();
  });
  return scene;
}

async function run(
  { folder }: Scene,
  args: readonly string[],
  { in: where = ".", env = {}, stdin = "" }: RunOptions,
): Promise<Outcome> {
  const child = spawn(process.execPath, [path.join(all, "cli.js"), ...args], {
    cwd: path.join(folder, where),
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    // A run that hangs is what some attacks are after.
    timeout: 50_000,
    killSignal: "SIGKILL",
  });
  child.stdin.on("error", () => {});
  child.stdin.end(stdin);
  const chunks: { out: Buffer[]; err: Buffer[] } = { out: [], err: [] };
  child.stdout.on("data", (chunk: Buffer) => chunks.out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.err.push(chunk));
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return {
    code,
    signal,
    out: Buffer.concat(chunks.out).toString("utf8"),
    err: Buffer.concat(chunks.err).toString("utf8"),
  };
}

async function runHere(
  { folder }: Scene,
  args: readonly string[],
  { in: where = ".", env = {}, stdin = "" }: RunOptions,
): Promise<Outcome> {
  let out = "";
  let err = "";
  const io: Io = {
    cwd: path.join(folder, where),
    env: { PATH: process.env["PATH"], HOME: folder, ...env },
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => stdin,
  };
  const code = await main([...args], io).catch((error: unknown) => {
    err += error instanceof Error ? error.stack : String(error);
    return Exit.failed;
  });
  return { code, signal: null, out, err };
}

/** Creates or replaces a dashboard in the emulator directly. */
export async function putRemote({ emulator }: Scene, id: string, value: object): Promise<void> {
  const url = `${emulator.url}/v1/projects/demo/dashboards`;
  const headers = { "content-type": "application/json" };
  const name = `projects/demo/dashboards/${id}`;
  const found = await fetch(`${url}/${id}`);
  const old = (await found.json()) as { etag?: string };
  const body = JSON.stringify({ ...value, name, ...(found.ok ? { etag: old.etag } : {}) });
  const answer = await (found.ok
    ? fetch(`${url}/${id}`, { method: "PATCH", headers, body })
    : fetch(url, { method: "POST", headers, body }));
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** The smallest dashboard there is, with a title. */
export function dashboard(displayName: string): string {
  return `${JSON.stringify({ displayName, gridLayout: { widgets: [] } }, null, 2)}\n`;
}
