import { getMember, isArray, isObject, type Json, setMember } from "./json";
import { idOf, rectangleKey } from "./match";
import { correspondingTiles, widgetOf } from "./merge-match";
import { Version } from "./version";

/**
 * The version before a step, with those tiles in it that the step brought and that a file has edited since. In a merge of
 * the three, such a tile counts as received, although neither the version before has it nor the file has it as it came.
 *
 * @param file a dashboard in normal form
 */
export function withReceivedTiles(before: unknown, file: Json, after: unknown): unknown {
  const old = Version.of(before).normal;
  const [b, l, r] = [old, file, Version.of(after).normal].map(tilesIn) as [Json[], Json[], Json[]];
  const brought = without(r, correspondingTiles(b, r));
  const own = without(l, correspondingTiles(b, l));
  if (brought.length === 0 || own.length === 0) return before;
  const received = correspondingTiles(brought, own)
    .pairs.filter(([i, j]) => isContinued(brought[i]!, own[j]!))
    .map(([i]) => brought[i]!);
  const layout = getMember(old, "mosaicLayout");
  if (received.length === 0 || !isObject(old)) return before;
  const grown: Record<string, Json> = {};
  for (const key of Object.keys(old)) setMember(grown, key, old[key]!);
  grown["mosaicLayout"] = { ...(isObject(layout) ? layout : {}), tiles: [...b, ...received] };
  return grown;
}

function tilesIn(dashboard: Json): readonly Json[] {
  const tiles = getMember(getMember(dashboard, "mosaicLayout"), "tiles");
  return isArray(tiles) ? tiles : [];
}

/** The tiles of the second list that are none of the first. */
function without(
  tiles: readonly Json[],
  { pairs, unclear }: ReturnType<typeof correspondingTiles>,
): readonly Json[] {
  const known = new Set([...pairs.map(([, j]) => j), ...unclear.flatMap(({ b }) => b)]);
  return tiles.filter((_, j) => !known.has(j));
}

/** Similarity is not enough, because two people may have added similar charts. */
function isContinued(tile: Json, edited: Json): boolean {
  const title = getMember(widgetOf(tile), "title");
  const hasTitle = title !== undefined && title === getMember(widgetOf(edited), "title");
  const id = idOf(tile);
  return hasTitle || rectangleKey(tile) === rectangleKey(edited) || (id !== undefined && id === idOf(edited));
}
