import { describe, expect, it, test } from "vitest";
import { isCandidateName } from "./candidates";
import { mayBeDashboard, recognize } from "./recognize";

const board = '{"displayName": "A", "mosaicLayout": {"columns": 12, "tiles": []}}';
const deep = `{"x": ${"[".repeat(20_000)}${"]".repeat(20_000)}, "displayName": "A", "gridLayout": {}}`;

describe("what a text is", () => {
  test.each<[string, string, ReturnType<typeof recognize>]>([
    ["a dashboard", board, "dashboard"],
    ["snake_case", '{"display_name": "A", "row_layout": {}}', "dashboard"],
    ["layout first", '{"columnLayout": {"columns": []}, "displayName": "A"}', "dashboard"],
    ["a byte order mark", `\ufeff${board}`, "dashboard"],
    [
      "comments and a trailing comma",
      `# head\n{ // a\n"displayName": "A", /* b */ "gridLayout": {},}`,
      "dashboard",
    ],
    ["a value beside it 20 000 deep", deep, "dashboard"],
    ["not closed", board.slice(0, -2), "dashboard"],
    ["the members further down", `{"dashboard": ${board}}`, "other"],
    ["a list of them", `[${board}]`, "other"],
    ["a display name that is no string", '{"displayName": 1, "gridLayout": {}}', "other"],
    ["a layout that is no object", '{"displayName": "A", "gridLayout": []}', "other"],
    ["a layout's name as a value", '{"displayName": "A", "kind": "gridLayout"}', "other"],
    ["a layout's name as a key's value at the root", '{"displayName": "gridLayout", "x": {}}', "other"],
    ["no layout", '{"displayName": "A", "myLayout": {}}', "other"],
    ["nothing", "", "other"],
    [
      "another language around it",
      `const a = "displayName", b = {"gridLayout": 1}; ${"x y z ".repeat(20)}`,
      "other",
    ],
    [
      "directives that build it",
      `{ %{ for x in y ~} a %{ endfor } ${"%{ if a } b ".repeat(10)} "displayName": "A", "gridLayout": {} }`,
      "unreadable",
    ],
  ])("%s", (_, text, expected) => {
    expect(recognize(text)).toBe(expected);
  });
});

it("never rules out by bytes what the reader would take", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const layout of [
    "mosaicLayout",
    "gridLayout",
    "rowLayout",
    "columnLayout",
    "mosaic_layout",
    "row_layout",
  ]) {
    for (const name of ["displayName", "display_name"]) {
      const text = `{"é": "displayed ayout", "${name}": "A", "${layout}": {}}`;
      expect(recognize(text)).toBe("dashboard");
      expect(mayBeDashboard(bytes(text))).toBe(true);
    }
  }
  expect(mayBeDashboard(bytes('{"displayName": "A", "layout": {}}'))).toBe(false);
  expect(mayBeDashboard(bytes('{"title": "A", "gridLayout": {}}'))).toBe(false);
  expect(mayBeDashboard(bytes('ayout"'))).toBe(false);
  expect(mayBeDashboard(bytes(""))).toBe(false);
});

test.each([
  ["a/dashboard.json", true],
  ["a/board.json.tpl", true],
  ["a/board.json_tmpl", true],
  ["a/board.tftpl", true],
  ["a/board.yaml", false],
  ["a/json", false],
  ["a/package-lock.json", false],
])("%s may hold a dashboard: %s", (path, expected) => {
  expect(isCandidateName(path)).toBe(expected);
});
