import type { FilterTree, TokenUse } from "./ast";
import type { Token } from "./lexer";
import { parseFilter } from "./parser";

/**
 * The filter with the usual white space: one blank between clauses, none around operators and in parentheses, one behind
 * commas. Nothing but white space changes. Undefined if the filter has syntax errors, because its structure is then
 * unknown.
 *
 * @param style all on one line, or a line for each clause that the whole filter joins
 */
export function formatFilter(text: string, style: "line" | "lines"): string | undefined {
  const tree = parseFilter(text);
  if (!tree.root || tree.problems.length > 0) return undefined;
  const breaks = style === "lines" ? clauseStarts(tree) : new Set<number>();
  let out = "";
  tree.tokens.forEach((token, i) => {
    const before = tree.tokens[i - 1];
    if (before) out += breaks.has(i) ? "\n" : gap(before, tree.uses[i - 1]!, token, tree.uses[i]!);
    out += token.text;
  });
  return out;
}

/** Numbers of the tokens that a clause begins with, the AND before it included. */
function clauseStarts({ root, tokens, uses }: FilterTree): Set<number> {
  const starts = new Set<number>();
  if (root?.kind !== "and") return starts;
  for (const { offset } of root.terms.slice(1)) {
    const i = tokens.findIndex((token) => token.offset === offset);
    starts.add(uses[i - 1]?.role === "keyword" ? i - 1 : i);
  }
  return starts;
}

function gap(a: Token, { role: from }: TokenUse, b: Token, { role: to }: TokenUse): "" | " " {
  if (from === "operator" || to === "operator") return "";
  if (a.kind === "(" || b.kind === ")" || b.kind === ",") return "";
  if (a.kind === ",") return " ";
  if (b.kind === "(" && from === "function") return "";
  // A key behind its object, and the pieces of a value without quotes.
  if (a.end === b.offset && from === to && (from === "object" || from === "value" || from === "argument"))
    return "";
  if (a.kind === "logic") return "";
  return " ";
}
