import { readFile } from "node:fs/promises";
import path from "node:path";
import { cacheName, readCache, writeCache } from "../core/catalog/cache";
import { type Catalog, shippedCatalog } from "../core/catalog/catalog";
import type { CatalogOverlay } from "../core/catalog/overlay";
import { type Config, chooseProfile, type Profile } from "../core/config/config";
import { writeFileSafely } from "../disk/write";
import { cacheFolder } from "./cache-folder";
import type { Io } from "./io";

/** The folder of the cached catalogs, shared by all folders of this user; undefined without a home folder. */
export function catalogFolder(
  env: Io["env"],
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const folder = cacheFolder(env, platform);
  return folder && path.join(folder, "catalogue");
}

/** Stores a catalog. @returns the file. */
export async function cacheOverlay(
  folder: string,
  profile: Profile,
  overlay: CatalogOverlay,
): Promise<string> {
  const file = path.join(folder, cacheName(profile));
  await writeFileSafely(file, writeCache(overlay));
  return file;
}

/**
 * The catalog for the dashboards of a configuration: the shipped one with the cached metrics of the active profile's
 * project; undefined without a cache. Each project is read once.
 */
export function cachedCatalogs(env: Io["env"]): (config: Config) => Promise<Catalog | undefined> {
  const folder = catalogFolder(env);
  const known = new Map<string, Promise<Catalog | undefined>>();
  return async (config) => {
    const profile = chooseProfile(config, undefined);
    if (folder === undefined || typeof profile === "string") return undefined;
    const file = path.join(folder, cacheName(profile));
    let found = known.get(file);
    if (!found) known.set(file, (found = readKept(file)));
    return found;
  };
}

async function readKept(file: string): Promise<Catalog | undefined> {
  const text = await readFile(file, "utf8").catch(() => undefined);
  const overlay = text === undefined ? undefined : readCache(text);
  return overlay && shippedCatalog().extend(overlay);
}
