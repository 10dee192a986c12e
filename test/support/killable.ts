import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type FSWatcher, watch } from "node:fs";

/** When a process is killed with SIGKILL: after some time, or at one of the things that happen while it runs. */
export type Kill =
  | { readonly after: number }
  | { readonly at: "request" | "file"; readonly count: number; readonly delay: number };

/** How a process has ended. */
export interface Ended {
  /** Null when it was killed. */
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** The emulator as a process that can be killed and started again where it was. */
export class EmulatorProcess {
  url = "";
  private child: ChildProcess | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly bundle: string,
    private readonly data: string,
  ) {}

  /** @param options more of the command line, such as faults */
  async start(options: readonly string[]): Promise<void> {
    const port = this.url === "" ? "0" : new URL(this.url).port;
    const args = [this.bundle, "--port", port, "--data", this.data, ...options];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    const problems = collect(child.stderr!);
    child.stderr!.on("data", () => {
      for (const listener of this.listeners) listener();
    });
    const out = collect(child.stdout!);
    await new Promise<void>((resolve, reject) => {
      child.stdout!.on("data", () => {
        if (out().includes("\n")) resolve();
      });
      child.once("exit", (code) => reject(new Error(`the emulator ended with ${code}: ${problems()}`)));
    });
    this.url = out().trim();
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Calls back for each request that was answered. @returns ends it */
  onRequest(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

/** Calls back once, when it is time for a kill. @returns ends it */
export function killTimer(
  kill: Kill,
  { emulator, folders }: { readonly emulator?: EmulatorProcess; readonly folders: readonly string[] },
  callback: () => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  if ("after" in kill) {
    timer = setTimeout(callback, kill.after);
    return () => clearTimeout(timer);
  }
  let left = kill.count;
  const listener = () => {
    if (--left !== 0) return;
    if (kill.delay === 0) callback();
    else timer = setTimeout(callback, kill.delay);
  };
  const watchers: FSWatcher[] = kill.at === "file" ? folders.map((folder) => watch(folder, listener)) : [];
  const stop = kill.at === "request" ? emulator?.onRequest(listener) : undefined;
  return () => {
    stop?.();
    for (const watcher of watchers) watcher.close();
    clearTimeout(timer);
  };
}

/** Runs a program to its end, or until `during` kills it. */
export async function runProgram(
  bundle: string,
  args: readonly string[],
  { cwd, during }: { readonly cwd: string; readonly during: (kill: () => void) => () => void },
): Promise<Ended> {
  const child = spawn(process.execPath, [bundle, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], HOME: cwd },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [out, err] = [collect(child.stdout), collect(child.stderr)];
  const stop = during(() => child.kill("SIGKILL"));
  const [code] = (await once(child, "close")) as [number | null];
  stop();
  return { code, out: out(), err: err() };
}

function collect(stream: NodeJS.ReadableStream): () => string {
  let text = "";
  stream.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  return () => text;
}
