import fc from "fast-check";
import { type Arrangement, arrange } from "../../core/grid/arrangement";
import { groupMembership } from "../../core/grid/groups";
import type { ContentKind } from "../../core/grid/kinds";
import { ALIGNMENTS } from "../../core/grid/moves/align";
import type { TileBoard } from "../../core/grid/moves/board";
import type { Gesture } from "../../core/grid/moves/gesture";
import { EDGES } from "../../core/grid/moves/resize";
import { refusedOverlaps } from "../../core/grid/overlaps";

const content = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom<object>({ blank: {} }, { text: {} }, { xyChart: {} }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<object>(
      { collapsibleGroup: {} },
      { singleViewGroup: {} },
      { sectionHeader: {} },
    ),
  },
);
const widget = fc.tuple(content, fc.constantFrom("", "CPU", "Memory")).map(([c, title]) => ({ ...c, title }));
const tile = fc.record({
  xPos: fc.nat(11),
  yPos: fc.nat(20),
  width: fc.integer({ min: 1, max: 12 }),
  height: fc.integer({ min: 1, max: 12 }),
  widget,
});
const plain = widget.filter((w) => "blank" in w || "text" in w || "xyChart" in w);
const line = fc.record({
  weight: fc.integer({ min: 1, max: 9 }),
  widgets: fc.array(plain, { maxLength: 5 }),
});

/** Mosaics of every kind, most of them with tiles that overlap or stick out. */
export const mosaics: fc.Arbitrary<Arrangement> = fc
  .tuple(fc.constantFrom(6, 12, 24, 48), fc.array(tile, { maxLength: 15 }))
  .map(([columns, tiles]) => arrange({ mosaicLayout: { columns, tiles } }));

/** Grid, row and column layouts. */
export const lists: fc.Arbitrary<Arrangement> = fc
  .oneof(
    fc
      .tuple(fc.integer({ min: 0, max: 5 }), fc.array(plain, { maxLength: 12 }))
      .map(([columns, widgets]) => ({ gridLayout: { columns, widgets } })),
    fc.array(line, { maxLength: 5 }).map((rows) => ({ rowLayout: { rows } })),
    fc.array(line, { maxLength: 5 }).map((columns) => ({ columnLayout: { columns } })),
  )
  .map(arrange);

/** Numbers that `gestureOn` makes a gesture of. */
export interface Whim {
  readonly type: Gesture["type"];
  readonly picks: readonly number[];
  readonly dx: number;
  readonly dy: number;
  readonly kind: ContentKind;
  readonly flag: boolean;
}

export const whims: fc.Arbitrary<Whim> = fc.record({
  type: fc.constantFrom<Gesture["type"]>(
    ...([
      "move",
      "move",
      "move",
      "resize",
      "resize",
      "insert",
      "remove",
      "duplicate",
      "wrap",
      "ungroup",
    ] as const),
    ...(["compact", "sort", "columns", "reorder", "convert", "title", "fold", "fields"] as const),
    ...(["align", "align", "distribute", "swap", "paste"] as const),
  ),
  picks: fc.array(fc.nat(1000), { minLength: 1, maxLength: 3 }),
  dx: fc.integer({ min: -14, max: 14 }),
  dy: fc.integer({ min: -14, max: 14 }),
  kind: fc.constantFrom<ContentKind>(
    "xyChart",
    "text",
    "collapsibleGroup",
    "singleViewGroup",
    "sectionHeader",
  ),
  flag: fc.boolean(),
});

/** A gesture on tiles that the board has; one on a tile that is not there when it has none. */
export function gestureOn(board: TileBoard, { type, picks, dx, dy, kind, flag }: Whim): Gesture {
  const at = (pick: number) => board.tiles[pick % Math.max(1, board.tiles.length)]?.id ?? "/nowhere";
  const tiles = picks.map(at);
  const tile = tiles[0]!;
  const group = board.tiles.filter((t) => t.kind.endsWith("Group"));
  const aGroup = group[picks[0]! % Math.max(1, group.length)]?.id ?? tile;
  switch (type) {
    case "move":
      return {
        type,
        tiles,
        dx,
        dy,
        ...(flag && picks.length > 2 ? { into: picks[2]! % 2 ? null : aGroup } : {}),
        ...(picks[0]! % 2 ? { tidy: true } : {}),
      };
    case "resize":
      return { type, tiles, edge: EDGES[picks[0]! % EDGES.length]!, dx, dy };
    case "insert":
      return flag
        ? { type, kind, at: { x: Math.abs(dx), y: Math.abs(dy) }, slot: { item: Math.abs(dx) } }
        : { type, kind };
    case "remove":
    case "duplicate":
      return { type, tiles: [...new Set(tiles)] };
    case "align":
      return { type, tiles, to: ALIGNMENTS[picks[0]! % ALIGNMENTS.length]! };
    case "distribute":
      return { type, tiles, axis: flag ? "horizontal" : "vertical" };
    case "swap":
      return { type, tiles: tiles.slice(0, 2) };
    case "paste":
      return { type, ...pasted(picks, kind), ...(flag && { beside: tile }) };
    case "wrap":
      return { type, tiles };
    case "ungroup":
      return { type, tile: aGroup };
    case "compact":
    case "sort":
      return { type };
    case "columns":
      return { type, columns: [12, 24, 48, 7][picks[0]! % 4]!, round: flag };
    case "reorder":
      return { type, tile, item: Math.abs(dy), ...(flag && { line: Math.abs(dx) % 4 }) };
    case "convert":
      return flag ? { type } : { type, columns: 12 };
    case "title":
      return flag ? { type, title: "All of it" } : { type, tile, title: `Tile ${dx}` };
    case "fold":
      return { type, tile: aGroup, collapsed: flag };
    case "fields": {
      const pointer = board.layout === "mosaic" ? "/widget/id" : "/id";
      return {
        type,
        tiles: [tile],
        changes: [flag ? { op: "set", pointer, value: `t${dx}` } : { op: "unset", pointer }],
      };
    }
  }
}

/** A clipboard with a tile of a kind, or a group with a tile in it, and what is copied there. */
function pasted(picks: readonly number[], kind: ContentKind) {
  const [a = 0, b = 0] = picks;
  const w = 1 + (a % 60);
  const h = 1 + (b % 9);
  const block = { kind, title: "Pasted", x: 0, y: 0, w, h };
  const member = { kind: "text" as const, title: "Member", x: 0, y: 0, w: Math.ceil(w / 2), h: 1 };
  const blocks = kind.endsWith("Group") ? [block, member] : [block];
  const content = (one: ContentKind) => (one === "text" ? { content: "Text", format: "MARKDOWN" } : {});
  const tiles = blocks.map(({ kind: one, title, w: width, h: height }) => {
    return { width, height, widget: { title, [one]: content(one) } };
  });
  return { text: JSON.stringify({ columns: 48, tiles }), blocks };
}

/** What the service would reject in a mosaic; memberships are computed from the rectangles. */
export function faultsOf(board: TileBoard): string[] {
  if (board.layout !== "mosaic") return [];
  const groups = groupMembership(board.tiles);
  const placed = board.tiles.map((t) => ({ ...t, group: groups.get(t.id) }));
  const show = (t: TileBoard["tiles"][number]) => `${t.id} ${t.kind} ${t.x},${t.y} ${t.w}x${t.h}`;
  return [
    ...refusedOverlaps(placed).map(([a, b]) => `${show(a)} overlaps ${show(b)}`),
    ...placed
      .filter((t) => t.x < 0 || t.y < 0 || t.w < 1 || t.h < 1 || t.x + t.w > board.columns)
      .map((t) => `${show(t)} is outside of ${board.columns} columns`),
    ...placed.filter((t) => ![t.x, t.y, t.w, t.h].every(Number.isInteger)).map((t) => `${show(t)} is broken`),
  ];
}
