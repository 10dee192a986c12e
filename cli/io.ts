import { createInterface } from "node:readline/promises";
import { text } from "node:stream/consumers";
import { inertOutput, visible } from "../core/terminal-text";

export { visible } from "../core/terminal-text";

/** Everything a command touches outside itself, so that tests can hold both ends. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal that shows colors. */
  readonly color: boolean;
  /** Absolute path of the configuration that `--config` names. */
  readonly config?: string;
  /** Writes over the last line of a terminal's standard error; an empty text takes the line away. Absent elsewhere. */
  progress?(text: string): void;
  /** @param what words for people, which are made inert for a terminal, or data for a program, which are passed on as they are */
  out(text: string, what?: "words" | "data"): void;
  err(text: string): void;
  /** The whole of standard input. */
  stdin(): Promise<string>;
}

/** Takes away what is on the line behind the cursor. */
const CLEAR_TO_END = "\u001b[K";

/** Exit codes shared by every command. */
export const Exit = {
  ok: 0,
  /** Findings with severity error, or a refusal by the service. */
  findings: 1,
  /** Bad arguments, an unreadable file, no connection: the command could not do its work. */
  failed: 2,
  /** The remote dashboard has changes that nobody here has seen. */
  conflict: 3,
} as const;

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A mistake in how the command was called; its message is all the user needs. */
export class CommandLineError extends Error {}

/** A mistake in a configuration. The message says where; the help of a command does not help. */
export class ConfigError extends CommandLineError {}

/**
 * The terminal of this process. Everything is made inert on its way: a title or a message of somebody else must not act. Nothing else
 * writes to the standard streams.
 */
export function processIo(): Io {
  const { stdin, stdout, stderr } = process;
  // A closed pipe, as in `mosaic validate | head`, is not an error.
  stdout.on("error", (error: NodeJS.ErrnoException) =>
    process.exit(error.code === "EPIPE" ? Exit.ok : Exit.failed),
  );
  const color = Boolean(stdout.isTTY) && !process.env["NO_COLOR"];
  return {
    cwd: process.cwd(),
    env: process.env,
    color,
    out: (chunk, what) =>
      void stdout.write(what === "data" && !stdout.isTTY ? chunk : inertOutput(chunk, color)),
    err: (chunk) => void stderr.write(inertOutput(chunk, false)),
    stdin: () => text(stdin),
    ...(stderr.isTTY && process.env["TERM"] !== "dumb"
      ? { progress: (line) => void stderr.write(`\r${visible(line)}${CLEAR_TO_END}`) }
      : {}),
  };
}

/** Whether somebody is there to answer. */
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
