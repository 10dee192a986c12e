import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { runValidate } from "./validate";

const tile = (key: string) => `{ "blank": {}, "${key}": 1 }`;
const board = (...tiles: string[]) =>
  `{\n  "displayName": "Old",\n  "gridLayout": {\n    "widgets": [\n      ${tiles.join(",\n      ")}\n    ]\n  }\n}\n`;

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-baseline-"));
  await mkdir(path.join(cwd, "dashboards"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const write = (text: string, name = "old") =>
  writeFile(path.join(cwd, `dashboards/${name}.dashboard.json`), text);

async function validate(args: readonly string[], folder = cwd) {
  let out = "";
  const io = { cwd: folder, env: {}, color: false, err: () => {}, stdin: async () => "" };
  const code = await runValidate([...args], { ...io, out: (text: string) => void (out += text) });
  return { code, out };
}

const known = ["--baseline", "known.json"];
const update = [...known, "--update-baseline"];

it("leaves out known findings, also after lines and tiles have moved", async () => {
  await write(board(tile("aaa"), tile("bbb")));
  expect(await validate(update)).toEqual({ code: 0, out: "known.json: 2 findings\n" });
  expect(await validate(known)).toEqual({
    code: 0,
    out: "1 dashboard checked: 0 errors\nin the baseline: 2 findings\n",
  });
  await write(board('{ "blank": {} }', tile("bbb"), '{ "blank": {} }', tile("aaa")));
  expect((await validate(known)).code).toBe(0);
  // The working folder does not matter.
  expect((await validate(["--baseline", "../known.json"], path.join(cwd, "dashboards"))).code).toBe(0);
});

it("reports a new finding, and one more of a known kind", async () => {
  await write(board(tile("aaa")));
  await validate(update);
  await write(board(tile("aaa"), tile("aaa"), tile("ccc")));
  const { code, out } = await validate(known);
  expect(code).toBe(1);
  expect(out).toContain('"ccc"');
  expect(out).toContain("2 errors\nin the baseline: 1 finding\n");
});

it("says what is fixed, and an update removes it but keeps other files", async () => {
  await write(board(tile("aaa"), tile("bbb")));
  await write(board(tile("zzz")), "other");
  await validate(update);
  await write(board(tile("aaa")));
  expect((await validate(known)).out).toContain("no longer found: 1 finding of the baseline");
  expect((await validate([...update, "dashboards/old.dashboard.json"])).out).toBe("known.json: 2 findings\n");
  const { files } = JSON.parse(readFileSync(path.join(cwd, "known.json"), "utf8"));
  expect(Object.keys(files)).toEqual(["dashboards/old.dashboard.json", "dashboards/other.dashboard.json"]);
  expect((await validate(known)).code).toBe(0);
});

it.each([
  [undefined, /does not exist; create it with --update-baseline/],
  ["{", /is not a baseline/],
  ['{"version":1,"files":{"a":[{"code":1}]}}', /is not a baseline/],
  ['{"version":2,"files":{}}', /newer version/],
])("rejects %j", async (text, message) => {
  await write(board(tile("aaa")));
  if (text !== undefined) await writeFile(path.join(cwd, "known.json"), text);
  await expect(validate(known)).rejects.toThrow(message);
  // A file that is no baseline is never replaced.
  if (text !== undefined) {
    await expect(validate(update)).rejects.toThrow(message);
    expect(readFileSync(path.join(cwd, "known.json"), "utf8")).toBe(text);
  }
});
