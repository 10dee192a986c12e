import { shippedCatalog } from "../../catalog/catalog";
import { filterFinding } from "../kit/findings";
import type { LanguageContext, LanguageFinding } from "../language";
import { checkMatchers } from "./check-matchers";
import { checkNames } from "./check-names";
import { checkStrings } from "./check-strings";
import { checkStructure } from "./check-structure";
import { checkBrackets, checkGrammar, firstError } from "./check-syntax";
import { checkTypes } from "./check-types";
import { SEVERITY } from "./severity";
import { type PromqlSource, sourceOf } from "./source";

/** All findings of a chart's PromQL, in the order of the text. Never throws. */
export function checkPromql(text: string, context: LanguageContext): LanguageFinding[] {
  const source = sourceOf(text);
  if (source.tokens.every((token) => token.kind === "comment")) {
    const message = "The query is empty, so the chart stays empty.";
    return [filterFinding("promql-empty", SEVERITY, { offset: 0, end: text.length }, message)];
  }
  return [
    ...checkForm(source, context),
    ...checkStrings(source),
    ...checkNames(source, context.catalog ?? shippedCatalog()),
  ].sort((a, b) => a.offset - b.offset);
}

/**
 * Checks brackets, then syntax, then types, and stops at the first step with findings, because later ones would be
 * guesses.
 */
function checkForm(source: PromqlSource, context: LanguageContext): LanguageFinding[] {
  const brackets = checkBrackets(source);
  if (brackets.length > 0) return brackets;
  if (firstError(source) !== undefined) return checkGrammar(source);
  const commas = checkMatchers(source, context);
  if (commas.length > 0) return commas;
  const structure = checkStructure(source);
  // One mistake often shows in both; where it stands in the structure is the better explanation.
  const types = checkTypes(source).filter(
    (a) => !structure.some((b) => a.offset < b.offset + b.length && b.offset < a.offset + a.length),
  );
  return [...structure, ...types];
}
