import type { LanguageToken } from "../language";
import type { TokenUse } from "./ast";
import type { Token } from "./lexer";
import { parseFilter } from "./parser";

/** Tokens for color, in order, without overlap. Variables inside strings are tokens of their own. */
export function filterTokens(text: string): LanguageToken[] {
  const tree = parseFilter(text);
  const out: LanguageToken[] = [];
  tree.tokens.forEach((token, i) => {
    const type = typeOf(token, tree.uses[i]!);
    if (!type) return;
    if (type === "string" || type === "type") pushString(out, token, type);
    else out.push({ offset: token.offset, length: token.end - token.offset, type });
  });
  return out;
}

function typeOf(token: Token, use: TokenUse): LanguageToken["type"] | undefined {
  if (token.kind === "variable" || token.kind === "placeholder") return "variable";
  switch (use.role) {
    case "object":
      return "property";
    case "operator":
      return "operator";
    case "keyword":
      return "keyword";
    case "function":
      return "function";
    case "value":
    case "argument":
      return valueType(token, use);
    default:
      return token.kind === "string" ? "string" : undefined;
  }
}

function valueType(token: Token, use: TokenUse): LanguageToken["type"] {
  const names = use.role === "value" && /^(?:metric|resource)\.type$/.test(use.comparison?.object.name ?? "");
  if (names) return "type";
  if (token.kind !== "word") return token.text === ":" ? "operator" : "string";
  if (token.text === "true" || token.text === "false") return "keyword";
  return /^-?\d+(?:\.\d+)?$/.test(token.text) ? "number" : "string";
}

function pushString(out: LanguageToken[], token: Token, type: "string" | "type"): void {
  let at = token.offset;
  const add = (end: number, kind: LanguageToken["type"]): void => {
    if (end > at) out.push({ offset: at, length: end - at, type: kind });
    at = end;
  };
  for (const match of token.text.matchAll(/\$\{[^{}]*\}|\{\{[^{}]*\}\}/g)) {
    add(token.offset + match.index, type);
    add(token.offset + match.index + match[0].length, "variable");
  }
  add(token.end, type);
}
