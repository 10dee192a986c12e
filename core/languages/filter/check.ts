import { catalogue } from "../../catalogue/catalogue";
import type { LanguageContext, LanguageFinding } from "../language";
import { checkCatalogue } from "./check-catalogue";
import { checkStructure } from "./check-structure";
import { checkSyntax } from "./check-syntax";
import { checkValues } from "./check-values";
import { checkVariables } from "./check-variables";
import { finding, insertFix } from "./findings";
import { parseFilter } from "./parser";

/**
 * Everything to say about a chart's filter, in the order of the text. Errors are what the service is known to
 * refuse; what only the catalogue or an unverified rule objects to is a warning at most. Never throws.
 */
export function checkFilter(text: string, context: LanguageContext): LanguageFinding[] {
  if (text.trim() === "") {
    const message = 'The filter is empty. Name the metric to read: `metric.type="…"`.';
    const fix = insertFix("Add metric.type", 0, 'metric.type=""');
    return [finding("filter-empty", "error", { offset: 0, end: text.length }, message, fix)];
  }
  const tree = parseFilter(text);
  return [
    ...checkSyntax(tree),
    ...checkStructure(tree, context),
    ...checkValues(tree),
    ...checkVariables(tree, context),
    ...checkCatalogue(tree, context.catalogue ?? catalogue()),
  ].sort((a, b) => a.offset - b.offset);
}
