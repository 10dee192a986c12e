import { randomBytes } from "node:crypto";
import { type FileHandle, link, lstat, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { LinkProblem, refuseLinks, undefinedIfMissing } from "./links";

export interface WriteOptions {
  /** No link may lie between this folder and the file; by default the file's own folder. */
  readonly root?: string;
  /** Write only when there is no such file. */
  readonly isNew?: boolean;
}

/**
 * Writes a whole file by way of a second one beside it, so that a crash, a full disk or a kill leaves the old text or the new
 * one, and what was reported as written is on the disk. Makes folders as needed. A file that is there keeps its mode and, as
 * far as this user may say so, its owner.
 *
 * @returns false when `isNew` and the file is there
 * @throws LinkProblem when the way to the file leads through a link; any other error names the file
 */
export async function writeFileSafely(
  file: string,
  text: string,
  { root = path.dirname(file), isNew = false }: WriteOptions = {},
): Promise<boolean> {
  const folder = path.dirname(file);
  const beside = path.join(folder, `.mosaic-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await refuseLinks(root, file);
    await mkdir(folder, { recursive: true });
    const old = await stat(file).catch(undefinedIfMissing);
    if (old?.isDirectory()) throw Object.assign(new Error("a folder"), { code: "EISDIR" });
    if (old && isNew) return false;
    try {
      await writeSynced(beside, text, old);
      if (isNew) await linkNew(beside, file);
      else await rename(beside, file);
    } finally {
      await rm(beside, { force: true });
    }
    await syncFolder(folder);
    await removeLeftovers(folder);
    return true;
  } catch (error) {
    if (isNew && (error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw errorNaming(file, error);
  }
}

const TEMPORARY = /^\.mosaic-[0-9a-f]{16}\.tmp$/;
/** No write takes this long. */
const ABANDONED_MS = 10 * 60_000;
/** Folders that were searched by this process. */
const searched = new Set<string>();

/** Removes the second files of processes that were killed. Whether that works does not matter to the write. */
async function removeLeftovers(folder: string): Promise<void> {
  if (searched.has(folder)) return;
  searched.add(folder);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((one) => TEMPORARY.test(one))) {
    const file = path.join(folder, name);
    const found = await lstat(file).catch(() => undefined);
    if (found?.isFile() && Date.now() - found.mtimeMs > ABANDONED_MS)
      await rm(file, { force: true }).catch(() => undefined);
  }
}

async function writeSynced(
  file: string,
  text: string,
  like: { mode: number; uid: number; gid: number } | undefined,
): Promise<void> {
  const handle = await open(file, "wx", like ? like.mode & 0o7777 : 0o666);
  try {
    if (like) await keepOwner(handle, like);
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** As root in a container over somebody's checkout, the file stays theirs. */
async function keepOwner(
  handle: FileHandle,
  like: { mode: number; uid: number; gid: number },
): Promise<void> {
  const now = await handle.stat();
  // What the process may not do to the file does not keep it from being written.
  if (now.uid !== like.uid || now.gid !== like.gid)
    await handle.chown(like.uid, like.gid).catch(() => undefined);
  await handle.chmod(like.mode & 0o777).catch(() => undefined);
}

/** Gives the written file its name unless something else has it. */
async function linkNew(beside: string, file: string): Promise<void> {
  try {
    await link(beside, file);
  } catch (error) {
    // File systems without hard links: the name is taken first.
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await (await open(file, "wx")).close();
    await rename(beside, file);
  }
}
const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A name is on the disk when its folder is. Windows has no such thing. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "no permission",
  EPERM: "no permission",
  EISDIR: "there is a folder with this name",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  ENAMETOOLONG: "its name is too long",
};

function errorNaming(file: string, error: unknown): Error {
  if (error instanceof LinkProblem) return error;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return Object.assign(new Error(`${file} could not be written: ${REASONS[code] ?? message}`), {
    code,
    cause: error,
  });
}
