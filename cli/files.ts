import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { glob, isDynamicPattern } from "tinyglobby";
import { configFor } from "./config";
import type { Io } from "./io";

/** A text to look at, by the name the user knows it by. */
export interface Input {
  readonly name: string;
  /** Absolute path; undefined for standard input. */
  readonly path: string | undefined;
  readonly text: string;
}

/** A path that could not be read, and why. */
export interface Unreadable {
  readonly name: string;
  readonly reason: string;
}

/** What is a dashboard when only a folder is named, beside what the configuration names. */
const DASHBOARD_GLOB = "**/*.dashboard.json";

/**
 * The texts that the arguments name: files, folders, globs, `-` for standard input, none for the working folder. A file
 * that is named is read whatever it is called; in folders only `*.dashboard.json` and the `dashboards` of the nearest
 * configuration count.
 */
export async function* readInputs(args: readonly string[], io: Io): AsyncGenerator<Input | Unreadable> {
  const seen = new Set<string>();
  for (const argument of args.length > 0 ? args : ["."]) {
    if (argument === "-") {
      yield { name: "-", path: undefined, text: await io.stdin() };
      continue;
    }
    const found = await expand(argument, io.cwd);
    if ("reason" in found) {
      yield found;
      continue;
    }
    for (const file of found.files) {
      if (seen.has(file)) continue;
      seen.add(file);
      yield await read(file, io.cwd);
    }
  }
}

async function expand(argument: string, cwd: string): Promise<{ files: string[] } | Unreadable> {
  const absolute = path.resolve(cwd, argument);
  const info = await stat(absolute).catch((error: NodeJS.ErrnoException) => error);
  if (!(info instanceof Error)) {
    if (!info.isDirectory()) return { files: [absolute] };
    const { root, config } = await configFor(absolute, cwd);
    const named = config.dashboards.length > 0 ? await search([...config.dashboards], root) : [];
    const below = named.filter((file) => file.startsWith(absolute + path.sep));
    const files = [...new Set([...(await search([DASHBOARD_GLOB], absolute)), ...below])].sort();
    const patterns = [DASHBOARD_GLOB, ...config.dashboards].join(", ");
    const reason = `no dashboards in this folder; dashboards are files that match ${patterns}`;
    return files.length > 0 ? { files } : { name: argument, reason };
  }
  // Elsewhere than on Windows a backslash takes the meaning from the character after it.
  const pattern = path.sep === "\\" ? argument.replaceAll("\\", "/") : argument;
  if (info.code === "ENOENT" && isDynamicPattern(pattern)) {
    const files = await search([pattern], cwd);
    return files.length > 0 ? { files } : { name: argument, reason: "no file matches this pattern" };
  }
  return { name: argument, reason: explain(info) };
}

async function search(patterns: string[], cwd: string): Promise<string[]> {
  const files = await glob(patterns, {
    cwd,
    absolute: true,
    dot: true,
    ignore: ["**/node_modules/**", "**/.git/**"],
  });
  return files.map((file) => path.normalize(file)).sort();
}

async function read(file: string, cwd: string): Promise<Input | Unreadable> {
  const name = displayName(file, cwd);
  try {
    const bytes = await readFile(file);
    // A byte order mark is kept, because the service refuses it.
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { name, path: file, text: decoder.decode(bytes) };
  } catch (error) {
    if (error instanceof TypeError) return { name, reason: "not UTF-8 text" };
    return { name, reason: explain(error as NodeJS.ErrnoException) };
  }
}

/** Relative to the working folder where that is shorter to read, always with forward slashes. */
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
