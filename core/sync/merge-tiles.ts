import { groupMembership } from "../grid/groups";
import { kindOf } from "../grid/kinds";
import { refusedOverlaps } from "../grid/overlaps";
import type { Field } from "../schema/messages";
import { membersOf } from "../shape";
import { equalityKey, getMember, type Json } from "./json";
import { type DashboardLocation, elementLocation } from "./locations";
import { rectangleKey } from "./match";
import { correspondingTiles, hasTraceOf, widgetOf } from "./merge-match";
import type { Merger, Versions } from "./merge-values";
import { normalElement, sortTiles } from "./normal-form";

const SIDES = ["base", "local", "remote"] as const;

/** Tiles that must be merged together: the versions of one tile, or several ambiguous ones. */
type Cluster = Record<(typeof SIDES)[number], number[]>;

/**
 * Merges the tiles of a mosaic, whose order means nothing. A tile is taken from the side that changed it; when both did,
 * it is merged member by member. Ambiguous tiles, and tiles with the same rectangle, are taken together from the side
 * that changed any of them, or are a conflict.
 */
export function mergeTiles(
  versions: Versions<readonly Json[]>,
  field: Field,
  merger: Merger,
  at: DashboardLocation,
): Json {
  const normal = Object.fromEntries(
    SIDES.map((side) => [side, versions[side].map((tile) => normalElement(tile, field))]),
  ) as Record<(typeof SIDES)[number], Json[]>;
  const out: Json[] = [];
  const clusters = clustersOf(normal);
  for (const cluster of clusters) {
    const text = (side: (typeof SIDES)[number]) =>
      equalityKey(sortTiles(cluster[side].map((index) => normal[side][index]!)));
    const [b, l, r] = [text("base"), text("local"), text("remote")];
    const takeAll = (side: "local" | "remote") =>
      void out.push(...cluster[side].map((index) => versions[side][index]!));
    if (l === r || b === r) takeAll("local");
    else if (b === l) takeAll("remote");
    else out.push(...mergeCluster(cluster, versions, normal, field, merger, at));
  }
  reportRewritten(clusters, normal, merger, at);
  reportOverlaps(
    out.map((tile) => normalElement(tile, field)),
    normal,
    merger,
    at,
  );
  return out;
}

function mergeCluster(
  { base, local, remote }: Cluster,
  versions: Versions<readonly Json[]>,
  normal: Versions<readonly Json[]>,
  field: Field,
  merger: Merger,
  at: DashboardLocation,
): readonly Json[] {
  const ours = local.map((index) => versions.local[index]!);
  const named = local.length > 0 ? elementLocation(at, "tiles", normal.local, local[0]!) : undefined;
  const before = base.length > 0 ? elementLocation(at, "tiles", normal.base, base[0]!) : undefined;
  const place = named
    ? { ...(before ?? named), pointer: named.pointer }
    : { ...before!, pointer: at.pointer };
  if (base.length === 1 && local.length === 1 && remote.length === 1) {
    const tile = { base: versions.base[base[0]!], local: ours[0], remote: versions.remote[remote[0]!] };
    return [merger.message(tile, field.message, place)];
  }
  if (base.length === 1 && local.length + remote.length === 1) {
    merger.conflict(
      place,
      local.length === 0 ? "removed locally, changed remotely" : "changed locally, removed remotely",
    );
    return ours;
  }
  merger.conflict(place, "and similar elements were changed on both sides and cannot be matched");
  return ours;
}

/** A tile that neither side has may have been removed by one and completely rewritten by the other. */
function reportRewritten(
  clusters: readonly Cluster[],
  tiles: Versions<readonly Json[]>,
  merger: Merger,
  at: DashboardLocation,
): void {
  const gone = clusters.filter(({ local, remote }) => local.length + remote.length === 0);
  const added = clusters.filter(
    (c) => c.base.length === 0 && (c.local.length === 0) !== (c.remote.length === 0),
  );
  for (const index of gone.flatMap(({ base }) => base)) {
    const widget = widgetOf(tiles.base[index]!);
    const isTrace = (side: "local" | "remote") => (i: number) =>
      hasTraceOf(widget, widgetOf(tiles[side][i]!));
    const here = added.some(({ local }) => local.some(isTrace("local")));
    if (!here && !added.some(({ remote }) => remote.some(isTrace("remote")))) continue;
    const place = { ...elementLocation(at, "tiles", tiles.base, index), pointer: at.pointer };
    const [rewritten, removed] = here ? ["locally", "remotely"] : ["remotely", "locally"];
    merger.conflict(place, `removed ${removed} and probably replaced ${rewritten}`);
  }
}

/** Sorts all tiles of all versions into clusters, in the order of the local ones; the remote's new tiles come last. */
function clustersOf(tiles: Versions<readonly Json[]>): Cluster[] {
  const offsets = { base: 0, local: tiles.base.length, remote: tiles.base.length + tiles.local.length };
  const parents = Array.from({ length: offsets.remote + tiles.remote.length }, (_, i) => i);
  const find = (i: number): number => {
    let root = i;
    while (parents[root] !== root) root = parents[root]!;
    return (parents[i] = root);
  };
  const join = (indices: readonly number[]) => {
    for (const i of indices) parents[find(i)] = find(indices[0]!);
  };
  for (const side of ["local", "remote"] as const) {
    const { pairs, unclear } = correspondingTiles(tiles.base, tiles[side]);
    for (const [i, j] of pairs) join([i, offsets[side] + j]);
    for (const { a, b } of unclear) join([...a, ...b.map((j) => offsets[side] + j)]);
  }
  for (const side of SIDES) {
    for (const stack of grouped(tiles[side], rectangleKey)) join(stack.map((i) => offsets[side] + i));
  }
  // What both sides have added alike is one tile.
  const known = (i: number) => parents.some((_, other) => other < offsets.local && find(other) === find(i));
  const fresh = (side: "local" | "remote") =>
    new Map(
      [...tiles[side].entries()]
        .map(([i, tile]) => [equalityKey(tile), offsets[side] + i] as const)
        .filter(([, i]) => !known(i)),
    );
  const theirs = fresh("remote");
  for (const [key, i] of fresh("local")) if (theirs.has(key)) join([i, theirs.get(key)!]);

  const clusters = new Map<number, Cluster>();
  for (const side of ["local", "remote", "base"] as const) {
    for (const index of tiles[side].keys()) {
      const root = find(offsets[side] + index);
      let cluster = clusters.get(root);
      if (!cluster) clusters.set(root, (cluster = { base: [], local: [], remote: [] }));
      cluster[side].push(index);
    }
  }
  return [...clusters.values()];
}

function grouped(tiles: readonly Json[], key: (tile: Json) => string): number[][] {
  const out = new Map<string, number[]>();
  for (const [i, tile] of tiles.entries()) out.set(key(tile), [...(out.get(key(tile)) ?? []), i]);
  return [...out.values()];
}

/** Tiles that would overlap in the result although they overlap on neither side. */
function reportOverlaps(
  merged: readonly Json[],
  { local, remote }: Versions<readonly Json[]>,
  merger: Merger,
  at: DashboardLocation,
): void {
  const pairKey = ([a, b]: readonly [number, number], tiles: readonly Json[]) =>
    [equalityKey(tiles[a]!), equalityKey(tiles[b]!)].sort().join();
  const known = new Set(
    [local, remote].flatMap((tiles) => overlapping(tiles).map((pair) => pairKey(pair, tiles))),
  );
  for (const pair of overlapping(merged)) {
    if (known.has(pairKey(pair, merged))) continue;
    const [first, second] = pair.map((i) => elementLocation(at, "tiles", merged, i).thing);
    merger.conflict({ ...at, path: "" }, `${first} and ${second} would overlap`);
  }
}

function overlapping(tiles: readonly Json[]): (readonly [number, number])[] {
  const number = (tile: Json, key: string) => {
    const value = getMember(tile, key);
    return typeof value === "number" ? value : 0;
  };
  const placed = tiles.map((tile, i) => ({
    id: String(i),
    kind: kindOf(membersOf(getMember(tile, "widget"))),
    x: number(tile, "xPos"),
    y: number(tile, "yPos"),
    w: number(tile, "width"),
    h: number(tile, "height"),
  }));
  const membership = groupMembership(placed);
  return refusedOverlaps(placed.map((tile) => ({ ...tile, group: membership.get(tile.id) }))).map(
    ([a, b]) => [Number(a.id), Number(b.id)] as const,
  );
}
