import { expect, test } from "vitest";
import { readDocument } from "../document/reader";
import { fillHolesFrom } from "./fill";

const MARKS = { template: true, braces: true };

test.each<[string, string, unknown, unknown]>([
  ["a hole takes what is there", '{"a": "x ${b} y"}', { a: "x 1 y" }, { a: "x 1 y" }],
  ["not when what is around it differs", '{"a": "x ${b} y"}', { a: "z 1 y" }, { a: "x ${b} y" }],
  ["several holes", '{"a": "${b}-${c}"}', { a: "1-2" }, { a: "1-2" }],
  ["overlapping ends", '{"a": "aa${b}aa"}', { a: "aaa" }, { a: "aa${b}aa" }],
  ["an escape", '{"a": "$${b}"}', { a: "other" }, { a: "${b}" }],
  ["a hole without quotes", '{"a": ${n}}', { a: 12 }, { a: 12 }],
  ["lists by their order", '{"a": ["${x}", "b"]}', { a: ["1", "2"] }, { a: ["1", "b"] }],
  ["either spelling", '{"display_name": "${x}"}', { displayName: "1" }, { display_name: "1" }],
  ["JSON's own escapes", '{"a": "\\"${b}\\""}', { a: '"1"' }, { a: '"1"' }],
  ["nothing there", '{"a": "${b}"}', {}, { a: "${b}" }],
])("%s", (_, text, other, expected) => {
  expect(fillHolesFrom(readDocument(text, MARKS), other)).toEqual(expected);
});
