import type { Node, ObjectNode } from "./document/node";
import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { checkLanguages, languageContext } from "./languages/check";
import type { LanguageContext } from "./languages/language";
import { rules } from "./rules";
import type { Rule, RuleContext } from "./rules/rule";
import { type Canonical, canonicalize } from "./schema/canonical";
import { foreignFormatFinding } from "./schema/foreign";
import type { MessageType } from "./schema/messages";
import { structureOf } from "./schema/structure";

/**
 * All findings of a dashboard, in source order. An error means that the service would reject it; a warning, that it will
 * not show what its author meant.
 *
 * @param context what query languages need from the whole dashboard
 */
export function check(
  document: JsonDocument,
  canonical: Canonical = canonicalize(document),
  context: LanguageContext = languageContext(canonical),
): Finding[] {
  return findingsIn(document, checkParts(document, canonical, context));
}

/** Findings by part of the check, each in its own order. */
export interface Checked {
  /** The text is not a dashboard; then there are no other findings. */
  readonly isForeign: boolean;
  readonly structure: readonly Finding[];
  /** Number of validator errors, which differs from the number of findings. */
  readonly errors: number;
  readonly rules: readonly OwnedFinding[];
  readonly languages: readonly Finding[];
  readonly optional: readonly OwnedFinding[];
}

/** A finding with the message that the rule has looked at, which need not be where the finding is. */
export interface OwnedFinding {
  readonly finding: Finding;
  readonly node: ObjectNode;
}

/** Which part of a dashboard is checked. */
export interface Part {
  /** Ids of optional rules to run beside the others. */
  readonly optional?: readonly string[];
  /** Whether a value belongs to the part; all do when absent. */
  readonly of?: (node: Node) => boolean;
}

/** The parts of `check`, before they are joined. */
export function checkParts(
  document: JsonDocument,
  canonical: Canonical,
  context: LanguageContext,
  { of, optional = [] }: Part = {},
): Checked {
  const foreign = of ? undefined : foreignFormatFinding(document.root);
  if (foreign)
    return { isForeign: true, structure: [foreign], errors: 0, rules: [], languages: [], optional: [] };
  const run = { document, canonical, context, ...(of && { of }) };
  const { findings, errors } = structureOf(canonical, of);
  return {
    isForeign: false,
    structure: findings,
    errors,
    rules: runRules(rulesByDefault, run),
    languages: checkLanguages(document, canonical, context, of),
    optional: optional.length > 0 ? runRules(optionalByType(optional), run) : [],
  };
}

/** All findings of a whole check, in source order. */
export function findingsIn(document: JsonDocument, { structure, rules, languages }: Checked): Finding[] {
  const ofRules = rules.map(({ finding }) => finding);
  return [...document.problems, ...structure, ...ofRules, ...languages].sort(sortFindings);
}

/** Codes of the optional rules. */
export const optionalRules: readonly string[] = rules.filter(({ optIn }) => optIn).map(({ id }) => id);

/** Findings of the requested optional rules. */
export function checkOptional(
  document: JsonDocument,
  canonical: Canonical,
  context: LanguageContext,
  ids: readonly string[],
): OwnedFinding[] {
  return foreignFormatFinding(document.root)
    ? []
    : runRules(optionalByType(ids), { document, canonical, context });
}

function optionalByType(ids: readonly string[]): RulesByType {
  return new RulesByType(rules.filter(({ id, optIn }) => optIn && ids.includes(id)));
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
  readonly context: LanguageContext;
  /** Which messages are looked at; all when absent. */
  readonly of?: (node: Node) => boolean;
}

function runRules(chosen: RulesByType, { document, canonical, context, of }: Run): OwnedFinding[] {
  const findings: OwnedFinding[] = [];
  const variables = new Set(context.variables.map(({ name }) => name));
  const { catalog } = context;
  let rule: Rule;
  let node: ObjectNode;
  const report: RuleContext["report"] = (finding) =>
    findings.push({ finding: { code: rule.id, severity: rule.severity, ...finding }, node });
  let type: MessageType;
  for ([node, type] of canonical.messages) {
    if (of && !of(node)) continue;
    const looking = chosen.of(type);
    if (looking.length === 0 || canonical.isReplaced(node)) continue;
    const value = canonical.valueOf(node)!;
    const ruleContext = { document, canonical, type, value, variables, catalog, report };
    for (rule of looking) rule.check(node, ruleContext);
  }
  return findings;
}
