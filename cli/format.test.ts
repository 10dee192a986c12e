import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Io } from "./io";
import { main } from "./program";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "mosaic-format-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));
const write = (name: string, text: string) => writeFileSync(path.join(cwd, name), text);
const read = (name: string) => readFileSync(path.join(cwd, name), "utf8");

async function mosaic(args: readonly string[], stdin = "") {
  let [out, err] = ["", ""];
  const io: Io = {
    ...{ cwd, env: {}, color: false, stdin: async () => stdin },
    out: (text) => void (out += text),
    err: (text) => void (err += text),
  };
  return { code: await main(["format", ...args], io), out, err };
}

const UGLY = '{"displayName":"A", // keep\n"gridLayout":{"widgets":[{"blank":{}}]}}';

it("lays out files, once, and keeps comments", async () => {
  write("a.dashboard.json", UGLY);
  expect(await mosaic(["--check", "."])).toEqual({
    code: 1,
    out: "a.dashboard.json: not formatted\n1 file to format, 0 unchanged\n",
    err: "",
  });
  expect(read("a.dashboard.json")).toBe(UGLY);
  expect((await mosaic(["."])).out).toBe("a.dashboard.json: formatted\n1 file formatted, 0 unchanged\n");
  expect(read("a.dashboard.json")).toMatch(/^\{\n {2}"displayName": "A", \/\/ keep\n {2}"gridLayout": \{\n/);
  expect(await mosaic(["--check", "."])).toMatchObject({ code: 0, out: "0 files to format, 1 unchanged\n" });
});

it("keeps the indentation and the line ends of a file", async () => {
  write(
    "tabs.dashboard.json",
    '{\r\n\t"displayName": "A",\r\n\t"gridLayout":   {\r\n\t\t"widgets": []\r\n}}\r\n',
  );
  await mosaic(["tabs.dashboard.json"]);
  expect(read("tabs.dashboard.json")).toBe(
    '{\r\n\t"displayName": "A",\r\n\t"gridLayout": {\r\n\t\t"widgets": []\r\n\t}\r\n}\r\n',
  );
});

it.each([
  ["broken.dashboard.json", '{"displayName": }', 1, /not formatted: syntax error at 1:/],
  ["template.dashboard.json", '{"displayName": ${name}, "gridLayout": {}}', 1, /not formatted: syntax error/],
  ["a.dashboard.yaml", "displayName:   A\n", 2, /only JSON is formatted/],
])("leaves %s as it is", async (name, text, code, message) => {
  write(name, text);
  const result = await mosaic([name]);
  expect(result.code).toBe(code);
  expect(result.err).toMatch(message);
  expect(read(name)).toBe(text);
});

it("formats standard input, and gives back what it cannot format", async () => {
  expect((await mosaic(["-"], UGLY)).out).toMatch(/^\{\n {2}"displayName"/);
  expect(await mosaic(["-"], "{]")).toMatchObject({ code: 1, out: "{]" });
});
