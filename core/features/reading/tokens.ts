import type { Position, SemanticTokens } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { detachString } from "../../document/own-text";
import { StringMap } from "../../document/string-map";
import { embeddedStrings } from "../../languages/check";
import { LruCache } from "../../languages/kit/lru-cache";
import type { EmbeddedLanguage, LanguageToken } from "../../languages/language";

/** The legend of the tokens, in the order of their numbers. */
export const TOKEN_TYPES: readonly LanguageToken["type"][] = [
  "keyword",
  "property",
  "operator",
  "string",
  "number",
  "function",
  "variable",
  "comment",
  "type",
];

/** Colors of the queries inside strings of the dashboards of one text, in the relative encoding of LSP. */
export function semanticTokens(...dashboards: readonly Dashboard[]): SemanticTokens {
  const [first] = dashboards;
  if (!first) return { data: [] };
  const found = dashboards.flatMap(tokensOf).sort((a, b) => a.offset - b.offset);
  return encodeTokens(found, first.text, (offset) => first.lines.positionAt(offset));
}

/** By language. Most strings are the same after a keystroke. */
const tokensByText = new Map<EmbeddedLanguage, LruCache<string, readonly LanguageToken[]>>();
/** Strings of each language: those of a few dashboards with 100 tiles. */
const REMEMBERED = 1024;

function tokensIn(text: string, language: EmbeddedLanguage): readonly LanguageToken[] {
  let known = tokensByText.get(language);
  if (!known) tokensByText.set(language, (known = new LruCache(REMEMBERED, detachString)));
  return known.get(text, () => language.tokens?.(text) ?? []);
}

function tokensOf({ canonical, text }: Dashboard): LanguageToken[] {
  const found: LanguageToken[] = [];
  for (const { node, language } of embeddedStrings(canonical)) {
    const tokens = tokensIn(node.value, language);
    if (tokens.length === 0) continue;
    const map = new StringMap(text, node);
    for (const token of tokens) {
      const offset = map.toSource(token.offset);
      const length = map.toSource(token.offset + token.length) - offset;
      if (length > 0) found.push({ offset, length, type: token.type });
    }
  }
  return found;
}

/** Tokens in the relative encoding of LSP; one that reaches over the end of a line becomes several. */
export function encodeTokens(
  tokens: readonly LanguageToken[],
  text: string,
  positionAt: (offset: number) => Position,
): SemanticTokens {
  const data: number[] = [];
  let line = 0;
  let character = 0;
  for (const { offset, length, type } of tokens) {
    for (const piece of text.slice(offset, offset + length).matchAll(/[^\r\n]+/g)) {
      const position = positionAt(offset + piece.index);
      const sameLine = position.line === line;
      data.push(
        position.line - line,
        sameLine ? position.character - character : position.character,
        piece[0].length,
        TOKEN_TYPES.indexOf(type),
        0,
      );
      ({ line, character } = position);
    }
  }
  return { data };
}
