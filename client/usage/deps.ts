import type * as vscode from "vscode";
import type { Profiles } from "../deploy/session/profiles";
import type { Trust } from "../trust/trust";

/** What API usage takes from the rest of the extension. */
export interface UsageDeps {
  readonly log: vscode.LogOutputChannel;
  /** Loads the trust module. */
  trust(): Promise<Trust>;
  /** Finds the configuration that counts. */
  readonly profiles: Profiles;
}
