import { describe, expect, it } from "vitest";
import { fileNameOf, nameFromFile, newPathProblem, withExtension } from "./file-name";

it("makes file names of titles and titles of file names", () => {
  expect(fileNameOf("Cloud Run services")).toBe("cloud-run-services.dashboard.json");
  expect(fileNameOf("…")).toBe("dashboard.dashboard.json");
  expect(nameFromFile("a/order-events.dashboard.yaml")).toBe("Order events");
  expect(withExtension("orders")).toBe("orders.dashboard.json");
  expect(withExtension("orders.dashboard.yml")).toBe("orders.dashboard.yml");
});

describe("the path of a new dashboard", () => {
  it.each(["a.dashboard.json", "team/a b.dashboard.yaml", "Übersicht.dashboard.yml"])("can be %s", (path) => {
    expect(newPathProblem(path)).toBeUndefined();
  });

  it.each([
    ["/etc/a.dashboard.json", /leading slash/],
    ["C:\\a.dashboard.json", /leading slash/],
    ["../a.dashboard.json", /"\.\."/],
    ["a//b.dashboard.json", /empty parts/],
    ["a\\b.dashboard.json", /cannot contain/],
    ["a\u0000.dashboard.json", /control characters/],
    [".dashboard.json", /Enter a name/],
    ["nul.dashboard.json", /Windows/],
    [" a.dashboard.json", /space or a period/],
    ["a.json", /must end in/],
    [`${"a".repeat(300)}.dashboard.json`, /too long/],
  ])("cannot be %j", (path, problem) => {
    expect(newPathProblem(path)).toMatch(problem);
  });
});
