import type { Io } from "../io";
import type { Terminal } from "../terminal";

/** A line such as `Comparing 12/400` on a terminal, out of the way of everything else that is printed. */
export interface Progress {
  /** Prints like the given one, and takes the line away before. */
  readonly io: Io;
  /** Asks like the given one; there is no line while a question is open. */
  readonly terminal: Terminal;
  /** So many are done. */
  show(done: number): void;
  /** Takes the line away for good. */
  end(): void;
}

/** Without a terminal on stderr, or for one file, nothing is shown. */
export function progressOf(io: Io, terminal: Terminal, verb: string, total: number): Progress {
  const wanted = io.progress !== undefined && total > 1;
  let shown = false;
  let asking = 0;
  let ended = false;
  const clear = () => {
    if (shown) io.progress?.("");
    shown = false;
  };
  const show = (done: number) => {
    if (!wanted || ended || asking > 0) return;
    io.progress?.(`${verb} ${done}/${total}`);
    shown = true;
  };
  show(0);
  return {
    io: {
      ...io,
      out(text, what) {
        clear();
        io.out(text, what);
      },
      err(text) {
        clear();
        io.err(text);
      },
    },
    terminal: {
      interactive: terminal.interactive,
      async ask(question) {
        clear();
        asking++;
        try {
          return await terminal.ask(question);
        } finally {
          asking--;
        }
      },
    },
    show,
    end() {
      clear();
      ended = true;
    },
  };
}
