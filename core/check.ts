import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { checkLanguages, languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { rules } from "./rules";
import type { Rule, RuleContext } from "./rules/rule";
import { type Canonical, canonicalize } from "./schema/canonical";
import { foreignJson } from "./schema/foreign";
import type { MessageType } from "./schema/messages";
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
  const foreign = foreignJson(document.root);
  if (foreign) return [...document.problems, foreign].sort(inOrder);
  const findings: Finding[] = [...document.problems, ...checkStructure(canonical)];
  runRules(document, canonical, languages, findings);
  findings.push(...checkLanguages(document, canonical, languages));
  return findings.sort(inOrder);
}

function inOrder(a: Finding, b: Finding): number {
  return a.offset - b.offset || a.length - b.length;
}

/** `check` for a bare text. */
export function checkText(text: string): Finding[] {
  return check(readDocument(text));
}

const byType = new Map<MessageType, readonly Rule[]>();

/** The rules that look at a message. */
function rulesOf(type: MessageType): readonly Rule[] {
  let found = byType.get(type);
  if (!found) byType.set(type, (found = rules.filter((rule) => looksAt(rule, type))));
  return found;
}

function looksAt({ message }: Rule, type: MessageType): boolean {
  if (typeof message === "function") return message(type);
  return message === undefined || [message].flat().includes(type.name);
}

function runRules(
  document: JsonDocument,
  canonical: Canonical,
  languages: LanguageContext,
  findings: Finding[],
): void {
  const variables = new Set(languages.variables.map(({ name }) => name));
  const { catalogue } = languages;
  let rule: Rule;
  const report: RuleContext["report"] = (finding) =>
    findings.push({ code: rule.id, severity: rule.severity, ...finding });
  for (const [node, type] of canonical.messages) {
    if (canonical.isReplaced(node)) continue;
    const value = canonical.valueOf(node)!;
    const context = { document, canonical, type, value, variables, catalogue, report };
    for (rule of rulesOf(type)) rule.check(node, context);
  }
}
