import * as vscode from "vscode";
import {
  BrowserMessageReader,
  BrowserMessageWriter,
  LanguageClient,
  type LanguageClientOptions,
} from "vscode-languageclient/browser";
import type { ServerFile } from "./transport";

type Channel = ConstructorParameters<typeof BrowserMessageWriter>[0] &
  ConstructorParameters<typeof BrowserMessageReader>[0];

/** Globals of a worker's host, which the types of an extension do not declare. */
interface WorkerHost {
  readonly Worker: new (url: string, options: { readonly name: string }) => Channel & { terminate(): void };
  readonly URL: { createObjectURL(blob: Blob): string };
}

/** The server in a web worker, where there are no processes: VS Code in a browser without a machine behind it. */
export async function workerClient(
  { name, title, file }: ServerFile,
  options: LanguageClientOptions,
): Promise<LanguageClient> {
  const { Worker, URL } = globalThis as unknown as WorkerHost;
  // Read the source, because a worker cannot be created from every URL of an extension.
  const script = await vscode.workspace.fs.readFile(file);
  const url = URL.createObjectURL(new Blob([new Uint8Array(script)], { type: "text/javascript" }));
  const start = async () => {
    const worker = new Worker(url, { name: title });
    return { reader: new BrowserMessageReader(worker), writer: new Writer(worker) };
  };
  return new LanguageClient(name, title, start, options);
}

/** Ends the worker with the connection. */
class Writer extends BrowserMessageWriter {
  constructor(private readonly worker: Channel & { terminate(): void }) {
    super(worker);
  }

  override dispose(): void {
    super.dispose();
    this.worker.terminate();
  }
}
