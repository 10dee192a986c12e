import type { LanguageToken } from "../language";
import { pushPieces } from "../token-pieces";
import { functionNamed, keywords } from "./functions";
import type { Token } from "./scan";
import { sourceOf } from "./source";

/** Tokens for colour, in order, without overlap. Variables inside strings are tokens of their own. */
export function promqlTokens(text: string): LanguageToken[] {
  const { tokens } = sourceOf(text);
  const out: LanguageToken[] = [];
  tokens.forEach((token, i) => {
    const type = typeOf(token, tokens[i - 1], tokens[i + 1]);
    if (type) pushPieces(out, text, token.offset, token.end, type);
  });
  return out;
}

function typeOf(
  token: Token,
  before: Token | undefined,
  after: Token | undefined,
): LanguageToken["type"] | undefined {
  switch (token.kind) {
    case "comment":
    case "number":
      return token.kind;
    case "hole":
      return "variable";
    case "operator":
      return token.text === ":" ? undefined : "operator";
    case "string": {
      const first = before?.kind === "open" || before?.kind === "comma";
      const inBraces = token.frame?.bracket === "{";
      if (inBraces && first) return after?.kind === "operator" ? "property" : "type";
      return token.frame?.grouping ? "property" : "string";
    }
    case "word":
      return wordType(token, after);
    default:
      return undefined;
  }
}

function wordType({ text, frame }: Token, after: Token | undefined): LanguageToken["type"] {
  if (frame?.bracket === "{" || frame?.grouping) return "property";
  if (/^(?:inf|nan)$/i.test(text)) return "number";
  const isCall = after?.text === "(" || /^(?:by|without)$/i.test(after?.text ?? "");
  if (isCall && functionNamed(text)) return "function";
  if (text.toLowerCase() in keywords) return "keyword";
  return isCall ? "function" : "type";
}
