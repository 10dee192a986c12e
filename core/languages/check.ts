import type { Catalog } from "../catalog/catalog";
import type { Node, StringNode } from "../document/node";
import { detachString } from "../document/own-text";
import type { JsonDocument } from "../document/reader";
import { StringMap } from "../document/string-map";
import type { Finding } from "../finding";
import type { Canonical } from "../schema/canonical";
import type { MessageType } from "../schema/messages";
import { LruCache } from "./kit/lru-cache";
import type { EmbeddedLanguage, LanguageContext, LanguageFinding, TemplateVariable } from "./language";
import { languageOf } from "./registry";

/**
 * Findings of all embedded languages, at the file's own offsets.
 *
 * @param of which strings are checked; all when absent
 */
export function checkLanguages(
  document: JsonDocument,
  canonical: Canonical,
  context: LanguageContext = languageContext(canonical),
  of?: (node: Node) => boolean,
): Finding[] {
  const findings: Finding[] = [];
  let key: string | undefined;
  for (const { node, language } of embeddedStrings(canonical)) {
    if ((of && !of(node)) || canonical.isReplaced(node)) continue;
    key ??= keyOf(context);
    const found = checkOnce(language, node.value, contextAt(node, language, canonical, context), key);
    if (found.length === 0) continue;
    const map = new StringMap(document.text, node);
    for (const finding of found) findings.push(toFile(finding, map));
  }
  return findings;
}

/** By language, then by what its findings depend on beside the text. */
type Checked = LruCache<string, LruCache<string, LanguageFinding[]>>;

/** Strings that did not change, and whose surroundings did not, are not checked again. */
const checked = new WeakMap<EmbeddedLanguage, Checked>();
const catalogNumbers = new WeakMap<object, number>();
let catalogs = 0;

function checkOnce(
  language: EmbeddedLanguage,
  text: string,
  context: LanguageContext,
  dashboardKey: string,
): LanguageFinding[] {
  // To describe the surroundings takes longer than the check.
  if (context.siblings) return language.check(text, context);
  let known = checked.get(language);
  if (!known) checked.set(language, (known = new LruCache(8)));
  const texts = known.get(dashboardKey, () => new LruCache(8192, detachString));
  return texts.get(text, () => language.check(text, context));
}

/** What the findings of every string of a dashboard depend on, as text. */
function keyOf({ variables, catalog }: LanguageContext): string {
  let number = 0;
  if (catalog) {
    number = catalogNumbers.get(catalog) ?? ++catalogs;
    catalogNumbers.set(catalog, number);
  }
  return `${number} ${JSON.stringify(variables)}`;
}

/** Every string of the dashboard that holds a language Mosaic knows, in source order of the messages they are in. */
export function embeddedStrings(canonical: Canonical): { node: StringNode; language: EmbeddedLanguage }[] {
  const found: { node: StringNode; language: EmbeddedLanguage }[] = [];
  for (const [message, type] of canonical.messages) {
    const languages = languagesIn(type);
    if (languages.size === 0) continue;
    for (const { key, value } of message.properties) {
      const language = value?.kind === "string" ? languages.get(key) : undefined;
      if (language) found.push({ node: value as StringNode, language });
    }
  }
  return found;
}

const languagesByType = new WeakMap<MessageType, ReadonlyMap<string, EmbeddedLanguage>>();

/** The languages of a message's members, by either spelling of their names. */
function languagesIn(type: MessageType): ReadonlyMap<string, EmbeddedLanguage> {
  let known = languagesByType.get(type);
  if (!known) {
    known = new Map(
      type.fields.flatMap(({ name, protoName, language }) => {
        const found = languageOf(language);
        return found ? [[name, found] as const, [protoName, found] as const] : [];
      }),
    );
    languagesByType.set(type, known);
  }
  return known;
}

/** The language context of a string; `context` is that of the whole dashboard, if already known. */
export function contextAt(
  node: StringNode,
  language: EmbeddedLanguage | undefined,
  canonical: Canonical,
  context: LanguageContext = languageContext(canonical),
): LanguageContext {
  const siblings = language?.readsSiblings && node.parent ? canonical.valueOf(node.parent) : undefined;
  return siblings ? { ...context, siblings } : context;
}

/**
 * The language context of a dashboard.
 *
 * @param catalog metric and resource types to go by; the shipped ones when undefined
 */
export function languageContext(canonical: Canonical, catalog?: Catalog): LanguageContext {
  const filters = (canonical.value as { dashboardFilters?: unknown } | undefined)?.dashboardFilters;
  const variables: TemplateVariable[] = [];
  for (const filter of Array.isArray(filters) ? filters : []) {
    const name = text(filter, "templateVariable");
    if (!name) continue;
    const filterType = text(filter, "filterType");
    const labelKey = text(filter, "labelKey");
    variables.push({ name, filterType: filterType || undefined, labelKey: labelKey || undefined });
  }
  return { variables, catalog };
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
    tag: found.tag || undefined,
    data: found.fixes?.length
      ? {
          kind: "replacements",
          replacements: found.fixes.map((fix) => ({
            title: fix.title,
            text: fix.text,
            ...range(fix.offset, fix.length),
          })),
        }
      : undefined,
  };
}
