import { expect, it } from "vitest";
import { detectFormatting } from "./style";

it.each([
  ['{\n  "a": [\n    1\n  ]\n}\n', "  ", "\n"],
  ['{\r\n\t"a": {\r\n\t\t"b": 1\r\n\t}\r\n}', "\t", "\r\n"],
  ['{\n    "a": [\n        1\n    ],\n    "b": {\n      "c": 1\n    }\n}', "    ", "\n"],
  ['{ // open\n  "a": [\n     1\n  ]\n}', "   ", "\n"],
  ['{"a":[1]}', "", ""],
  ["", "", ""],
  ["{\n}\r\n", "", "\n"],
])("detects the formatting of %j", (text, indent, eol) => {
  expect(detectFormatting(text)).toEqual({ indent, eol });
});

it("takes time in proportion to the length of a text", () => {
  // With quadratic time, the test would time out.
  const text = `["${" [".repeat(500_000)}"]\n${" ".repeat(500_000)}`;
  expect(detectFormatting(text).eol).toBe("\n");
});
