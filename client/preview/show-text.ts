import * as vscode from "vscode";
import type { Place } from "./deps";

/** Decoration of the range that was shown last, until the user moves the cursor or edits. */
let mark: vscode.Disposable | undefined;

/**
 * Shows a tile in a text editor of the document, beside the panel and never in its place. It is marked and not selected, so
 * that no key takes it away; the cursor stands at its title or query. `focus`: the keyboard goes there too.
 */
export async function showRange(
  uri: vscode.Uri,
  { range, cursor }: Place,
  focus: boolean,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  const editor = await editorFor(uri, focus, panelColumn);
  editor.selection = new vscode.Selection(cursor, cursor);
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  markRange(editor, range);
}

/** Marks a range until the cursor is moved by hand or the text changes. */
function markRange(editor: vscode.TextEditor, range: vscode.Range): void {
  mark?.dispose();
  const look = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
    overviewRulerColor: new vscode.ThemeColor("editor.rangeHighlightBackground"),
  });
  editor.setDecorations(look, [range]);
  const here = (mark = vscode.Disposable.from(
    look,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document === editor.document && contentChanges.length > 0) here.dispose();
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      const isByHand =
        kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
        kind === vscode.TextEditorSelectionChangeKind.Mouse;
      if (textEditor === editor && isByHand) here.dispose();
    }),
  ));
}

async function editorFor(
  uri: vscode.Uri,
  focus: boolean,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument(uri);
  return vscode.window.showTextDocument(document, {
    viewColumn: columnFor(uri, panelColumn),
    preserveFocus: !focus,
  });
}

/** Goes to the first error of the document, or of a part of it, else to the first problem of any kind. */
export async function showFirstProblem(
  uri: vscode.Uri,
  panelColumn: vscode.ViewColumn | undefined,
  within: vscode.Range | undefined,
): Promise<void> {
  const found = vscode.languages.getDiagnostics(uri).filter(({ range }) => !within || within.contains(range));
  const [first] = found.sort((a, b) => a.severity - b.severity || a.range.start.compareTo(b.range.start));
  if (!first) return;
  const editor = await editorFor(uri, true, panelColumn);
  editor.selection = new vscode.Selection(first.range.start, first.range.start);
  editor.revealRange(first.range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Whether a tab holds the document as its picture. */
export function isOpenAsPicture(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some((group) => holdsPicture(group, uri.toString()));
}

function holdsPicture(group: vscode.TabGroup, id: string): boolean {
  return group.tabs.some(
    ({ input }) => input instanceof vscode.TabInputCustom && input.uri.toString() === id,
  );
}

/**
 * Where the document is shown or open already; else the column next to the panel. Never a group that holds the document as its
 * picture: VS Code would put the text into that tab's place.
 */
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
  const free = vscode.window.tabGroups.all.find(
    (group) => group.viewColumn !== panelColumn && !holdsPicture(group, id),
  );
  return free?.viewColumn ?? vscode.ViewColumn.Beside;
}
