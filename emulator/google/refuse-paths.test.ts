import { describe, expect, test } from "vitest";
import { matchingPaths, parseRefusal } from "./refuse-paths";

const value = { a: { list: [{ x: 1 }, { y: { x: 2 } }] }, x: 0 };

describe("refusals by path", () => {
  test.each([
    ["x", [["x"]]],
    ["a.list[0].x", [["a", "list", 0, "x"]]],
    [
      "a.list[*]",
      [
        ["a", "list", 0],
        ["a", "list", 1],
      ],
    ],
    ["*.list", [["a", "list"]]],
    ["a.*[1].*", [["a", "list", 1, "y"]]],
    ["**.x", [["x"], ["a", "list", 0, "x"], ["a", "list", 1, "y", "x"]]],
    [
      "a.**.**.x",
      [
        ["a", "list", 0, "x"],
        ["a", "list", 1, "y", "x"],
      ],
    ],
    ["nothing", []],
    ["a.list[7]", []],
  ])("%s", (path, expected) => {
    const found = matchingPaths(value, parseRefusal(`${path}=no`).pattern);
    expect(new Set(found.map((p) => p.join("/")))).toEqual(new Set(expected.map((p) => p.join("/"))));
    expect(found).toHaveLength(expected.length);
  });

  test("the text may hold equals signs", () => {
    expect(parseRefusal("a=b=c").text).toBe("b=c");
  });

  test.each(["a", "a=", "=no", "a[b]=no", "a-b=no", "a b=no"])("%s is not understood", (argument) => {
    expect(() => parseRefusal(argument)).toThrow(/^bad /);
  });
});
