/** What most editor tests need: files of the workspace, findings, and waiting for what comes by itself. */
import * as vscode from "vscode";

/** The address of a file of the opened workspace, by its path in it. */
export function inWorkspace(path: string): vscode.Uri {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("No folder is open.");
  return vscode.Uri.joinPath(folder.uri, path);
}

/** Opens a file of the workspace in a text editor. */
export async function openInEditor(path: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(await vscode.workspace.openTextDocument(inWorkspace(path)));
}

/** Closes all editors. Discards unsaved edits of a failed test, because the question about them would block. */
export async function leaveNothingOpen(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty)) {
    try {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    } catch (error) {
      console.log(`  (${document.uri.path} stays open: ${error})`);
    }
  }
  await vscode.commands.executeCommand("workbench.action.closeAllEditors");
}

/** The findings of a file as lines to compare: `error 10: message`, lines counted from 1, in the order of the file. */
export function findings(uri: vscode.Uri): string[] {
  const severities = ["error", "warning", "information", "hint"];
  return [...vscode.languages.getDiagnostics(uri)]
    .sort((a, b) => a.range.start.compareTo(b.range.start))
    .map(({ severity, range, message }) => `${severities[severity]} ${range.start.line + 1}: ${message}`);
}

/**
 * Asks again and again until the answer is neither `undefined` nor `false`.
 *
 * @param what is named in the error when the time is up
 * @param ask may be asynchronous; what it throws ends the wait
 */
export async function eventually<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  timeoutMs = 40_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`Waited ${timeoutMs / 1000} s in vain for ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
