import { filterFinding, inQuotes, insertFix } from "../kit/findings";
import type { LanguageContext, LanguageFinding } from "../language";
import { holeName } from "./holes";
import { SEVERITY } from "./severity";
import type { PromqlSource } from "./source";

/**
 * Variables among the labels in braces. One that is declared for a label stands for a whole comparison, so a comma is
 * before it. What other variables stand for is not known.
 */
export function checkMatchers(
  { holes, tokens }: PromqlSource,
  { variables }: LanguageContext,
): LanguageFinding[] {
  return holes.flatMap(({ token, role }) => {
    if (token.frame?.bracket !== "{") return [];
    const name = holeName(token.text);
    const declared = variables.find((variable) => variable.name === name);
    if (!declared?.filterType || declared.filterType === "VALUE_ONLY") return [];
    if (role === "blank") {
      const before = tokens[tokens.indexOf(token) - 1]!;
      const message = `A comma is missing before ${inQuotes(token.text)}, which expands to a whole label matcher.`;
      return [
        filterFinding("promql-syntax", SEVERITY, token, message, insertFix("Add a comma", before.end, ",")),
      ];
    }
    return [];
  });
}
