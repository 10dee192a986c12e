import { execFile, type SpawnOptions } from "node:child_process";
import path from "node:path";

/**
 * How long a run waits for git, all commands together: a repository can make each of them hang, for example with a pipe
 * that its configuration includes. Time counts while at least one command runs.
 */
export class GitPatience {
  private running = 0;
  private since = 0;
  private spent = 0;

  /** @param total in milliseconds */
  constructor(private readonly total: number) {}

  /** What is left, in milliseconds; 0 when git is not to be started any more. */
  get left(): number {
    const now = this.running > 0 ? performance.now() - this.since : 0;
    return Math.max(0, Math.floor(this.total - this.spent - now));
  }

  /** Starts the clock. @returns what stops it */
  start(): () => void {
    if (this.running++ === 0) this.since = performance.now();
    return () => {
      if (--this.running === 0) this.spent += performance.now() - this.since;
    };
  }
}

const PATIENCE = new GitPatience(30_000);

/** A git to ask, about one work tree. */
export interface GitProgram {
  /** The work tree's own folder. */
  readonly top: string;
  /** Name or path of git. */
  readonly program: string;
  readonly patience: GitPatience;
}

/** @param patience by default that of the whole run */
export function gitProgram(top: string, program: string, patience = PATIENCE): GitProgram {
  return { top, program, patience };
}
/** A list of five hundred commits takes a tenth of a megabyte. */
const MOST_OUTPUT = 16 * 1024 * 1024;

/**
 * Settings that a repository's own configuration cannot change, so that reading its history runs nothing that it names:
 * no fetching of missing objects, no hooks, file system monitors, signature checks, filters, or helpers.
 */
const SAFE_SETTINGS = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.attributesFile=/dev/null",
  "core.sshCommand=false",
  "core.alternateRefsCommand=true",
  "credential.helper=",
  "protocol.allow=never",
  "gpg.program=false",
  "log.showSignature=false",
  // Names are not shown, and the file of a mailmap may be a pipe.
  "log.mailmap=false",
  "safe.bareRepository=explicit",
  // What changes the output.
  "color.ui=false",
  "log.showRoot=true",
  "log.diffMerges=separate",
  "diff.orderFile=/dev/null",
];

/**
 * Inherited variables that stay: where the user's own configuration lies, and settings that a pipeline passes this way,
 * `safe.directory` above all. The others would point git at another repository (as inside of a hook), change what it
 * prints, or name programs.
 */
const KEPT = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/;

/** The environment to run git in, above a work tree that was found by `workTreeOf`. */
function environment(top: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || KEPT.test(name));
  return {
    ...Object.fromEntries(inherited),
    // Missing objects of a partial clone stay missing: to fetch them is to run what the repository names. The second is
    // for versions of git that do not know the first.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_REPLACE_OBJECTS: "1",
    // The repository is the one that we found, or none.
    GIT_CEILING_DIRECTORIES: path.dirname(top),
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "true",
    SSH_ASKPASS: "true",
    LC_ALL: "C",
  };
}

/** The arguments of the program: `-C` instead of a working folder, where Windows would look for the program first. */
export function gitArguments(top: string, args: readonly string[]): string[] {
  const settings = SAFE_SETTINGS.flatMap((setting) => ["-c", setting]);
  return ["-C", top, "--no-pager", "--literal-pathspecs", ...settings, ...args];
}

export function gitOptions(top: string): SpawnOptions & { windowsHide: true } {
  return { cwd: path.dirname(process.execPath), env: environment(top), windowsHide: true };
}

/** What git printed, or why it printed nothing. */
export type GitResult =
  | { readonly out: string }
  /** The code of the operating system or of git, and what git said. */
  | { readonly error: string | number; readonly said: string };

/** Runs one command of git. */
export function runGit({ top, program, patience }: GitProgram, args: readonly string[]): Promise<GitResult> {
  return new Promise((resolve) => {
    const timeout = patience.left;
    if (timeout === 0) return resolve(STOPPED);
    const stop = patience.start();
    const options = { ...gitOptions(top), timeout, killSignal: "SIGKILL" as const, maxBuffer: MOST_OUTPUT };
    execFile(program, gitArguments(top, args), { ...options, encoding: "utf8" }, (error, out, said) => {
      stop();
      resolve(error ? { error: error.code ?? STOPPED.error, said } : { out });
    });
  });
}

const STOPPED = { error: "stopped", said: "" };

/** Whether git was not waited for any longer. */
export function isStopped(result: GitResult): boolean {
  return "error" in result && result.error === STOPPED.error;
}

/** Whether git refuses a repository because it belongs to another user. */
export function isDubious(result: GitResult): boolean {
  return "error" in result && /dubious ownership|unsafe repository/.test(result.said);
}
