import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { inertOutput, visible } from "../core/terminal-text";
import { isPipelineLog, showsLinks, withoutCommands } from "./terminal-kind";

export { visible } from "../core/terminal-text";

/** All input and output of a command, so that tests can replace it. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal that shows colors. */
  readonly color: boolean;
  /** Whether stdout is a terminal, where findings are shown with their lines. */
  readonly terminal?: boolean;
  /** Whether that terminal shows links in the way of OSC 8. */
  readonly links?: boolean;
  /** Absolute path of the configuration that `--config` names. */
  readonly config?: string;
  /** Path of the running bundle, for worker threads; undefined in tests, which then run without threads. */
  readonly program?: string;
  /**
   * Replaces the last line of the terminal's standard error; an empty string removes it. Undefined without a terminal.
   */
  progress?(text: string): void;
  /** @param what text for people, which is made inert for a terminal, or data for programs, which is printed unchanged */
  out(text: string, what?: "words" | "data"): void;
  err(text: string): void;
  /** The whole of standard input. */
  stdin(): Promise<string>;
}

/** Clears the line after the cursor. */
const CLEAR_TO_END = "\u001b[K";

/** Exit codes shared by every command. */
export const Exit = {
  ok: 0,
  /** Findings with severity error, or rejected by the service. */
  findings: 1,
  /** Bad arguments, an unreadable file, no connection: the command could not do its work. */
  failed: 2,
  /** The remote dashboard has unseen edits. */
  conflict: 3,
} as const;

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Invalid arguments. The user sees the message only. */
export class CommandLineError extends Error {}

/** An invalid configuration. The message says where, so the hint to `--help` is omitted. */
export class ConfigError extends CommandLineError {}

/**
 * The terminal of this process. All text is made inert, so that titles and messages cannot control the terminal. Nothing
 * else writes to the standard streams.
 */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  // A closed pipe, as in `mosaic validate | head`, is not an error.
  stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? Exit.ok : Exit.failed),
  );
  const color = Boolean(stdout.isTTY) && !process.env["NO_COLOR"];
  const isLog = isPipelineLog(process.env);
  const inert = (chunk: string, colors: boolean) => {
    const text = inertOutput(chunk, colors);
    return isLog ? withoutCommands(text) : text;
  };
  return {
    cwd: process.cwd(),
    env: process.env,
    color,
    terminal: Boolean(stdout.isTTY),
    links: color && showsLinks(process.env),
    out: (chunk, what) => void stdout.write(what === "data" && !stdout.isTTY ? chunk : inert(chunk, color)),
    err: (chunk) => void stderr.write(inert(chunk, false)),
    stdin: () => text(stdin),
    progress:
      stderr.isTTY && process.env["TERM"] !== "dumb"
        ? (line) => void stderr.write(`\r${visible(line)}${CLEAR_TO_END}`)
        : undefined,
  };
}

/** Whether the user can answer questions. */
export function hasPerson(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}

/**
 * One line of answer, without the end of line; empty when the person gives none. The question goes to the standard error, so that it is
 * seen when the standard output is redirected.
 */
export async function askLine(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
  try {
    return (await Promise.race([reader.question(inertOutput(question, false)), closed])).trim();
  } finally {
    reader.close();
  }
}
