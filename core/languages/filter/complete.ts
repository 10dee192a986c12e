import { shippedCatalog } from "../../catalog/catalog";
import { type Candidate, rankCandidates, wantsAnother } from "../kit/completion-rank";
import type { LanguageCompletion, LanguageCompletions, LanguageContext } from "../language";
import { metricClauseItems, termItems } from "./complete-terms";
import { argumentItems, typeItems, valueItems } from "./complete-values";
import { type CompletionInput, labelKeys } from "./completion-input";
import { type CompletionPosition, completionPositionAt } from "./completion-place";
import { parseFilter } from "./parser";
import { subjectOf } from "./subject";
import { filterOperators, quoteValue, writeKey } from "./vocabulary";

const nothing: LanguageCompletions = { items: [], incomplete: false };

/**
 * Completions at `offset` of a filter, even with syntax errors; best first, matched against the typed text. Always
 * incomplete: metrics are searched by words, so every keystroke triggers a new search.
 */
export function completeFilter(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const tree = parseFilter(text);
  const place = completionPositionAt(tree, offset);
  if (!place) return nothing;
  const catalog = context.catalog ?? shippedCatalog();
  const typed = text.slice(place.replace.offset, offset).replace(/^["']/, "");
  const input = { tree, place, subject: subjectOf(tree, catalog), catalog, context, typed };
  const found = candidates(input);
  if (wantsAnother(found, typed, isWhole(place, text, offset)))
    return answer(rankCandidates(found, [], typed, place.replace, ""));
  if (isWhole(place, text, offset) && isKnownType(input))
    return answer(
      rankCandidates(found, searched({ ...input, typed: relatedTo(input) }), typed, place.replace, ""),
    );
  return answer(rankCandidates(found, searched(input), typed, place.replace));
}

const answer = (items: LanguageCompletion[]): LanguageCompletions => ({
  items,
  incomplete: items.length > 0,
});

/** Whether the caret is behind the last letter of a key, value or argument. */
function isWhole({ at, replace }: CompletionPosition, text: string, offset: number): boolean {
  return /^(?:key|value|argument)$/.test(at) && /^["']?$/.test(text.slice(offset, replace.end));
}

/** Whether a whole metric or resource type is written, so that another is looked for. */
function isKnownType({ place, catalog, typed }: CompletionInput): boolean {
  if (place.at !== "value") return false;
  const { name } = place.comparison.object;
  if (name === "metric.type") return catalog.metric(typed) !== undefined;
  return name === "resource.type" && catalog.resource(typed) !== undefined;
}

/** What to search for instead of a whole type: metrics of the same service, or any resource. */
function relatedTo({ place, typed }: CompletionInput): string {
  return place.at === "value" && place.comparison.object.name === "metric.type"
    ? `${typed.split("/")[0]}/`
    : "";
}

/** Metric and resource types, which are searched by words rather than matched by letters. */
function searched(input: CompletionInput): Candidate[] {
  const { place } = input;
  if (place.at === "term") return place.objectOnly ? [] : metricClauseItems(input);
  return place.at === "value" ? typeItems(input, place) : [];
}

function candidates(input: CompletionInput): Candidate[] {
  const { place } = input;
  switch (place.at) {
    case "term":
      return termItems(input, place);
    case "key":
      return keyItems(input, place.comparison.object.name ?? "", place.keyOnly);
    case "operator":
      return operatorItems(place.comparison.object.name ?? "");
    case "value":
      return valueItems(input, place);
    case "argument":
      return argumentItems(input, place);
    case "variable":
      return input.context.variables
        .filter((variable) => place.inString || variable.filterType !== "VALUE_ONLY")
        .map((variable) => {
          const name =
            place.inString && variable.filterType !== "VALUE_ONLY" ? `${variable.name}.value` : variable.name;
          const detail = [variable.filterType, variable.labelKey].filter(Boolean).join(" ");
          return {
            label: name,
            insertText: name + (place.closed ? "" : "}"),
            kind: "variable" as const,
            detail: detail || undefined,
          };
        });
  }
}

function keyItems(input: CompletionInput, object: string, keyOnly: boolean): Candidate[] {
  return labelKeys(input, object).map((key) => {
    const written = writeKey(key);
    const insertText = keyOnly ? written : `${written}=""`;
    const caret = keyOnly ? undefined : insertText.length - 1;
    return {
      label: key,
      insertText,
      kind: "label" as const,
      detail: object,
      ...(caret !== undefined && { caret, retrigger: true }),
    };
  });
}

const functionClauses = [
  "one_of",
  "starts_with",
  "ends_with",
  "has_substring",
  "monitoring.regex.full_match",
];

function operatorItems(object: string): Candidate[] {
  const type = object.endsWith(".type");
  const plain = filterOperators
    .filter(({ text }) => text === "=" || (!type && text !== ":"))
    .map(({ text, description }) => ({
      label: text,
      insertText: `${text}${quoteValue("")}`,
      caret: text.length + 1,
      kind: "operator" as const,
      documentation: description,
      retrigger: true,
    }));
  const calls = type
    ? []
    : functionClauses.map((name) => ({
        label: `=${name}(…)`,
        insertText: `=${name}("")`,
        caret: name.length + 3,
        kind: "function" as const,
        retrigger: true,
      }));
  return [...plain.slice(0, 2), ...calls, ...plain.slice(2)];
}
