import { createInterface } from "node:readline/promises";
import type { Io } from "../io";

/** A person to ask, when there is one. */
export interface Terminal {
  /** False in a script or a pipeline, where every question counts as answered with no. */
  readonly interactive: boolean;
  /** One line of answer, without the end of line; empty when the person gives none. */
  ask(question: string): Promise<string>;
}

/** The terminal of this process. Questions go to stderr, so that they are seen when stdout is redirected. */
export function processTerminal(): Terminal {
  return {
    interactive: Boolean(process.stdin.isTTY && process.stderr.isTTY),
    async ask(question) {
      const reader = createInterface({ input: process.stdin, output: process.stderr });
      const closed = new Promise<string>((resolve) => reader.once("close", () => resolve("")));
      try {
        return (await Promise.race([reader.question(question), closed])).trim();
      } finally {
        reader.close();
      }
    },
  };
}

/** Yes or no, no by default. */
export async function askYesNo(terminal: Terminal, question: string): Promise<boolean> {
  return terminal.interactive && /^y(es)?$/i.test(await terminal.ask(`${question} [y/N] `));
}

/** Runs `work` with a signal that the first Ctrl+C aborts; a second one ends the process as usual. */
export async function stoppable<T>(io: Io, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const onInterrupt = () => {
    io.err("Stopping…\n");
    stop.abort();
  };
  process.once("SIGINT", onInterrupt);
  try {
    return await work(stop.signal);
  } finally {
    process.removeListener("SIGINT", onInterrupt);
  }
}
