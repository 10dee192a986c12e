import * as vscode from "vscode";

/**
 * Selects a range in a text editor of the document, beside the panel and never in its place. `focus`: the keyboard goes
 * there too.
 */
export async function showRange(
  uri: vscode.Uri,
  range: vscode.Range,
  focus: boolean,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri, panelColumn),
    preserveFocus: !focus,
  });
  // The cursor stands at the beginning, so that a long tile is shown from its first line.
  editor.selection = new vscode.Selection(range.end, range.start);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Goes to the first error of the document, else to its first problem of any kind. */
export async function showFirstProblem(
  uri: vscode.Uri,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const [first] = [...vscode.languages.getDiagnostics(uri)].sort(
    (a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start),
  );
  if (first) await showRange(uri, first.range, true, panelColumn);
}

/** Where the document is shown or open already; else the column next to the panel. */
export function columnFor(uri: vscode.Uri, panelColumn: vscode.ViewColumn | undefined): vscode.ViewColumn {
  const id = uri.toString();
  const visible = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === id);
  if (visible?.viewColumn !== undefined) return visible.viewColumn;
  for (const group of vscode.window.tabGroups.all) {
    if (group.viewColumn === panelColumn) continue;
    const isOpen = group.tabs.some(
      ({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === id,
    );
    if (isOpen) return group.viewColumn;
  }
  return panelColumn === vscode.ViewColumn.One ? vscode.ViewColumn.Beside : vscode.ViewColumn.One;
}
