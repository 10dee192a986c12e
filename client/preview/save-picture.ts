import * as vscode from "vscode";
import { askWhereTo, showMessage } from "../notify";

/** Asks where to, and writes a picture of the dashboard there. Says so afterwards, with a way to look at it. */
export async function savePicture(
  dashboard: vscode.Uri,
  format: "svg" | "png",
  bytes: Uint8Array,
  address?: string,
): Promise<void> {
  const name = format.toUpperCase();
  const target = await askWhereTo({
    defaultUri: defaultTarget(dashboard, format, address),
    filters: { [`${name} picture`]: [format] },
    title: `Export the Preview as ${name}`,
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, bytes);
  const file = target.path.split("/").pop();
  const choice = await showMessage("information", `Exported the preview to ${file}.`, {}, ["Open"]);
  if (choice === "Open") await vscode.commands.executeCommand("vscode.open", target);
}

/** Beside the dashboard where it has a place, else in the first folder of the workspace. */
function defaultTarget(dashboard: vscode.Uri, format: string, address: string | undefined): vscode.Uri {
  const base =
    address
      ?.split(".")
      .pop()
      ?.replace(/[^\w-]+/g, "-") ||
    (dashboard.path.split("/").pop() ?? "").replace(/(\.dashboard)?\.json$/i, "") ||
    "dashboard";
  const name = `${base}.${format}`;
  if (vscode.workspace.fs.isWritableFileSystem(dashboard.scheme)) {
    return vscode.Uri.joinPath(dashboard, "..", name);
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(`/${name}`);
}
