import { describe, expect, it, test } from "vitest";
import { readDocument } from "../../../core/document/reader";
import {
  compareSides,
  entryOf,
  highlights,
  joinSides,
  matchesFilter,
  type SidePair,
  sortEntries,
} from "./entry";

const file = (path: string, value: unknown) => ({ path, document: readDocument(JSON.stringify(value)) });
/** A state in which nothing is known of any file. */
const NOTHING = { idOf: () => undefined };
const remote = (id: string, displayName = id) => ({ name: `projects/123/dashboards/${id}`, displayName });
/** `id path remote` of every pair, with a dash for what is not there. */
const lines = (pairs: readonly SidePair[]) =>
  pairs.map(({ id, file, remote, clash }) =>
    [id ?? "-", file?.path ?? "-", remote?.name ?? "-", ...(clash ? [`like ${clash}`] : [])].join(" "),
  );

describe("files and the service's dashboards", () => {
  it("meet by the id in the file's name, whatever project it names", () => {
    const files = [file("a.dashboard.json", { name: "projects/other/dashboards/cpu" })];
    expect(lines(joinSides(files, [remote("cpu"), remote("ram")], NOTHING))).toEqual([
      "cpu a.dashboard.json projects/123/dashboards/cpu",
      "ram - projects/123/dashboards/ram",
    ]);
  });

  it("meet by what the last push or pull said, else by the file's name", () => {
    const files = [file("b.dashboard.json", {}), file("ops/ram.dashboard.json", {})];
    const known = { idOf: (path: string) => (path === "b.dashboard.json" ? "cpu" : undefined) };
    expect(lines(joinSides(files, [remote("cpu"), remote("ram")], known))).toEqual([
      "cpu b.dashboard.json projects/123/dashboards/cpu",
      "ram ops/ram.dashboard.json projects/123/dashboards/ram",
    ]);
  });

  it("say when two files are one dashboard", () => {
    const files = [file("b.json", { name: "projects/p/dashboards/x" }), file("x.json", {})];
    expect(lines(joinSides(files, [], NOTHING))).toEqual(["x b.json -", "x x.json - like b.json"]);
  });

  it("let no file that is only recognized take the dashboard of another", () => {
    const found = (path: string) => ({ ...file(path, {}), recognized: true });
    const files = [found("a/x.json"), found("b/x.json"), file("x.dashboard.json", {})];
    expect(lines(joinSides(files, [remote("x")], NOTHING))).toEqual([
      "x x.dashboard.json projects/123/dashboards/x",
      "x a/x.json projects/123/dashboards/x like x.dashboard.json",
      "x b/x.json projects/123/dashboards/x like x.dashboard.json",
    ]);
    // Two that are only recognized say nothing of each other.
    expect(lines(joinSides(files.slice(0, 2), [remote("x")], NOTHING))).toEqual([
      "x a/x.json projects/123/dashboards/x",
      "x b/x.json projects/123/dashboards/x",
    ]);
  });

  it("keep a file whose name is none", () => {
    expect(lines(joinSides([file("a.json", { name: 7 })], [], NOTHING))).toEqual(["- a.json -"]);
  });
});

test.each([
  ["L", "L", undefined, "in-sync"],
  ["L", "R", "R", "changed-here"],
  ["L", "R", "L", "changed-there"],
  ["L", "R", "B", "changed-both"],
  ["L", "R", undefined, "differs"],
  ["L", undefined, undefined, "only-here"],
  ["L", undefined, "B", "deleted-there"],
  [undefined, "R", "B", "only-there"],
])("file %s, service %s, received %s: %s", (local, there, base, state) => {
  expect(compareSides(local, there, base)).toBe(state);
});

describe("the list", () => {
  const entry = (title: string, more: Partial<SidePair> = {}) =>
    entryOf({ id: title, file: undefined, remote: remote(title), ...more }, "only-there", undefined);

  it("is sorted as people count", () => {
    const titles = ["cpu 10", "CPU 9", "api"].map((title) => entry(title));
    expect(sortEntries(titles).map((e) => e.title)).toEqual(["api", "CPU 9", "cpu 10"]);
  });

  it("prefers the title in the file", () => {
    expect(
      entryOf({ id: "x", file: undefined, remote: remote("x", "Old") }, "changed-here", "New").title,
    ).toBe("New");
    expect(entry("x").title).toBe("x");
  });

  test.each([
    ["cpu", true],
    ["CPU node", true],
    ["node cpu", true],
    ["only", true],
    ["platform", true],
    ["disk", false],
    ["cpu disk", false],
    ["  ", true],
  ])("filter %j: %s", (filter, shown) => {
    const there = { ...remote("cpu-1", "Node CPU"), labels: { team: "platform" } };
    const one = entryOf({ id: "cpu-1", file: undefined, remote: there }, "only-there", undefined);
    expect(matchesFilter(one, filter, "remote only")).toBe(shown);
  });

  it("shows where the filter was found", () => {
    expect(highlights("Node CPU", "cpu node od")).toEqual([
      [0, 4],
      [5, 8],
    ]);
    expect(highlights("İstanbul cpu", "cpu")).toEqual([]);
  });
});
