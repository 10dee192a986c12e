import type { Severity } from "../../finding";
import type { LanguageFinding, LanguageToken } from "../language";
import { filterFinding, insertFix, removeFix, replaceFix } from "./findings";
import { pushTokenParts } from "./token-pieces";

export type PlainKind =
  | "space"
  | "comment"
  | "string"
  /** A text without its closing quote; reaches to the end. */
  | "open-string"
  | "word"
  | "number"
  | "operator"
  | "open"
  | "close"
  | "variable"
  | "other";

export interface PlainToken {
  readonly kind: PlainKind;
  readonly offset: number;
  readonly end: number;
  readonly text: string;
}

/** The tokens of a language: sticky expressions in the order in which they are tried. */
export type LexerRules = readonly (readonly [PlainKind, RegExp])[];

/** Brackets, the same in all languages. */
export const bracketRules: LexerRules = [
  ["open", /[([{]/y],
  ["close", /[)\]}]/y],
];

/** Placeholders of deploying tools and template variables. */
export const variableRules: LexerRules = [["variable", /\$?\$\{[^{}]*\}|\{\{[^{}]*\}\}/y]];

/** Splits a text into tokens, white space left out. Never fails. */
export function tokenizePlain(text: string, rules: LexerRules): PlainToken[] {
  const out: PlainToken[] = [];
  let at = 0;
  while (at < text.length) {
    let kind: PlainKind = "other";
    let end = at + 1;
    for (const [candidate, pattern] of rules) {
      pattern.lastIndex = at;
      if (!pattern.test(text) || pattern.lastIndex === at) continue;
      kind = candidate;
      end = pattern.lastIndex;
      break;
    }
    if (kind !== "space") out.push({ kind, offset: at, end, text: text.slice(at, end) });
    at = end;
  }
  return out;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Brackets without a partner and a text without its closing quote; at most a few, because one brings others along. */
export function checkPairs(
  tokens: readonly PlainToken[],
  text: string,
  codes: { readonly bracket: string; readonly string: string },
  severity: Severity,
): LanguageFinding[] {
  const openString = tokens.find(({ kind }) => kind === "open-string");
  if (openString) {
    const quote = /["'`]+/.exec(openString.text)![0];
    const range = {
      offset: openString.offset,
      end: openString.offset + /\r|\n|$/.exec(openString.text)!.index,
    };
    return [
      filterFinding(codes.string, severity, range, `The string that starts with '${quote}' is not closed.`),
    ];
  }
  const open: PlainToken[] = [];
  for (const token of tokens) {
    if (token.kind === "open") open.push(token);
    if (token.kind !== "close") continue;
    const last = open.pop();
    if (!last) {
      const message = `No bracket is open that "${token.text}" could close.`;
      return [filterFinding(codes.bracket, severity, token, message, removeFix("Remove it", text, token))];
    }
    const wanted = closing[last.text]!;
    if (wanted !== token.text) {
      const message = `"${last.text}" is closed with "${wanted}", not with "${token.text}".`;
      return [
        filterFinding(
          codes.bracket,
          severity,
          token,
          message,
          replaceFix(`Change to ${wanted}`, token, wanted),
        ),
      ];
    }
  }
  const last = open.at(-1);
  if (!last) return [];
  const missing = closing[last.text]!;
  const fix = insertFix(`Add ${missing}`, text.trimEnd().length, missing);
  return [filterFinding(codes.bracket, severity, last, `The bracket "${last.text}" is not closed.`, fix)];
}

/** The token that an offset lies in. */
export function tokenAt(tokens: readonly PlainToken[], offset: number): PlainToken | undefined {
  return tokens.find((token) => token.offset <= offset && offset < token.end);
}

const colors: Readonly<Partial<Record<PlainKind, LanguageToken["type"]>>> = {
  comment: "comment",
  string: "string",
  "open-string": "string",
  number: "number",
  operator: "operator",
  variable: "variable",
};

/** Tokens for color; `ofWord` decides about words and may overrule the rest. */
export function toLanguageTokens(
  tokens: readonly PlainToken[],
  text: string,
  ofToken: (token: PlainToken, i: number) => LanguageToken["type"] | undefined,
): LanguageToken[] {
  const out: LanguageToken[] = [];
  tokens.forEach((token, i) => {
    const type = ofToken(token, i) ?? colors[token.kind];
    if (type) pushTokenParts(out, text, token.offset, token.end, type);
  });
  return out;
}
