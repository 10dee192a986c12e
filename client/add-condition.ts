import * as vscode from "vscode";
import { ADD_CONDITION, type ConditionInsertion } from "../core/features/changing/condition";

/** Registers the command behind the code action *Add condition…*. */
export function registerAddCondition(context: vscode.ExtensionContext): void {
  context.subscriptions.push(vscode.commands.registerCommand(ADD_CONDITION, addCondition));
}

async function addCondition({ uri, position, space }: ConditionInsertion): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const column = shown?.viewColumn;
  const editor = await vscode.window.showTextDocument(
    document,
    column === undefined ? {} : { viewColumn: column },
  );
  const end = new vscode.Position(position.line, position.character);
  if (space && !(await editor.edit((change) => change.insert(end, " ")))) return;
  const caret = end.translate(0, space ? 1 : 0);
  editor.selection = new vscode.Selection(caret, caret);
  editor.revealRange(editor.selection);
  await vscode.commands.executeCommand("editor.action.triggerSuggest");
}
