import { type Catalog, shippedCatalog } from "../../catalog/catalog";
import { isResourceElsewhere } from "../../catalog/other-resources";
import type { Severity } from "../../finding";
import { filterFinding, inQuotes, replaceFix } from "../kit/findings";
import { checkPairs, type PlainToken } from "../kit/lexer";
import type { LanguageContext, LanguageFinding } from "../language";
import { type MqlName, mqlTokens, namesOf } from "./lexer";

/** Checks the tokens and names of an MQL query, because there is no public grammar. */
export function checkMql(text: string, context: LanguageContext): LanguageFinding[] {
  // Mostly a leftover beside the source that counts, which the dashboard's own rules speak of.
  if (text === "") return [];
  const tokens = mqlTokens(text);
  const first = tokens.find(({ kind }) => kind !== "comment");
  if (!first) {
    const message = "The query is empty.";
    return [filterFinding("mql-empty", "warning", { offset: 0, end: text.length }, message)];
  }
  const message =
    "MQL is deprecated: Google ended its support in July 2025 and recommends PromQL. Existing queries keep working.";
  const deprecated = {
    ...filterFinding("mql-deprecated", "hint", first, message),
    tag: "deprecated" as const,
  };
  const catalog = context.catalog ?? shippedCatalog();
  const pairs = checkPairs(
    tokens,
    text,
    { bracket: "mql-bracket", string: "mql-string" },
    severityOf(tokens),
  );
  return [deprecated, ...pairs, ...namesOf(text).flatMap((name) => checkName(name, catalog))].sort(
    (a, b) => a.offset - b.offset,
  );
}

/**
 * Recorded: the service compiles MQL when a dashboard is saved, so an unbalanced bracket is an error, but only in text
 * that this lexer certainly reads like the service: without comments, escapes, string prefixes and placeholders.
 */
function severityOf(tokens: readonly PlainToken[]): Severity {
  const doubtful = tokens.some(
    ({ kind, text }, i) =>
      kind === "comment" ||
      kind === "variable" ||
      kind === "other" ||
      (/string$/.test(kind) && (/^[a-z]|\\/i.test(text) || text.includes("\n"))) ||
      (text === "/" && /^[/*]$/.test(tokens[i + 1]?.text ?? "")),
  );
  return doubtful ? "warning" : "error";
}

function checkName(found: MqlName, catalog: Catalog): LanguageFinding[] {
  const { kind, name } = found;
  if (/\$\{|\{\{/.test(name)) return [];
  if (kind === "resource") {
    // Abbreviations and newer types exist: only what is near a known name is a slip.
    const isKnown = catalog.resource(name) || isResourceElsewhere(name);
    const meant = isKnown ? undefined : catalog.nearestResource(name);
    if (!meant) return [];
    const message = `Unknown monitored resource type ${inQuotes(name)}. Did you mean ${inQuotes(meant)}?`;
    return [
      filterFinding(
        "mql-unknown-resource",
        "warning",
        found,
        message,
        replaceFix(`Change to ${meant}`, found, meant),
      ),
    ];
  }
  if (!name.includes("/") || catalog.metric(name) || !catalog.covers(name)) return [];
  const meant = catalog.nearestMetric(name);
  const hint = meant ? ` Did you mean ${inQuotes(meant)}?` : "";
  const message = `Could not find a metric named ${inQuotes(name)} in the catalog of ${catalog.asOf}.${hint}`;
  const fix = meant ? replaceFix(`Change to ${meant}`, found, meant) : undefined;
  return [filterFinding("mql-unknown-metric", "warning", found, message, fix)];
}
