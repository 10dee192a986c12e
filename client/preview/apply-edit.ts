import * as vscode from "vscode";
import type { TextChange } from "./deps";

/**
 * Makes the edits of one gesture in one step of the document's history. Opens the document in the background when it is
 * closed. `failed` as well when VS Code has made them in a document that it shows as read-only: they are taken back then.
 */
export async function applyEdit(
  uri: vscode.Uri,
  { version, edits }: Pick<TextChange, "version" | "edits">,
): Promise<"applied" | "stale" | "failed"> {
  const document = await vscode.workspace.openTextDocument(uri);
  if (document.version !== version) return "stale";
  const changes = edits.map(({ range: { start, end }, newText }) => ({
    range: new vscode.Range(start.line, start.character, end.line, end.character),
    newText,
  }));
  const back = inverse(document, changes);
  let isSaved = false;
  const watch = vscode.workspace.onDidSaveTextDocument((saved) => {
    if (saved === document) isSaved = true;
  });
  try {
    if (!(await make(uri, changes))) return document.version === version ? "failed" : "stale";
    // The only sign of a file that is read-only for the session: the text changed but cannot be saved.
    if (document.isDirty || isSaved || changes.length === 0) return "applied";
    await make(
      uri,
      back.map(({ offset, length, newText }) => ({
        range: new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
        newText,
      })),
    );
    return "failed";
  } finally {
    watch.dispose();
  }
}

interface Change {
  readonly range: vscode.Range;
  readonly newText: string;
}

async function make(uri: vscode.Uri, changes: readonly Change[]): Promise<boolean> {
  const edit = new vscode.WorkspaceEdit();
  for (const { range, newText } of changes) edit.replace(uri, range, newText);
  return vscode.workspace.applyEdit(edit);
}

/** The inverse edits, with offsets of the changed text. */
function inverse(document: vscode.TextDocument, changes: readonly Change[]) {
  let moved = 0;
  return [...changes]
    .sort((a, b) => a.range.start.compareTo(b.range.start))
    .map(({ range, newText }) => {
      const old = document.getText(range);
      const offset = document.offsetAt(range.start) + moved;
      // The document keeps its line ends, whichever the new text has.
      const text = newText.replace(/\r?\n/g, document.eol === vscode.EndOfLine.CRLF ? "\r\n" : "\n");
      moved += text.length - old.length;
      return { offset, length: text.length, newText: old };
    });
}
