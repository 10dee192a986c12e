import { describe, expect, it } from "vitest";
import type { DashboardEntry, EntryState } from "./entry";
import { groupsOf } from "./groups";

const entry = (state: EntryState, path?: string): DashboardEntry => ({
  key: `${path}`,
  title: `${path}`,
  state,
  id: undefined,
  remote: undefined,
  file: path === undefined ? undefined : { path, document: undefined as never },
});
const many = [
  ...["a", "b", "c", "d", "e", "f"].map((name) => entry("in-sync", `web/${name}.dashboard.json`)),
  entry("changed-here", "web/g.dashboard.json"),
  entry("clash", "top.dashboard.json"),
  entry("only-there"),
];
const shape = (grouping: "state" | "folder" | "none", entries = many) =>
  groupsOf(entries, grouping, "prod")?.map(
    ({ label, entries: own, isQuiet }) => `${label} ${own.length}${isQuiet ? " quiet" : ""}`,
  );

describe("rows of the Dashboards view", () => {
  it("are grouped by state, what is to be done first", () => {
    expect(shape("state")).toEqual([
      "Same id as another file 1",
      "Changed locally 1",
      "In sync 6 quiet",
      "Remote only 1 quiet",
    ]);
  });

  it("are grouped by folder", () => {
    expect(shape("folder")).toEqual(["Top folder 1", "web 7", "Remote only 1 quiet"]);
  });

  it("stand for themselves when there are few, when groups are off, and when there is one group only", () => {
    expect(shape("none")).toBeUndefined();
    expect(shape("state", many.slice(0, 8))).toBeUndefined();
    expect(shape("state", [...many.slice(0, 6), ...many.slice(0, 6)])).toBeUndefined();
  });
});
