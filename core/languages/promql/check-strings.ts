import { filterFinding, inQuotes, replaceFix } from "../kit/findings";
import { checkRe2 } from "../kit/re2";
import type { LanguageFinding } from "../language";
import type { PromqlToken } from "./scan";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

/** Checks escapes and regular expressions, which Prometheus validates before it reads data. */
export function checkStrings(source: PromqlSource): LanguageFinding[] {
  const out: LanguageFinding[] = [];
  const tokens = source.tokens.filter((token) => token.kind !== "comment");
  tokens.forEach((token, i) => {
    if (token.kind !== "string") return;
    const isRegex =
      (token.frame?.bracket === "{" && /^[=!]~$/.test(tokens[i - 1]?.text ?? "")) ||
      isLabelReplace(tokens, i);
    if (!isRegex && !token.text.includes("\\")) return;
    const { text, offsets, problems } = decode(token, isRegex);
    out.push(...problems);
    if (!isRegex || problems.length > 0) return;
    const refused = checkRe2(text);
    if (!refused) return;
    const at = (offset: number): number => offsets[Math.min(offset, offsets.length - 1)]!;
    const range = { offset: at(refused.offset), end: Math.max(at(refused.end), at(refused.offset) + 1) };
    const message = `Invalid RE2 regular expression: ${refused.message}`;
    out.push(filterFinding("promql-regex", SEVERITY, range, message));
  });
  return out;
}

/** The last argument of `label_replace`. */
function isLabelReplace(tokens: readonly PromqlToken[], i: number): boolean {
  const frame = tokens[i]!.frame;
  if (frame?.call?.text !== "label_replace" || tokens[i + 1]?.text !== ")") return false;
  return tokens[i - 1]?.kind === "comma";
}

interface Decoded {
  readonly text: string;
  /** Where each character of `text` stands in the query, and the end. */
  readonly offsets: readonly number[];
  readonly problems: readonly LanguageFinding[];
}

const escapes: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

function decode({ text, offset }: PromqlToken, isRegex: boolean): Decoded {
  const quote = text[0]!;
  const end = text.length > 1 && text.endsWith(quote) ? text.length - 1 : text.length;
  const offsets: number[] = [];
  const problems: LanguageFinding[] = [];
  let out = "";
  for (let at = 1; at < end; ) {
    let length = 1;
    let c = text[at]!;
    if (c === "\\" && quote !== "`") {
      const numeric = /^(?:[0-7]{3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8})/.exec(text.slice(at + 1));
      const letter = text[at + 1] ?? "";
      const plain = letter === quote ? quote : escapes[letter];
      length = 1 + (numeric?.[0].length ?? 1);
      if (plain !== undefined) c = plain;
      else if (numeric) c = "\uFFFD";
      else {
        const range = { offset: offset + at, end: Math.min(offset + at + 2, offset + end) };
        problems.push(badEscape(range, letter, isRegex));
      }
    }
    for (const unit of c) {
      out += unit;
      offsets.push(offset + at);
    }
    at += length;
  }
  offsets.push(offset + end);
  return { text: out, offsets, problems };
}

function badEscape(
  range: { offset: number; end: number },
  letter: string,
  isRegex: boolean,
): LanguageFinding {
  const written = inQuotes(`\\${letter}`);
  const message = isRegex
    ? `${written} is not a PromQL escape. To pass the backslash to the regular expression, double it.`
    : `Unknown PromQL escape ${written}. For a backslash, write two.`;
  const fix = replaceFix(`Change to \\\\${letter}`, range, `\\\\${letter}`);
  return filterFinding("promql-escape", SEVERITY, range, message, fix);
}
