import { describe, expect, it } from "vitest";
import { Dashboard } from "../../../dashboard";
import type { rangeOf } from "../../ranges";
import { definitionAt, highlights, prepareRename, referencesAt, renameAt } from ".";
import { declaredVariables, undeclaredVariables } from "./occurrences";

/** Every way to write a variable, each in a string that needs its own escapes. */
const TEXT = String.raw`{
  "displayName": "Shop",
  "dashboardFilters": [
    { "filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone" },
    { "filterType": "VALUE_ONLY", "templateVariable": "zone2" }
  ],
  "gridLayout": { "widgets": [
    { "id": "cpu", "xyChart": { "dataSets": [
      { "legendTemplate": "${"$"}{zone}", "timeSeriesQuery": { "timeSeriesFilter": {
        "filter": "metric.type=\"a.googleapis.com/b\" \u0024{zone} resource.labels.zone=\"${"$"}{zone.value}\"",
        "aggregation": { "groupByFields": ["${"$"}{zone}"] } } } },
      { "timeSeriesQuery": { "prometheusQuery": "up{job=\"\\\"\",${"$"}{zone}} + ${"$"}{zone2.value} + ${"$"}{gone} + ${"$"}{__interval}" } },
      { "timeSeriesQuery": { "timeSeriesQueryLanguage": "fetch x | filter zone =~ '(?P<a>x)${"$"}{a}${"$"}{zone}'" } },
      { "timeSeriesQuery": { "opsAnalyticsQuery": { "sql": "SELECT '@zone' -- @zone\nFROM t WHERE z = @zone AND @@zone" } } }
    ] } },
    { "id": "logs", "logsPanel": { "filter": "resource.labels.zone=\"${"$"}{zone}\"" },
      "visibilityCondition": { "templateVariableCondition": { "templateVariable": "zone", "templateVariableValue": "zone" } } },
    { "id": "cpu", "filterControl": { "templateVariable": "zone" } },
    { "id": "", "text": { "content": "${"$"}{zone} $zone ${"$"}{HOME} cpu" } }
  ] }
}`;
const dashboard = new Dashboard(TEXT);
const at = (words: string) => TEXT.indexOf(words) + words.length;
const DECLARATION = at('"labelKey": "zone", "templateVariable": "z');

/** The lines of ranges, and what stands in them. */
function shown(ranges: readonly { start: { line: number }; end: unknown }[]): string[] {
  const { lines } = dashboard.document;
  return ranges.map((range) => {
    const { start, end } = range as ReturnType<typeof rangeOf>;
    return `${start.line}: ${TEXT.slice(lines.offsetAt(start), lines.offsetAt(end))}`;
  });
}

const EVERYWHERE = ["3", "9", "9", "10", "11", "12", "13", "15", "16", "17", "18", "18"].map(
  (line) => `${line}: zone`,
);

describe("a template variable", () => {
  it("is found in every language, and nowhere else", () => {
    expect(shown(referencesAt(dashboard, DECLARATION, true))).toEqual(EVERYWHERE);
    expect(shown(referencesAt(dashboard, DECLARATION, false))).toEqual(EVERYWHERE.slice(1));
    expect(shown(highlights(dashboard, at("FROM t WHERE z = @z")).map(({ range }) => range))).toEqual(
      EVERYWHERE,
    );
  });

  it.each([
    ["a filter behind an escape", "\\u0024{zo"],
    ["a value in a filter", 'labels.zone=\\"${zone'],
    ["PromQL behind escapes", ",${zo"],
    ["SQL", "z = @z"],
    ["a visibility condition", 'Condition": { "templateVariable": "'],
    ["a filter control", 'filterControl": { "templateVariable": "zone'],
    ["its own declaration", 'labelKey": "zone", "templateVariable": "zone'],
  ])("leads from %s to its declaration", (_, words) => {
    const [link] = definitionAt(dashboard, "file:///x", at(words));
    expect(shown([link!.targetSelectionRange])).toEqual(["3: zone"]);
    expect(shown([link!.originSelectionRange!])[0]).toMatch(/: zone$/);
    expect(shown([link!.targetRange])[0]).toContain('"labelKey": "zone"');
  });

  it("gets another name everywhere", () => {
    const edits = renameAt(dashboard, at("FROM t WHERE z = @z"), "area");
    if (typeof edits === "string") throw new Error(edits);
    const { lines } = dashboard.document;
    let text = TEXT;
    for (const { range, newText } of [...edits].reverse()) {
      text = text.slice(0, lines.offsetAt(range.start)) + newText + text.slice(lines.offsetAt(range.end));
    }
    const renamed = new Dashboard(text);
    expect(renamed.document.problems).toEqual([]);
    expect(declaredVariables(renamed)).toEqual(["area", "zone2"]);
    expect(undeclaredVariables(renamed)).toEqual(["gone"]);
    expect(referencesAt(renamed, DECLARATION, true)).toHaveLength(EVERYWHERE.length);
  });

  it.each([
    ["zone2", /already/],
    ["a b", /letters/],
    ["2a", /start with a letter/],
    ["", /start with a letter/],
    ["__x", /service/],
    ["a-b", /SQL/],
  ])("does not become %s", (name, reason) => {
    expect(renameAt(dashboard, DECLARATION, name)).toMatch(reason);
  });

  it("may be renamed without being declared", () => {
    expect(prepareRename(dashboard, at("${gon"))?.placeholder).toBe("gone");
    expect(renameAt(dashboard, at("${gon"), "found")).toHaveLength(1);
    expect(definitionAt(dashboard, "", at("${gon"))).toEqual([]);
  });
});

describe("the id of a widget", () => {
  it("is found where it is written twice", () => {
    expect(shown(referencesAt(dashboard, at('"id": "c'), true))).toEqual(["7: cpu", "17: cpu"]);
    expect(renameAt(dashboard, at('"id": "c'), "logs")).toMatch(/Another widget/);
    expect(renameAt(dashboard, at('"id": "c'), "a b")).toMatch(/letters/);
    expect(renameAt(dashboard, at('"id": "c'), "b-2")).toHaveLength(2);
  });
});

it.each(['"displayName": "Sh', '"id": "" ', "__inter", '"legendTemplate": "${zo', "'@zo"])(
  "there is nothing to rename at %s",
  (words) => {
    expect(prepareRename(dashboard, at(words))).toBeUndefined();
    expect(definitionAt(dashboard, "", at(words))).toEqual([]);
  },
);
