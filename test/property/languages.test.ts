import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sourceOf } from "../../core/languages/promql/source";
import { allLanguages } from "../../core/languages/registry";
import { accepted, acceptedWithVariables, refused } from "../support/promql-expressions";
import { runs } from "../support/runs";

const variables = [{ name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" }];
const seeds: Readonly<Record<string, readonly string[]>> = {
  promql: [...accepted, ...acceptedWithVariables, ...refused.map(([text]) => text)],
  mql: [
    "fetch gce_instance | metric 'a.b/c' | ${zone} | group_by [zone], mean(val()) # note",
    "def f x = g; @f {a; b}",
  ],
  googlesql: ["SELECT `a`.b, r'\\d', '''c''' FROM d -- e\nWHERE f = @zone /* g */", "SELECT [1], {2}"],
  "logging-query": ['severity>=ERROR AND (a="b" OR c=~"d") ${zone} -- e', 'log_id("x")'],
  markdown: ["# A\n\n```\ncode\n```\n* [b](c) `d` <b>e</b> ${zone}", "~~~\n```"],
  "label-template": ["${resource.labels.zone} ${metric.labels.x", "${} ${zone} $"],
  regex: ["(a|b)[^c]{2,3}\\d+", "(?i)x*?"],
};

/** A text of the language with pieces cut out, doubled, swapped or put in. */
function mutated(texts: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.constantFrom(
      "(",
      ")",
      "{",
      "}",
      "[",
      "]",
      '"',
      "'",
      "`",
      "\\",
      "${",
      "}",
      "{{",
      "}}",
      "#",
      "--",
      "\n",
      ",",
      "$${__interval}",
    ),
    fc.string({ maxLength: 4 }),
  );
  const cut = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(6), piece);
  return fc.tuple(fc.constantFrom(...texts), fc.array(cut, { maxLength: 4 })).map(([text, cuts]) => {
    let out = text;
    for (const [where, length, insert] of cuts) {
      const at = Math.floor(where * out.length);
      out = out.slice(0, at) + insert + out.slice(at + length);
    }
    return out;
  });
}

// Filters have a property test of their own.
describe.each(
  allLanguages()
    .filter(({ id }) => id !== "monitoring-filter")
    .map((language) => [language.id, language] as const),
)("%s", (id, language) => {
  it("never fails, and stays inside of the text", () => {
    const known = new Set((language.rules ?? []).map((rule) => rule.id));
    fc.assert(
      fc.property(mutated(seeds[id]!), fc.double({ min: 0, max: 1, noNaN: true }), (text, where) => {
        const inside = (offset: number, length: number) => {
          expect(offset).toBeGreaterThanOrEqual(0);
          expect(length).toBeGreaterThanOrEqual(0);
          expect(offset + length).toBeLessThanOrEqual(text.length);
        };
        for (const { code, offset, length, fixes = [] } of language.check(text, { variables })) {
          expect(known).toContain(code);
          inside(offset, length);
          for (const fix of fixes) inside(fix.offset, fix.length);
        }
        let end = 0;
        for (const { offset, length } of language.tokens?.(text) ?? []) {
          expect(offset).toBeGreaterThanOrEqual(end);
          inside(offset, length);
          end = offset + length;
        }
        const at = Math.round(where * text.length);
        for (const item of language.complete?.(text, at, { variables }).items ?? []) {
          inside(item.offset, item.length);
          expect(item.offset).toBeLessThanOrEqual(at);
          expect(item.caret ?? 0).toBeLessThanOrEqual(item.insertText.length);
        }
        const hover = language.hover?.(text, at, { variables });
        if (hover) inside(hover.offset, hover.length);
        language.signature?.(text, at);
      }),
      { numRuns: runs(130) },
    );
  });
});

it("filling in variables keeps every other character where it is", () => {
  fc.assert(
    fc.property(mutated(seeds["promql"]!), (text) => {
      const { filled, holes } = sourceOf(text);
      expect(filled.length).toBe(text.length);
      let rest = "";
      let at = 0;
      for (const { token } of holes) {
        rest += text.slice(at, token.offset) + filled.slice(token.offset, token.end);
        at = token.end;
      }
      const expected = rest + text.slice(at);
      if (!/\bpi\s*\(|\d\.(?!\d)/.test(expected)) expect(filled).toBe(expected);
    }),
    { numRuns: runs(330) },
  );
});
