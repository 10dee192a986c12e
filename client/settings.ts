import * as vscode from "vscode";
import type { Config } from "../core/config/config";
import { CONFIG_PATH } from "../core/config/config-path";
import type { Finding } from "../core/finding";

/** The configuration that counts for a file. */
export interface Settings {
  /** Folder that holds `.mosaic`, or would hold it. */
  readonly root: vscode.Uri;
  readonly config: Config;
  readonly findings: readonly Finding[];
  /** Whether the workspace is trusted. Otherwise, nothing is sent. */
  readonly trusted: boolean;
  /** A configuration that lies above the workspace, where it does not count. */
  readonly unused?: vscode.Uri;
}

/** The file that settings are read from, or would be. */
export function configUri({ root }: Settings): vscode.Uri {
  return vscode.Uri.joinPath(root, CONFIG_PATH);
}
