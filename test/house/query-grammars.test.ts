import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { promqlAggregations, promqlFunctions } from "../../core/languages/promql/functions";
import { queryKinds } from "../../core/query/kinds";

const read = (file: string) =>
  JSON.parse(readFileSync(path.resolve(__dirname, "../../syntaxes", file), "utf8"));

interface Rule {
  include?: string;
  name?: string;
  match?: string;
  begin?: string;
  end?: string;
  while?: string;
  patterns?: Rule[];
  repository?: Record<string, Rule>;
  [captures: string]: unknown;
}

function* rulesIn(rule: Rule): Generator<Rule> {
  yield rule;
  for (const inner of rule.patterns ?? []) yield* rulesIn(inner);
  for (const inner of Object.values(rule.repository ?? {})) yield* rulesIn(inner);
}

/** Oniguruma's spelling of what JavaScript says with flags and anchors. */
function expression(source: string): RegExp {
  const plain = source.replaceAll("(?i)", "").replaceAll("(?i:", "(?:").replaceAll("\\G", "^");
  return new RegExp(plain, source.includes("(?i") ? "i" : "");
}

// Markdown has a grammar in every editor.
const languages = queryKinds.map(({ language }) => language).filter((language) => language !== "markdown");

const injected = ["markdown-queries", "terraform-queries"];

describe.each([...languages, ...injected])("the grammar of %s", (language) => {
  const grammar = read(`${language}.tmLanguage.json`) as Rule;
  const rules = [...rulesIn(grammar)];

  it("includes only what it has, and has only what it includes", () => {
    const included = new Set(
      rules.flatMap((rule) => rule.include ?? []).filter((name) => name.startsWith("#")),
    );
    expect(included).toEqual(new Set(Object.keys(grammar.repository!).map((name) => `#${name}`)));
  });

  it("has expressions that compile and that do not match nothing", () => {
    for (const { match, begin, end } of rules) {
      if (match !== undefined) expect(expression(match).test(""), match).toBe(false);
      if (begin !== undefined && end !== undefined) {
        expect(expression(begin).test(""), begin).toBe(false);
        expect(() => expression(end)).not.toThrow();
      }
    }
  });

  it("names captures that the expression has", () => {
    for (const rule of rules) {
      for (const [captures, source] of [
        ["captures", rule.match],
        ["beginCaptures", rule.begin],
      ] as const) {
        const groups = new RegExp(`${expression(source ?? "").source}|`).exec("")!.length - 1;
        for (const number of Object.keys(rule[captures] ?? {}))
          expect(Number(number), source).toBeLessThanOrEqual(groups);
      }
    }
  });

  it("carries its own name in its scopes", () => {
    if (injected.includes(language)) return;
    expect(grammar["scopeName"]).toBe(`source.${language}`);
    for (const { name } of rules.slice(1)) if (name) expect(name.endsWith(`.${language}`), name).toBe(true);
  });
});

it("PromQL's functions are those that completion offers", () => {
  const patterns = (read("promql.tmLanguage.json") as Rule).repository!["function"]!.patterns!;
  const words = (rule: Rule) => /\(\?:(\w+(?:\|\w+)+)\)/.exec(rule.match!)![1]!.split("|").sort();
  expect(words(patterns[0]!)).toEqual([...promqlAggregations.keys()].sort());
  expect(words(patterns[1]!)).toEqual([...promqlFunctions.keys()].sort());
});

describe("the queries in Terraform code", () => {
  const grammar = read("terraform-queries.tmLanguage.json") as Rule;
  const rules = (name: string) =>
    grammar
      .patterns!.map(({ include }) => grammar.repository![include!.slice(1)]!)
      .filter(({ begin }) => expression(begin!).test(name));

  it("are colored by rules that their grammars have", () => {
    for (const { include } of rulesIn(grammar)) {
      const [, language, rule] = /^source\.(?!hcl)([\w-]+)#(\w+)$/.exec(include ?? "") ?? [];
      if (language !== undefined)
        expect(read(`${language}.tmLanguage.json`).repository).toHaveProperty(rule!);
    }
  });

  it.each([
    'filter      = "',
    '"filter": "',
    'prometheusQuery="',
    '"timeSeriesQueryLanguage" = "',
    'prometheus_query : "',
  ])("begin after %s", (text) => expect(rules(text)).toHaveLength(1));

  it.each(['my_filter = "', 'filter == "', 'filter = join("', "filter = [", '"filters": "'])(
    "do not begin after %s",
    (text) => expect(rules(text)).toHaveLength(0),
  );
});

it("every query language can stand in a block of Markdown", () => {
  const fences = Object.values((read("markdown-queries.tmLanguage.json") as Rule).repository!);
  for (const language of languages) {
    expect(fences.filter(({ begin }) => expression(begin!).test(`\`\`\`${language}`))).toHaveLength(1);
  }
});

describe.each(["filter", "hash-comments", "dash-comments"])("the configuration of %s", (name) => {
  it("closes every bracket that it pairs", () => {
    const { brackets, autoClosingPairs } = read(`${name}-configuration.json`);
    for (const [open, close] of brackets) expect(autoClosingPairs).toContainEqual({ open, close });
  });
});
