import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Tree, TreeEntry } from "../core/discover/walk";

/** The tree below a folder, read asynchronously. Folders that cannot be read, such as deleted ones, count as empty. */
export function folderTree(root: string): Tree {
  return {
    list: async (folder) => {
      const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(() => []);
      return entries.map(
        (entry): TreeEntry => ({
          name: entry.name,
          kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
        }),
      );
    },
    read: (file) => readFile(path.join(root, file), "utf8").catch(() => undefined),
  };
}
