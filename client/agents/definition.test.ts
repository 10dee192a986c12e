import { expect, it } from "vitest";
import { type AgentSettings, offersServers, serverFor } from "./definition";

const ON: AgentSettings = { enabled: true, command: "mosaic", access: "files" };

it("offers a server only when it is turned on, in a trusted workspace with a folder", () => {
  expect(serverFor(ON, ["/a", "/b"], true)).toEqual({ command: "mosaic", args: ["mcp", "--", "/a", "/b"] });
  expect(serverFor({ ...ON, enabled: false }, ["/a"], true)).toBeUndefined();
  expect(serverFor(ON, ["/a"], false)).toBeUndefined();
  expect(serverFor(ON, [], true)).toBeUndefined();
});

it("allows no more than the setting says", () => {
  const args = (access: string) =>
    serverFor({ ...ON, access: access as AgentSettings["access"] }, ["/a"], true)!.args;
  expect(args("compare")).toContain("--allow-remote");
  expect(args("push")).toContain("--allow-push");
  expect(args("anything")).toEqual(["mcp", "--", "/a"]);
});

it.each([
  ["1.100.3", false],
  ["1.101.0", true],
  ["1.110.0-insider", true],
  ["2.0.0", true],
  ["", false],
])("VS Code %s: %s", (version, offers) => {
  expect(offersServers(version)).toBe(offers);
});
