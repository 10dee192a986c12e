import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const read = (file: string) =>
  JSON.parse(readFileSync(path.resolve(__dirname, "../../syntaxes", file), "utf8"));
const grammar = read("dashboard.tmLanguage.json");
const configuration = read("language-configuration.json");

interface Rule {
  include?: string;
  name?: string;
  match?: string;
  begin?: string;
  end?: string;
  patterns?: Rule[];
  [captures: string]: unknown;
}

function* rulesIn(rule: Rule): Generator<Rule> {
  yield rule;
  for (const inner of rule.patterns ?? []) yield* rulesIn(inner);
}

const repository: Record<string, Rule> = grammar.repository;
const rules = [grammar as Rule, ...Object.values(repository)].flatMap((rule) => [...rulesIn(rule)]);

describe("the grammar of dashboards", () => {
  it("includes only what it has, and has only what it includes", () => {
    const included = rules.flatMap((rule) => rule.include ?? []);
    expect(new Set(included)).toEqual(new Set(Object.keys(repository).map((name) => `#${name}`)));
  });

  it("has expressions that compile and cannot loop on empty matches", () => {
    for (const rule of rules) {
      for (const source of [rule.match, rule.begin]) {
        if (source !== undefined) expect(new RegExp(source).test(""), source).toBe(false);
      }
      if (rule.begin !== undefined) expect(() => new RegExp(rule.end!), rule.begin).not.toThrow();
    }
  });

  it("names captures that the expression has", () => {
    for (const rule of rules) {
      for (const [captures, source] of [
        ["captures", rule.match],
        ["beginCaptures", rule.begin],
        ["endCaptures", rule.end],
      ] as const) {
        const groups = new RegExp(`${source}|`).exec("")!.length - 1;
        const named = Object.keys(rule[captures] ?? {}).map(Number);
        expect(Math.max(0, ...named), String(source)).toBeLessThanOrEqual(groups);
      }
    }
  });

  it("uses the scopes of VS Code's own JSON, so that every theme colors it", () => {
    const scopes = new Set(rules.flatMap((rule) => rule.name?.split(" ") ?? []));
    for (const scope of [
      "support.type.property-name.json",
      "string.quoted.double.json",
      "constant.numeric.json",
      "constant.language.json",
      "constant.character.escape.json",
    ]) {
      expect(scopes).toContain(scope);
    }
  });

  it.each([
    ["number", ["0", "-1", "12.5", "1e3", "1.2E-4"], ["01", "60s", ".5", "1.", "+1"]],
    ["constant", ["true", "false", "null"], ["True", "truely", "nil"]],
  ])("knows a %s from what only looks like one", (name, good, bad) => {
    const whole = (text: string) => new RegExp(repository[name]!.match!).exec(text)?.[0] === text;
    expect(good.filter((text) => !whole(text))).toEqual([]);
    expect(bad.filter(whole)).toEqual([]);
  });

  it("marks a comma before a closing bracket", () => {
    const comma = repository["array"]!.patterns!.find((rule) => /trailing-comma/.test(rule.name ?? ""))!;
    expect("[1, 2, ]".match(new RegExp(comma.match!, "g"))).toHaveLength(1);
    expect(new RegExp(repository["member"]!.end!).exec(", }")![1]).toBe(",");
    expect(new RegExp(repository["member"]!.end!).exec(', "a"')![2]).toBe(",");
  });
});

describe("the language configuration", () => {
  const word = new RegExp(configuration.wordPattern, "g");

  it.each([
    [
      '"perSeriesAligner": "ALIGN_RATE", "alignmentPeriod": "60s"',
      ["perSeriesAligner", "ALIGN_RATE", "alignmentPeriod", "60s"],
    ],
    [
      '"filter": "metric.type=\\"run.googleapis.com/request_count\\" ${service}"',
      ["filter", "metric.type", "run.googleapis.com/request_count", "$", "service"],
    ],
    ['"width": -12.5,', ["width", "-12.5"]],
    ["sum(rate(up[5m]))", ["sum", "rate", "up", "5m"]],
  ])("sees the words of %s", (text, words) => {
    expect(text.match(word)).toEqual(words);
  });

  it.each([
    ['  "widget": {', true],
    ['  "tiles": [', true],
    ['  "content": "{",', false],
    ['  "labels": {},', false],
  ])("indents after %s: %s", (line, indents) => {
    expect(new RegExp(configuration.indentationRules.increaseIndentPattern).test(line)).toBe(indents);
  });

  it.each([
    ["  }", true],
    ["  ],", true],
    ['  "content": "}"', false],
  ])("outdents at %s: %s", (line, outdents) => {
    expect(new RegExp(configuration.indentationRules.decreaseIndentPattern).test(line)).toBe(outdents);
  });

  it("closes nothing inside strings, where the queries are", () => {
    for (const pair of configuration.autoClosingPairs) expect(pair.notIn, pair.open).toContain("string");
  });
});
