import * as vscode from "vscode";
import { columnFor } from "./show-text";

/**
 * Takes back, or brings again, the last change of a text. The text's editor is the only one with a history, so it is shown
 * beside the panel and has the focus for a moment; `back` gives the focus to where it was.
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
