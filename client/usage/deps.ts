import type * as vscode from "vscode";
import type { Profiles } from "../deploy/profiles";

/** What API usage takes from the rest of the extension. */
export interface UsageDeps {
  readonly log: vscode.LogOutputChannel;
  /** Finds the configuration that counts. */
  readonly profiles: Profiles;
}
