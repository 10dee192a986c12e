import { type ChildProcess, spawn } from "node:child_process";
import { oneAtATime } from "../../core/sync/batch";
import { type GitPatience, type GitProgram, gitArguments, gitOptions } from "./process";

/** Type and size of an object. */
export interface ObjectInfo {
  readonly type: string;
  /** In bytes. */
  readonly size: number;
}

/** Idle time after which the processes end. */
const IDLE_MS = 50;

/** One reader for all files of a run; it lives while there are readers. */
export class SharedObjects {
  private objects: GitObjects | undefined;
  private users = 0;
  private idle: NodeJS.Timeout | undefined;
  private readonly turn = oneAtATime();

  constructor(private readonly git: GitProgram) {}

  /** Starts reading. @returns a function that ends it */
  use(): () => void {
    clearTimeout(this.idle);
    this.users++;
    return () => {
      if (--this.users === 0) this.idle = setTimeout(() => this.end(), IDLE_MS);
    };
  }

  /** See `GitObjects.info`. */
  info(id: string): Promise<ObjectInfo | undefined> {
    return this.turn(() => this.reader.info(id));
  }

  /** See `GitObjects.text`. */
  text(id: string): Promise<string | undefined> {
    return this.turn(() => this.reader.text(id));
  }

  private get reader(): GitObjects {
    if (this.objects?.closed) this.end();
    return (this.objects ??= new GitObjects(this.git));
  }

  private end(): void {
    this.objects?.end();
    this.objects = undefined;
  }
}

/**
 * Reads objects from one process, because a hundred processes would take seconds. A second process reads sizes, so that
 * large objects are never read.
 */
class GitObjects {
  private readonly infos: Lines;
  private contents: Lines | undefined;

  constructor(private readonly git: GitProgram) {
    this.infos = new Lines(git, "--batch-check");
  }

  /** Type and size of an object; undefined if it is not on this machine, or git failed. */
  async info(id: string): Promise<ObjectInfo | undefined> {
    return parseInfo(await this.infos.ask(id));
  }

  /** The text of an object whose size was checked; undefined if git failed. */
  async text(id: string): Promise<string | undefined> {
    this.contents ??= new Lines(this.git, "--batch");
    const info = parseInfo(await this.contents.ask(id));
    const content = info && (await this.contents.take(info.size + 1));
    return content?.toString("utf8", 0, info!.size);
  }

  /** git has exited, or timed out. */
  get closed(): boolean {
    return this.infos.closed || this.contents?.closed === true;
  }

  end(): void {
    this.infos.end();
    this.contents?.end();
  }
}

function parseInfo(line: string | undefined): ObjectInfo | undefined {
  const [, type, size] = /^[0-9a-f]+ (\w+) (\d+)$/.exec(line ?? "") ?? [];
  return type && size ? { type, size: Number(size) } : undefined;
}

/** A process that responds to each line of input with a line, optionally followed by bytes. */
class Lines {
  private readonly child: ChildProcess;
  private readonly patience: GitPatience;
  private chunks: Buffer[] = [];
  private wake: () => void = () => {};
  closed = false;

  constructor({ top, program, patience }: GitProgram, mode: string) {
    this.patience = patience;
    this.child = spawn(program, gitArguments(top, ["cat-file", mode]), {
      ...gitOptions(top),
      stdio: ["pipe", "pipe", "ignore"],
    });
    const close = () => {
      this.closed = true;
      this.wake();
    };
    this.child.on("error", close);
    this.child.stdout!.on("close", close);
    // Writing fails if the process has exited; the end of its output reports that.
    this.child.stdin!.on("error", () => {});
    this.child.stdout!.on("data", (chunk: Buffer) => {
      this.chunks.push(chunk);
      this.wake();
    });
  }

  async ask(line: string): Promise<string | undefined> {
    if (this.closed || this.patience.left === 0) return undefined;
    this.child.stdin!.write(`${line}\n`);
    for (;;) {
      const all = this.joined();
      const end = all.indexOf(10);
      if (end >= 0) return (await this.take(end + 1))?.toString("utf8", 0, end);
      if (this.closed) return undefined;
      await this.more();
    }
  }

  /** The next bytes; undefined when the output ends before. */
  async take(count: number): Promise<Buffer | undefined> {
    while (this.chunks.reduce((sum, { length }) => sum + length, 0) < count) {
      if (this.closed) return undefined;
      await this.more();
    }
    const all = this.joined();
    this.chunks = [all.subarray(count)];
    return all.subarray(0, count);
  }

  end(): void {
    this.child.stdin!.end();
    this.child.kill();
  }

  private joined(): Buffer {
    if (this.chunks.length !== 1) this.chunks = [Buffer.concat(this.chunks)];
    return this.chunks[0]!;
  }

  /** Waits for output or its end. A timeout also ends it. */
  private more(): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.patience.start();
      const timer = setTimeout(() => this.child.kill("SIGKILL"), this.patience.left);
      this.wake = () => {
        clearTimeout(timer);
        stop();
        this.wake = () => {};
        resolve();
      };
    });
  }
}
