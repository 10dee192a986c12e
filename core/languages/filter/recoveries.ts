import type { SyntaxProblem, TextRange } from "./ast";
import type { Token } from "./lexer";

/** Several tokens, or a word, that can only be an operator. */
export interface InvalidOperator extends TextRange {
  /** How many tokens it takes. */
  readonly count: number;
  /** The intended operator, or the operator and a function; undefined if unknown. */
  readonly meant: string | undefined;
}

const spelt = new Map<string, string>(
  Object.entries({ "=!": "!=", "=>": ">=", "=<": "<=", "!==": "!=", "===": "=", "!=": "!=" }),
);

/** Maximum number of tokens in one operator. */
const MOST_PIECES = 8;

/** Operators of other languages that are words. */
const words = new Map<string, string | undefined>(
  Object.entries({
    is: "=",
    eq: "=",
    equals: "=",
    ne: "!=",
    in: "=",
    "not in": "!=",
    contains: "=has_substring",
    matches: "=monitoring.regex.full_match",
    like: undefined,
  }),
);

/** The odd operator at `at`: pieces such as `! =` or `=>`, or a word such as `in` before a value. */
export function invalidOperator(
  text: string,
  tokens: readonly Token[],
  at: number,
): InvalidOperator | undefined {
  const first = tokens[at];
  if (!first) return undefined;
  const odd = (count: number, meant: string | undefined): InvalidOperator => {
    return { offset: first.offset, end: tokens[at + count - 1]!.end, count, meant };
  };
  let count = 0;
  // The parser asks at each token, so a long run must not be counted to its end each time.
  while (count < MOST_PIECES && isPiece(tokens[at + count])) count++;
  if (count > 1) {
    const pieces = text.slice(first.offset, tokens[at + count - 1]!.end).replace(/\s/g, "");
    if (pieces.includes("=")) return odd(count, spelt.get(pieces) ?? (/^=+$/.test(pieces) ? "=" : undefined));
  }
  if (first.kind !== "word") return undefined;
  const two = tokens[at + 1]?.kind === "word" ? `${first.text} ${tokens[at + 1]!.text}`.toLowerCase() : "";
  const length = words.has(two) ? 2 : 1;
  const word = length === 2 ? two : first.text.toLowerCase();
  const value = tokens[at + length];
  const touching = value?.offset === tokens[at + length - 1]!.end && value.kind === "(";
  if (!words.has(word) || !value || !(value.kind === "string" || /^[([]$/.test(value.text))) return undefined;
  // `contains(` is a function that does not exist, unless something stands before it.
  return touching && word !== "in" && word !== "not in" ? undefined : odd(length, words.get(word));
}

const isPiece = (token: Token | undefined): boolean =>
  token?.kind === "operator" || (token?.kind === "logic" && token.text === "!");

/** Problems in the order of the text; a run of pieces that nothing can be made of is one problem. */
export function withoutFollowUps(text: string, problems: readonly SyntaxProblem[]): SyntaxProblem[] {
  const out: SyntaxProblem[] = [];
  for (const problem of [...problems].sort((a, b) => a.offset - b.offset)) {
    const last = out.at(-1);
    // One fix takes all of them away.
    if (problem.kind === "escaped-quotes" && out.some(({ kind }) => kind === "escaped-quotes")) continue;
    const run =
      last && isStray(last) && isStray(problem) && text.slice(last.end, problem.offset).trim() === "";
    if (run) out[out.length - 1] = { ...last, end: problem.end };
    else out.push(problem);
  }
  return out;
}

const isStray = ({ kind }: SyntaxProblem): boolean => kind === "unexpected" || kind === "bare-word";
