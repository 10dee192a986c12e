import { expect, it } from "vitest";
import { cacheFolder } from "./cache-folder";

it.each([
  ["linux", { HOME: "/home/ann" }, "/home/ann/.cache/mosaic"],
  ["linux", { HOME: "/home/ann", XDG_CACHE_HOME: "/var/cache" }, "/var/cache/mosaic"],
  ["darwin", { HOME: "/Users/ann" }, "/Users/ann/Library/Caches/mosaic"],
  // A repository could bring such a folder along.
  ["linux", { HOME: "/home/ann", XDG_CACHE_HOME: ".cache" }, undefined],
  ["linux", { HOME: "." }, undefined],
  ["win32", { LOCALAPPDATA: "cache" }, undefined],
  ["linux", {}, undefined],
] as const)("on %s, the cache of %o is %s", (platform, env, folder) => {
  expect(cacheFolder(env, platform)).toBe(folder);
});
