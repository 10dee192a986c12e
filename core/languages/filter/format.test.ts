import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatFilter } from "./format";
import { parseFilter } from "./parser";

describe("formatting a filter", () => {
  it.each([
    [
      '  metric.type  = "a/b"\n\tresource.type ="x"   ',
      'metric.type="a/b" resource.type="x"',
      'metric.type="a/b"\nresource.type="x"',
    ],
    [
      'metric.type="a/b"AND resource.labels."k" != one_of( "x" ,"y" )',
      'metric.type="a/b" AND resource.labels."k"!=one_of("x", "y")',
      'metric.type="a/b"\nAND resource.labels."k"!=one_of("x", "y")',
    ],
    [
      '( metric.type="a/b" ) ${zone}${team} (resource.labels.a="1"  OR  resource.labels.a="2")',
      '(metric.type="a/b") ${zone} ${team} (resource.labels.a="1" OR resource.labels.a="2")',
      '(metric.type="a/b")\n${zone}\n${team}\n(resource.labels.a="1" OR resource.labels.a="2")',
    ],
    ['metric.type="a  b"', 'metric.type="a  b"', 'metric.type="a  b"'],
    [
      'metric.type="a/b" metric.labels.c=-12.5',
      'metric.type="a/b" metric.labels.c=-12.5',
      'metric.type="a/b"\nmetric.labels.c=-12.5',
    ],
    [
      'select_slo_burn_rate ("projects/p/services/s/serviceLevelObjectives/o","1h")',
      'select_slo_burn_rate("projects/p/services/s/serviceLevelObjectives/o", "1h")',
      'select_slo_burn_rate("projects/p/services/s/serviceLevelObjectives/o", "1h")',
    ],
    [
      'metric.type="a/b" -resource.labels.a="1"',
      'metric.type="a/b" -resource.labels.a="1"',
      'metric.type="a/b"\n-resource.labels.a="1"',
    ],
  ])("%s", (text, line, lines) => {
    expect(formatFilter(text, "line")).toBe(line);
    expect(formatFilter(text, "lines")).toBe(lines);
  });

  it.each(['metric.type="a/b', 'metric.type="a/b" AND', "", 'metric.type=="a/b"'])(
    "leaves %s alone",
    (text) => {
      expect(formatFilter(text, "line")).toBeUndefined();
    },
  );

  it("changes white space only, and nothing the second time", () => {
    const clause = fc.constantFrom(
      'metric.type="a/b"',
      'resource.labels."k" = one_of("x" , "y z")',
      'metadata.user_labels.a!=monitoring.regex.full_match("a b")',
      "${zone}",
      '( project="p"  OR project = "q" )',
      "NOT resource.labels.z=us-a",
      "{{more}}",
      "metric.labels.n>=500",
    );
    const joint = fc.constantFrom(" ", "\n", " AND ", "\tAND\n", "  ");
    fc.assert(
      fc.property(fc.array(fc.tuple(clause, joint), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([one, join], i) => one + (i < parts.length - 1 ? join : "")).join("");
        const words = (filter: string) => parseFilter(filter).tokens.map((token) => token.text);
        for (const style of ["line", "lines"] as const) {
          const formatted = formatFilter(text, style)!;
          expect(words(formatted)).toEqual(words(text));
          expect(formatFilter(formatted, style)).toBe(formatted);
        }
      }),
    );
  });
});
