import { existsSync } from "node:fs";
import path from "node:path";
import { CONFIG_PATH, type Config, EMPTY_CONFIG, readConfig } from "../core/config/config";
import { LineMap } from "../core/document/lines";
import { readOrdinary } from "../disk/read";
import { UsageError } from "./io";

/** A folder with the configuration that rules everything below it. */
export interface ConfigRoot {
  /** Absolute path of the folder that holds `.mosaic`, or would. */
  readonly root: string;
  readonly config: Config;
}

/**
 * The configuration for a file or folder, looked for in its folder and upwards, as git does. Without one the root is the
 * nearest repository, else `cwd`.
 *
 * @throws UsageError when the configuration has mistakes
 */
export async function configFor(folder: string, cwd: string): Promise<ConfigRoot> {
  const root = rootOf(folder, cwd);
  return { root, config: await loadConfig(root) };
}

/** `configFor` that reads the configuration of a folder once; for commands that go over many files. */
export function cachedConfigs(cwd: string): (folder: string) => Promise<ConfigRoot> {
  const known = new Map<string, Promise<ConfigRoot>>();
  return (folder) => {
    let found = known.get(folder);
    if (!found) known.set(folder, (found = configFor(folder, cwd)));
    return found;
  };
}

/** The folder whose `.mosaic` rules a place. */
export function rootOf(place: string, cwd: string): string {
  for (const marker of [CONFIG_PATH, ".git"]) {
    for (let folder = place; ; folder = path.dirname(folder)) {
      if (existsSync(path.join(folder, marker))) return folder;
      if (path.dirname(folder) === folder) break;
    }
  }
  return cwd;
}

/** In bytes. */
const LARGEST_CONFIG = 1024 * 1024;

async function loadConfig(root: string): Promise<Config> {
  const file = path.join(root, CONFIG_PATH);
  if (!existsSync(file)) return EMPTY_CONFIG;
  const bytes = await readOrdinary(file, LARGEST_CONFIG).catch((error: Error) => {
    throw new UsageError(`${file}: ${error.message}`);
  });
  const text = bytes.toString("utf8");
  const { config, findings } = readConfig(text);
  const first = findings[0];
  if (!first) return config;
  const { line, character } = new LineMap(text).positionAt(first.offset);
  throw new UsageError(`${file}:${line + 1}:${character + 1}: ${first.message}`);
}

/** Path of a file relative to the root, with `/`. */
export function relativePath(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, "/");
}
