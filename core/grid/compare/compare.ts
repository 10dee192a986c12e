import { inertText } from "../../inert-text";
import { dashboardType, messageType } from "../../schema/messages";
import { integerOf, membersOf } from "../../shape";
import { equalityKey, getMember, isObject, type Json } from "../../sync/json";
import type { MatchedPair } from "../../sync/match";
import { Version } from "../../sync/version";
import { type Arrangement, arrange } from "../arrangement";
import { kindName } from "../kinds";
import { withoutHoles } from "./fill";
import { groupWords } from "./groups";
import { lineChanges, normalTile, withoutWidgets } from "./layouts";
import type { Change, Comparison, TileChange, TileMark, TileSide } from "./model";
import { pairTiles, pairWidgets } from "./pairs";
import { type Placement, placementOf } from "./placement";
import { changesOf } from "./words";

export type * from "./model";

/** Longest title in the name of a tile, in UTF-16 units. */
const TITLE = 80;

/**
 * What differs between two dashboards, tile by tile. No differences exactly if the service would store the same for both.
 * Holes of a template match anything.
 *
 * @param before a dashboard as JSON in any spelling that the service reads, or a `Version` of it or of a file
 * @param after another one
 */
export function compareDashboards(before: unknown, after: unknown): Comparison {
  const [a, b] = withoutHoles(Version.of(before), Version.of(after)).map((version) => new Side(version)) as [
    Side,
    Side,
  ];
  const layouts = { before: a.arrangement.layout, after: b.arrangement.layout };
  if (a.version.equals(b.version)) return { layouts, dashboard: [], tiles: [] };
  const matched = match(a, b);
  const tiles = tileChanges(a, b, matched);
  const dashboard = dashboardChanges(a, b, matched.pairs);
  if (tiles.length + dashboard.length === 0 && !isSameContent(a, b))
    dashboard.push({ path: "", text: "parts that are not displayed changed" });
  return { layouts, dashboard, tiles };
}

/** One of the two dashboards. */
class Side {
  readonly arrangement: Arrangement;
  /** In normal form, in the order of the arrangement. */
  readonly tiles: readonly Json[];

  constructor(readonly version: Version) {
    this.arrangement = arrange(version.canonical);
    this.tiles = this.arrangement.tiles.map((tile) => normalTile(version.canonical, tile));
  }

  at(index: number): TileSide {
    const { id, kind, title, x, y, w, h } = this.arrangement.tiles[index]!;
    return { id, kind, title, rect: { x, y, w, h } };
  }

  /** The title; with its position if the title is missing or not unique. */
  name(index: number): string {
    const { tiles } = this.arrangement;
    const tile = tiles[index]!;
    const title = inertText(tile.title.replace(/\s+/g, " ").trim(), TITLE);
    if (!title) return `${kindName(tile.kind)} at ${this.place(index)}`;
    const isUnique = tiles.filter((other) => other.title === tile.title).length === 1;
    return isUnique ? `"${title}"` : `"${title}" at ${this.place(index)}`;
  }

  /** Where a tile is, in words. */
  place(index: number): string {
    const { id, slot } = this.arrangement.tiles[index]!;
    if (slot) {
      const line = id.startsWith("/rowLayout") ? "row" : "column";
      return `${line} ${slot.line + 1}, widget ${slot.item + 1}`;
    }
    if (id.startsWith("/gridLayout")) return `number ${index + 1}`;
    const { x, y } = rectOf(this.tiles[index]!);
    return `column ${x}, row ${y}`;
  }
}

interface Matched {
  readonly pairs: readonly MatchedPair[];
  readonly placement: (pair: MatchedPair) => Placement;
}

function match(a: Side, b: Side): Matched {
  const { layout } = b.arrangement;
  if (a.arrangement.layout !== layout)
    // Every tile of another layout has another position.
    return {
      pairs: pairTiles(a.tiles.map(widgetAlone), b.tiles.map(widgetAlone)),
      placement: () => ({ marks: [], changes: [] }),
    };
  if (layout === "mosaic") {
    const pairs = pairTiles(a.tiles, b.tiles);
    const scale = scaleOf(a, b);
    return {
      pairs,
      placement: ([i, j]) => placementOf(rectOf(a.tiles[i]!), rectOf(b.tiles[j]!), scale),
    };
  }
  const widgets = (side: Side) => side.tiles.map((tile) => getMember(tile, "widget")!);
  const { pairs, moved } = pairWidgets(widgets(a), widgets(b));
  const lines = usualLines(
    a,
    b,
    pairs.filter((pair) => !moved.has(pair)),
  );
  return {
    pairs,
    placement: (pair) => {
      const [from, to] = [a.arrangement.tiles[pair[0]]!, b.arrangement.tiles[pair[1]]!];
      const isOther = from.slot && to.slot && lines.get(from.slot.line) !== to.slot.line;
      if (!moved.has(pair) && !isOther) return { marks: [], changes: [] };
      const text = `moved from ${a.place(pair[0])} to ${b.place(pair[1])}`;
      return { marks: ["moved"], changes: [{ path: "", text }] };
    },
  };
}

/** Where most widgets of each row or column are now, because inserting a row moves no widget. */
function usualLines(a: Side, b: Side, pairs: readonly MatchedPair[]): Map<number, number> {
  const counts = new Map<number, Map<number, number>>();
  for (const [i, j] of pairs) {
    const [from, to] = [a.arrangement.tiles[i]!.slot?.line, b.arrangement.tiles[j]!.slot?.line];
    if (from === undefined || to === undefined) continue;
    const row = counts.get(from) ?? new Map<number, number>();
    counts.set(from, row.set(to, (row.get(to) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([from, row]) => [from, [...row].sort((x, y) => y[1] - x[1])[0]![0]] as const),
  );
}

function tileChanges(a: Side, b: Side, { pairs, placement }: Matched): TileChange[] {
  const partners = new Map(pairs.map((pair) => [pair[1], pair] as const));
  const kept = new Set(pairs.map(([i]) => i));
  const groups = groupWords(a.arrangement, b.arrangement, pairs);
  const out: TileChange[] = [];
  for (const j of b.tiles.keys()) {
    const pair = partners.get(j);
    if (!pair) {
      out.push({ name: b.name(j), marks: ["added"], after: b.at(j), changes: [] });
      continue;
    }
    const [i] = pair;
    const place = placement(pair);
    const content = tileContentChanges(a.tiles[i]!, b.tiles[j]!);
    const marks: TileMark[] = [...place.marks, ...(content.length > 0 ? (["changed"] as const) : [])];
    if (marks.length === 0) continue;
    const moves = place.marks.length > 0 ? groups.about(pair, place.changes) : [];
    out.push({
      name: b.name(j),
      marks,
      before: a.at(i),
      after: b.at(j),
      changes: [...moves, ...content],
    });
  }
  for (const i of a.tiles.keys())
    if (!kept.has(i)) out.push({ name: a.name(i), marks: ["removed"], before: a.at(i), changes: [] });
  return out;
}

/** What differs besides position and size. */
function tileContentChanges(a: Json, b: Json): readonly Change[] {
  const [before, after] = [getMember(a, "widget") ?? {}, getMember(b, "widget") ?? {}];
  return [
    ...changesOf(before, after, messageType("Widget")),
    ...changesOf(besidesWidget(a), besidesWidget(b), messageType("Tile")),
  ];
}

/** Members of a tile that the schema does not know. */
function besidesWidget(tile: Json): Json {
  if (!isObject(tile)) return {};
  const { xPos: _, yPos: __, width: ___, height: ____, widget: _____, ...rest } = tile;
  return rest;
}

function dashboardChanges(a: Side, b: Side, pairs: readonly MatchedPair[]): Change[] {
  const [before, after] = [a.version.normal, b.version.normal];
  const named = areNamed(a, b);
  const out = [...changesOf(withoutWidgets(before, named), withoutWidgets(after, named), dashboardType())];
  if (a.arrangement.layout === b.arrangement.layout) {
    out.push(...lineChanges(before, after, b.arrangement));
    if (isStackedOtherwise(a, b, pairs))
      out.push({ path: "/mosaicLayout/tiles", text: "stacking order of overlapping tiles changed" });
  }
  return out;
}

/** Whether both have a name; a file without one gets it on its first push. */
function areNamed(...sides: readonly Side[]): boolean {
  return sides.every(({ version }) => getMember(version.normal, "name") !== undefined);
}

function isSameContent(a: Side, b: Side): boolean {
  const [x, y] = [a, b].map(({ version: { normal } }) => {
    const { name: _, ...rest } = isObject(normal) ? normal : {};
    return equalityKey(rest);
  });
  return x === y;
}

/** Tiles in one rectangle whose order differs; nothing else can be said of them. */
function isStackedOtherwise(a: Side, b: Side, pairs: readonly MatchedPair[]): boolean {
  if (b.arrangement.layout !== "mosaic") return false;
  const stacks = new Map<string, MatchedPair[]>();
  for (const [i, j] of pairs) {
    const key = equalityKey([rectOf(a.tiles[i]!), rectOf(b.tiles[j]!)] as unknown as Json);
    stacks.set(key, [...(stacks.get(key) ?? []), [i, j]]);
  }
  const key = (index: number) => equalityKey(a.tiles[index]);
  return [...stacks.values()].some((stack) =>
    stack.some(([i, j]) => stack.some(([k, m]) => i < k && j > m && key(i) !== key(k))),
  );
}

function widgetAlone(tile: Json): Json {
  return { widget: getMember(tile, "widget") ?? {} };
}

/** As the dashboard says, not as it is drawn. */
function rectOf(tile: Json) {
  const value = (key: string) => integerOf(membersOf(tile)[key]) ?? 0;
  return { x: value("xPos"), y: value("yPos"), w: value("width"), h: value("height") };
}

/** How many columns of the second dashboard are one of the first. */
function scaleOf(a: Side, b: Side): number {
  const columns = (side: Side) =>
    integerOf(membersOf(membersOf(side.version.canonical)["mosaicLayout"])["columns"]) ?? 0;
  const [from, to] = [columns(a), columns(b)];
  return from > 0 && to > 0 ? to / from : 1;
}
