import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

/** A checked-out repository: an ordinary clone, a worktree of one, or a submodule. */
export interface WorkTree {
  /** Absolute real path of the folder that holds `.git`. */
  readonly top: string;
  /** Absolute path of the folder with `HEAD` and `index`; elsewhere for a worktree or submodule. */
  readonly gitFolder: string;
  /** Absolute path of the folder with `config` and `objects`; the same one, except in a worktree. */
  readonly commonFolder: string;
}

/** Larger than any file of a few paths. */
const SMALL = 64 * 1024;
/** Repositories can borrow objects from each other; git follows up to five steps. */
const BORROWING_STEPS = 5;
/** The sticky bit: everyone may write to the folder, and only owners may delete their files. */
const STICKY = 0o1000;

/**
 * The work tree that a folder lies in, found without asking git. Only a valid `.git` counts, which no commit can contain.
 * Bare repositories are ignored, because they can be committed, and git would use their configuration.
 */
export function workTreeOf(folder: string): WorkTree | undefined {
  let real: string;
  try {
    real = realpathSync(folder);
  } catch {
    return undefined;
  }
  for (let top = real; ; top = path.dirname(top)) {
    const gitFolder = isPlanted(top) ? undefined : gitFolderIn(top);
    const commonFolder = gitFolder && commonFolderOf(gitFolder);
    if (gitFolder && commonFolder) return { top, gitFolder, commonFolder };
    if (path.dirname(top) === top) return undefined;
  }
}

/** The work tree with this folder as its top; undefined for folders inside of one. */
export function workTreeAt(folder: string): WorkTree | undefined {
  if (!existsSync(path.join(folder, ".git"))) return undefined;
  const tree = workTreeOf(folder);
  return tree && realpathSync(folder) === tree.top ? tree : undefined;
}

/**
 * Whether git would read objects from another machine, or hang. On Windows, even opening a share signs in to it. Also
 * true if the list of alternates is a pipe or too long.
 */
export function hasUnusableObjects({ commonFolder }: WorkTree): boolean {
  let folders = [path.join(commonFolder, "objects")];
  for (let step = 0; step < BORROWING_STEPS && folders.length > 0; step++) {
    const lists = folders.map((folder) => {
      const file = path.join(folder, "info/alternates");
      return { folder, text: existsSync(file) ? smallText(file) : "" };
    });
    if (lists.some(({ text }) => text === undefined)) return true;
    const lenders = lists.flatMap(({ folder, text = "" }) =>
      text
        .split("\n")
        .filter((line) => line !== "" && !line.startsWith("#"))
        .map((line) => (isShare(line) ? line : path.resolve(folder, line))),
    );
    if (lenders.some((lender) => isShare(lender) && !isShare(commonFolder))) return true;
    folders = lenders;
  }
  return false;
}

/** Whether another user has put `.git` into a folder that everyone may write to, such as /tmp. It is then ignored. */
function isPlanted(top: string): boolean {
  const user = process.getuid?.();
  const entry = lstatSync(path.join(top, ".git"), { throwIfNoEntry: false });
  if (user === undefined || !entry || entry.uid === user) return false;
  const folder = statSync(top);
  return (folder.mode & STICKY) !== 0 && entry.uid !== folder.uid;
}

function gitFolderIn(top: string): string | undefined {
  const entry = path.join(top, ".git");
  if (isFolder(entry)) return entry;
  const target = /^gitdir: ([^\r\n\0]+)\r?\n*$/.exec(smallText(entry) ?? "")?.[1];
  if (target === undefined || (isShare(target) && !isShare(top))) return undefined;
  return path.resolve(top, target);
}

/** @returns undefined if the folder is no git folder */
function commonFolderOf(gitFolder: string): string | undefined {
  if (smallText(path.join(gitFolder, "HEAD")) === undefined) return undefined;
  const shared = smallText(path.join(gitFolder, "commondir"))?.trim();
  if (shared !== undefined && isShare(shared) && !isShare(gitFolder)) return undefined;
  const common = path.resolve(gitFolder, shared ?? "");
  return isFolder(path.join(common, "objects")) && isFolder(path.join(common, "refs")) ? common : undefined;
}

function isShare(name: string): boolean {
  return /^[\\/]{2}/.test(name);
}

function isFolder(name: string): boolean {
  return statSync(name, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function smallText(name: string): string | undefined {
  try {
    const info = statSync(name);
    // Opening a pipe would block until there is a writer.
    return info.isFile() && info.size <= SMALL ? readFileSync(name, "utf8") : undefined;
  } catch {
    return undefined;
  }
}
