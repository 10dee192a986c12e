import type * as vscode from "vscode";
import type { FindingsResult } from "../../server/protocol";
import type { Compared } from "../compare/panel";
import type { Trust } from "../trust/trust";

/** What push and pull need from the rest of the extension. */
export interface DeployDeps {
  readonly log: vscode.LogOutputChannel;
  /** Loads the trust module. */
  trust(): Promise<Trust>;
  /** Findings of the current text; rejects if the server does not respond. */
  findingsFor(uri: vscode.Uri): Promise<NonNullable<FindingsResult>>;
  /** Opens a comparison as picture. */
  showComparison(compared: Compared): void;
}
