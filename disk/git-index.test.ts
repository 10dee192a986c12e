import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { trackedPaths, UnknownIndex } from "./git-index";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mosaic-index-"));
});
afterEach(() => rm(folder, { recursive: true }));

const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" });
const tracked = (wanted: string) => trackedPaths(path.join(folder, ".git"), wanted);
async function files(...names: string[]): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), name);
  }
  git("add", "-A");
}
const NAMES = [
  "a",
  "b/.mosaic/config.json",
  "b/.mosaic/state/p/x.json",
  "b/.mosaic/state/p/xy.json",
  "b/statements",
];

it.each([
  ["sha1", "2"],
  ["sha1", "4"],
  ["sha256", "2"],
  ["sha256", "4"],
])("reads an index with ids of %s in version %s", async (format, version) => {
  git("init", "-q", `--object-format=${format}`);
  expect(await tracked("a")).toEqual([]);
  git("config", "index.version", version);
  // Enough for names to share beginnings and for lengths of every remainder.
  await files(
    ...NAMES,
    ...Array.from({ length: 300 }, (_, i) => `many/${"n".repeat(i % 40)}/${i}`),
    `l/${"é".repeat(100)}`,
  );
  expect(await tracked("b/.mosaic/state")).toEqual(NAMES.slice(2, 4));
  expect(await tracked("B/.Mosaic/STATE")).toEqual(NAMES.slice(2, 4));
  expect(await tracked("b/state")).toEqual([]);
  expect(await tracked("a/state")).toEqual(["a"]);
  expect(await tracked("many")).toHaveLength(300);
  // Flags that make an entry longer.
  await writeFile(path.join(folder, "later"), "later");
  git("add", "--intent-to-add", "later");
  git("update-index", "--skip-worktree", "a");
  expect(await tracked("b/.mosaic/state")).toEqual(NAMES.slice(2, 4));
  expect(await tracked("later")).toEqual(["later"]);
});

it("does not guess what it cannot read", async () => {
  git("init", "-q");
  await files(...NAMES);
  git("update-index", "--split-index");
  await expect(tracked("a")).rejects.toThrow(UnknownIndex);
  git("update-index", "--no-split-index");
  expect(await tracked("a")).toEqual(["a"]);
  await writeFile(path.join(folder, ".git/index"), "DIRC nonsense and more of it to be long enough");
  await expect(tracked("a")).rejects.toThrow(UnknownIndex);
});
