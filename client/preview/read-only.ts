import * as vscode from "vscode";

/**
 * True when the document cannot be changed: a version out of git, the output of something, a remote file system that only
 * shows. Such a dashboard is drawn without handles. An untitled document can always be changed.
 */
export async function isReadOnly(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === "untitled") return false;
  // Undefined: no file system behind it, so an extension provides the text and nobody takes it back.
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  try {
    const { permissions } = await vscode.workspace.fs.stat(uri);
    return permissions !== undefined && (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    // A file that is not there yet can be written; anything else fails with its own message when it is.
    return false;
  }
}
