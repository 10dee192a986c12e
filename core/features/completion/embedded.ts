import type { CompletionItem } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import type { Span, StringNode } from "../../document/node";
import { escapeForJson, StringMap } from "../../document/string-map";
import { contextAt } from "../../languages/check";
import type { EmbeddedLanguage } from "../../languages/language";
import { rangeOf } from "../ranges";
import { type ItemTarget, languageItem } from "./language-items";

/** What the language of a string offers at an offset inside its quotes. */
export function embeddedItems(
  dashboard: Dashboard,
  language: EmbeddedLanguage,
  node: StringNode,
  offset: number,
  snippets: boolean,
  encode: (text: string) => string = escapeForJson,
): { items: CompletionItem[]; incomplete: boolean } {
  const map = new StringMap(dashboard.text, node);
  // Inside an escape, there is no decoded position.
  if (map.toSource(map.toDecoded(offset)) !== offset) return { items: [], incomplete: false };
  const source = (span: Span): Span => {
    const start = map.toSource(span.offset);
    return { offset: start, length: map.toSource(span.offset + span.length) - start };
  };
  const target: ItemTarget = {
    range: (span) => rangeOf(dashboard, source(span)),
    encode,
    typed: (span) => dashboard.text.slice(source(span).offset, Math.max(source(span).offset, offset)),
    snippets,
  };
  const context = contextAt(node, language, dashboard.canonical, dashboard.context);
  const answer = language.complete?.(node.value, map.toDecoded(offset), context);
  if (!answer) return { items: [], incomplete: false };
  return {
    items: answer.items.map((item, i) => languageItem(item, i, target)),
    incomplete: answer.incomplete,
  };
}
