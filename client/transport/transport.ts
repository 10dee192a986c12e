import type * as vscode from "vscode";
import type { BaseLanguageClient, LanguageClientOptions } from "vscode-languageclient";
import { isNode } from "../platform";

/** A language server that is one file, which runs in Node and in a web worker. */
export interface ServerFile {
  /** For settings, such as `mosaic` in `mosaic.trace.server`. */
  readonly name: string;
  readonly title: string;
  readonly file: vscode.Uri;
  /** Where a process may keep the code that it has compiled; only this user can write there. */
  readonly compiled: vscode.Uri;
}

/** A client that starts the server in the way there is here. Nothing is started yet. */
export async function clientOf(
  server: ServerFile,
  options: LanguageClientOptions,
): Promise<BaseLanguageClient> {
  if (isNode) return (await import("./node")).processClient(server, options);
  return (await import("./worker")).workerClient(server, options);
}
