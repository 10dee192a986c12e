import * as vscode from "vscode";
import type { Tree, TreeEntry } from "../../../core/discover/walk";
import { isOnDisk, treeOnDisk } from "../disk";

/** The tree below a folder of the workspace, on any file system. */
export function workspaceTree(root: vscode.Uri): Tree {
  if (isOnDisk(root)) return treeOnDisk(root.fsPath);
  const { fs } = vscode.workspace;
  const uriOf = (path: string) => (path === "" ? root : vscode.Uri.joinPath(root, ...path.split("/")));
  return {
    async list(folder) {
      const entries = await fs.readDirectory(uriOf(folder)).then(
        (found) => found,
        () => [],
      );
      return entries.map(([name, type]): TreeEntry => ({ name, kind: kindOf(type) }));
    },
    async read(path) {
      try {
        return new TextDecoder().decode(await fs.readFile(uriOf(path)));
      } catch {
        return undefined;
      }
    },
  };
}

/** Links have two bits set and count as `other`. */
function kindOf(type: vscode.FileType): TreeEntry["kind"] {
  if (type === vscode.FileType.File) return "file";
  return type === vscode.FileType.Directory ? "folder" : "other";
}
