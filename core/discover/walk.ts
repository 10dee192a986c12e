import { type IgnoreFile, readIgnoreFile } from "./gitignore";

/** Folders without the user's own files. */
export const FOREIGN_FOLDERS: ReadonlySet<string> = new Set([
  "node_modules",
  ".git",
  ".terraform",
  ".hg",
  ".svn",
]);

/** What lies in a folder. A link, a pipe, a socket and a device are `other`. */
export interface TreeEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "other";
}

/** The files below one folder. Paths are relative to it, with `/`; the folder itself is the empty path. */
export interface Tree {
  /** What lies in a folder, in any order; nothing when it cannot be read. */
  list(folder: string): Promise<readonly TreeEntry[]> | readonly TreeEntry[];
  /** Text of a small file, or undefined when it cannot be read. */
  read(path: string): Promise<string | undefined> | string | undefined;
}

/** A `.gitignore` of a folder further up, with the path from there to the folder that is walked through. */
export interface IgnoreAbove {
  readonly file: IgnoreFile;
  readonly below: readonly string[];
}

/** A file that was met. */
export interface FoundFile {
  readonly path: string;
  /** Whether git ignores it. */
  readonly ignored: boolean;
}

export interface WalkOptions {
  /** `.gitignore` files of parent folders. */
  readonly above?: readonly IgnoreAbove[];
  /** Whether a file is of interest, by its path. */
  wants(path: string): boolean;
  /** After this many entries the walk ends. */
  readonly limit: number;
  readonly signal?: { readonly aborted: boolean };
}

/** Default limit of entries: more than the largest repositories have. */
export const MAX_ENTRIES = 500_000;

interface OpenFolder {
  readonly path: string;
  readonly segments: readonly string[];
  readonly ignored: boolean;
  /** The `.gitignore` files that count here, the nearest last, with the number of segments above the folder of each. */
  readonly rules: readonly {
    readonly file: IgnoreFile;
    readonly prefix: readonly string[];
    readonly depth: number;
  }[];
}

/**
 * Every wanted file below a folder, with whether git ignores it. Follows no links, so it stays in the folder and cannot
 * loop. Also searches ignored folders, because files there can be dashboards by name.
 *
 * @returns the files, sorted by path, and whether the walk ended at its limit
 */
export async function walkTree(
  tree: Tree,
  { above = [], wants, limit, signal }: WalkOptions,
): Promise<{
  readonly files: readonly FoundFile[];
  readonly cut: boolean;
}> {
  const files: FoundFile[] = [];
  const rules = above.map(({ file, below }) => ({ file, prefix: below, depth: 0 }));
  const open: OpenFolder[] = [{ path: "", segments: [], ignored: false, rules }];
  let left = limit;
  for (let folder = open.pop(); folder && !signal?.aborted; folder = open.pop()) {
    const entries = await tree.list(folder.path);
    left -= entries.length;
    if (left < 0) return { files: sorted(files), cut: true };
    const here = folder.ignored ? folder : await withOwnRules(folder, entries, tree);
    for (const { name, kind } of entries) {
      if (kind === "other" || (kind === "folder" && FOREIGN_FOLDERS.has(name))) continue;
      const path = here.path === "" ? name : `${here.path}/${name}`;
      if (kind === "file" && !wants(path)) continue;
      const segments = [...here.segments, name];
      const ignored = here.ignored || isIgnored(segments, kind === "folder", here.rules);
      if (kind === "file") files.push({ path, ignored });
      else open.push({ path, segments, ignored, rules: here.rules });
    }
  }
  return { files: sorted(files), cut: false };
}

async function withOwnRules(
  folder: OpenFolder,
  entries: readonly TreeEntry[],
  tree: Tree,
): Promise<OpenFolder> {
  if (!entries.some(({ name, kind }) => name === ".gitignore" && kind === "file")) return folder;
  const text = await tree.read(folder.path === "" ? ".gitignore" : `${folder.path}/.gitignore`);
  if (text === undefined) return folder;
  const own = { file: readIgnoreFile(text), prefix: [], depth: folder.segments.length };
  return { ...folder, rules: [...folder.rules, own] };
}

function isIgnored(segments: readonly string[], isFolder: boolean, rules: OpenFolder["rules"]): boolean {
  for (let i = rules.length - 1; i >= 0; i--) {
    const { file, prefix, depth } = rules[i]!;
    const said = file.ignores([...prefix, ...segments.slice(depth)], isFolder);
    if (said !== undefined) return said;
  }
  return false;
}

function sorted(files: FoundFile[]): FoundFile[] {
  return files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/**
 * Whether git ignores a file, without a walk.
 *
 * @param path relative to a folder; only the `.gitignore` files in it and below count
 * @param read gives the text of a file by its path, or undefined
 */
export async function isIgnoredByGit(
  path: string,
  read: (path: string) => Promise<string | undefined>,
): Promise<boolean> {
  const segments = path.split("/");
  const rules: OpenFolder["rules"][number][] = [];
  for (let depth = 0; depth < segments.length; depth++) {
    const folder = segments.slice(0, depth);
    const text = await read([...folder, ".gitignore"].join("/"));
    if (text !== undefined) rules.push({ file: readIgnoreFile(text), prefix: [], depth });
    const isFolder = depth < segments.length - 1;
    if (isIgnored(segments.slice(0, depth + 1), isFolder, rules)) return true;
  }
  return false;
}
