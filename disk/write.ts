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
 * Writes a file (text as UTF-8) atomically through a temporary file next to it: after a crash, a full disk or a kill, the file has the
 * old or the new text. Syncs before it returns. Makes folders as needed. An existing file keeps its mode and, if
 * permitted, its owner.
 *
 * @returns false if `isNew` and the file exists
 * @throws LinkProblem if the path of the file contains a link; any other error names the file
 */
export async function writeFileSafely(
  file: string,
  text: string | Uint8Array,
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
/** Temporary files older than this belong to killed processes. */
const ABANDONED_MS = 10 * 60_000;
/** Folders that this process has already cleaned. */
const searched = new Set<string>();

/** Deletes temporary files of killed processes. Failures are ignored. */
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
  text: string | Uint8Array,
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

/** Keeps the owner if the process runs as root, for example in a container. */
async function keepOwner(
  handle: FileHandle,
  like: { mode: number; uid: number; gid: number },
): Promise<void> {
  const now = await handle.stat();
  // Missing permissions must not prevent the write.
  if (now.uid !== like.uid || now.gid !== like.gid)
    await handle.chown(like.uid, like.gid).catch(() => undefined);
  await handle.chmod(like.mode & 0o777).catch(() => undefined);
}

/** Renames the file unless the name is taken. */
async function linkNew(beside: string, file: string): Promise<void> {
  try {
    await link(beside, file);
  } catch (error) {
    // File systems without hard links: reserve the name first.
    if (!NO_HARD_LINKS.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    await (await open(file, "wx")).close();
    await rename(beside, file);
  }
}
const NO_HARD_LINKS: ReadonlySet<string> = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/** A rename is durable after its folder is synced. Windows does not support this. */
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
