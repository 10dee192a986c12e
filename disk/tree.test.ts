import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { walkTree } from "../core/discover/walk";
import { folderTree } from "./tree";

it("a folder that vanishes in the middle of a walk, or before it, is an empty one", async () => {
  const root = await mkdtemp(path.join(tmpdir(), "mosaic-tree-"));
  try {
    for (const folder of ["a", "b"]) {
      await mkdir(path.join(root, folder));
      await writeFile(path.join(root, folder, "x.json"), "{}");
    }
    await writeFile(path.join(root, ".gitignore"), "b/\n");
    await symlink(path.join(root, "a"), path.join(root, "link"));
    const tree = folderTree(root);
    const all = { wants: (file: string) => file.endsWith(".json"), limit: 100 };
    const found = (await walkTree(tree, all)).files;
    expect(found).toEqual([
      { path: "a/x.json", ignored: false },
      { path: "b/x.json", ignored: true },
    ]);
    const vanishing = {
      ...tree,
      list: async (folder: string) => {
        const entries = await tree.list(folder);
        if (folder === "") await rm(path.join(root, "a"), { recursive: true });
        return entries;
      },
    };
    expect((await walkTree(vanishing, all)).files.map(({ path: file }) => file)).toEqual(["b/x.json"]);
  } finally {
    await rm(root, { recursive: true });
  }
  expect((await walkTree(folderTree(root), { wants: () => true, limit: 100 })).files).toEqual([]);
});
