import { expect, it } from "vitest";
import { mayBeOwnFolder, outermost } from "./new-folders";

it.each([
  ["/w/team", true],
  ["/w/team/.mosaic", true],
  ["/w/Makefile", true],
  ["/w/team/board.json", false],
  ["/w/node_modules/pad", false],
  ["/w/.git/objects", false],
])("%s may be a folder of somebody's own: %s", (path, expected) => {
  expect(mayBeOwnFolder(path)).toBe(expected);
});

it("of nested folders the outer one is looked into", () => {
  expect(outermost(["/w/b/c/d", "/w/a", "/w/b", "/w/bc", "/w/a"])).toEqual(["/w/a", "/w/b", "/w/bc"]);
  // "/w/b-1" sorts between "/w/b" and "/w/b/c".
  expect(outermost(["/w/b/c", "/w/b-1", "/w/b"])).toEqual(["/w/b", "/w/b-1"]);
});
