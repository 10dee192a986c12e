import { TextDocument } from "vscode-languageserver-textdocument";
import type { CompletionItem, TextEdit } from "vscode-languageserver-types";
import { InsertTextFormat } from "vscode-languageserver-types";

/** Takes `|` for the caret out of a text. */
export function atCaret(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  if (offset < 0) throw new Error(`no | in ${marked}`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}

/** The text after an editor has accepted an item with every default in place, lines indented like the one it starts on. */
export function accept(text: string, item: CompletionItem): string {
  const document = TextDocument.create("", "", 0, text);
  const edit = item.textEdit as TextEdit;
  const line = text.slice(
    document.offsetAt({ line: edit.range.start.line, character: 0 }),
    document.offsetAt(edit.range.start),
  );
  const written =
    item.insertTextFormat === InsertTextFormat.Snippet ? withDefaults(edit.newText) : edit.newText;
  const newText = written.replace(/\n/g, `\n${/^[ \t]*/.exec(line)![0]}`);
  return TextDocument.applyEdits(document, [
    { range: edit.range, newText },
    ...(item.additionalTextEdits ?? []),
  ]);
}

/** The text that a snippet leaves when every default is taken. */
export function withDefaults(snippet: string): string {
  const parts =
    /\\([\\$}])|\$\{\d+\|((?:\\.|[^\\,|])*)(?:,(?:\\.|[^\\|])*)?\|\}|\$\{\d+:((?:\\.|[^\\}])*)\}|\$\d+/g;
  return snippet.replace(
    parts,
    (_, escaped?: string, choice?: string, text?: string) =>
      escaped ?? (choice ?? text ?? "").replace(/\\(.)/g, "$1"),
  );
}
