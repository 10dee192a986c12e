import { filterFinding, inQuotes } from "../kit/findings";
import type { PlainToken } from "../kit/lexer";
import type { LanguageFinding } from "../language";

/** The first piece of a query without its other half: an operator without a value, AND without what it joins. */
export function checkOperands(tokens: readonly PlainToken[]): LanguageFinding[] {
  for (const [i, token] of tokens.entries()) {
    const missing = missingAt(tokens[i - 1], token, tokens[i + 1]);
    if (missing) return [filterFinding("logging-query-order", "warning", token, missing)];
  }
  return [];
}

function missingAt(
  before: PlainToken | undefined,
  token: PlainToken,
  after: PlainToken | undefined,
): string | undefined {
  if (isComparison(token)) {
    if (!before || before.kind === "open" || isJoint(before))
      return `The field to compare is missing before ${inQuotes(token.text)}.`;
    if (isComparison(before))
      return `${inQuotes(before.text + token.text)} is not an operator of the Logging query language.`;
    if (!after || after.kind === "close" || isJoint(after))
      return `A value is missing after ${inQuotes(token.text)}.`;
  }
  if (isJoint(token)) {
    if (!before || before.kind === "open" || isJoint(before))
      return `An expression is missing before ${inQuotes(token.text)}.`;
    if (!after || after.kind === "close") return `An expression is missing after ${inQuotes(token.text)}.`;
  }
  if (isWord(token, "NOT") && (!after || after.kind === "close"))
    return 'An expression is missing after "NOT".';
  return undefined;
}

const isComparison = ({ kind, text }: PlainToken): boolean => kind === "operator" && text !== ",";
const isWord = ({ kind, text }: PlainToken, word: string): boolean => kind === "word" && text === word;
const isJoint = (token: PlainToken): boolean => isWord(token, "AND") || isWord(token, "OR");
