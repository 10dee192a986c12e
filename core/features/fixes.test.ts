import { describe, expect, it } from "vitest";
import { Dashboard } from "../dashboard";
import { applyEdits } from "../edit/edit";
import { certainEdits, fixesOf } from "./fixes";

/** Repairs of the first finding with the code: title → the text after it. */
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
      "syntax",
      text(`"content": "x" "format": "RAW"`),
      "Add the comma",
      text(`"content": "x", "format": "RAW"`),
    ],
    ["syntax", text(`content: "x"`), 'Write "content"', text(`"content": "x"`)],
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

describe("fixing all", () => {
  it("applies what is certain at once and leaves the rest to the author", () => {
    const before = widget(`{"text": {"Content": 12, "format": "raw",}}, {"text": {"contnet": "x"}}`);
    let now = before;
    for (let round = 0; round < 5; round++) now = applyEdits(now, certainEdits(new Dashboard(now)));
    expect(now).toBe(widget(`{"text": {"content": "12", "format": "RAW"}}, {"text": {"contnet": "x"}}`));
  });
});
