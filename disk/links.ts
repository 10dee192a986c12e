import { lstat, realpath } from "node:fs/promises";
import path from "node:path";

/** A path that leads through a symbolic link to where a stranger's repository must not reach. */
export class LinkProblem extends Error {}

/**
 * Refuses to write through a link below a folder. The folder itself may be reached through links; what is not below it is
 * judged by its last part alone.
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
 * Refuses what only looks as if it were below a folder. Real paths are compared, so the folder may be reached through links.
 * A path that was not below the folder to begin with was typed by a person, and is refused only when it is itself a link.
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

/** Whether a relative path leads down. */
function isBelow(relative: string): boolean {
  return relative !== "" && !/^\.\.(?:[\\/]|$)/.test(relative) && !path.isAbsolute(relative);
}

/** For what need not be there. */
export function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw error;
}
