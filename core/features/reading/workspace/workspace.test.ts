import { describe, expect, it } from "vitest";
import { Dashboard } from "../../../dashboard";
import { mergeNames, resourceNames } from "./names";
import { matchRank, namedPlaces } from "./symbols";

describe("resource names", () => {
  it("are the strings that hold nothing else, the frequent ones first", () => {
    const text = `{ "name": "projects/a/dashboards/x", "p": ["projects/b", "projects/b", "projects/c/alertPolicies/1"],
      "t": "see projects/z", "half": "projects/", "q": "projects/c/alertPolicies/1", "deep": "projects/d/alertPolicies/1/x" }`;
    expect(resourceNames(text)).toEqual({
      projects: ["projects/b", "projects/c", "projects/a", "projects/d"],
      alertPolicies: ["projects/c/alertPolicies/1"],
    });
  });

  it("of several dashboards are put together without doubles", () => {
    const some = { projects: ["projects/a"], alertPolicies: [] };
    expect(mergeNames([some, { projects: ["projects/b", "projects/a"], alertPolicies: ["x"] }])).toEqual({
      projects: ["projects/a", "projects/b"],
      alertPolicies: ["x"],
    });
  });
});

describe("names of a dashboard", () => {
  it("say what they lie in", () => {
    const dashboard = new Dashboard(
      `{ "displayName": "Shop", "gridLayout": { "widgets": [{ "title": "CPU", "xyChart": { "dataSets": [
        { "timeSeriesQuery": { "prometheusQuery": "up" } }] } }] } }`,
    );
    expect(namedPlaces(dashboard).map(({ name, container }) => [name, container])).toEqual([
      ["Shop", ""],
      ["CPU", "Shop"],
      ["up", "Shop › CPU"],
    ]);
  });

  it.each([
    ["CPU load", "", 0],
    ["CPU load", "cpu load", 0],
    ["CPU load", "cpul", 1],
    ["CPU load", "load", 2],
    ["CPU load", "cd", 3],
    ["CPU load", "dc", undefined],
  ])("%s answers %j", (name, query, rank) => {
    expect(matchRank(name, query)).toBe(rank);
  });
});
