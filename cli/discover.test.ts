import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readInputs, type Search, Tally } from "./files";
import type { Io } from "./io";
import { runValidate } from "./validate";

const BOARD = '{"displayName": "A", "gridLayout": {"widgets": []}}';

let cwd: string;
let out: string;

beforeEach(async () => {
  cwd = await mkdtemp(path.join(tmpdir(), "mosaic-discover-"));
  out = "";
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

const io = (): Io => ({
  cwd,
  env: {},
  color: false,
  err() {},
  stdin: async () => "",
  out: (text) => void (out += text),
});

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(cwd, name)), { recursive: true });
    await writeFile(path.join(cwd, name), text);
  }
}

async function found(args: string[], search: Search): Promise<string[]> {
  const names: string[] = [];
  for await (const input of readInputs(args, io(), search)) names.push(input.name);
  return names;
}

describe("dashboards by their content", () => {
  it("finds them in a folder and tells how many there were and what was left out", async () => {
    await write({
      ".git/HEAD": "",
      ".gitignore": "gen/\n",
      "monitoring/dashboard.json": BOARD,
      "named.dashboard.json": BOARD,
      "package.json": '{"displayName": "x"}',
      "gen/copy.json": BOARD,
      "gen/built.dashboard.json": BOARD,
      "broken.json": `{ %{ if x } ${"%{ for y in z } a ".repeat(10)} "displayName": "A", "gridLayout": {} }`,
      "huge.json": BOARD + " ".repeat(4_000_001),
      "node_modules/x/dashboard.json": BOARD,
      ".mosaic/deleted/a.json": BOARD,
    });
    const tally = new Tally();
    expect(await found([], { tally })).toEqual([
      "gen/built.dashboard.json",
      "monitoring/dashboard.json",
      "named.dashboard.json",
    ]);
    expect(tally).toEqual({ recognized: 1, unreadable: ["broken.json"], ignored: 1, large: 1 });
    expect(await runValidate([], io())).toBe(0);
    expect(out).toContain("3 dashboards checked, 1 detected by content: 0 errors");
    expect(out).toContain(
      "skipped: 1 JSON file ignored by git; 1 JSON file over 4 MB; not valid JSON: broken.json",
    );
  });

  it("goes by names and globs alone where that is wanted", async () => {
    await write({ "a.json": BOARD, "boards/b.json": BOARD, "c.dashboard.json": BOARD });
    expect(await found([], {})).toEqual(["a.json", "boards/b.json", "c.dashboard.json"]);
    expect(await found([], { discover: "globs" })).toEqual(["c.dashboard.json"]);
    await write({ ".mosaic/config.json": '{"discover": "globs", "dashboards": ["boards/*.json"]}' });
    expect(await found([], {})).toEqual(["boards/b.json", "c.dashboard.json"]);
    expect(await found(["boards"], {})).toEqual(["boards/b.json"]);
  });

  it("takes the exclusions of the repository above, but not for the folder that was named itself", async () => {
    await write({
      ".git/HEAD": "ref: refs/heads/main\n",
      ".git/objects/info/packs": "",
      ".git/refs/heads/main": "",
      ".git/info/exclude": "old.json\n",
      ".gitignore": "out/\n",
      "out/a.json": BOARD,
      "out/old.json": BOARD,
    });
    expect(await found(["out"], {})).toEqual(["out/a.json"]);
  });

  it.skipIf(process.platform === "win32")(
    "never leaves the folder, waits for a pipe or goes in circles",
    async () => {
      await write({
        "in/a.json": BOARD,
        "outside/b.json": BOARD,
        "in/.mosaic/config.json": '{"dashboards": ["link/**", "**/circle/*.json"]}',
      });
      await symlink(path.join(cwd, "outside"), path.join(cwd, "in/link"), "dir");
      await symlink(path.join(cwd, "in"), path.join(cwd, "in/circle"), "dir");
      await symlink(path.join(cwd, "outside/b.json"), path.join(cwd, "in/b.json"));
      execFileSync("mkfifo", [path.join(cwd, "in/pipe.json"), path.join(cwd, "in/pipe.dashboard.json")]);
      expect(await found(["in"], {})).toEqual(["in/a.json"]);
    },
  );
});
