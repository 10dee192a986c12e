import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { listFiles } from "./list-files";
import { uriKey } from "./workspace-index";

let root: string;
let folder: string;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "mosaic list-"));
  folder = `${pathToFileURL(root).href}/`;
  const files = [
    "a.json",
    "b.txt",
    "deep/er/[c] ü.json",
    "node_modules/d.json",
    ".git/e.json",
    ".hidden/f.json",
  ];
  for (const file of files) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), file);
  }
  // A circle, and a way to a file by another name.
  await symlink(root, path.join(root, "deep", "circle"), "dir");
  await symlink(path.join(root, "a.json"), path.join(root, "link.json"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const json = (file: string) => file.endsWith(".json");
const found = async (...more: [wants?: (path: string) => boolean, limit?: number]) => {
  const [wants = json, limit = 100] = more;
  const files = await listFiles(folder, wants, limit);
  return files.map(({ uri }) => uriKey(uri).slice(uriKey(folder).length)).sort();
};

it("lists what is wanted, outside of foreign folders and behind no link", async () => {
  expect(await found()).toEqual([".hidden/f.json", "a.json", "deep/er/[c] ü.json"]);
  expect(await found((file) => file === "deep/er/[c] ü.json")).toEqual(["deep/er/[c] ü.json"]);
  expect(await found(json, 2)).toHaveLength(2);
});

it("gives a file that changes another stamp", async () => {
  const stamp = async () => (await listFiles(folder, (file) => file === "b.txt", 9))[0]!.stamp;
  const before = await stamp();
  expect(await stamp()).toBe(before);
  await writeFile(path.join(root, "b.txt"), "longer than before");
  expect(await stamp()).not.toBe(before);
});

it("finds nothing where there is nothing to read", async () => {
  expect(await listFiles(`${folder}nowhere/`, json, 9)).toEqual([]);
  expect(await listFiles("vscode-vfs://github/a/b/", json, 9)).toEqual([]);
});

it.each([
  ["file:///c%3A/x/a%20b.json", "file:///C:/x/a b.json"],
  ["file:///x/%5Bid%5D.json", "file:///x/[id].json"],
  ["file:///x/100%.json", "file:///x/100%.json"],
])("%s is the same file as %s", (one, other) => {
  expect(uriKey(one)).toBe(uriKey(other));
});
