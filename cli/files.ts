import { realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import type { Discover } from "../core/config/config";
import { matchesGlob } from "../core/config/glob";
import { DASHBOARD_GLOBS, isCandidateName, isDashboardName } from "../core/discover/candidates";
import { mayBeDashboard, recognize } from "../core/discover/recognize";
import { MAX_ENTRIES, walkTree } from "../core/discover/walk";
import {
  isTerraformName,
  localUses,
  mayHoldLocalDashboards,
  terraformDashboards,
} from "../core/terraform/dashboards";
import { TERRAFORM_RESOURCE } from "../core/terraform/resource";
import { readRegularFileSync } from "../disk/read";
import { configFor, relativePath } from "./config";
import type { Io } from "./io";
import { Templates } from "./templates";
import { diskTree, ignoreAbove, readBytes } from "./tree";

/** A text to check, by its name for the user. */
export interface Input {
  readonly name: string;
  /** Absolute path; undefined for standard input. */
  readonly path: string | undefined;
  readonly text: string;
}

/** A file that has not been read yet. */
export type FoundFile = Pick<Input, "name"> & { readonly path: string };

/** A path that could not be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

/** How to search for texts. */
export interface Search {
  /** Overrides the `discover` of the configuration. */
  readonly discover?: Discover;
  /** More files to include from folders in the arguments; absolute paths. */
  also?(folder: string): Promise<readonly string[]>;
  /** Whether to include Terraform files with dashboards. */
  readonly terraform?: boolean;
  /** Receives what was found by content, and what was skipped. */
  readonly tally?: Tally;
}

/** The result of a search by content. */
export class Tally {
  recognized = 0;
  /** Files that look like dashboards but are not valid JSON, by their name for the user. */
  readonly unreadable: string[] = [];
  /** JSON files that git ignores. */
  ignored = 0;
  /** JSON files that are larger than any dashboard. */
  large = 0;
}

/**
 * The texts of the arguments: files, folders, globs, `-` for standard input; without arguments, the working folder. A
 * named file is always read. A folder means its `*.dashboard.json`, the `dashboards` of the nearest configuration, and,
 * unless only globs are used, JSON files that contain a dashboard. Links are not followed.
 */
export async function* readInputs(
  args: readonly string[],
  io: Io,
  search?: Search,
): AsyncGenerator<Input | Unreadable> {
  for await (const found of findInputs(args, io, search)) yield isUnread(found) ? readInput(found) : found;
}

/** Whether this is a file that has not been read yet. */
export function isUnread(found: Input | FoundFile | Unreadable): found is FoundFile {
  return !("text" in found || "reason" in found);
}

/** Like `readInputs`, without reading the files. */
export async function* findInputs(
  args: readonly string[],
  io: Io,
  search: Search = { discover: "globs" },
): AsyncGenerator<Input | FoundFile | Unreadable> {
  const seen = new Set<string>();
  for (const argument of args.length > 0 ? args : ["."]) {
    if (argument === "-") {
      yield { name: "-", path: undefined, text: await io.stdin() };
      continue;
    }
    const found = await expand(argument, io, search);
    if ("reason" in found) {
      yield found;
      continue;
    }
    for (const file of found.files) {
      // A link and its target are one file.
      const real = realOf(file);
      if (seen.has(real)) continue;
      seen.add(real);
      yield { name: displayName(file, io.cwd), path: file };
    }
    if (found.cut) {
      const reason = `more than ${MAX_ENTRIES} files and folders; the rest was not searched. Specify a subfolder`;
      yield { name: argument, reason };
    }
  }
}

type Expanded = { readonly files: readonly string[]; readonly cut?: boolean } | Unreadable;

async function expand(argument: string, io: Io, search: Search): Promise<Expanded> {
  const { cwd } = io;
  const absolute = path.resolve(cwd, argument);
  const info = infoOf(absolute);
  if (!(info instanceof Error)) {
    return info.isDirectory() ? inFolder(argument, absolute, io, search) : { files: [absolute] };
  }
  // Except on Windows, a backslash escapes the next character.
  const pattern = path.sep === "\\" ? argument.replaceAll("\\", "/") : argument;
  if (info.code === "ENOENT" && isDynamicPattern(pattern)) {
    const files = await matching(pattern, cwd);
    return files.length > 0 ? { files } : { name: argument, reason: "no file matches this pattern" };
  }
  return { name: argument, reason: explain(info) };
}

function realOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function infoOf(file: string): Stats | NodeJS.ErrnoException {
  try {
    return statSync(file);
  } catch (error) {
    return error as NodeJS.ErrnoException;
  }
}

async function inFolder(name: string, folder: string, io: Io, search: Search): Promise<Expanded> {
  const { root, config } = await configFor(folder, io);
  const byContent = (search.discover ?? config.discover) === "content";
  // Globs are relative to the folder that contains `.mosaic`, which can be a parent.
  const below = root === folder ? "" : `${relativePath(root, folder)}/`;
  const isNamed = (file: string) =>
    isDashboardName(file) || config.dashboards.some((glob) => matchesGlob(below + file, glob));
  const isCode = (file: string) => search.terraform === true && isTerraformName(file);
  const { files, cut } = await walkTree(diskTree(folder), {
    above: byContent ? ignoreAbove(folder) : [],
    wants: (file) => (byContent && (isCandidateName(file) || isCode(file))) || isNamed(file),
    limit: MAX_ENTRIES,
  });
  const found = new Set(await search.also?.(folder));
  for (const { path: file, ignored } of files) {
    const absolute = path.join(folder, file);
    const holds = isCode(file) ? holdsTerraformDashboard : holdsDashboard;
    if (isNamed(file) || holds(absolute, ignored, io.cwd, search.tally)) found.add(absolute);
  }
  if (found.size > 0 || cut) return { files: [...found].sort(), cut };
  const patterns = [...DASHBOARD_GLOBS, ...config.dashboards].join(", ");
  const contents = byContent
    ? ` or contain a displayName and a layout${search.terraform ? ", or are Terraform code with a google_monitoring_dashboard" : ""}`
    : "";
  return {
    name,
    reason: `no dashboards in this folder; dashboard files match ${patterns}${contents}`,
  };
}

/** Whether a Terraform file that git does not ignore holds a dashboard. */
function holdsTerraformDashboard(file: string, ignored: boolean, cwd: string): boolean {
  if (ignored) return false;
  const bytes = readBytes(file);
  if (bytes === undefined || bytes === "large") return false;
  if (bytes.includes(TERRAFORM_RESOURCE)) return terraformDashboards(bytes.toString("utf8")).length > 0;
  if (!bytes.includes("ayout") || !mayHoldLocalDashboards(bytes.toString("utf8"))) return false;
  const text = bytes.toString("utf8");
  return terraformDashboards(text, new Templates(cwd).beside(file).flatMap(localUses)).length > 0;
}

/** Whether the content of a JSON file is a dashboard. */
function holdsDashboard(file: string, ignored: boolean, cwd: string, tally = new Tally()): boolean {
  if (/[\\/]\.mosaic[\\/]/.test(file)) return false;
  if (ignored) {
    tally.ignored++;
    return false;
  }
  const bytes = readBytes(file);
  if (bytes === "large") tally.large++;
  if (bytes === undefined || bytes === "large" || !mayBeDashboard(bytes)) return false;
  const recognized = recognize(bytes.toString("utf8"));
  if (recognized === "unreadable") tally.unreadable.push(displayName(file, cwd));
  if (recognized === "dashboard") tally.recognized++;
  return recognized === "dashboard";
}

/** The files of a glob in the arguments. Links are not followed, because they can form a cycle. */
async function matching(pattern: string, cwd: string): Promise<string[]> {
  const files = await glob([pattern], {
    cwd,
    absolute: true,
    dot: true,
    followSymbolicLinks: false,
    ignore: ["**/node_modules/**", "**/.git/**"],
  });
  return files.map((file) => path.normalize(file)).sort();
}

/** Keep a byte order mark, so that it is reported and not removed silently. */
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Reads one file. */
export function readInput({ name, path: file }: FoundFile): Input | Unreadable {
  try {
    return { name, path: file, text: decoder.decode(readRegularFileSync(file)) };
  } catch (error) {
    if (error instanceof TypeError) return { name, reason: "not UTF-8 text" };
    return { name, reason: explain(error as NodeJS.ErrnoException) };
  }
}

/** Relative to the working folder if that is shorter, always with forward slashes. */
function displayName(file: string, cwd: string): string {
  const relative = path.relative(cwd, file);
  return (relative.startsWith("..") ? file : relative).replaceAll(path.sep, "/");
}

function explain(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "ENOENT":
      return "no such file or folder";
    case "EACCES":
    case "EPERM":
      return "no permission to read it";
    default:
      return error.message;
  }
}
