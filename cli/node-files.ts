import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { TextFiles } from "../core/sync/state";

/** Text files below `root`, written so that a crash leaves the old text or the new one. */
export function nodeFiles(root: string): TextFiles {
  const resolve = (relative: string): string => path.join(root, ...relative.split("/"));
  return {
    read: (relative) => readFile(resolve(relative), "utf8").catch(absent),
    async write(relative, text) {
      const file = resolve(relative);
      await mkdir(path.dirname(file), { recursive: true });
      await writeAtomically(file, text);
    },
    list: async (folder) => (await readdir(resolve(folder)).catch(absent)) ?? [],
  };
}

/** Replaces a file by way of a second one beside it. Links stay links, and the file keeps its mode. */
export async function writeAtomically(link: string, text: string): Promise<void> {
  const file = (await realpath(link).catch(absent)) ?? link;
  const mode = (await stat(file).catch(absent))?.mode;
  const beside = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString("hex")}`);
  try {
    await writeFile(beside, text, mode === undefined ? {} : { mode });
    await rename(beside, file);
  } catch (error) {
    await rm(beside, { force: true });
    throw error;
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
