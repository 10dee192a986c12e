import * as vscode from "vscode";
import { fileNameOf, nameFromFile, newPathProblem } from "../core/create/file-name";
import { askMessage, askText } from "./ask";
import { markDone } from "./first-steps";
import { LANGUAGE } from "./language";

export interface NewFile {
  readonly uri: vscode.Uri;
  /** A title out of its name. */
  readonly title: string;
}

/** The folder that a new dashboard is for: one of the explorer, that of a file, or the workspace's; undefined without any. */
export async function folderFor(
  resource: unknown,
): Promise<{ readonly uri: vscode.Uri; readonly name: string } | undefined> {
  if (resource instanceof vscode.Uri) {
    const isFolder = await vscode.workspace.fs.stat(resource).then(
      ({ type }) => (type & vscode.FileType.Directory) !== 0,
      () => false,
    );
    const uri = isFolder ? resource : vscode.Uri.joinPath(resource, "..");
    return { uri, name: uri.path.split("/").pop() ?? "" };
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? vscode.window.showWorkspaceFolderPick() : folders[0];
}

/** Asks for the path of a new file, which must not exist. */
export async function chooseFile(
  folder: { readonly uri: vscode.Uri; readonly name: string },
  title: string,
): Promise<NewFile | undefined> {
  const suggestion = await freePath(folder.uri, fileNameOf(title));
  const problemOf = async (path: string) => {
    const problem = newPathProblem(path);
    if (problem) return problem;
    const taken = await exists(vscode.Uri.joinPath(folder.uri, path));
    return taken ? `${path} exists already. Choose another name.` : undefined;
  };
  const path = await askText({
    title: "New Dashboard: File Name",
    prompt: `A path in the folder ${folder.name}. A name that ends in .dashboard.yaml makes a YAML file.`,
    value: suggestion,
    valueSelection: [suggestion.lastIndexOf("/") + 1, suggestion.indexOf(".dashboard.")],
    ignoreFocusOut: true,
    validateInput: problemOf,
  });
  if (path === undefined || (await problemOf(path))) return undefined;
  return { uri: vscode.Uri.joinPath(folder.uri, path), title: nameFromFile(path) };
}

/** Creates the file, unless one came there in the meantime. @returns whether it was created */
export async function createFile(uri: vscode.Uri, text: string): Promise<boolean> {
  const change = new vscode.WorkspaceEdit();
  change.createFile(uri, { contents: new TextEncoder().encode(text), overwrite: false });
  if (await vscode.workspace.applyEdit(change)) {
    markDone("created");
    return true;
  }
  await askMessage("error", "Could not create the file. It exists already, or the folder is read-only.", {});
  return false;
}

/** Opens a new file and its preview. */
export async function showCreated(uri: vscode.Uri, preview: (uri: vscode.Uri) => void): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.One });
  preview(uri);
}

/** A document that has no file yet, because no folder is open. */
export async function openUntitled(content: string): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: LANGUAGE, content });
  await vscode.window.showTextDocument(document, { preview: false });
  await vscode.commands.executeCommand("mosaic.openPreviewToSide", document.uri);
}

/** The name in the folder `dashboards`, if there is one, and with a number where it is taken. */
async function freePath(folder: vscode.Uri, name: string): Promise<string> {
  const usual = vscode.Uri.joinPath(folder, "dashboards");
  const start = (await exists(usual)) ? "dashboards/" : "";
  for (let number = 1; ; number++) {
    const path = start + (number === 1 ? name : name.replace(".dashboard.", `-${number}.dashboard.`));
    if (!(await exists(vscode.Uri.joinPath(folder, path)))) return path;
  }
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
