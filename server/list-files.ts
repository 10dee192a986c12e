import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { FOREIGN_FOLDERS, type FoundFile } from "./runtime";

/** Folders that are read at the same time. */
const AT_ONCE = 8;

/** `Runtime.listFiles` on a disk. Folder by folder, so that nothing else has to wait for it. */
export async function listFiles(
  folder: string,
  wants: (path: string) => boolean,
  limit: number,
): Promise<readonly FoundFile[]> {
  if (!folder.startsWith("file:")) return [];
  const root = fileURLToPath(folder);
  const found: FoundFile[] = [];
  const open = [root];
  while (open.length > 0 && found.length < limit) {
    await Promise.all(
      open.splice(0, AT_ONCE).map(async (directory) => {
        const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
        for (const entry of entries) {
          const file = path.join(directory, entry.name);
          if (entry.isDirectory()) {
            if (!FOREIGN_FOLDERS.has(entry.name)) open.push(file);
          } else if (entry.isFile() && wants(path.relative(root, file).replaceAll(path.sep, "/"))) {
            const about = await stat(file).catch(() => undefined);
            if (about) found.push({ uri: pathToFileURL(file).href, stamp: `${about.mtimeMs} ${about.size}` });
          }
        }
      }),
    );
  }
  return found.slice(0, limit);
}
