import type { Dirent } from "node:fs";
import { open, readdir, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { MAX_SIZE } from "../core/discover/candidates";
import { MAX_ENTRIES, type Tree, type TreeEntry, walkTree } from "../core/discover/walk";
import type { FoundFile, Wants } from "./runtime";

/** Number of files to stat concurrently. */
const AT_ONCE = 8;

/** `Runtime.listFiles` on a disk. Works folder by folder, so that other requests are not blocked. */
export async function listFiles(folder: string, wants: Wants, limit: number): Promise<readonly FoundFile[]> {
  if (!folder.startsWith("file:")) return [];
  const root = fileURLToPath(folder);
  const { files } = await walkTree(treeOf(root), { wants: (file) => wants(file, false), limit: MAX_ENTRIES });
  const queue = files.filter(({ path: file, ignored }) => !ignored || wants(file, true)).slice(0, limit);
  const found: FoundFile[] = [];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const file = path.join(root, next.path);
      const about = await stat(file).catch(() => undefined);
      if (about) found.push({ uri: pathToFileURL(file).href, stamp: `${about.mtimeMs} ${about.size}` });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return found;
}

function treeOf(root: string): Tree {
  return {
    async list(folder): Promise<TreeEntry[]> {
      const directory = path.join(root, folder);
      const entries = await readdir(directory, { withFileTypes: true }).catch((): Dirent[] => []);
      return entries.map((entry) => ({
        name: entry.name,
        kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
      }));
    },
    read: (file) => readFile(path.join(root, file), "utf8").catch(() => undefined),
  };
}

/** `Runtime.listFolder` on a disk. */
export async function listFolder(folder: string): Promise<readonly string[]> {
  if (!folder.startsWith("file:")) return [];
  const entries = await readdir(fileURLToPath(folder), { withFileTypes: true }).catch((): Dirent[] => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** `Runtime.readTextIf` on a disk. */
export async function readTextIf(
  uri: string,
  test: (bytes: Uint8Array) => boolean,
): Promise<string | undefined> {
  const file = await open(fileURLToPath(uri)).catch(() => undefined);
  if (!file) return undefined;
  try {
    const about = await file.stat();
    if (!about.isFile() || about.size > MAX_SIZE) return undefined;
    const bytes = await file.readFile();
    return test(bytes) ? bytes.toString("utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    await file.close();
  }
}
