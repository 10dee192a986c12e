import type { Position, SemanticTokens } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { StringMap } from "../../document/string-map";
import { embeddedStrings } from "../../languages/check";
import type { LanguageToken } from "../../languages/language";

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

function tokensOf({ canonical, text }: Dashboard): LanguageToken[] {
  const found: LanguageToken[] = [];
  for (const { node, language } of embeddedStrings(canonical)) {
    const tokens = language.tokens?.(node.value);
    if (!tokens?.length) continue;
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
