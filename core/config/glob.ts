import picomatch from "picomatch";
import type { MatchesGlob } from "./severity";

const compiled = new Map<string, (path: string) => boolean>();

/** Globs as in a `.mosaic/config.json`: `*` within a folder, `**` across folders; dot files are matched too. */
export const matchesGlob: MatchesGlob = (path, glob) => {
  let matcher = compiled.get(glob);
  if (!matcher) compiled.set(glob, (matcher = picomatch(glob, { dot: true })));
  return matcher(path);
};
