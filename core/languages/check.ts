import type { Node, StringNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { StringMap } from "../document/string-map";
import type { Finding } from "../finding";
import type { Canonical } from "../schema/canonical";
import type { EmbeddedLanguage, LanguageContext, LanguageFinding, TemplateVariable } from "./language";
import { languageOf } from "./registry";

/** Findings of all embedded languages, at the file's own offsets. */
export function checkLanguages(document: JsonDocument, canonical: Canonical): Finding[] {
  const findings: Finding[] = [];
  let context: LanguageContext | undefined;
  for (const { node, language } of embeddedStrings(document, canonical)) {
    if (canonical.isReplaced(node)) continue;
    context ??= languageContext(canonical);
    const found = language.check(node.value, context);
    if (found.length === 0) continue;
    const map = new StringMap(document.text, node);
    for (const finding of found) findings.push(toFile(finding, map));
  }
  return findings;
}

/** Every string of the dashboard that holds a language Mosaic knows. */
export function* embeddedStrings(
  document: JsonDocument,
  canonical: Canonical,
): Generator<{ node: StringNode; language: EmbeddedLanguage }> {
  const stack: Node[] = document.root ? [document.root] : [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.kind === "object") {
      const type = canonical.messageOf(node);
      if (!type) continue;
      for (const { key, value } of node.properties) {
        if (!value) continue;
        if (value.kind !== "string") stack.push(value);
        else {
          const language = languageOf(type.field(key)?.language);
          if (language) yield { node: value, language };
        }
      }
    } else if (node.kind === "array") for (const item of node.items) stack.push(item);
  }
}

/** What the dashboard around a string tells its language. */
export function languageContext(canonical: Canonical): LanguageContext {
  const filters = (canonical.value as { dashboardFilters?: unknown } | undefined)?.dashboardFilters;
  const variables: TemplateVariable[] = [];
  for (const filter of Array.isArray(filters) ? filters : []) {
    const name = text(filter, "templateVariable");
    if (!name) continue;
    const filterType = text(filter, "filterType");
    const labelKey = text(filter, "labelKey");
    variables.push({ name, ...(filterType && { filterType }), ...(labelKey && { labelKey }) });
  }
  return { variables };
}

function text(value: unknown, name: string): string | undefined {
  const found = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof found === "string" ? found : undefined;
}

function toFile(found: LanguageFinding, map: StringMap): Finding {
  const range = (offset: number, length: number) => {
    const start = map.toSource(offset);
    return { offset: start, length: map.toSource(offset + length) - start };
  };
  return {
    code: found.code,
    severity: found.severity,
    message: found.message,
    ...range(found.offset, found.length),
    ...(found.tag && { tag: found.tag }),
    ...(found.fixes?.length && {
      data: {
        fixes: found.fixes.map((fix) => ({
          title: fix.title,
          text: fix.text,
          ...range(fix.offset, fix.length),
        })),
      },
    }),
  };
}
