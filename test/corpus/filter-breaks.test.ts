import { describe, expect, it } from "vitest";
import { readDocument } from "../../core/document/reader";
import { embeddedStrings, languageContext } from "../../core/languages/check";
import { monitoringFilter } from "../../core/languages/filter";
import type { LanguageContext } from "../../core/languages/language";
import { canonicalize } from "../../core/schema/canonical";
import { filterBreaks } from "../support/filter-breaks";
import { corpusFiles, hasCorpus } from "./corpus";

/** Every distinct filter of real dashboards in which nothing is found, with what its dashboard declares. */
function soundFilters(): Map<string, LanguageContext> {
  const sound = new Map<string, LanguageContext>();
  for (const { text } of corpusFiles()) {
    const canonical = canonicalize(readDocument(text));
    const context = languageContext(canonical);
    for (const { node, language } of embeddedStrings(canonical)) {
      if (language.id === monitoringFilter.id && serious(node.value, context).length === 0)
        sound.set(node.value, context);
    }
  }
  return sound;
}

const serious = (text: string, context: LanguageContext) =>
  monitoringFilter.check(text, context).filter(({ severity }) => severity !== "hint");

describe.runIf(hasCorpus)("one mistake in a real filter", () => {
  const filters = [...(hasCorpus ? soundFilters() : [])];

  it.each(filterBreaks.map((one) => [one.name, one] as const))("%s", (_, { apply, found, fixed }) => {
    let tried = 0;
    for (const [filter, context] of filters) {
      const broken = apply(filter);
      if (!broken) continue;
      tried++;
      const { text, at } = broken;
      const findings = serious(text, context);
      expect(
        findings.map((f) => `${f.severity} ${f.code}`),
        text,
      ).toEqual([found]);
      const [{ offset, length, fixes }] = findings as [(typeof findings)[number]];
      // The finding is about the token at the break or beside it, or its fix is right there.
      const reach = /[\w.:/"“\\]*$/.exec(text.slice(0, at))![0].length + 1;
      const isNear = (start: number, end: number) => start <= at + reach && end >= at - reach;
      const near = [{ offset, length }, ...(fixes ?? [])].some((span) =>
        isNear(span.offset, span.offset + span.length),
      );
      expect(near, `${at} of ${text}`).toBe(true);
      if (!fixed) continue;
      const fix = fixes?.[0];
      expect(fix, `no fix for ${text}`).toBeDefined();
      const after = text.slice(0, fix!.offset) + fix!.text + text.slice(fix!.offset + fix!.length);
      expect(serious(after, context), `${text} → ${after}`).toEqual([]);
    }
    expect(tried).toBeGreaterThan(5);
  });
});
