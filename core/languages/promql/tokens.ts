import { pushTokenParts } from "../kit/token-pieces";
import type { LanguageToken } from "../language";
import { functionNamed, promqlKeywords } from "./functions";
import type { PromqlToken } from "./scan";
import { sourceOf } from "./source";

/** Tokens for color, in order, without overlap. Variables inside strings are tokens of their own. */
export function promqlTokens(text: string): LanguageToken[] {
  const { tokens } = sourceOf(text);
  const out: LanguageToken[] = [];
  tokens.forEach((token, i) => {
    const type = typeOf(token, tokens[i - 1], tokens[i + 1]);
    if (type) pushTokenParts(out, text, token.offset, token.end, type);
  });
  return out;
}

function typeOf(
  token: PromqlToken,
  before: PromqlToken | undefined,
  after: PromqlToken | undefined,
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

function wordType({ text, frame }: PromqlToken, after: PromqlToken | undefined): LanguageToken["type"] {
  if (frame?.bracket === "{" || frame?.grouping) return "property";
  if (/^(?:inf|nan)$/i.test(text)) return "number";
  const isCall = after?.text === "(" || /^(?:by|without)$/i.test(after?.text ?? "");
  if (isCall && functionNamed(text)) return "function";
  if (text.toLowerCase() in promqlKeywords) return "keyword";
  return isCall ? "function" : "type";
}
