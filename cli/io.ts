import { text } from "node:stream/consumers";

/** Everything a command touches outside itself, so that tests can hold both ends. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether stdout is a terminal that shows colours. */
  readonly color: boolean;
  out(text: string): void;
  err(text: string): void;
  /** The whole of standard input. */
  stdin(): Promise<string>;
}

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

/** A mistake in how the command was called; its message is all the user needs. */
export class UsageError extends Error {}

export function processIo(): Io {
  return {
    cwd: process.cwd(),
    env: process.env,
    color: Boolean(process.stdout.isTTY) && !process.env["NO_COLOR"],
    out: (chunk) => void process.stdout.write(chunk),
    err: (chunk) => void process.stderr.write(chunk),
    stdin: () => text(process.stdin),
  };
}

/** Text out of a file or from the service, on one line and without what a terminal would obey. */
export function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it is about
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (c) => {
    return `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
