import { describe, expect, it, test } from "vitest";
import { valueOf } from "../document/node";
import { singleYamlDocument } from "../yaml/dashboards";
import { yamlText } from "../yaml/text";
import { jsonToYaml, yamlToJson } from "./convert";

const JSON_TEXT = `// Owned by the shop team
{
  "displayName": "Orders: all", // shown in the list
  /* The grid is
   * two wide. */
  "gridLayout": { // grid
    "columns": "2",
    "widgets": [
      # first
      { "title": "On", "blank": {} }, // a blank one
      { "text": { "content": "# Hello\\n\\nWorld\\n", "format": "MARKDOWN" } }
      // more to come
    ]
  }
}
`;

it("keeps the comments of JSON where they belong", () => {
  const made = jsonToYaml(JSON_TEXT);
  expect(made).toMatchObject({ ok: true, lostComments: 0 });
  const { text } = made as { text: string };
  expect(text).toBe(`# Owned by the shop team
displayName: 'Orders: all' # shown in the list
# The grid is
# two wide.
gridLayout: # grid
  columns: '2'
  widgets:
    # first
    - # a blank one
      title: 'On'
      blank: {}
    - text:
        content: |
          # Hello

          World
        format: MARKDOWN
    # more to come
`);
  expect(valueOf(singleYamlDocument(text).root!)).toMatchObject({
    gridLayout: { columns: "2", widgets: [{ title: "On" }, {}] },
  });
});

it("says what JSON cannot hold", () => {
  const yaml =
    "# a\ndisplayName: &n 'x # no comment' # b\ngridLayout:\n  widgets:\n  - title: *n # c # still c\n    text:\n      content: |\n        # no comment\n";
  expect(yamlToJson(yaml)).toMatchObject({ ok: true, lostComments: 3, writtenOut: 1 });
  expect(JSON.parse((yamlToJson(yaml) as { text: string }).text)).toEqual({
    displayName: "x # no comment",
    gridLayout: { widgets: [{ title: "x # no comment", text: { content: "# no comment\n" } }] },
  });
});

test.each([
  ["several documents", yamlToJson("a: 1\n---\nb: 2\n"), /2 dashboards/],
  ["broken YAML", yamlToJson("a: [1\n"), /^line /],
  ["broken JSON", jsonToYaml('{"a": }'), /^line 1, column/],
  ["no object", jsonToYaml("[1]"), /not an object/],
])("refuses %s", (_, made, reason) => {
  expect(made).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
});

describe("strings", () => {
  test.each([
    "On",
    "y",
    "12:30",
    "014",
    "1_000",
    "~",
    "2026-09-01",
    "a: b",
    "a #b",
    "- x",
    "",
    " x",
    "x ",
    "x\ty",
    "\u0007",
    "😀",
    "a\nb",
    "a\nb\n",
    "\na",
    "a\n\n",
    "  a\nb",
    "'",
    '"',
    "{x}",
    "%a",
    "@b",
    "!c",
    "&d",
    "*e",
    "null",
    "=",
    "<<",
    "...",
  ])("%j comes back", (text) => {
    const value = { displayName: text, labels: { [text || "x"]: text } };
    const document = singleYamlDocument(yamlText(value));
    expect([document.problems, valueOf(document.root!)]).toEqual([[], value]);
  });
});
