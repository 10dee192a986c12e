import * as vscode from "vscode";
import { askWhereTo, showMessage } from "../notify";

/** Asks where to, and writes a picture of the dashboard there. Says so afterwards, with a way to look at it. */
export async function savePicture(dashboard: vscode.Uri, svg: string, address?: string): Promise<void> {
  const target = await askWhereTo({
    defaultUri: defaultTarget(dashboard, address),
    filters: { "SVG picture": ["svg"] },
    title: "Export the Preview as SVG",
  });
  if (!target) return;
  await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(svg));
  const name = target.path.split("/").pop();
  const choice = await showMessage("information", `Exported the preview to ${name}.`, {}, ["Open"]);
  if (choice === "Open") await vscode.commands.executeCommand("vscode.open", target);
}

/** Beside the dashboard where it has a place, else in the first folder of the workspace. */
function defaultTarget(dashboard: vscode.Uri, address: string | undefined): vscode.Uri {
  const base =
    address
      ?.split(".")
      .pop()
      ?.replace(/[^\w-]+/g, "-") ||
    (dashboard.path.split("/").pop() ?? "").replace(/(\.dashboard)?\.json$/i, "") ||
    "dashboard";
  const name = `${base}.svg`;
  if (vscode.workspace.fs.isWritableFileSystem(dashboard.scheme)) {
    return vscode.Uri.joinPath(dashboard, "..", name);
  }
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return folder ? vscode.Uri.joinPath(folder, name) : vscode.Uri.file(`/${name}`);
}
