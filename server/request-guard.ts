import { type CancellationToken, type Connection, LSPErrorCodes, ResponseError } from "vscode-languageserver";

/**
 * Runs every request: an exception in one feature is logged, the request returns a default value, and the server keeps running. Canceled requests say so, before and after the work.
 */
export class RequestGuard {
  constructor(
    private readonly connection: Connection,
    /** Request that fails on purpose, for tests. */
    public failRequest?: string,
  ) {}

  run<T>(name: string, harmless: T, token: CancellationToken, work: () => T): T {
    if (token.isCancellationRequested) throw cancelled();
    let result: T;
    try {
      if (this.failRequest === name) throw new Error("failing on purpose");
      result = work();
    } catch (error) {
      this.log(name, error);
      return harmless;
    }
    if (token.isCancellationRequested) throw cancelled();
    return result;
  }

  /** `run` for asynchronous work. */
  async runAsync<T>(name: string, harmless: T, token: CancellationToken, work: () => Promise<T>): Promise<T> {
    if (token.isCancellationRequested) throw cancelled();
    let result: T;
    try {
      if (this.failRequest === name) throw new Error("failing on purpose");
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
      // The connection is closed.
    }
  }

  /** Sends a request to the client whose failure does not matter, such as a refresh. */
  requestOptional(ask: () => Promise<unknown>): void {
    Promise.resolve()
      .then(ask)
      .catch(() => {});
  }
}

function cancelled(): ResponseError<void> {
  return new ResponseError<void>(LSPErrorCodes.RequestCancelled, "Request cancelled");
}
