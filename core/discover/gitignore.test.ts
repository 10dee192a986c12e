import { expect, it, test } from "vitest";
import { readIgnoreFile } from "./gitignore";

test.each<[pattern: string, ignored: string[], kept: string[]]>([
  ["build", ["build/", "a/build", "build"], ["builds", "a/rebuild"]],
  ["build/", ["build/", "a/build/"], ["build"]],
  ["/build", ["build"], ["a/build"]],
  ["a/b", ["a/b"], ["x/a/b", "a/b2"]],
  ["*.json", ["x.json", "a/.json"], ["x.jsonc"]],
  ["a/*.json", ["a/x.json"], ["a/b/x.json", "x.json"]],
  ["**/x", ["x", "a/b/x"], ["xx"]],
  ["a/**", ["a/b", "a/b/c"], ["a/", "b/a"]],
  ["a/**/b", ["a/b", "a/x/b", "a/x/y/b"], ["a/xb", "b"]],
  ["?.json", ["x.json"], [".json", "xy.json"]],
  ["[a-c]x", ["ax", "cx"], ["dx", "x"]],
  ["[!a]x", ["bx"], ["ax"]],
  ["[]]x", ["]x"], ["[x"]],
  ["[x", [], ["x", "[x"]],
  ["\\#a", ["#a"], ["a"]],
  ["#a", [], ["#a", "a"]],
  ["\\!a", ["!a"], ["a"]],
  ["a ", ["a"], ["a "]],
  ["a\\ ", ["a "], ["a"]],
  ["*.json\n!keep.json", ["x.json"], ["keep.json"]],
  ["a\r\nb\r", ["a", "b"], ["c"]],
])("%j", (text, ignored, kept) => {
  const file = readIgnoreFile(text);
  const said = (path: string) =>
    file.ignores(path.replace(/\/$/, "").split("/"), path.endsWith("/")) ?? false;
  for (const path of ignored) expect([path, said(path)]).toEqual([path, true]);
  for (const path of kept) expect([path, said(path)]).toEqual([path, false]);
});

it("is not kept busy by a pattern of many stars", () => {
  const hostile = `${"*a".repeat(300)}b\n${"**/a/".repeat(150)}b\n`.repeat(20);
  const file = readIgnoreFile(hostile);
  expect(
    file.ignores(
      Array.from({ length: 60 }, () => "a".repeat(255)),
      false,
    ),
  ).toBeUndefined();
});

it("reads no more than a part of a file without end", () => {
  const file = readIgnoreFile(`${"x\n".repeat(10_000)}last`);
  expect(file.ignores(["x"], false)).toBe(true);
  expect(file.ignores(["last"], false)).toBeUndefined();
});
