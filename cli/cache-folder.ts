import path from "node:path";

/**
 * Mosaic's cache folder of this user; undefined without a home folder. A relative path is ignored: below the current folder, a
 * repository could bring compiled code along.
 */
export function cacheFolder(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const home = env["HOME"];
  const base =
    platform === "win32"
      ? env["LOCALAPPDATA"]
      : env["XDG_CACHE_HOME"] ||
        (home && path.join(home, platform === "darwin" ? "Library/Caches" : ".cache"));
  const { isAbsolute } = platform === "win32" ? path.win32 : path.posix;
  return base && isAbsolute(base) ? path.join(base, "mosaic") : undefined;
}
