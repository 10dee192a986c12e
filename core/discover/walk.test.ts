import { expect, it } from "vitest";
import { readIgnoreFile } from "./gitignore";
import { type Tree, type TreeEntry, type WalkOptions, walkTree } from "./walk";

/** A tree of the files that are named; a path that ends in `@` is a link. */
function tree(paths: Readonly<Record<string, string>>): Tree {
  const folders = new Map<string, Map<string, TreeEntry>>([["", new Map()]]);
  for (const path of Object.keys(paths)) {
    const segments = path.split("/");
    segments.forEach((name, i) => {
      const folder = segments.slice(0, i).join("/");
      const entries = folders.get(folder) ?? new Map<string, TreeEntry>();
      folders.set(folder, entries);
      const kind = i < segments.length - 1 ? "folder" : name.endsWith("@") ? "other" : "file";
      entries.set(name, { name, kind });
    });
  }
  return { list: (folder) => [...(folders.get(folder)?.values() ?? [])], read: (path) => paths[path] };
}

async function met(
  paths: Readonly<Record<string, string>>,
  more: Partial<WalkOptions> = {},
): Promise<string[]> {
  const wants = (path: string) => path.endsWith(".json");
  const { files, cut } = await walkTree(tree(paths), { wants, limit: 100, ...more });
  return [...files.map(({ path, ignored }) => (ignored ? `(${path})` : path)), ...(cut ? ["cut"] : [])];
}

it("finds files, sorted, but none in foreign folders and behind links", async () => {
  const paths = {
    "b.json": "",
    "a/x.json": "",
    "node_modules/y.json": "",
    "a/.git/z.json": "",
    "l@": "",
    "c.txt": "",
  };
  expect(await met(paths)).toEqual(["a/x.json", "b.json"]);
});

it("tells what git ignores, the nearest file last, and what is below an ignored folder", async () => {
  const paths = {
    ".gitignore": "*.gen.json\nout/\n",
    "a.gen.json": "",
    "sub/.gitignore": "!keep.gen.json\n",
    "sub/keep.gen.json": "",
    "sub/other.gen.json": "",
    "out/.gitignore": "!*\n",
    "out/x.json": "",
  };
  expect(await met(paths)).toEqual([
    "(a.gen.json)",
    "(out/x.json)",
    "sub/keep.gen.json",
    "(sub/other.gen.json)",
  ]);
});

it("goes by what git is told further up", async () => {
  const above = [{ file: readIgnoreFile("/boards/old/\n"), below: ["boards"] }];
  expect(await met({ "old/a.json": "", "new/old/b.json": "" }, { above })).toEqual([
    "new/old/b.json",
    "(old/a.json)",
  ]);
});

it("ends at its limit and says so", async () => {
  const paths = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`d${i}/x.json`, ""]));
  const found = await met(paths, { limit: 60 });
  expect(found.at(-1)).toBe("cut");
  expect(found.length).toBeLessThan(12);
});
