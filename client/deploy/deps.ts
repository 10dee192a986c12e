import type * as vscode from "vscode";
import type { FileFinding } from "../../server/protocol";

/** What deploying takes from the rest of the extension. */
export interface DeployDeps {
  readonly log: vscode.LogOutputChannel;
  /** All findings of a document as it is now; rejects when the server does not answer. */
  findingsFor(uri: vscode.Uri): Promise<readonly FileFinding[]>;
}
