import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { checkLanguages, languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { rules } from "./rules";
import type { Rule, RuleContext } from "./rules/rule";
import { type Canonical, canonicalize } from "./schema/canonical";
import { foreignFormatFinding } from "./schema/foreign";
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
  const foreign = foreignFormatFinding(document.root);
  if (foreign) return [...document.problems, foreign].sort(sortFindings);
  const findings: Finding[] = [...document.problems, ...checkStructure(canonical)];
  runRules(rulesByDefault, { document, canonical, languages, findings });
  findings.push(...checkLanguages(document, canonical, languages));
  return findings.sort(sortFindings);
}

/** Codes of the rules that find nothing unless they are asked for. */
export const optionalRules: readonly string[] = rules.filter(({ optIn }) => optIn).map(({ id }) => id);

/** What those of the optional rules find that are asked for. */
export function checkOptional(
  document: JsonDocument,
  canonical: Canonical,
  languages: LanguageContext,
  ids: readonly string[],
): Finding[] {
  const findings: Finding[] = [];
  if (foreignFormatFinding(document.root)) return findings;
  const chosen = new RulesByType(rules.filter(({ id, optIn }) => optIn && ids.includes(id)));
  runRules(chosen, { document, canonical, languages, findings });
  return findings;
}

/** The order of findings: that of their places in the text. */
export function sortFindings(a: Finding, b: Finding): number {
  return a.offset - b.offset || a.length - b.length;
}

/** `check` for a bare text. */
export function checkText(text: string): Finding[] {
  return check(readDocument(text));
}

/** Which of some rules look at a message. */
class RulesByType {
  private readonly found = new Map<MessageType, readonly Rule[]>();

  constructor(private readonly rules: readonly Rule[]) {}

  of(type: MessageType): readonly Rule[] {
    let found = this.found.get(type);
    if (!found) this.found.set(type, (found = this.rules.filter((rule) => looksAt(rule, type))));
    return found;
  }
}

const rulesByDefault = new RulesByType(rules.filter(({ optIn }) => !optIn));

function looksAt({ message }: Rule, type: MessageType): boolean {
  if (typeof message === "function") return message(type);
  return message === undefined || [message].flat().includes(type.name);
}

interface Run {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  readonly languages: LanguageContext;
  /** Gets what is found. */
  readonly findings: Finding[];
}

function runRules(chosen: RulesByType, { document, canonical, languages, findings }: Run): void {
  const variables = new Set(languages.variables.map(({ name }) => name));
  const { catalog } = languages;
  let rule: Rule;
  const report: RuleContext["report"] = (finding) =>
    findings.push({ code: rule.id, severity: rule.severity, ...finding });
  for (const [node, type] of canonical.messages) {
    if (canonical.isReplaced(node)) continue;
    const value = canonical.valueOf(node)!;
    const context = { document, canonical, type, value, variables, catalog, report };
    for (rule of chosen.of(type)) rule.check(node, context);
  }
}
