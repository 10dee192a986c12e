import { expect, it } from "vitest";
import { foldersAbove, foldersToSearch } from "./look-up";

it.each([
  ["/repo/team/a.json", ["/repo"], ["/repo/team/a.json", "/repo/team", "/repo"], true],
  ["/repo", ["/repo"], ["/repo"], true],
  ["/repo/team/a.json", ["/repo/team", "/repo"], ["/repo/team/a.json", "/repo/team", "/repo"], true],
  ["/repo/team/a.json", ["/repo/team"], ["/repo/team/a.json", "/repo/team"], true],
  ["/repository/a.json", ["/repo"], ["/repository/a.json", "/repository"], false],
  ["/tmp/a.json", [], ["/tmp/a.json", "/tmp"], false],
  ["/a.json", ["/"], ["/a.json", "/"], true],
  ["/a.json", [], ["/a.json", "/"], false],
])("%s in %j is looked for in %j", (place, workspace, folders, inside) => {
  expect(foldersToSearch(place, workspace)).toEqual({ folders, inside });
});

it("knows what lies above", () => {
  expect(foldersAbove(["/a/b/c", "/a/b"])).toEqual(["/a", "/"]);
  expect(foldersAbove(["/"])).toEqual([]);
});
