import { execFile, type SpawnOptions } from "node:child_process";
import path from "node:path";

/**
 * Time limit for all git commands of a run, because a repository can make each of them hang, for example with an included
 * configuration that is a pipe. Time passes while at least one command runs.
 */
export class GitPatience {
  private running = 0;
  private since = 0;
  private spent = 0;

  /** @param total in milliseconds */
  constructor(private readonly total: number) {}

  /** Remaining time in milliseconds; at 0, do not start git. */
  get left(): number {
    const now = this.running > 0 ? performance.now() - this.since : 0;
    return Math.max(0, Math.floor(this.total - this.spent - now));
  }

  /** Starts the clock. @returns a function that stops it */
  start(): () => void {
    if (this.running++ === 0) this.since = performance.now();
    return () => {
      if (--this.running === 0) this.spent += performance.now() - this.since;
    };
  }
}

const PATIENCE = new GitPatience(30_000);

/** git for one work tree. */
export interface GitProgram {
  /** The work tree's own folder. */
  readonly top: string;
  /** Name or path of git. */
  readonly program: string;
  readonly patience: GitPatience;
}

/** @param patience the limit of the run by default */
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
 * Inherited variables to keep: the location of the user's own configuration, and settings that a pipeline passes, in
 * particular `safe.directory`. Others could select another repository (as inside a hook), change the output, or name
 * programs.
 */
const KEPT = /^GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)$/;

/** The environment to run git in, above a work tree that was found by `workTreeOf`. */
function environment(top: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^GIT_/i.test(name) || KEPT.test(name));
  return {
    ...Object.fromEntries(inherited),
    // Do not fetch missing objects of a partial clone, because that runs programs that the repository names. The second
    // variable is for versions of git without the first.
    GIT_NO_LAZY_FETCH: "1",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_REPLACE_OBJECTS: "1",
    // Only use the repository that we found.
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

/** The output of git, or why there is none. */
export type GitResult =
  | { readonly out: string }
  /** The exit code or system error, and git's message. */
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

/** Whether git timed out. */
export function isStopped(result: GitResult): boolean {
  return "error" in result && result.error === STOPPED.error;
}

/** Whether git rejects a repository because it belongs to another user. */
export function isDubious(result: GitResult): boolean {
  return "error" in result && /dubious ownership|unsafe repository/.test(result.said);
}
