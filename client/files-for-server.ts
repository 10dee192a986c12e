import * as vscode from "vscode";
import type { BaseLanguageClient } from "vscode-languageclient";
import {
  ClientRequests,
  type FindFilesParams,
  type FindFilesResult,
  type ReadTextParams,
  type ReadTextResult,
  type StampsParams,
  type StampsResult,
} from "../server/protocol";

/** More JSON files than this below one folder are not looked through. */
const MAX_FILES = 10_000;

/** Answers the server's questions about files that only VS Code can see. */
export function answerAboutFiles(client: BaseLanguageClient): void {
  client.onRequest(ClientRequests.readText, ({ uri }: ReadTextParams) => readText(uri));
  client.onRequest(ClientRequests.findFiles, (params: FindFilesParams) => findFiles(params));
  client.onRequest(
    ClientRequests.stamps,
    ({ uris }: StampsParams): Promise<StampsResult> => Promise.all(uris.map(stampOf)),
  );
}

/** A file as it is stored. */
async function readText(uri: string): Promise<ReadTextResult> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.parse(uri, true)));
  } catch {
    return null;
  }
}

async function findFiles({ folder, exclude }: FindFilesParams): Promise<FindFilesResult> {
  const pattern = new vscode.RelativePattern(vscode.Uri.parse(folder, true), "**/*.json");
  const found = await vscode.workspace.findFiles(pattern, `**/{${exclude.join(",")}}/**`, MAX_FILES);
  return found.map(String);
}

async function stampOf(uri: string): Promise<string | null> {
  try {
    const { mtime, size } = await vscode.workspace.fs.stat(vscode.Uri.parse(uri, true));
    return `${mtime} ${size}`;
  } catch {
    return null;
  }
}
