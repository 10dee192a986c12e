import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commonText, hasMarkers, mergeLines } from "./line-merge";

const sides = { ours: "This file", theirs: "stage" };
const merge = (base: string, ours: string, theirs: string) =>
  mergeLines(base.replaceAll(" ", "\n"), ours.replaceAll(" ", "\n"), theirs.replaceAll(" ", "\n"), sides);

describe("a merge by lines", () => {
  it.each([
    ["a b c d ", "a B c d ", "a b c D ", "a B c D "],
    ["a b c ", "a b c ", "a c ", "a c "],
    ["a b ", "a x b ", "a x b ", "a x b "],
    ["", "a", "a", "a"],
  ])("%j, %j and %j", (base, ours, theirs, merged) => {
    expect(merge(base, ours, theirs)).toEqual({ text: merged.replaceAll(" ", "\n"), conflicts: 0 });
  });

  it("keeps both sides of a conflict, as git writes it", () => {
    expect(merge("a b c ", "a B c ", "a X c ")).toEqual({
      text: "a\n<<<<<<< This file\nB\n=======\nX\n>>>>>>> stage\nc\n",
      conflicts: 1,
    });
    const crlf = mergeLines("a\r\nb", "a\r\nB", "a\r\nX", sides);
    expect(crlf.text).toBe("a\r\n<<<<<<< This file\r\nB\r\n=======\r\nX\r\n>>>>>>> stage\r\n");
    expect(hasMarkers(crlf.text)).toBe(true);
    expect(hasMarkers("a\n== b ==\n<<<<\n")).toBe(false);
  });

  const text = fc
    .array(fc.constantFrom("a\n", "b\n", "c\n", "{\n", "}\n"), { maxLength: 12 })
    .map((l) => l.join(""));

  it("gives one side back where the other changed nothing", () => {
    fc.assert(
      fc.property(text, text, (base, other) => {
        expect(mergeLines(base, base, other, sides)).toEqual({ text: other, conflicts: 0 });
        expect(mergeLines(base, other, base, sides)).toEqual({ text: other, conflicts: 0 });
        expect(mergeLines(base, other, other, sides)).toEqual({ text: other, conflicts: 0 });
      }),
    );
  });

  it("has a base whose every difference is a conflict or is on one side only", () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const base = commonText(a, b);
        expect(commonText(base, a)).toBe(base);
        expect(commonText(base, b)).toBe(base);
      }),
    );
  });

  it("ends on long texts that have nothing in common", () => {
    const long = (mark: string) => Array.from({ length: 20_000 }, (_, i) => `${mark}${i}\n`).join("");
    expect(mergeLines("", long("a"), long("b"), sides).conflicts).toBe(1);
    expect(mergeLines(long("c"), long("a"), long("b"), sides).conflicts).toBe(1);
  });
});
