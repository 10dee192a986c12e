import * as vscode from "vscode";
import { idOfPath } from "../../../core/sync/identity";
import { askMessage, askPicks } from "../../ask";
import { askForFile, sayBriefly } from "../../notify";
import { readText } from "../session/workspace-files";
import type { FoundDashboard, ImportProblem } from "../texts/found";
import { findDashboards } from "../texts/import-text";

/** *Import Dashboard*: from the clipboard, else from a file that is chosen. Existing files are not overwritten. */
export async function importCommand(): Promise<void> {
  let result = findDashboards(await vscode.env.clipboard.readText());
  while (!result.ok) {
    const choose = "Choose a File…";
    const answer = await askMessage("information", problemText(result.reason), {}, choose);
    const uri = answer === choose ? await askForFile("Import") : undefined;
    if (!uri) return;
    result = findDashboards((await readText(uri)) ?? "");
  }
  const chosen = await choose(result.dashboards);
  if (chosen.length === 0) return;
  const folder = await folderForFiles();
  if (chosen.length === 1) await openUntitled(chosen[0]!, folder);
  else if (folder) await createFiles(chosen, folder);
  else for (const found of chosen) await openUntitled(found, undefined);
  const templates = chosen.filter(({ template }) => template).length;
  if (templates > 0) {
    void askMessage(
      "warning",
      `${templates} of ${chosen.length} contained Terraform interpolations, which were kept as they are.`,
      {},
    );
  }
}

function problemText(reason: ImportProblem): string {
  switch (reason) {
    case "empty":
      return "The clipboard is empty. Copy a dashboard as JSON or YAML, a gcloud export or Terraform code first.";
    case "yaml":
      return "The YAML has syntax errors. Correct them, and copy the dashboard again.";
    case "expression":
      return "This dashboard is computed by Terraform. Copy the output of: terraform show -json";
    case "no-dashboard":
      return "No dashboard was found. Copy a dashboard as JSON or YAML, a gcloud export or Terraform code first.";
  }
}

async function choose(found: readonly FoundDashboard[]): Promise<readonly FoundDashboard[]> {
  if (found.length === 1) return found;
  const items = found.map((one) => ({
    one,
    label: one.title || "(no title)",
    ...(one.id === undefined ? {} : { description: one.id }),
    picked: true,
  }));
  const picked = await askPicks(items, { title: `Import ${found.length} Dashboards` });
  return picked?.map(({ one }) => one) ?? [];
}

async function folderForFiles(): Promise<vscode.Uri | undefined> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.length > 1 ? (await vscode.window.showWorkspaceFolderPick())?.uri : folders[0]?.uri;
}

/** A document that has its name already and is written when the user saves it. */
async function openUntitled(found: FoundDashboard, folder: vscode.Uri | undefined): Promise<void> {
  if (!folder) {
    const document = await vscode.workspace.openTextDocument({
      language: found.form === "yaml" ? "yaml" : "monitoring-dashboard",
      content: found.text,
    });
    await vscode.window.showTextDocument(document, { preview: false });
    return;
  }
  const uri = (await freeUri(folder, found, new Set())).with({ scheme: "untitled" });
  const document = await vscode.workspace.openTextDocument(uri);
  const change = new vscode.WorkspaceEdit();
  change.insert(uri, new vscode.Position(0, 0), found.text);
  await vscode.workspace.applyEdit(change);
  await vscode.window.showTextDocument(document, { preview: false });
}

async function createFiles(found: readonly FoundDashboard[], folder: vscode.Uri): Promise<void> {
  const change = new vscode.WorkspaceEdit();
  const taken = new Set<string>();
  let first: vscode.Uri | undefined;
  for (const one of found) {
    const uri = await freeUri(folder, one, taken);
    first ??= uri;
    change.createFile(uri, { contents: new TextEncoder().encode(one.text), overwrite: false });
  }
  if (!(await vscode.workspace.applyEdit(change))) {
    void askMessage("error", "Could not write the files.", {});
    return;
  }
  await vscode.window.showTextDocument(first!, { preview: false });
  sayBriefly(`Imported ${found.length} dashboards.`, 5000);
}

/** `title.dashboard.json` or `title.dashboard.yaml`, with a number when that is taken. */
async function freeUri(folder: vscode.Uri, found: FoundDashboard, taken: Set<string>): Promise<vscode.Uri> {
  const stem = idOfPath(found.title).toLowerCase() || found.id || "dashboard";
  const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.path));
  for (let number = 1; ; number++) {
    const name = `${stem}${number === 1 ? "" : `-${number}`}.dashboard.${found.form}`;
    const uri = vscode.Uri.joinPath(folder, name);
    if (taken.has(name) || open.has(uri.path)) continue;
    const exists = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (exists) continue;
    taken.add(name);
    return uri;
  }
}
