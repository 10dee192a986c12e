import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import type { startServer } from "./server";

/** In a web worker the messages of the worker itself are the channel. */
export function runWorker(start: typeof startServer): void {
  const scope = self as unknown as DedicatedWorkerGlobalScope;
  start(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), {
    readText: async () => undefined,
  });
}
