import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { checkLanguages, languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { rules } from "./rules";
import type { Rule, RuleContext } from "./rules/rule";
import { type Canonical, canonicalize } from "./schema/canonical";
import { checkStructure } from "./schema/structure";

/**
 * Everything there is to say about a dashboard, in source order. An error means that the service would refuse the text;
 * a warning, that it will not show what was meant.
 *
 * @param languages what the whole dashboard tells the query languages in it
 */
export function check(
  document: JsonDocument,
  canonical: Canonical = canonicalize(document),
  languages: LanguageContext = languageContext(canonical),
): Finding[] {
  const findings: Finding[] = [...document.problems, ...checkStructure(canonical)];
  runRules(document, canonical, languages, findings);
  findings.push(...checkLanguages(document, canonical, languages));
  return findings.sort((a, b) => a.offset - b.offset || a.length - b.length);
}

/** `check` for a bare text. */
export function checkText(text: string): Finding[] {
  return check(readDocument(text));
}

const everywhere = rules.filter((rule) => !rule.message);
const byMessage = new Map<string, Rule[]>();

/** The rules that look at a message. */
function rulesOf(message: string): readonly Rule[] {
  let found = byMessage.get(message);
  if (!found) {
    found = [...everywhere, ...rules.filter((rule) => [rule.message ?? []].flat().includes(message))];
    byMessage.set(message, found);
  }
  return found;
}

function runRules(
  document: JsonDocument,
  canonical: Canonical,
  languages: LanguageContext,
  findings: Finding[],
): void {
  const variables = new Set(languages.variables.map(({ name }) => name));
  const { catalogue } = languages;
  for (const [node, type] of canonical.messages) {
    if (canonical.isReplaced(node)) continue;
    const value = canonical.valueOf(node)!;
    for (const rule of rulesOf(type.name)) {
      const report: RuleContext["report"] = (finding) =>
        findings.push({ code: rule.id, severity: rule.severity, ...finding });
      rule.check(node, { document, canonical, type, value, variables, catalogue, report });
    }
  }
}
