import type { Io } from "../io";
import type { Terminal } from "../terminal";

/** A progress line such as `Comparing 12/400` on a terminal. Other output replaces it. */
export interface Progress {
  /** Removes the line, then prints. */
  readonly io: Io;
  /** Asks with the line removed. */
  readonly terminal: Terminal;
  /** Sets the number of finished entries. */
  show(done: number): void;
  /** Removes the line. */
  end(): void;
}

/** Shows nothing if stderr is no terminal, or for one file. */
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
