import { beforeEach, describe, expect, test, vi } from "vitest";
import { marked } from "../../test/support/marked";
import type { Catalog } from "../catalog/catalog";
import { readDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import { checkLanguages, embeddedStrings, languageContext } from "./check";
import type { EmbeddedLanguage, LanguageContext } from "./language";

const asked: { id: string; text: string; context: LanguageContext }[] = [];

/** Finds every `BAD` and would write `GOOD` for it. */
const fake = (id: string): EmbeddedLanguage => ({
  id,
  check(text, context) {
    asked.push({ id, text, context });
    return [...text.matchAll(/BAD/g)].map(({ index }) => ({
      code: `${id}-bad`,
      severity: "warning",
      message: "That is bad.",
      offset: index,
      length: 3,
      fixes: [{ title: "Make it good", offset: index, length: 3, text: "GOOD" }],
    }));
  },
});

const languages = new Map<string, EmbeddedLanguage>();
vi.mock("./registry", () => ({ languageOf: (id: string) => languages.get(id) }));
for (const id of ["monitoring-filter", "promql"]) languages.set(id, fake(id));

beforeEach(() => {
  asked.length = 0;
});

const query = (members: string, rest = "") =>
  `{"displayName": "a", "gridLayout": {"widgets": [{"scorecard": {"timeSeriesQuery": {${members}}}}]}${rest}}`;

function run(text: string) {
  const document = readDocument(text);
  const canonical = canonicalize(document);
  // With a catalog of its own no test gets what another one has asked.
  return checkLanguages(document, canonical, languageContext(canonical, {} as Catalog));
}

describe("which strings are looked at", () => {
  test.each<[string, string, string[]]>([
    ["a filter", query(`"timeSeriesFilter": {"filter": "x"}`), ["monitoring-filter x"]],
    ["in snake_case", query(`"time_series_filter": {"filter": "x"}`), ["monitoring-filter x"]],
    ["PromQL", query(`"prometheusQuery": "up"`), ["promql up"]],
    ["languages without an implementation", query(`"timeSeriesQueryLanguage": "fetch x"`), []],
    ["plain text", query(`"prometheusQuery": null, "unitOverride": "up"`), []],
    ["other values", query(`"prometheusQuery": 5`), []],
    ["outside of the schema", query(`"other": {"filter": "x"}`), []],
    [
      "a text that is not closed",
      `{"gridLayout": {"widgets": [{"scorecard": {"timeSeriesQuery": {"prometheusQuery": "up`,
      ["promql up"],
    ],
  ])("%s", (_, text, expected) => {
    run(text);
    expect(asked.map(({ id, text }) => `${id} ${text}`)).toEqual(expected);
    const document = readDocument(text);
    const found = [...embeddedStrings(canonicalize(document))];
    expect(found.map(({ node, language }) => `${language.id} ${node.value}`)).toEqual(expected);
  });
});

describe("where findings lie", () => {
  test.each([
    ["as it is", query(`"prometheusQuery": "a ⟦BAD⟧ b"`)],
    ["after escapes", query(`"prometheusQuery": "\\"\\u0061\\n\\\\ ⟦BAD⟧"`)],
    ["written with escapes", query(`"prometheusQuery": "x ⟦\\u0042\\u0041\\u0044⟧ y"`)],
    ["after a surrogate pair", query(`"prometheusQuery": "😀⟦BAD⟧"`)],
    ["twice", query(`"prometheusQuery": "⟦BAD⟧ ⟦BAD⟧"`)],
  ])("%s", (_, source) => {
    const { text, spans } = marked(source);
    const findings = run(text);
    expect(findings.map(({ offset, length }) => ({ offset, length }))).toEqual(spans);
    expect(findings[0]).toMatchObject({ code: "promql-bad", severity: "warning", message: "That is bad." });
    expect(findings.map(({ data }) => data)).toEqual(
      spans.map((span) => ({
        kind: "replacements",
        replacements: [{ title: "Make it good", text: "GOOD", ...span }],
      })),
    );
  });
});

describe("what the dashboard tells the language", () => {
  test.each<[string, string, unknown]>([
    ["no filters", "", []],
    [
      "template variables",
      `, "dashboardFilters": [
        {"templateVariable": "zone", "filterType": "RESOURCE_LABEL", "labelKey": "zone"},
        {"template_variable": "service", "filterType": "VALUE_ONLY", "labelKey": ""}]`,
      [
        { name: "zone", filterType: "RESOURCE_LABEL", labelKey: "zone" },
        { name: "service", filterType: "VALUE_ONLY" },
      ],
    ],
    [
      "pinned filters declare nothing",
      `, "dashboardFilters": [{"labelKey": "a"}, {"templateVariable": ""}]`,
      [],
    ],
    [
      "an enum by number",
      `, "dashboardFilters": [{"templateVariable": "a", "filterType": 1}]`,
      [{ name: "a", filterType: "RESOURCE_LABEL" }],
    ],
    ["broken ones", `, "dashboardFilters": [5, null, {"templateVariable": 5}]`, []],
    ["no list", `, "dashboardFilters": {}`, []],
  ])("%s", (_, rest, variables) => {
    const text = query(`"prometheusQuery": "up"`, rest);
    run(text);
    expect(asked[0]!.context.variables).toEqual(variables);
    expect(languageContext(canonicalize(readDocument(text)))).toEqual({ variables });
  });
});

test("what a later member replaces is not looked at", () => {
  expect(run(query(`"prometheusQuery": "BAD", "prometheusQuery": "up"`))).toEqual([]);
});
