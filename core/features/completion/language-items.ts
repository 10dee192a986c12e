import {
  type Command,
  type CompletionItem,
  CompletionItemKind,
  InsertTextFormat,
  type Range,
} from "vscode-languageserver-types";
import type { Span } from "../../document/node";
import type { LanguageCompletion } from "../../languages/language";

/** Makes the editor ask again right after accepting, because only certain values can follow. */
export const SUGGEST_AGAIN: Command = { title: "Suggest", command: "editor.action.triggerSuggest" };

/** The text that a language's completions go into: a JSON string, or a document of the language itself. */
export interface ItemTarget {
  /** Range of a decoded span. */
  range(span: Span): Range;
  /** How decoded text is written. */
  encode(text: string): string;
  /** What is written from the start of a decoded span to the caret. */
  typed(span: Span): string;
  /** Whether the client expands `$0`. */
  readonly snippets: boolean;
}

/** A completion of an embedded language as LSP has it; `i` is its place among the others. */
export function languageItem(item: LanguageCompletion, i: number, target: ItemTarget): CompletionItem {
  const span = { offset: item.offset, length: item.length };
  const withCaret = target.snippets && item.caret !== undefined && item.caret < item.insertText.length;
  const snippet = (text: string) => forSnippet(target.encode(text));
  const newText = withCaret
    ? `${snippet(item.insertText.slice(0, item.caret))}$0${snippet(item.insertText.slice(item.caret))}`
    : target.encode(item.insertText);
  return {
    label: item.label,
    kind: KINDS[item.kind],
    sortText: item.sortText ?? String(i).padStart(4, "0"),
    // The language has matched already, on decoded text; what stands in the file always matches itself.
    filterText: target.typed(span) || target.encode(item.filterText ?? item.label),
    insertTextFormat: withCaret ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: target.range(span), newText },
    detail: item.detail || undefined,
    documentation: item.documentation ? { kind: "markdown" as const, value: item.documentation } : undefined,
    command: item.retrigger ? SUGGEST_AGAIN : undefined,
  };
}

const KINDS: Record<LanguageCompletion["kind"], CompletionItemKind> = {
  object: CompletionItemKind.Field,
  operator: CompletionItemKind.Operator,
  function: CompletionItemKind.Function,
  value: CompletionItemKind.Value,
  keyword: CompletionItemKind.Keyword,
  variable: CompletionItemKind.Variable,
  metric: CompletionItemKind.Class,
  resource: CompletionItemKind.Struct,
  label: CompletionItemKind.Property,
};

function forSnippet(text: string): string {
  return text.replace(/[\\$}]/g, "\\$&");
}
