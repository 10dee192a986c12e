import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** A path that leaves the root through a symbolic link. */
export class LinkProblem extends Error {}

/**
 * Throws if a file would be written through a link below a folder. The folder itself may be reached through links; for a
 * file outside of it, only the file itself is checked.
 *
 * @param root absolute path of the folder
 * @param file absolute path of the file to write, which need not be there yet
 * @throws LinkProblem when the file or a folder on the way to it is a link
 */
export async function refuseLinks(root: string, file: string): Promise<void> {
  const relative = path.relative(root, file);
  const parts = isBelow(relative) ? relative.split(path.sep) : [path.basename(file)];
  let at = isBelow(relative) ? root : path.dirname(file);
  for (const part of parts) {
    at = path.join(at, part);
    const info = await lstat(at).catch(undefinedIfMissing);
    if (!info) return;
    if (info.isSymbolicLink()) {
      const which = at === file ? "it is a link" : `${at} is a link`;
      throw new LinkProblem(`${file} is not written, because ${which}; name the file that it leads to`);
    }
  }
}

/**
 * Throws if a path only seems to be below a folder. Compares real paths, so the folder may be reached through links. A
 * path outside of the folder was typed by the user and is rejected only if it is itself a link.
 *
 * @throws LinkProblem when the file or folder is a link, or lies behind one, that leads out of the folder
 */
export async function refuseLeaving(root: string, file: string): Promise<void> {
  const [realRoot, realFile] = await Promise.all([
    realpath(root).catch(undefinedIfMissing),
    realpath(file).catch(undefinedIfMissing),
  ]);
  if (realRoot === undefined || realFile === undefined) return;
  if (isBelow(path.relative(realRoot, realFile)) || realFile === realRoot) return;
  if (!isBelow(path.relative(root, file))) {
    if (!(await lstat(file)).isSymbolicLink()) return;
    throw new LinkProblem(`${file} is a link, to ${realFile}`);
  }
  throw new LinkProblem(`${file} leads through a link out of ${root}, to ${realFile}`);
}

/** Whether a relative path stays below its base. */
function isBelow(relative: string): boolean {
  return relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
}

/** For paths that may not exist. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
