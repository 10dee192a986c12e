import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Io } from "./io";
import { runValidate } from "./validate";

const MENDABLE = `{\r\n  "DisplayName": "Orders",\r\n  "gridLayout": { "widgets": [{ "blank": {} },] }\r\n}\r\n`;
const MENDED = `{\r\n  "displayName": "Orders",\r\n  "gridLayout": { "widgets": [{ "blank": {} }] }\r\n}\r\n`;

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-fix-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function fix(args: string[], stdin = "") {
  let out = "";
  let err = "";
  const io: Io = {
    cwd,
    env: {},
    color: false,
    out: (text) => void (out += text),
    err: (text) => void (err += text),
    stdin: async () => stdin,
  };
  return { code: await runValidate([...args, "--fix"], io), out, err };
}

it("fixes a file in place and changes nothing else in it", async () => {
  const file = path.join(cwd, "a.dashboard.json");
  await writeFile(file, MENDABLE, { mode: 0o640 });
  const { code, err } = await fix([file]);
  expect(code).toBe(0);
  expect(err).toContain("fixed");
  expect(await readFile(file, "utf8")).toBe(MENDED);
  expect((await stat(file)).mode & 0o777).toBe(0o640);
});

it("does not write a file that needs nothing", async () => {
  const file = path.join(cwd, "a.dashboard.json");
  await writeFile(file, MENDED);
  const { mtimeMs } = await stat(file);
  expect((await fix(["."])).err).toBe("");
  expect((await stat(file)).mtimeMs).toBe(mtimeMs);
});

it("prints what it made of standard input", async () => {
  const { code, out, err } = await fix(["-"], MENDABLE);
  expect(out).toBe(MENDED);
  expect(err).toContain("0 errors");
  expect(code).toBe(0);
});

it("leaves what is not certain and says so", async () => {
  const { code, out, err } = await fix(["-"], MENDED.replace("blank", "bnk"));
  expect(out).toContain("bnk");
  expect(err).toContain("bnk");
  expect(code).toBe(1);
});
