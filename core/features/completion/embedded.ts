import { type CompletionItem, CompletionItemKind, InsertTextFormat } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import type { StringNode } from "../../document/node";
import { escapeForJson, StringMap } from "../../document/string-map";
import { contextAt } from "../../languages/check";
import type { EmbeddedLanguage, LanguageCompletion } from "../../languages/language";
import { rangeOf } from "../ranges";
import { SUGGEST_AGAIN } from "./item";
import { forSnippet } from "./template";

/** What the language of a string offers at an offset inside its quotes. */
export function embeddedItems(
  dashboard: Dashboard,
  language: EmbeddedLanguage,
  node: StringNode,
  offset: number,
  snippets: boolean,
): { items: CompletionItem[]; incomplete: boolean } {
  const map = new StringMap(dashboard.text, node);
  const context = contextAt(node, language, dashboard.canonical, dashboard.context);
  const answer = language.complete?.(node.value, map.toDecoded(offset), context);
  if (!answer) return { items: [], incomplete: false };
  const items = answer.items.map((item, i) => toItem(dashboard, item, i, map, offset, snippets));
  return { items, incomplete: answer.incomplete };
}

function toItem(
  dashboard: Dashboard,
  item: LanguageCompletion,
  i: number,
  map: StringMap,
  caret: number,
  snippets: boolean,
): CompletionItem {
  const start = map.toSource(item.offset);
  const span = { offset: start, length: map.toSource(item.offset + item.length) - start };
  const { insertText } = item;
  const withCaret = snippets && item.caret !== undefined && item.caret < insertText.length;
  const escaped = (text: string) => forSnippet(escapeForJson(text));
  const newText = withCaret
    ? `${escaped(insertText.slice(0, item.caret))}$0${escaped(insertText.slice(item.caret))}`
    : escapeForJson(insertText);
  return {
    label: item.label,
    kind: KINDS[item.kind],
    sortText: item.sortText ?? String(i).padStart(4, "0"),
    // The language has matched already, on decoded text; what stands in the file always matches itself.
    filterText:
      dashboard.text.slice(start, Math.max(start, caret)) || escapeForJson(item.filterText ?? item.label),
    insertTextFormat: withCaret ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(dashboard, span), newText },
    ...(item.detail && { detail: item.detail }),
    ...(item.documentation && { documentation: { kind: "markdown" as const, value: item.documentation } }),
    ...(item.retrigger && { command: SUGGEST_AGAIN }),
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
