import { describe, expect, it } from "vitest";
import { checkRe2 } from "./re2";

describe("what RE2 takes", () => {
  it.each([
    "",
    "web-.*",
    "a|b|",
    "(?i)abc",
    "(?i:abc)def",
    "(?P<name>a)(?<other>b)",
    "[]a]+[^]]",
    "[[:alpha:]_][a-z0-9]{0,63}",
    "\\d+\\.\\w*\\pL\\p{Greek}",
    "\\x41\\x{1F600}",
    "\\Qa(b\\E+",
    "a{,3}",
    "a{",
    "^$",
    "a*?b+?c??d{2,}?",
    "${zone.value}-[a-c]",
    "{{prefix}}.*",
  ])("%s", (source) => {
    expect(checkRe2(source)).toBeUndefined();
  });
});

describe("what RE2 refuses", () => {
  it.each([
    ["(?=a)", 0, 3],
    ["x(?!a)", 1, 4],
    ["(?<=a)b", 0, 4],
    ["(?<!a)b", 0, 4],
    ["(a)\\1", 3, 5],
    ["\\k<name>", 0, 2],
    ["(?>a)", 0, 3],
    ["(a", 0, 1],
    ["a)", 1, 2],
    ["[a", 0, 2],
    ["[z-a]", 0, 5],
    ["*a", 0, 1],
    ["(*a)", 1, 2],
    ["a|*", 2, 3],
    ["a++", 2, 3],
    ["a**", 2, 3],
    ["a{3,2}", 1, 6],
    ["a{1001}", 1, 7],
    ["\\Z", 0, 2],
    ["a\\", 1, 2],
    ["\\xg", 0, 2],
  ])("%s at %i…%i", (source, offset, end) => {
    expect(checkRe2(source)).toMatchObject({ offset, end });
  });
});
