import { children, type Node, type ObjectNode } from "./document/node";
import { type JsonDocument, readDocument } from "./document/reader";
import type { Finding } from "./finding";
import { checkLanguages } from "./languages/check";
import { rules } from "./rules";
import type { Rule, RuleContext } from "./rules/rule";
import { type Canonical, canonicalize } from "./schema/canonical";
import { checkStructure } from "./schema/structure";

/**
 * Everything there is to say about a dashboard, in source order. An error means that the service would refuse the text;
 * a warning, that it will not show what was meant.
 */
export function check(document: JsonDocument, canonical: Canonical = canonicalize(document)): Finding[] {
  const findings: Finding[] = [...document.problems, ...checkStructure(canonical)];
  runRules(document, canonical, findings);
  findings.push(...checkLanguages(document, canonical));
  return findings.sort((a, b) => a.offset - b.offset || a.length - b.length);
}

/** `check` for a bare text. */
export function checkText(text: string): Finding[] {
  return check(readDocument(text));
}

function runRules(document: JsonDocument, canonical: Canonical, findings: Finding[]): void {
  if (document.root?.kind !== "object") return;
  const everywhere = rules.filter((rule) => !rule.message);
  const byMessage = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (rule.message) byMessage.set(rule.message, [...(byMessage.get(rule.message) ?? []), rule]);
  }
  const run = (rule: Rule, node: ObjectNode) => {
    const context: RuleContext = {
      document,
      canonical,
      report: (finding) => findings.push({ code: rule.id, severity: rule.severity, ...finding }),
    };
    rule.check(node, context);
  };
  const visit = (node: Node) => {
    if (node.kind === "object") {
      const type = canonical.messageOf(node);
      if (!type) return;
      for (const rule of everywhere) run(rule, node);
      for (const rule of byMessage.get(type.name) ?? []) run(rule, node);
    }
    for (const inner of children(node)) visit(inner);
  };
  visit(document.root);
}
