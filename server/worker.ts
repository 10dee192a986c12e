import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { startServer } from "./server";

// In a web worker the messages of the worker itself are the channel.
const scope = self as unknown as DedicatedWorkerGlobalScope;
startServer(createConnection(new BrowserMessageReader(scope), new BrowserMessageWriter(scope)), {
  readText: async () => undefined,
});
