import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { monitoringFilter, parseFilter } from "../../core/languages/filter";
import { tokenize } from "../../core/languages/filter/lexer";
import type { LanguageContext } from "../../core/languages/language";
import { runs } from "../support/runs";

const context: LanguageContext = {
  variables: [
    { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
    { name: "window", filterType: "VALUE_ONLY" },
  ],
};

/** Pieces that mean something to the language, so that random filters get deep into the parser. */
const pieces = [
  ...[
    "metric.type",
    "resource.type",
    "metric.labels.",
    "resource.label.",
    "metadata.user_labels.",
    "project",
  ],
  ...[
    "group.id",
    "resource.metadata.tag.",
    "zone",
    '"zone"',
    "jsonPayload",
    "=",
    "!=",
    "=~",
    "==",
    ">=",
    ":",
    "<",
  ],
  ...[
    '"',
    "'",
    '"a"',
    '"compute.googleapis.com/instance/cpu/utilization"',
    '"gce_instance"',
    "\\",
    '\\"',
    "${",
  ],
  ...[
    "${zone}",
    "${zone.value}",
    "{{x}}",
    "{{",
    "}",
    "(",
    ")",
    ",",
    "AND",
    "OR",
    "NOT",
    "and",
    "&&",
    "||",
    "!",
    "-",
  ],
  ...["one_of(", "starts_with(", "has_substring(", "monitoring.regex.full_match(", "select_slo_burn_rate("],
  ...["[a", "(?!", "true", "12", "__proto__", "constructor", "é", "😀", "\n", "\t", "\r\n", " ", "  "],
];

const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(""));
const spaced = fc.array(fc.constantFrom(...pieces), { maxLength: 25 }).map((parts) => parts.join(" "));
const noise = fc.string({ unit: "binary", maxLength: 60 });

const whole = [
  'metric.type="compute.googleapis.com/instance/cpu/utilization" resource.type="gce_instance" ${zone}',
  'metric.type="run.googleapis.com/request_count" AND (resource.labels.location="a" OR resource.labels.location="b")',
  'select_slo_burn_rate("projects/p/services/s/serviceLevelObjectives/o", "3600s")',
  'resource.label."zone"!=monitoring.regex.full_match("europe-(a|b)\\\\d") metric.type="custom.googleapis.com/a"',
];
/** A whole filter with a piece cut out and another put in. */
const mutated = fc
  .tuple(
    fc.constantFrom(...whole),
    fc.nat(),
    fc.nat({ max: 12 }),
    fc.oneof(fc.constantFrom(...pieces), fc.string()),
  )
  .map(([text, at, cut, piece]) => {
    const start = at % (text.length + 1);
    return text.slice(0, start) + piece + text.slice(start + cut);
  });

const anyFilter = fc.oneof(soup, spaced, noise, mutated);
const cases = { numRuns: runs(500) };

function expectInside(text: string, range: { offset: number; length: number }): void {
  expect(range.offset).toBeGreaterThanOrEqual(0);
  expect(range.length).toBeGreaterThanOrEqual(0);
  expect(range.offset + range.length).toBeLessThanOrEqual(text.length);
}

describe("any text at all", () => {
  it("is split into tokens that cover everything but white space", () => {
    fc.assert(
      fc.property(anyFilter, (text) => {
        let at = 0;
        for (const token of tokenize(text)) {
          expect(text.slice(at, token.offset).trim()).toBe("");
          expect(token.end).toBeGreaterThan(token.offset);
          expect(token.text).toBe(text.slice(token.offset, token.end));
          at = token.end;
        }
        expect(text.slice(at).trim()).toBe("");
      }),
      cases,
    );
  });

  it("is checked, with findings and fixes inside the text", () => {
    fc.assert(
      fc.property(anyFilter, (text) => {
        for (const finding of monitoringFilter.check(text, context)) {
          expect(finding.code).toMatch(/^filter-[a-z0-9-]+$/);
          expectInside(text, finding);
          for (const fix of finding.fixes ?? []) expectInside(text, fix);
        }
      }),
      cases,
    );
  });

  it("has tokens in order and without overlap", () => {
    fc.assert(
      fc.property(anyFilter, (text) => {
        let end = 0;
        for (const token of monitoringFilter.tokens!(text)) {
          expect(token.offset).toBeGreaterThanOrEqual(end);
          expect(token.length).toBeGreaterThan(0);
          end = token.offset + token.length;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      cases,
    );
  });

  it("can be completed and explained anywhere", () => {
    fc.assert(
      fc.property(anyFilter, fc.nat(), (text, n) => {
        const offset = n % (text.length + 1);
        const hover = monitoringFilter.hover!(text, offset, context);
        if (hover) expectInside(text, hover);
        const signature = monitoringFilter.signature!(text, offset);
        if (signature) expect(signature.active).toBeLessThan(signature.parameters.length);
        for (const item of monitoringFilter.complete!(text, offset, context).items) {
          expectInside(text, item);
          expect(item.offset).toBeLessThanOrEqual(offset);
          expect(item.offset + item.length).toBeGreaterThanOrEqual(offset);
          if (item.caret !== undefined) expect(item.caret).toBeLessThanOrEqual(item.insertText.length);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("fixes", () => {
  it("never turn a filter without errors into one with errors", () => {
    const errors = (text: string): number =>
      monitoringFilter.check(text, context).filter((finding) => finding.severity === "error").length;
    fc.assert(
      fc.property(mutated, (text) => {
        fc.pre(errors(text) === 0);
        for (const { fixes = [] } of monitoringFilter.check(text, context)) {
          for (const fix of fixes) {
            const after = text.slice(0, fix.offset) + fix.text + text.slice(fix.offset + fix.length);
            expect(errors(after), `${text} → ${after}`).toBe(0);
          }
        }
      }),
      { numRuns: runs(270) },
    );
  });
});

describe("every prefix of a whole filter", () => {
  it("parses with the clauses written so far", () => {
    for (const text of whole) {
      for (let end = 0; end <= text.length; end++) {
        expect(() => parseFilter(text.slice(0, end))).not.toThrow();
        expect(monitoringFilter.complete!(text.slice(0, end), end, context)).toBeDefined();
      }
      expect(parseFilter(text).problems).toEqual([]);
    }
  });
});
