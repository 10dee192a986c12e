import { execFile, spawn } from "node:child_process";
import path from "node:path";
import type { FileVersion, GitHistory, HistoryGap } from "../core/sync/history";

/** Versions looked at; the same bound as the search through them has. */
const MOST_COMMITS = 500;
/** Nobody waits longer for a list of commits. */
const TIMEOUT_MS = 30_000;
/** A text larger than this is no dashboard. */
const LARGEST = 16 * 1024 * 1024;

/**
 * The history of the files below a folder, read with the `git` of this machine. Without git, outside of a repository or
 * when git fails there are no versions, and the gap says why.
 *
 * @param root absolute path of the folder that paths are relative to
 * @param program name or path of git
 */
export function gitHistory(root: string, program = "git"): GitHistory {
  return {
    async *versions(file) {
      const commits = await commitsOf(root, program, file);
      if (commits.length === 0) return;
      const blobs = new Blobs(root, program);
      try {
        for (const { commit, label, name } of commits) {
          const text = await blobs.read(`${commit}:${name}`);
          if (text !== undefined) yield { text, label } satisfies FileVersion;
        }
      } finally {
        blobs.end();
      }
    },
    async gap(): Promise<HistoryGap | undefined> {
      const result = await run(root, program, ["rev-parse", "--is-shallow-repository"]);
      if ("error" in result) return result.error === "ENOENT" ? "no-git" : "no-repository";
      return result.out.trim() === "true" ? "shallow" : undefined;
    },
  };
}

interface Commit {
  readonly commit: string;
  readonly label: string;
  /** The file's name at that time, from the top of the repository. */
  readonly name: string;
}

async function commitsOf(root: string, program: string, file: string): Promise<Commit[]> {
  // Merges are compared with each parent: one that was resolved by hand holds a version of its own.
  const format = [
    "-z",
    "--format=%x01%H %h",
    "--name-only",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
  ];
  const range = ["--topo-order", "-m", `--max-count=${MOST_COMMITS}`];
  const result = await run(root, program, ["log", "--follow", ...format, ...range, "--", file]);
  if ("error" in result) return [];
  return result.out.split("\x01").flatMap((record): Commit[] => {
    const [ids = "", names = ""] = record.split("\0");
    const [commit, label] = ids.split(" ");
    const name = names.replace(/^\n/, "");
    // The protocol of cat-file ends a name with the line.
    return commit && label && name && !name.includes("\n") ? [{ commit, label, name }] : [];
  });
}

/** What git may not do here: run what the repository's own configuration names, ask, or lock. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "log.showSignature=false", "-c", "color.ui=false"];

/** `-C` instead of a working folder, since Windows would look for the program in that folder first. */
function command(root: string, args: readonly string[]): string[] {
  return ["-C", root, "--no-pager", "--literal-pathspecs", ...SAFE, ...args];
}

function surroundings(): { cwd: string; env: NodeJS.ProcessEnv; windowsHide: boolean } {
  const env = { ...process.env, GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return { cwd: path.dirname(process.execPath), env, windowsHide: true };
}

function run(
  root: string,
  program: string,
  args: readonly string[],
): Promise<{ out: string } | { error: string | number }> {
  return new Promise((resolve) => {
    const options = { ...surroundings(), timeout: TIMEOUT_MS, maxBuffer: LARGEST };
    execFile(program, command(root, args), options, (error, out) => {
      resolve(error ? { error: error.code ?? "failed" } : { out });
    });
  });
}

/** Reads objects one after the other from one process, since a hundred processes would take seconds. */
class Blobs {
  private readonly child;
  private received: Buffer = Buffer.alloc(0);
  private wake: () => void = () => {};
  private closed = false;

  constructor(root: string, program: string) {
    this.child = spawn(program, command(root, ["cat-file", "--batch"]), {
      ...surroundings(),
      stdio: ["pipe", "pipe", "ignore"],
    });
    const close = () => {
      this.closed = true;
      this.wake();
    };
    this.child.on("error", close);
    this.child.stdout.on("close", close);
    // A process that is gone makes writing fail; that is seen by its output having ended.
    this.child.stdin.on("error", () => {});
    this.child.stdout.on("data", (chunk: Buffer) => {
      this.received = Buffer.concat([this.received, chunk]);
      this.wake();
    });
  }

  /** The text of an object, or undefined when there is none. */
  async read(name: string): Promise<string | undefined> {
    if (this.closed) return undefined;
    this.child.stdin.write(`${name}\n`);
    const line = await this.take((buffer) => buffer.indexOf(10) + 1);
    const size = / blob (\d+)\n$/.exec(line?.toString("utf8") ?? "")?.[1];
    if (size === undefined) return undefined;
    const length = Number(size);
    const content = await this.take((buffer) => (buffer.length > length ? length + 1 : 0));
    return content && length <= LARGEST ? content.toString("utf8", 0, length) : undefined;
  }

  end(): void {
    this.child.stdin.end();
    this.child.kill();
  }

  /** As many bytes as `count` says, once it says a number; undefined when the output ends before. */
  private async take(count: (buffer: Buffer) => number): Promise<Buffer | undefined> {
    for (;;) {
      const length = count(this.received);
      if (length > 0) {
        const taken = this.received.subarray(0, length);
        this.received = this.received.subarray(length);
        return taken;
      }
      if (this.closed) return undefined;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
