import * as vscode from "vscode";
import { toCsv, toJson, toMarkdown, toTable } from "../../api/usage/export";
import type { UsageResult } from "../../api/usage/index";
import { sortRecords } from "../../api/usage/join";
import { askFile } from "../ask";
import { sayBriefly, showMessage } from "../notify";

/** Writes a result into a file that the user chooses, and offers to open it. */
export async function exportUsage(result: UsageResult, format: "csv" | "json"): Promise<void> {
  const { from, to } = result.interval;
  const about = result.query.clientId === undefined ? "" : "-client";
  const name = `api-usage${about}-${from}-${to}.${format}`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const uri = await askFile({
    title: "Export API Usage",
    defaultUri: folder ? vscode.Uri.joinPath(folder, name) : undefined,
    filters: format === "csv" ? { CSV: ["csv"] } : { JSON: ["json"] },
  });
  if (!uri) return;
  const text = format === "csv" ? toCsv(result.records) : toJson(result);
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  const open = "Open";
  const saved = `Exported ${result.records.length} rows to ${uri.path.split("/").pop() ?? ""}.`;
  // Not awaited: the message may stay for long.
  void showMessage("information", saved, {}, [open]).then((answer) => {
    if (answer === open) void vscode.window.showTextDocument(uri);
  });
}

/** Puts a result on the clipboard as a table in Markdown. */
export async function copyUsage(result: UsageResult): Promise<void> {
  const busiest = sortRecords(result.records, { by: "requests", descending: true });
  await vscode.env.clipboard.writeText(toMarkdown(toTable(sortRecords(busiest, { by: "date" }))));
  sayBriefly(`Copied ${result.records.length} rows as Markdown`, 4000);
}
