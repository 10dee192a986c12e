import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { CONFIG_PATH } from "../../../core/config/config-path";
import type { Settings } from "../../settings";

// Loaded at start, so import only what the configuration needs.

const TEMPLATE = `{
  "profiles": {
    "default": { "project": "my-project" }
  }
}
`;

/** Opens the configuration, making one when there is none. */
export async function openConfiguration({ root }: Settings): Promise<void> {
  const uri = vscode.Uri.joinPath(root, CONFIG_PATH);
  try {
    await vscode.workspace.fs.stat(uri);
  } catch {
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(TEMPLATE));
  }
  await vscode.window.showTextDocument(uri);
}

/** The dashboard a command is about: the one it was called for, else the one in front, in whatever editor. */
export function dashboardUri(argument: unknown): vscode.Uri | undefined {
  if (argument instanceof vscode.Uri) return argument;
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputText) return input.uri;
  return vscode.window.activeTextEditor?.document.uri;
}

/** The target of a push, so that the user does not confirm the wrong one. */
export function targetText(profile: Profile): string {
  const host = profile.endpoint.replace(/^https:\/\//, "");
  return `project ${profile.project} at ${host} (profile ${profile.name})`;
}
