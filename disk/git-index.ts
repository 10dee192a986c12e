import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { undefinedIfMissing } from "./links";

/** More than git needs for a million files. In bytes. */
const LARGEST = 256 * 1024 * 1024;

/** The index cannot be read. */
export class UnknownIndex extends Error {}

/**
 * The paths that git tracks at, below or above a path, ignoring case: `a/b` finds `a/b/c`, `A/B`, and a link `a`. Reads
 * the index itself, so it works without git, and in a repository that git does not open.
 *
 * @param gitFolder absolute path of the folder with `HEAD` and `index`
 * @param wanted path from the top of the work tree, with `/`
 * @throws UnknownIndex
 */
export async function trackedPaths(gitFolder: string, wanted: string): Promise<string[]> {
  const file = path.join(gitFolder, "index");
  const info = await stat(file).catch(undefinedIfMissing);
  if (!info) return [];
  // Opening a pipe would block until there is a writer.
  if (!info.isFile()) throw new UnknownIndex(`${file} is not a regular file`);
  if (info.size > LARGEST) throw new UnknownIndex(`${file} is larger than ${LARGEST} bytes`);
  const bytes = await readFile(file);
  const low = wanted.toLowerCase();
  // Object ids have 20 bytes, or 32 if the repository uses SHA-256.
  const names = namesIn(bytes, 20) ?? namesIn(bytes, 32);
  if (!names) throw new UnknownIndex(`${file} has a format that is not known`);
  return names.filter((name) => {
    const one = name.toLowerCase().replace(/\/$/, "");
    return one === low || one.startsWith(`${low}/`) || low.startsWith(`${one}/`);
  });
}

/** @returns undefined when the bytes are no index with ids of that length */
function namesIn(bytes: Buffer, idLength: number): string[] | undefined {
  if (bytes.length < 12 + idLength || bytes.toString("latin1", 0, 4) !== "DIRC") return undefined;
  const version = bytes.readUInt32BE(4);
  if (version < 2 || version > 4) return undefined;
  const names: string[] = [];
  let at = 12;
  let name = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const start = at;
    at += 40 + idLength;
    if (at + 4 > bytes.length) return undefined;
    const flags = bytes.readUInt16BE(at);
    at += version >= 3 && flags & 0x4000 ? 4 : 2;
    let kept = 0;
    if (version === 4) {
      // How many bytes of the previous name to drop, seven bits per byte.
      let dropped = bytes[at]! & 0x7f;
      while (bytes[at++]! & 0x80) {
        if (at >= bytes.length) return undefined;
        dropped = ((dropped + 1) << 7) | (bytes[at]! & 0x7f);
      }
      kept = name.length - dropped;
      if (kept < 0) return undefined;
    }
    const end = bytes.indexOf(0, at);
    if (end < 0) return undefined;
    name = Buffer.concat([name.subarray(0, kept), bytes.subarray(at, end)]);
    names.push(name.toString("utf8"));
    // Up to version 3 an entry takes a multiple of eight bytes, with at least one zero at its end.
    at = version === 4 ? end + 1 : start + ((end - start + 8) & ~7);
  }
  return isEnd(bytes, at, idLength) ? names : undefined;
}

/** After the entries there are extensions and a checksum. One that puts entries into a second file is not followed. */
function isEnd(bytes: Buffer, entriesEnd: number, idLength: number): boolean {
  let at = entriesEnd;
  while (at < bytes.length - idLength) {
    if (at + 8 > bytes.length || bytes.toString("latin1", at, at + 4) === "link") return false;
    at += 8 + bytes.readUInt32BE(at + 4);
  }
  return at === bytes.length - idLength;
}
