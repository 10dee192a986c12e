import { describe, expect, it } from "vitest";
import { readDocument } from "../../core/document/reader";
import { contextAt, embeddedStrings } from "../../core/languages/check";
import type { LanguageContext, LanguageFinding } from "../../core/languages/language";
import { allLanguages, languageOf } from "../../core/languages/registry";
import { canonicalize } from "../../core/schema/canonical";
import { corpusFiles, hasCorpus, isGoogleAuthored } from "./corpus";

interface RealString {
  readonly file: string;
  readonly language: string;
  readonly text: string;
  readonly context: LanguageContext;
}

/** Every distinct string of a file that holds a language, with what stands around it. Filters have a test of their own. */
function realStrings(): RealString[] {
  return corpusFiles().flatMap(({ name, text }) => {
    const document = readDocument(text);
    const canonical = canonicalize(document);
    const seen = new Set<string>();
    return [...embeddedStrings(canonical)].flatMap(({ node, language }) => {
      const key = `${language.id} ${node.value}`;
      if (language.id === "monitoring-filter" || seen.has(key)) return [];
      seen.add(key);
      const context = contextAt(node, language, canonical);
      return [{ file: name, language: language.id, text: node.value, context }];
    });
  });
}

describe.skipIf(!hasCorpus)("queries of real dashboards", () => {
  const strings = hasCorpus ? realStrings() : [];
  const findings = strings.flatMap(({ file, language, text, context }) =>
    languageOf(language)!
      .check(text, context)
      .map((finding: LanguageFinding) => ({ ...finding, file, text })),
  );
  const told = (severities: readonly string[], google: boolean): string[] => [
    ...new Set(
      findings
        .filter((f) => severities.includes(f.severity) && isGoogleAuthored(f.file) === google)
        .map((f) => `${f.code}: ${f.text.slice(f.offset, f.offset + f.length)}`),
    ),
  ];

  it.each([
    ["promql", 600],
    ["mql", 100],
    ["googlesql", 25],
    ["logging-query", 5],
    ["markdown", 80],
    ["label-template", 80],
    ["regex", 2],
  ])("%s is there in number", (language, least) => {
    const distinct = new Set(strings.filter((s) => s.language === language).map(({ text }) => text));
    expect(distinct.size).toBeGreaterThanOrEqual(least);
  });

  it("have no error at all", () => {
    expect(told(["error"], true)).toEqual([]);
    expect(told(["error"], false)).toEqual([]);
  });

  it("have no warning that has not been looked at", () => {
    expect(told(["warning"], true)).toEqual([]);
    expect(told(["warning"], false)).toEqual([]);
  });

  it("complete, explain and color at many offsets without a fault", () => {
    for (const language of allLanguages()) {
      const own = strings.filter((s) => s.language === language.id);
      const step = Math.max(1, Math.floor(own.length / 12));
      for (let i = 0; i < own.length; i += step) {
        const { text, context } = own[i]!;
        let end = 0;
        for (const { offset, length } of language.tokens?.(text) ?? []) {
          expect(offset).toBeGreaterThanOrEqual(end);
          expect(text.slice(offset, offset + length)).not.toMatch(/[\r\n]/);
          end = offset + length;
        }
        for (let offset = 0; offset <= text.length; offset += 7) {
          language.hover?.(text, offset, context);
          language.signature?.(text, offset);
          for (const item of language.complete?.(text, offset, context).items ?? [])
            expect(item.offset + item.length).toBeLessThanOrEqual(text.length);
        }
      }
    }
  });
});
