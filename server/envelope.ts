import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver";

/**
 * One envelope around every request: a bug in one feature is logged, answered with a harmless value and never ends the
 * server. Cancelled requests say so, before and after the work.
 */
export class Envelope {
  constructor(
    private readonly connection: Connection,
    /** Request that fails on purpose, for tests. */
    public failIn?: string,
  ) {}

  run<T>(name: string, harmless: T, token: CancellationToken, work: () => T): T {
    if (token.isCancellationRequested) throw cancelled();
    let result: T;
    try {
      if (this.failIn === name) throw new Error("failing on purpose");
      result = work();
    } catch (error) {
      this.log(name, error);
      return harmless;
    }
    if (token.isCancellationRequested) throw cancelled();
    return result;
  }

  /** `run` for work that has to wait. */
  async runAsync<T>(name: string, harmless: T, token: CancellationToken, work: () => Promise<T>): Promise<T> {
    if (token.isCancellationRequested) throw cancelled();
    let result: T;
    try {
      if (this.failIn === name) throw new Error("failing on purpose");
      result = await work();
    } catch (error) {
      this.log(name, error);
      return harmless;
    }
    if (token.isCancellationRequested) throw cancelled();
    return result;
  }

  log(name: string, error: unknown): void {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    try {
      this.connection.console.error(`${name} failed: ${text}`);
    } catch {
      // Nobody is there any more to read it.
    }
  }

  /** Asks the client to do something that it may as well refuse, also when it is gone already. */
  propose(ask: () => Promise<unknown>): void {
    Promise.resolve()
      .then(ask)
      .catch(() => {});
  }
}

function cancelled(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "Request cancelled");
}
