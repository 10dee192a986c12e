import * as vscode from "vscode";

/**
 * True when the document cannot be changed: a version out of git, the output of something, a remote file system that only
 * shows, a file that the settings protect. Such a dashboard is drawn without handles. An untitled document can always be
 * changed.
 */
export async function isReadOnly(uri: vscode.Uri): Promise<boolean> {
  if (uri.scheme === "untitled") return false;
  // Undefined: an extension provides the text without a file system, so it cannot be saved.
  if (vscode.workspace.fs.isWritableFileSystem(uri.scheme) !== true) return true;
  if (isProtected(uri)) return true;
  try {
    const { permissions } = await vscode.workspace.fs.stat(uri);
    return permissions !== undefined && (permissions & vscode.FilePermission.Readonly) !== 0;
  } catch {
    // A file that is not there yet can be written; anything else fails with its own message when it is.
    return false;
  }
}

/** By VS Code's settings. VS Code marks such a document, but accepts edits and never saves them. */
function isProtected(uri: vscode.Uri): boolean {
  const settings = vscode.workspace.getConfiguration("files", uri);
  const document = vscode.workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const within = (name: "readonlyInclude" | "readonlyExclude"): boolean =>
    Object.entries(settings.get<Record<string, boolean>>(name, {})).some(
      ([pattern, on]) => on && document !== undefined && vscode.languages.match({ pattern }, document) > 0,
    );
  return within("readonlyInclude") && !within("readonlyExclude");
}
