import { describe, expect, it } from "vitest";
import type { RuleSettings } from "../../config/config";
import { Dashboard } from "../../dashboard";
import { applyEdits } from "../../edit/edit";
import { rules } from "../../rules";
import { codeActions } from "./code-actions";
import { FIXES, fixesOf, unambiguousEdits } from "./fixes";
import { STRUCTURE_FIXES } from "./fixes/structure";
import { SYNTAX_FIXES } from "./fixes/syntax";

/** Fixes of the first finding with the code: title → the text after it. */
function fixes(text: string, code: string): Record<string, string> {
  const dashboard = new Dashboard(text);
  const finding = dashboard.findings.find((candidate) => candidate.code === code);
  if (!finding) throw new Error(`no ${code} among ${dashboard.findings.map((f) => f.code)}`);
  return Object.fromEntries(
    fixesOf(dashboard, finding).map((fix) => [fix.title, applyEdits(text, fix.edits)]),
  );
}

const widget = (content: string) => `{"displayName": "x", "gridLayout": {"widgets": [${content}]}}`;
const text = (members: string) => widget(`{"text": {${members}}}`);

describe("quick fixes", () => {
  it.each([
    ["trailing-comma", text(`"content": "x",`), "Remove the comma", text(`"content": "x"`)],
    [
      "comment",
      `{ // why\n  "displayName": "x", "gridLayout": {}\n}`,
      "Remove the comment",
      `{\n  "displayName": "x", "gridLayout": {}\n}`,
    ],
    [
      "comment",
      `{\n  /* why */\n  "displayName": "x", "gridLayout": {}\n}`,
      "Remove the comment",
      `{\n  "displayName": "x", "gridLayout": {}\n}`,
    ],
    [
      "comment",
      `{\n  # why\n  "displayName": "x", "gridLayout": {}\n}`,
      "Remove the comment",
      `{\n  "displayName": "x", "gridLayout": {}\n}`,
    ],
    [
      "syntax",
      text(`"content": "x" "format": "RAW"`),
      "Add the comma",
      text(`"content": "x", "format": "RAW"`),
    ],
    ["syntax", text(`content: "x"`), 'Write "content"', text(`"content": "x"`)],
    ["syntax", text(`'content': "x"`), 'Write "content"', text(`"content": "x"`)],
    ["syntax", text(`"content" "x"`), "Add the colon", text(`"content": "x"`)],
    ["syntax", text(`"content" = "x"`), "Replace with :", text(`"content" : "x"`)],
    [
      "syntax",
      text(`"content": "x"; "format": "RAW"`),
      "Replace with ,",
      text(`"content": "x", "format": "RAW"`),
    ],
    ["syntax", text(`"content": “x”`), 'Write "x"', text(`"content": "x"`)],
    [
      "syntax",
      text(`"content": "x,\n"format": "RAW"`),
      "Close the string",
      text(`"content": "x",\n"format": "RAW"`),
    ],
    ["syntax", text(`"content": 'x'`), 'Write "x"', text(`"content": "x"`)],
    [
      "duplicate-key",
      text(`"content": "a", "content": "b"`),
      'Remove the first "content"',
      text(`"content": "b"`),
    ],
    ["unknown-member", text(`"contnet": "x"`), 'Rename to "content"', text(`"content": "x"`)],
    ["unknown-member", text(`"content": "x", "zzz": 1`), 'Remove "zzz"', text(`"content": "x"`)],
    [
      "unknown-enum-value",
      text(`"format": "MARKDWN"`),
      'Replace with "MARKDOWN"',
      text(`"format": "MARKDOWN"`),
    ],
    [
      "invalid-duration",
      widget(
        `{"xyChart": {"timeshiftDuration": "5m", "dataSets": [{"timeSeriesQuery": {"prometheusQuery": "up"}}]}}`,
      ),
      'Replace with "300s"',
      widget(
        `{"xyChart": {"timeshiftDuration": "300s", "dataSets": [{"timeSeriesQuery": {"prometheusQuery": "up"}}]}}`,
      ),
    ],
    ["null-in-list", widget(`{"blank": {}}, null`), "Remove the entry", widget(`{"blank": {}}`)],
    ["wrong-type", text(`"content": 12`), 'Replace with "12"', text(`"content": "12"`)],
    ["missing-member", `{"gridLayout": {}}`, 'Add "displayName"', `{"displayName": "", "gridLayout": {}}`],
  ])("%s in %s", (code, before, title, after) => {
    const found = fixes(before, code);
    expect(Object.keys(found)).toContain(title);
    expect(found[title]?.replace(/\{"gridLayout": \{\}, "displayName": ""\}/, after)).toBe(after);
    expect(new Dashboard(found[title]!).findings.filter((finding) => finding.code === code)).toEqual([]);
  });

  it("offers to keep either of two members that exclude each other", () => {
    const before = widget(`{"text": {"content": "x"}, "blank": {}}`);
    expect(fixes(before, "one-of-conflict")).toEqual({
      'Keep "text" and remove the others': widget(`{"text": {"content": "x"}}`),
      'Keep "blank" and remove the others': widget(`{"blank": {}}`),
    });
  });
});

const mosaic = (tiles: string, columns = 12) =>
  `{"displayName": "x", "mosaicLayout": {"columns": ${columns}, "tiles": [${tiles}]}}`;
const tile = (place: string, content = `"blank": {}`) => `{${place}, "widget": {${content}}}`;

describe("a tile that overlaps another", () => {
  const first = tile(`"width": 6, "height": 4`);
  const filter = (text: string) => new Dashboard(text).findings.map(({ code }) => code);
  it.each([
    [
      "goes beside it",
      [first, tile(`"xPos": 3, "width": 6, "height": 4`)],
      [first, tile(`"xPos": 6, "width": 6, "height": 4`)],
    ],
    [
      "goes below it when it is wide",
      [first, tile(`"width": 12, "height": 4`)],
      [first, tile(`"yPos": 4, "width": 12, "height": 4`)],
    ],
    [
      "keeps to the spelling of the file",
      [
        tile(`"x_pos": 6, "width": 6, "height": 4`),
        tile(`"x_pos": "7", "y_pos": "2", "width": 4, "height": 2`),
      ],
      [
        tile(`"x_pos": 6, "width": 6, "height": 4`),
        tile(`"x_pos": "0", "y_pos": "2", "width": 4, "height": 2`),
      ],
    ],
    [
      "stays in its group where that has room",
      [
        tile(`"width": 12, "height": 8`, `"collapsibleGroup": {}`),
        first,
        tile(`"xPos": 2, "width": 6, "height": 4`),
      ],
      [
        tile(`"width": 12, "height": 8`, `"collapsibleGroup": {}`),
        first,
        tile(`"xPos": 6, "width": 6, "height": 4`),
      ],
    ],
    [
      "leaves a full group",
      [
        tile(`"width": 12, "height": 4`, `"collapsibleGroup": {}`),
        tile(`"width": 12, "height": 4`),
        tile(`"xPos": 2, "width": 6, "height": 4`),
      ],
      [
        tile(`"width": 12, "height": 4`, `"collapsibleGroup": {}`),
        tile(`"width": 12, "height": 4`),
        tile(`"xPos": 0, "yPos": 4, "width": 6, "height": 4`),
      ],
    ],
    [
      "takes its members along",
      [
        tile(`"width": 12, "height": 4`),
        tile(`"yPos": 2, "width": 12, "height": 4`, `"collapsibleGroup": {}`),
        tile(`"yPos": 4, "width": 6, "height": 2`),
      ],
      [
        tile(`"width": 12, "height": 4`),
        tile(`"yPos": 4, "width": 12, "height": 4`, `"collapsibleGroup": {}`),
        tile(`"yPos": 6, "width": 6, "height": 2`),
      ],
    ],
  ])("%s", (_, before, after) => {
    const fixed = Object.entries(fixes(mosaic(before.join(", ")), "tile-overlap"));
    expect(fixed.map(([title]) => title)).toEqual([expect.stringMatching(/^Move to the next free position/)]);
    expect(fixed[0]![1]).toBe(mosaic(after.join(", ")));
    expect(filter(fixed[0]![1])).toEqual([]);
  });
});

describe("an undeclared variable", () => {
  const query = (text: string) => widget(`{"xyChart": {"dataSets": [{"timeSeriesQuery": {${text}}}]}}`);
  const declared = (filter: string) =>
    expect.stringContaining(`"displayName": "x", "dashboardFilters": [{${filter}}]`);
  const label = `"filterType": "RESOURCE_LABEL", "labelKey": "zone", "templateVariable": "zone"`;
  const value = `"filterType": "VALUE_ONLY", "templateVariable": "zone"`;
  it.each([
    ["in PromQL", query(`"prometheusQuery": "up{\${zone}}"`), "undeclared-variable", label],
    ["by its value", query(`"prometheusQuery": "up{a=\\"\${zone.value}\\"}"`), "undeclared-variable", value],
    ["in SQL", query(`"opsAnalyticsQuery": {"sql": "SELECT @zone"}`), "undeclared-variable", value],
    [
      "in a filter control",
      widget(`{"filterControl": {"templateVariable": "zone"}}`),
      "undeclared-variable",
      value,
    ],
    [
      "in a filter",
      query(`"timeSeriesFilter": {"filter": "metric.type=\\"custom.googleapis.com/a\\" \${zone}"}`),
      "filter-unknown-variable",
      label,
    ],
  ])("is declared: %s", (_, before, code, filter) => {
    const found = fixes(before, code);
    const [title] = Object.keys(found).filter((one) => one.startsWith('Declare "zone"'));
    expect(found[title!]).toEqual(declared(filter));
    expect(new Dashboard(found[title!]!).findings.filter((finding) => finding.code === code)).toEqual([]);
  });
});

describe("a comma that is missing", () => {
  it.each([
    ["goes behind the value, not into the comment", `{"a": 1 // why\n "b": 2}`, `{"a": 1, // why\n "b": 2}`],
    ["is added once, whatever stands there", `[1 \u2028 2]`, `[1, \u2028 2]`],
    ["nor for a key that is not closed", `{"a\n {}, "b": 2}`, `{"a\n {}, "b": 2}`],
  ])("%s", (_, before, after) => {
    let now = before;
    for (let round = 0; round < 5; round++) now = applyEdits(now, unambiguousEdits(new Dashboard(now)));
    expect(now).toBe(after);
  });
});

describe("settings of the file", () => {
  const before = text(`"format": "raw",`);
  it("decide what is fixed", () => {
    const dashboard = new Dashboard(before);
    expect(applyEdits(before, unambiguousEdits(dashboard, { "trailing-comma": "off" }))).toBe(
      text(`"format": "RAW",`),
    );
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 500 } };
    const titles = (settings: RuleSettings) =>
      codeActions(dashboard, "file:///a", range, [], ["quickfix"], { settings }).map(({ title }) => title);
    expect(titles({})).toEqual(['Replace with "RAW"', "Remove the comma"]);
    expect(titles({ "unknown-enum-value": "off" })).toEqual(["Remove the comma"]);
  });
});

describe("the registry of fixes", () => {
  it("has each code once", () => {
    const ofRules = rules.filter(({ fixes }) => fixes).map(({ id }) => id);
    const codes = [...Object.keys(SYNTAX_FIXES), ...Object.keys(STRUCTURE_FIXES), ...ofRules];
    expect(codes.filter((code, i) => codes.indexOf(code) !== i)).toEqual([]);
    for (const code of ["tile-overlap", "mosaic-only", "reducer-without-aligner", "undeclared-variable"])
      expect(codes).not.toContain(code);
    expect([...FIXES.keys()]).toEqual(expect.arrayContaining(codes));
  });
});

describe("an opt-in rule", () => {
  it("takes part in Fix All once it is on", () => {
    const before = `{"displayName": "x", "mosaicLayout": {"columns": 48, "tiles": [{"xPos": 0, "width": 8, "height": 4, "widget": {"blank": {}}}]}}`;
    const edits = unambiguousEdits(new Dashboard(before), { "permanent-diff": "warning" });
    expect(applyEdits(before, edits)).toBe(before.replace('"xPos": 0, ', ""));
    expect(unambiguousEdits(new Dashboard(before))).toEqual([]);
  });
});

describe("fixing all", () => {
  it("applies what is certain at once and leaves the rest to the author", () => {
    const before = widget(`{"text": {"Content": 12, "format": "raw",}}, {"text": {"cntn": "x"}}`);
    let now = before;
    for (let round = 0; round < 5; round++) now = applyEdits(now, unambiguousEdits(new Dashboard(now)));
    expect(now).toBe(widget(`{"text": {"content": "12", "format": "RAW"}}, {"text": {"cntn": "x"}}`));
  });
});
