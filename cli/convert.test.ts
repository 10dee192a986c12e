import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { main } from "./program";

const JSON_TEXT =
  '{\n  "displayName": "Orders", // ours\n  "gridLayout": { "widgets": [{ "blank": {} }] }\n}\n';
const YAML_TEXT = "displayName: Orders # ours\ngridLayout:\n  widgets:\n    - blank: {}\n";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-convert-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function convert(args: string[], stdin = "") {
  let out = "";
  let err = "";
  const code = await main(["convert", ...args], {
    cwd,
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => stdin,
  });
  return { code, out, err };
}

const read = (name: string) => readFile(path.join(cwd, name), "utf8");

it("writes YAML beside JSON, comments included, and overwrites nothing", async () => {
  await writeFile(path.join(cwd, "a.dashboard.json"), JSON_TEXT);
  expect(await convert(["a.dashboard.json"])).toMatchObject({
    code: 0,
    out: "a.dashboard.json: converted to a.dashboard.yaml\n",
  });
  expect(await read("a.dashboard.yaml")).toBe(YAML_TEXT);
  expect(await read("a.dashboard.json")).toBe(JSON_TEXT);
  expect(await convert(["a.dashboard.json"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("a.dashboard.yaml exists already"),
  });
});

it("loses comments only when told to", async () => {
  await writeFile(path.join(cwd, "a.dashboard.yml"), YAML_TEXT);
  expect(await convert(["a.dashboard.yml"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("its 1 comment; add --drop-comments"),
  });
  expect(await readdir(cwd)).toEqual(["a.dashboard.yml"]);
  expect(await convert(["a.dashboard.yml", "--drop-comments"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("(1 comment dropped)"),
  });
  expect(JSON.parse(await read("a.dashboard.json"))).toMatchObject({ displayName: "Orders" });
});

it("converts standard input to standard output, and folders one way", async () => {
  expect(await convert(["-"], JSON_TEXT)).toMatchObject({ code: 0, out: YAML_TEXT });
  await writeFile(path.join(cwd, "a.dashboard.json"), JSON_TEXT);
  await writeFile(path.join(cwd, "b.dashboard.yaml"), YAML_TEXT);
  expect(await convert(["."])).toMatchObject({ code: 2, err: expect.stringContaining("--to") });
  expect(await convert([".", "--to", "yaml"])).toMatchObject({ code: 0 });
  expect((await readdir(cwd)).sort()).toEqual(["a.dashboard.json", "a.dashboard.yaml", "b.dashboard.yaml"]);
});

it("says where a file cannot be read", async () => {
  await writeFile(path.join(cwd, "a.dashboard.json"), '{\n  "displayName": }\n');
  await writeFile(path.join(cwd, "b.dashboard.yaml"), "a: 1\n---\nb: 2\n");
  const { code, err } = await convert(["a.dashboard.json", "b.dashboard.yaml"]);
  expect(code).toBe(1);
  expect(err).toMatch(
    /a\.dashboard\.json: not converted: line 2, column \d+: The value of "displayName" is missing/,
  );
  expect(err).toMatch(/b\.dashboard\.yaml: not converted: it holds 2 dashboards/);
});
