import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import path from "node:path";
import { MAX_SIZE } from "../core/discover/candidates";
import { readIgnoreFile } from "../core/discover/gitignore";
import type { IgnoreAbove, Tree } from "../core/discover/walk";
import { workTreeAt } from "../disk/work-tree";

/** A folder on the disk. Reads synchronously: for thousands of small files, that is faster than a promise each. */
export function diskTree(root: string): Tree {
  return {
    list: (folder) => entriesOf(path.join(root, folder)).map(({ name, kind }) => ({ name, kind })),
    read: (file) => readSmall(path.join(root, file)),
  };
}

function entriesOf(folder: string): { name: string; kind: "file" | "folder" | "other" }[] {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.map((entry) => ({
    name: entry.name,
    kind: entry.isFile() ? "file" : entry.isDirectory() ? "folder" : "other",
  }));
}

/** The `.gitignore` files from the top of the repository down to a folder, after the repository's own exclusions. */
export function ignoreAbove(folder: string): IgnoreAbove[] {
  const found: IgnoreAbove[] = [];
  const below: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    if (at !== folder) {
      const text = readSmall(path.join(at, ".gitignore"));
      if (text !== undefined) found.unshift({ file: readIgnoreFile(text), below: [...below] });
    }
    const tree = workTreeAt(at);
    if (tree) {
      const text = readSmall(path.join(tree.commonFolder, "info", "exclude"));
      if (text !== undefined) found.unshift({ file: readIgnoreFile(text), below: [...below] });
      return found;
    }
    // Outside of a repository nothing is ignored.
    if (path.dirname(at) === at) return [];
    below.unshift(path.basename(at));
  }
}

/** Do not follow a link that replaced the file, and do not wait for a pipe. Windows has neither flag. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

let buffer = Buffer.allocUnsafe(256 * 1024);

/**
 * The bytes of a file, valid until the next call.
 *
 * @returns `"large"` above `MAX_SIZE`; undefined when it is no regular file or cannot be read
 */
export function readBytes(file: string): Buffer | "large" | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, FLAGS);
    const info = fstatSync(descriptor);
    if (!info.isFile()) return undefined;
    if (info.size > MAX_SIZE) return "large";
    if (info.size > buffer.length) buffer = Buffer.allocUnsafe(info.size);
    let length = 0;
    while (length < info.size) {
      const read = readSync(descriptor, buffer, length, info.size - length, length);
      if (read === 0) break;
      length += read;
    }
    return buffer.subarray(0, length);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

/** The text of a regular file; undefined when there is none or it is large. */
export function readSmall(file: string): string | undefined {
  const bytes = readBytes(file);
  return bytes === undefined || bytes === "large" ? undefined : bytes.toString("utf8");
}
