import { expect, it } from "vitest";
import type { Io } from "./io";
import { main } from "./program";

async function mosaic(...args: string[]) {
  let out = "";
  let err = "";
  const io: Io = {
    cwd: ".",
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => "",
  };
  return { code: await main(args, io), out, err };
}

it("lists every rule under its area", async () => {
  const { code, out } = await mosaic("rules");
  expect(code).toBe(0);
  expect(out).toMatch(/^Dashboards\n(?: {2}.*\n)* {2}tile-overlap +error +Two tiles/m);
});

it("explains one with what is found and what is fine", async () => {
  const { code, out } = await mosaic("rules", "tile-overlap");
  expect(code).toBe(0);
  expect(out).toMatch(/^# tile-overlap\n[\s\S]*## Found[\s\S]*## Fine/);
});

it("gives programs the same facts", async () => {
  const rules = JSON.parse((await mosaic("rules", "--format", "json")).out);
  expect(rules.length).toBeGreaterThan(50);
  expect(rules[0]).toMatchObject({
    id: expect.any(String),
    severity: expect.any(String),
    summary: expect.any(String),
  });
});

it.each([
  [["rules", "markdown-variable"], /rule "markdown-variable" was removed: Text widgets show the values/],
  [["rules", "tile-overlpa"], /unknown rule "tile-overlpa"; did you mean "tile-overlap"/],
  [["rules", "a", "b"], /only one rule/],
  [["rules", "--format", "xml"], /text or json/],
  [["rules", "--nope"], /Unknown option '--nope'[\s\S]*mosaic rules --help/],
  [["frobnicate"], /unknown command "frobnicate"/],
  [[], /mosaic COMMAND --help/],
])("%j ends with 2 and a clear line", async (args, message) => {
  const { code, out, err } = await mosaic(...args);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toMatch(message);
});

it.each(["validate", "push", "pull", "diff", "list", "rules", "usage"])(
  "%s --help tells what it does",
  async (name) => {
    const { code, out } = await mosaic(name, "--help");
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^mosaic ${name}`));
  },
);
