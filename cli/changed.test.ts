import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { main } from "./program";
import { runValidate } from "./validate";

const BOARD = '{ "displayName": "A", "gridLayout": { "widgets": [{ "blank": {} }] } }';
let cwd: string;
const git = (...args: string[]) =>
  execFileSync("git", ["-C", cwd, "-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
    stdio: "pipe",
  });
const write = (name: string, text = BOARD) => {
  mkdirSync(path.dirname(path.join(cwd, name)), { recursive: true });
  writeFileSync(path.join(cwd, name), text);
};

beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "mosaic-since-"));
  git("init", "-q", "-b", "main");
  for (const name of ["a", "b", "c", "gone"]) write(`${name}.dashboard.json`);
  git("add", "-A");
  git("commit", "-qm", "one");
  git("checkout", "-qb", "topic");
  write("a.dashboard.json", BOARD.replace("A", "Å"));
  rmSync(path.join(cwd, "gone.dashboard.json"));
  git("add", "-A");
  git("commit", "-qm", "two");
  git("checkout", "-q", "main");
  write("c.dashboard.json", BOARD.replace("A", "C"));
  git("commit", "-qam", "on main");
  git("checkout", "-q", "topic");
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function files(...args: string[]): Promise<string[]> {
  let out = "";
  const io = { cwd, env: {}, color: false, err: () => {}, stdin: async () => "" };
  await runValidate(["--format", "json", ...args], { ...io, out: (text: string) => void (out += text) });
  return (JSON.parse(out) as { file: string }[]).map(({ file }) => file);
}

it("checks what the branch has changed, not what others did meanwhile", async () => {
  expect(await files("--since", "main")).toEqual(["a.dashboard.json"]);
});

it("counts new and edited files, and all files when the configuration changes", async () => {
  write("dir/new é.dashboard.json");
  write("b.dashboard.json", BOARD.replace("A", "B"));
  expect(await files("--since", "HEAD")).toEqual(["b.dashboard.json", "dir/new é.dashboard.json"]);
  expect(await files("--since", "HEAD", "b.dashboard.json")).toEqual(["b.dashboard.json"]);
  write(".mosaic/config.json", "{}");
  expect(await files("--since", "HEAD")).toHaveLength(4);
});

it.each(["nope", "--output=/tmp/x", "main:a.dashboard.json", ""])(
  "rejects the revision %j",
  async (revision) => {
    await expect(files(`--since=${revision}`)).rejects.toThrow(/there is no revision/);
  },
);

it("needs a repository", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-since-"));
  const io = { cwd: folder, env: {}, color: false, err: () => {}, out: () => {}, stdin: async () => "" };
  await expect(runValidate(["--since", "main"], io)).rejects.toThrow("this folder is in no git repository");
  rmSync(folder, { recursive: true });
});

it("mosaic diff --against compares with the commit where the branches parted", async () => {
  write(
    "a.dashboard.json",
    BOARD.replace('{ "blank": {} }', '{ "title": "<b>New</b>", "blank": {} }, { "blank": {} }'),
  );
  const diff = async (...args: string[]) => {
    let out = "";
    const io = { cwd, env: {}, color: false, err: () => {}, stdin: async () => "" };
    const code = await main(["diff", "--against", "main", ...args], {
      ...io,
      out: (text: string) => void (out += text),
    });
    return { code, out };
  };
  const { code, out } = await diff("--format", "json");
  expect(code).toBe(1);
  const reports = JSON.parse(out) as { file: string; status: string; summary: string }[];
  expect(reports.map(({ file, status }) => [file, status])).toEqual([
    ["a.dashboard.json", "different"],
    ["b.dashboard.json", "different"],
    ["dir/new é.dashboard.json", "new"],
    ["gone.dashboard.json", "removed"],
  ]);
  const table = (await diff("--format", "markdown")).out;
  expect(table).toMatch(/^\*\*4 dashboards\*\*: 2 changed, 1 added, 1 removed\n/);
  expect(table).toContain("\\<b\\>New".replace("\\<", "&lt;").replace("\\>", "&gt;"));
  expect(table).not.toContain("push");
  expect((await diff("dir")).out).toBe("dir/new é.dashboard.json: new dashboard with 1 widget\n");
  expect((await diff("c.dashboard.json")).out).toBe("no dashboards changed since main\n");
});

it("runs no filter that the repository names", async () => {
  const ran = path.join(cwd, "ran");
  for (const driver of ["clean", "process"]) git("config", `filter.x.${driver}`, `touch '${ran}'; cat`);
  git("config", "filter.x.required", "true");
  write(".git/info/attributes", "*.json filter=x\n");
  write("c.dashboard.json", BOARD.replace("A", "D"));
  expect(await files("--since", "HEAD", "c.dashboard.json")).toEqual(["c.dashboard.json"]);
  expect(existsSync(ran)).toBe(false);
  git("config", "filter.a=b.clean", "cat");
  await expect(files("--since", "HEAD")).rejects.toThrow('"filter.a=b" contains "="');
});
