import { askLine, hasPerson, type Io } from "./io";

/** Asks the user, if possible. */
export interface Terminal {
  /** False in a script or pipeline; then the answer to every question is no. */
  readonly interactive: boolean;
  /** One line of answer, without the end of line; empty when the person gives none. */
  ask(question: string): Promise<string>;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return { interactive: hasPerson(), ask: askLine };
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
