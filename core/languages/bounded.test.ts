import { describe, expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { longestText } from "./bounded";
import { parseFilter } from "./filter";
import { allLanguages } from "./registry";

const CONTEXT = { variables: [] };
/** Each made the parser of some language take seconds, or overflow the stack. */
const WORST = [
  'metric.type="a" AND ',
  "(",
  "sum(",
  "-",
  "a[5m]",
  "{",
  "${",
  "{{",
  "[[:",
  "> ",
  "! = ",
  "/*",
  "`",
  '"""',
  "\\",
];

describe.each(allLanguages().map((language) => [language.id, language] as const))("%s", (id, language) => {
  it.each(WORST)("does not look into a megabyte of %j", (piece) => {
    const text = piece.repeat(1_000_000 / piece.length);
    expect(language.check(text, CONTEXT).map(({ code }) => code)).toEqual(["string-not-checked"]);
    expect(language.hover?.(text, 500_000, CONTEXT)).toBe(undefined);
    expect(language.complete?.(text, text.length, CONTEXT).items ?? []).toEqual([]);
    expect(language.tokens?.(text) ?? []).toEqual([]);
    expect(language.format?.(text, "lines")).toBe(undefined);
    expect(language.signature?.(text, text.length)).toBe(undefined);
  });

  it.each(WORST)("answers within the limit, whatever %j does to it", (piece) => {
    const text = piece.repeat(longestText(id) / piece.length);
    expect(() => [
      language.check(text, CONTEXT),
      language.hover?.(text, text.length / 2, CONTEXT),
      language.complete?.(text, text.length, CONTEXT),
      language.tokens?.(text),
      language.format?.(text, "lines"),
      language.signature?.(text, text.length),
    ]).not.toThrow();
  });

  it("checks what people write", () => {
    const codes = language.check("x ".repeat(2000), CONTEXT).map(({ code }) => code);
    expect(codes).not.toContain("string-not-checked");
  });
});

it("the finding says how long the string is and how long it may be", () => {
  const filter = 'metric.type="a" AND '.repeat(20_000);
  const widget = { xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter } } }] } };
  const text = JSON.stringify({ displayName: "x", gridLayout: { widgets: [widget] } });
  const found = new Dashboard(text).findings.find(({ code }) => code === "string-not-checked");
  expect(found?.message).toBe(
    "This string has 400000 characters and was not checked. Mosaic checks up to 8192.",
  );
});

it("features that read a filter themselves get nothing of a long one", () => {
  const { tokens, root } = parseFilter('metric.type="a" AND '.repeat(20_000));
  expect([tokens, root]).toEqual([[], undefined]);
});
