import { LanguageClient, type LanguageClientOptions, TransportKind } from "vscode-languageclient/node";
import type { ServerFile } from "./transport";

/** The server as a process of its own. */
export async function processClient(
  { name, title, file }: ServerFile,
  options: LanguageClientOptions,
): Promise<LanguageClient> {
  const run = { module: file.fsPath, transport: TransportKind.ipc };
  const debug = { ...run, options: { execArgv: ["--nolazy", "--inspect=6009"] } };
  return new LanguageClient(name, title, { run, debug }, options);
}
