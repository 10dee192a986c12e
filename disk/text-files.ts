import { readdir } from "node:fs/promises";
import path from "node:path";
import type { TextFiles } from "../core/sync/state";
import { refuseLeaving, refuseLinks, undefinedIfMissing } from "./links";
import { readRegularFile } from "./read";
import { writeFileSafely } from "./write";

/**
 * Text files below a folder of this machine.
 *
 * @param root absolute path of the folder
 * @returns files whose methods throw a `LinkProblem` where a link leads out of the folder, or lies on the way to what is written
 */
export function diskFiles(root: string): TextFiles {
  const resolve = (relative: string): string => path.join(root, ...relative.split("/"));
  return {
    async read(relative) {
      const file = resolve(relative);
      await refuseLeaving(root, file);
      return (await readRegularFile(file).catch(undefinedIfMissing))?.toString("utf8");
    },
    async write(relative, text) {
      await writeFileSafely(resolve(relative), text, { root });
    },
    async refuseWrite(relative) {
      await refuseLinks(root, resolve(relative));
    },
    async list(relative) {
      const folder = resolve(relative);
      await refuseLeaving(root, folder);
      const entries = (await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing)) ?? [];
      return entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
    },
  };
}
