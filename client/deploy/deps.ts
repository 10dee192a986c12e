import type * as vscode from "vscode";
import type { FindingsResult } from "../../server/protocol";
import type { Trust } from "../trust/trust";

/** What deploying takes from the rest of the extension. */
export interface DeployDeps {
  readonly log: vscode.LogOutputChannel;
  /** Loads what decides who may have a credential. */
  trust(): Promise<Trust>;
  /** What the server says of a document as it is now; rejects when it does not answer. */
  findingsFor(uri: vscode.Uri): Promise<NonNullable<FindingsResult>>;
}
