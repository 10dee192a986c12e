import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { syntaxProblem } from "./json-syntax";

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("syntaxProblem", () => {
  test.each([
    ["", "Expected a value."],
    ["{", "Unexpected end of string. Expected an object key or }."],
    ['{"a"', "Unexpected end of string. Expected : between key:value pair."],
    ['{"a":}', "Unexpected token."],
    ['{"a": b}', "Expected a value."],
    ['{"a": 1,}', "Expected an object key or }."],
    ['{"a": 1 "b": 2}', "Expected , or } after key:value pair."],
    ["[1 2]", "Expected , or ] after array value."],
    ["[tru]", "Expected a value or ] within an array."],
    ['"abc', "Closing quote expected in string."],
    ['"\\x"', "Invalid escape sequence."],
    ['"\\u12g4"', "Illegal hex string."],
    ['"a\nb"', "Invalid control character in string."],
    ["01", "Unable to parse number."],
    ["-", "Unable to parse number."],
    ["{} x", "Parsing terminated before end of input."],
    ["[".repeat(101), "Message too deep. Max recursion depth reached."],
  ])("%j", (text, reason) => {
    expect(syntaxProblem(text)?.split("\n")[0]).toBe(reason);
  });

  test("shows the place with a caret", () => {
    expect(syntaxProblem('{"columns": 12, "tiles": x}')).toBe(
      'Expected a value.\numns": 12, "tiles": x}\n                    ^',
    );
  });

  test("agrees with JSON.parse on what JSON is", () => {
    const pieces = fc.constantFrom(
      ...'{}[]:,"\\ \n-+.019eEtu',
      "true",
      "false",
      "null",
      '"a"',
      "\\u00e9",
      "12",
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join("")),
      fc.json(),
    );
    fc.assert(
      fc.property(text, (sample) => {
        expect(syntaxProblem(sample) === undefined).toBe(isJson(sample));
      }),
      { numRuns: 3000 },
    );
  });
});
