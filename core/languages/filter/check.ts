import { shippedCatalog } from "../../catalog/catalog";
import { filterFinding, insertFix } from "../kit/findings";
import type { LanguageContext, LanguageFinding } from "../language";
import { checkCatalog } from "./check-catalog";
import { checkStructure } from "./check-structure";
import { checkSyntax } from "./check-syntax";
import { checkValues } from "./check-values";
import { checkVariables } from "./check-variables";
import { parseFilter } from "./parser";

/**
 * All findings of a chart's filter, in the order of the text. Errors are known to be rejected by the service; findings
 * from the catalog or from unverified rules are warnings at most. Never throws.
 */
export function checkFilter(text: string, context: LanguageContext): LanguageFinding[] {
  if (text.trim() === "") {
    const message = "The filter is empty. Select a metric: 'metric.type=\"…\"'.";
    const fix = insertFix("Add metric.type", 0, 'metric.type=""');
    return [filterFinding("filter-empty", "error", { offset: 0, end: text.length }, message, fix)];
  }
  const other = otherLanguage(text);
  if (other) return [other];
  const tree = parseFilter(text);
  const known = context.catalog ?? shippedCatalog();
  return [
    ...checkSyntax(tree),
    ...checkStructure(tree, context),
    ...checkValues(tree, known),
    ...checkVariables(tree, context),
    ...checkCatalog(tree, known),
  ].sort((a, b) => a.offset - b.offset);
}

/** A query that was pasted into the wrong member, which is one mistake however many signs of it are wrong here. */
function otherLanguage(text: string): LanguageFinding | undefined {
  if (/\b(?:metric|resource)\.type\b|\bselect_(?:slo|process)_/.test(text)) return undefined;
  const start = text.slice(0, 500);
  const language = /^\s*fetch\s+[\w./]+\s*(?:::|\||$)/.test(start)
    ? 'MQL, which belongs in "timeSeriesQueryLanguage"'
    : /^\s*(?:--.*\n\s*)*(?:SELECT|WITH)\s/i.test(start)
      ? 'SQL, which belongs in "opsAnalyticsQuery"'
      : isPromql(start)
        ? 'PromQL, which belongs in "prometheusQuery"'
        : undefined;
  if (!language) return undefined;
  const message = `This is not a filter. It looks like ${language}.`;
  return filterFinding("filter-syntax", "error", { offset: 0, end: text.length }, message);
}

/** A metric with labels in braces or a range in brackets, by itself or in what looks like function calls. */
function isPromql(start: string): boolean {
  const inside = start.replace(/^\s*(?:[a-z_]+\s*(?:(?:by|without)\s*\([^()]*\)\s*)?\(\s*)*/, "");
  return /^[a-zA-Z_:][\w:]*\s*(?:\{(?!\{)[^{}]*\}|\[[\w${}.]+\])/.test(inside);
}
