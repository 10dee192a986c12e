import type * as vscode from "vscode";
import type { Tree } from "../../core/discover/walk";
import type { TextFiles } from "../../core/sync/state";
import { isNode } from "../platform";

/** Whether a place is on this machine's own disk; other file systems of VS Code have no links. */
export function isOnDisk({ scheme }: vscode.Uri): boolean {
  return isNode && scheme === "file";
}

/**
 * The files below a folder on the disk: written atomically, never through a link. State that git tracks is rejected.
 * Node's modules are imported on demand: in a browser there are none.
 */
export function filesOnDisk(root: string): TextFiles {
  let opened: Promise<TextFiles> | undefined;
  const open = async () => {
    const [{ diskFiles }, { trackedState }] = await Promise.all([
      import("../../disk/text-files"),
      import("../../disk/tracked-state"),
    ]);
    const problem = await trackedState(root);
    if (problem !== undefined) throw new Error(problem);
    return diskFiles(root);
  };
  const files = () => (opened ??= open());
  return {
    read: async (path) => (await files()).read(path),
    write: async (path, text) => (await files()).write(path, text),
    refuseWrite: async (path) => (await files()).refuseWrite?.(path),
    list: async (folder) => (await files()).list(folder),
  };
}

/** The tree below a folder on the disk. VS Code's `readDirectory` would log every folder that was just deleted. */
export function treeOnDisk(root: string): Tree {
  const tree = import("../../disk/tree").then(({ folderTree }) => folderTree(root));
  return {
    list: async (folder) => (await tree).list(folder),
    read: async (path) => (await tree).read(path),
  };
}

/** @throws if the path of the file contains a link */
export async function refuseLinkedWrite(root: vscode.Uri, uri: vscode.Uri): Promise<void> {
  if (!isOnDisk(uri)) return;
  const { refuseLinks } = await import("../../disk/links");
  await refuseLinks(root.fsPath, uri.fsPath);
}

/** Why a file must not be sent: its real path is outside of the root. Undefined if it is inside. */
export async function leadsOut(root: vscode.Uri, uri: vscode.Uri): Promise<string | undefined> {
  if (!isOnDisk(uri)) return undefined;
  const { refuseLeaving, LinkProblem } = await import("../../disk/links");
  try {
    await refuseLeaving(root.fsPath, uri.fsPath);
    return undefined;
  } catch (error) {
    if (error instanceof LinkProblem) return error.message;
    throw error;
  }
}
