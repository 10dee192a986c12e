import * as vscode from "vscode";
import { columnFor } from "./show-text";

/**
 * Undoes or redoes the last change of a text. Only the text editor has an undo history, so it is shown next to the panel
 * and focused for a moment; `back` restores the focus.
 */
export async function undoInText(
  uri: vscode.Uri,
  direction: "undo" | "redo",
  panelColumn: vscode.ViewColumn | undefined,
  back: () => void,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri, panelColumn),
    preserveFocus: false,
    // A tab that is only looked at would be replaced by the next one, and its history with it.
    preview: false,
  });
  await vscode.commands.executeCommand(direction);
  back();
}
