import * as vscode from "vscode";
import type { TextChange } from "./deps";

/**
 * Makes the edits of one gesture in one step of the document's history. Opens the document in the background when it is
 * closed.
 */
export async function applyEdit(
  uri: vscode.Uri,
  { version, edits }: TextChange,
): Promise<"applied" | "stale" | "failed"> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) return "stale";
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of edits) {
    const { start, end } = range;
    edit.replace(uri, new vscode.Range(start.line, start.character, end.line, end.character), newText);
  }
  if (await vscode.workspace.applyEdit(edit)) return "applied";
  return document.version === version ? "failed" : "stale";
}
