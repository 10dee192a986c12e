import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import { type Config, EMPTY_CONFIG, readConfig } from "../core/config/config";
import { CONFIG_PATH } from "../core/config/config-path";
import { LineMap } from "../core/document/lines";
import { inertText } from "../core/inert-text";
import type { OptionTable } from "../core/option-table";
import { readRegularFile } from "../disk/read";
import { workTreeAt } from "../disk/work-tree";
import { CommandLineError, ConfigError, type Io, visible } from "./io";

/** A folder and the configuration that applies below it. */
export interface ConfigRoot {
  /** Absolute path of the folder that holds `.mosaic`, or would. */
  readonly root: string;
  readonly config: Config;
  /** Absolute path of the configuration; undefined when there is none. */
  readonly file: string | undefined;
}

/** The parts of a run that the search for a configuration needs; `config` is the file of `--config`. */
export type ConfigIo = Pick<Io, "cwd" | "err" | "config">;

/** The option of every command that reads a configuration. */
export const CONFIG_OPTION = {
  config: {
    type: "string",
    value: "FILE",
    help: "use this configuration instead of the nearest `.mosaic/config.json`",
    complete: "files",
  },
} as const satisfies OptionTable;

/** Larger than any configuration, in bytes. */
const LARGEST = 1024 * 1024;

/** The run with the file of `--config`, if that option is set. */
export function withConfig(io: Io, file: string | undefined): Io {
  return file === undefined ? io : { ...io, config: path.resolve(io.cwd, file) };
}

/**
 * The configuration for a folder: the nearest one from there up to the top of its git work tree. Outside of git, the
 * search ends at the working folder. A configuration above may belong to someone else, so it is reported once and not
 * used.
 *
 * @throws CommandLineError when the configuration has mistakes
 */
export async function configFor(folder: string, io: ConfigIo): Promise<ConfigRoot> {
  if (io.config !== undefined) {
    const file = io.config;
    if (!existsSync(file)) throw new CommandLineError(`the configuration file ${file} does not exist`);
    return { root: rootOf(folder, io), config: await loadConfig(file), file };
  }
  const root = rootOf(folder, io);
  const file = path.join(root, CONFIG_PATH);
  if (existsSync(file)) return { root, config: await loadConfig(file), file };
  nameIgnored(root, io);
  return { root, config: EMPTY_CONFIG, file: undefined };
}

/** `configFor` with a cache, for commands that process many files. */
export function cachedConfigs(io: ConfigIo): (folder: string) => Promise<ConfigRoot> {
  const known = new Map<string, Promise<ConfigRoot>>();
  return (folder) => {
    let found = known.get(folder);
    if (!found) known.set(folder, (found = configFor(folder, io)));
    return found;
  };
}

/**
 * The folder whose `.mosaic` applies to a path: the nearest one with a configuration, otherwise the top of the search.
 */
export function rootOf(place: string, io: Pick<ConfigIo, "cwd" | "config">): string {
  if (io.config !== undefined) {
    const folder = path.dirname(io.config);
    // A configuration in another file applies from the top.
    return io.config.endsWith(`${path.sep}${path.normalize(CONFIG_PATH)}`)
      ? path.dirname(folder)
      : topOf(place, io.cwd);
  }
  const top = topOf(place, io.cwd);
  // A path outside of a repository and of the working folder is its own top.
  const start = isWithin(place, top) ? place : top;
  for (let folder = start; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, CONFIG_PATH))) return folder;
    if (folder === top) return top;
  }
}

/** The highest folder whose configuration may apply to a path. */
function topOf(place: string, cwd: string): string {
  return repositoryTop(place) ?? workingFolderAbove(place, cwd) ?? repositoryTop(cwd) ?? cwd;
}

/** The top of the work tree of a path, without resolving links: a link inside a work tree does not lead out of it. */
function repositoryTop(place: string): string | undefined {
  return above(place, (folder) => workTreeAt(folder) !== undefined);
}

/** The working folder, spelled as in the path. */
function workingFolderAbove(place: string, cwd: string): string | undefined {
  const real = realOf(cwd);
  return above(place, (folder) => folder === cwd || (real !== undefined && realOf(folder) === real));
}

function above(place: string, is: (folder: string) => boolean): string | undefined {
  for (let folder = place; ; folder = path.dirname(folder)) {
    if (is(folder)) return folder;
    if (path.dirname(folder) === folder) return undefined;
  }
}

/** Undefined for what does not exist. */
function realOf(folder: string): string | undefined {
  try {
    return realpathSync(folder);
  } catch {
    return undefined;
  }
}

function isWithin(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return (
    relative === "" ||
    (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}

const named = new WeakMap<ConfigIo["err"], Set<string>>();

/** Reports an unused configuration in a parent folder, once per run. */
function nameIgnored(root: string, { err }: ConfigIo): void {
  let folder = root;
  do {
    if (path.dirname(folder) === folder) return;
    folder = path.dirname(folder);
  } while (!existsSync(path.join(folder, CONFIG_PATH)));
  const file = path.join(folder, CONFIG_PATH);
  const known = named.get(err) ?? new Set();
  if (known.has(file)) return;
  named.set(err, known.add(file));
  err(
    `mosaic: ${inertText(file)} is ignored, because it is above ${inertText(root)}\n  To use it, add --config ${inertText(file)}\n`,
  );
}

async function loadConfig(file: string): Promise<Config> {
  const bytes = await readRegularFile(file, LARGEST).catch((error: Error) => {
    throw new ConfigError(visible(`${file}: ${error.message}`));
  });
  const text = bytes.toString("utf8");
  const { config, findings } = readConfig(text);
  const first = findings[0];
  if (!first) return config;
  const { line, character } = new LineMap(text).positionAt(first.offset);
  throw new ConfigError(visible(`${file}:${line + 1}:${character + 1}: ${first.message}`));
}

/** Path of a file relative to the root, with `/`. */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, "/");
}
