import { parentPort, Worker, workerData } from "node:worker_threads";
import { Checker, type CheckOptions, type Outcome } from "./checker";
import type { FoundFile } from "./files";

/** `workerData` of a thread. */
interface ThreadData {
  readonly cwd: string;
  /** As `Io.config`. */
  readonly config: string | undefined;
  readonly options: CheckOptions;
}

interface Task {
  readonly id: number;
  readonly files: readonly FoundFile[];
}

interface Answer {
  readonly id: number;
  /** Undefined when checking them has failed. */
  readonly outcomes: readonly Outcome[] | undefined;
}

/** A worker thread that checks files. */
export class CheckThread {
  private readonly worker: Worker;
  private readonly pending = new Map<number, (outcomes: readonly Outcome[] | undefined) => void>();
  private isGone = false;
  private tasks = 0;

  /** @param program path of this bundle */
  constructor(program: string, { io: { cwd, config }, options }: Checker) {
    const workerData: ThreadData = { cwd, config, options };
    this.worker = new Worker(program, { workerData });
    this.worker.on("message", ({ id, outcomes }: Answer) => this.settle(id, outcomes));
    // For example out of memory. The caller then checks the files itself.
    this.worker.on("error", () => this.fail());
    this.worker.on("exit", () => this.fail());
  }

  /** The outcomes in the order of the files; undefined when the thread has failed. */
  check(files: readonly FoundFile[]): Promise<readonly Outcome[] | undefined> {
    if (this.isGone) return Promise.resolve(undefined);
    const task: Task = { id: this.tasks++, files };
    return new Promise((resolve) => {
      this.pending.set(task.id, resolve);
      this.worker.postMessage(task);
    });
  }

  stop(): void {
    void this.worker.terminate();
  }

  private settle(id: number, outcomes: readonly Outcome[] | undefined): void {
    this.pending.get(id)?.(outcomes);
    this.pending.delete(id);
  }

  private fail(): void {
    this.isGone = true;
    for (const id of [...this.pending.keys()]) this.settle(id, undefined);
  }
}

/** Entry point of the bundle in a worker thread. */
export function runCheckThread(): void {
  const { cwd, config, options } = workerData as ThreadData;
  const io = { cwd, env: process.env, err() {}, ...(config !== undefined && { config }) };
  const checker = new Checker(io, options);
  parentPort!.on("message", async ({ id, files }: Task) => {
    let outcomes: Outcome[] | undefined = [];
    try {
      for (const file of files) outcomes.push(await checker.check(file));
    } catch {
      outcomes = undefined;
    }
    parentPort!.postMessage({ id, outcomes } satisfies Answer);
  });
}
