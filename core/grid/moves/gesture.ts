import { type Check, everyEntry, isBoolean, isObject, isString, objectWith, optional } from "../../shape";
import { type ContentKind, isTileKind } from "../kinds";
import { ALIGNMENTS, type Alignment, AXES, type Axis } from "./align";
import { type FieldChange, isFieldChange } from "./field-change";
import type { PastedBlock } from "./paste";
import { EDGES, type Edge } from "./resize";

/**
 * A gesture on the picture, as plain JSON. `tile` and `tiles` are ids of the picture's tiles; places and distances are
 * whole blocks.
 */
export type Gesture =
  /**
   * `into`: the group to put them into, null for none; without it the middle of each tile decides. `tidy`: a tile that comes
   * to the place of another one of its size swaps with it, and a board without gaps stays without.
   */
  | {
      readonly type: "move";
      readonly tiles: readonly string[];
      readonly dx: number;
      readonly dy: number;
      readonly into?: string | null;
      readonly tidy?: boolean;
    }
  | {
      readonly type: "resize";
      readonly tiles: readonly string[];
      readonly edge: Edge;
      readonly dx: number;
      readonly dy: number;
    }
  /** `at`: where in a mosaic; `slot`: where in another layout. Without them at the next free place. */
  | {
      readonly type: "insert";
      readonly kind: ContentKind;
      /** Language of a new chart's query; a filter by default. */
      readonly query?: "promql";
      readonly at?: { readonly x: number; readonly y: number; readonly w?: number; readonly h?: number };
      readonly slot?: { readonly line?: number; readonly item: number };
    }
  | { readonly type: "remove"; readonly tiles: readonly string[] }
  | { readonly type: "duplicate"; readonly tiles: readonly string[] }
  /** To a common edge or center line of the rectangle around them. */
  | { readonly type: "align"; readonly tiles: readonly string[]; readonly to: Alignment }
  /** With equal gaps between them. */
  | { readonly type: "distribute"; readonly tiles: readonly string[]; readonly axis: Axis }
  /** Two tiles take each other's place. */
  | { readonly type: "swap"; readonly tiles: readonly string[] }
  /** `text` is that of the clipboard, and `blocks` what it holds; `beside`: the tile that is selected. */
  | {
      readonly type: "paste";
      readonly text: string;
      readonly blocks: readonly PastedBlock[];
      readonly beside?: string;
    }
  | { readonly type: "wrap"; readonly tiles: readonly string[]; readonly title?: string }
  | { readonly type: "ungroup"; readonly tile: string }
  | { readonly type: "compact" }
  /** Puts the tiles into the order of their places in the file. */
  | { readonly type: "sort" }
  /** `round`: rounds to the nearest block if the tiles do not fit exactly. */
  | { readonly type: "columns"; readonly columns: number; readonly round?: boolean }
  /** Takes a widget of a grid, row or column layout elsewhere; `line` is its own when it is left out. */
  | { readonly type: "reorder"; readonly tile: string; readonly line?: number; readonly item: number }
  /** Makes a mosaic of another layout, of 48 columns unless it says otherwise. */
  | { readonly type: "convert"; readonly columns?: number }
  /** The title of a tile, or of the dashboard. */
  | { readonly type: "title"; readonly tile?: string; readonly title: string }
  /** Whether a collapsible group starts folded. */
  | { readonly type: "fold"; readonly tile: string; readonly collapsed: boolean }
  /** Changes of members of each tile, or of the dashboard where there are no tiles. Pointers start at the tile. */
  | { readonly type: "fields"; readonly tiles: readonly string[]; readonly changes: readonly FieldChange[] };

/** The gesture, when it is well-formed; else undefined. For what comes from another process. */
export function readGesture(value: unknown): Gesture | undefined {
  if (!isObject(value)) return undefined;
  const shape = SHAPES[value["type"] as Gesture["type"]];
  if (!shape || !Object.hasOwn(SHAPES, value["type"] as string)) return undefined;
  const isWhole = Object.entries(shape).every(([member, check]) => check(value[member]));
  return isWhole ? (value as unknown as Gesture) : undefined;
}

/** Ids of the tiles that a gesture is about. */
export function tilesOf(gesture: Gesture): readonly string[] {
  const named = "tiles" in gesture ? gesture.tiles : [];
  const one = "tile" in gesture && gesture.tile !== undefined ? [gesture.tile] : [];
  const into = gesture.type === "move" && typeof gesture.into === "string" ? [gesture.into] : [];
  const beside = gesture.type === "paste" && gesture.beside !== undefined ? [gesture.beside] : [];
  return [...named, ...one, ...into, ...beside];
}

/** The gesture with other ids in their place. */
export function renameTiles(gesture: Gesture, nameOf: (id: string) => string): Gesture {
  const out: Record<string, unknown> = { ...gesture };
  if ("tiles" in gesture) out["tiles"] = gesture.tiles.map(nameOf);
  if ("tile" in gesture && gesture.tile !== undefined) out["tile"] = nameOf(gesture.tile);
  if (gesture.type === "move" && typeof gesture.into === "string") out["into"] = nameOf(gesture.into);
  if (gesture.type === "paste" && gesture.beside !== undefined) out["beside"] = nameOf(gesture.beside);
  return out as unknown as Gesture;
}

/** Beyond any dashboard, and small enough to reckon with. */
const isStep: Check = (value) => Number.isInteger(value) && Math.abs(value as number) <= 1_000_000;
const isCount: Check = (value) => isStep(value) && (value as number) >= 0;
const isSize: Check = (value) => isStep(value) && (value as number) >= 1;
const isKind: Check = (value) => isTileKind(value) && value !== "none" && value !== "unknown";
const isStrings = everyEntry(isString);

const SHAPES: Readonly<Record<Gesture["type"], Readonly<Record<string, Check>>>> = {
  move: {
    tiles: isStrings,
    dx: isStep,
    dy: isStep,
    into: (value) => value === null || optional(isString)(value),
    tidy: optional(isBoolean),
  },
  resize: { tiles: isStrings, edge: (value) => EDGES.includes(value as Edge), dx: isStep, dy: isStep },
  insert: {
    kind: isKind,
    query: optional((value) => value === "promql"),
    at: optional(objectWith({ x: isCount, y: isCount, w: optional(isSize), h: optional(isSize) })),
    slot: optional(objectWith({ line: optional(isCount), item: isCount })),
  },
  remove: { tiles: isStrings },
  duplicate: { tiles: isStrings },
  align: { tiles: isStrings, to: (value) => ALIGNMENTS.includes(value as Alignment) },
  distribute: { tiles: isStrings, axis: (value) => AXES.includes(value as Axis) },
  swap: { tiles: isStrings },
  paste: {
    text: isString,
    blocks: everyEntry(
      objectWith({ kind: isKind, title: isString, x: isCount, y: isCount, w: isSize, h: isSize }),
    ),
    beside: optional(isString),
  },
  wrap: { tiles: isStrings, title: optional(isString) },
  ungroup: { tile: isString },
  compact: {},
  sort: {},
  columns: { columns: isSize, round: optional(isBoolean) },
  reorder: { tile: isString, line: optional(isCount), item: isCount },
  convert: { columns: optional(isSize) },
  title: { tile: optional(isString), title: isString },
  fold: { tile: isString, collapsed: isBoolean },
  fields: { tiles: isStrings, changes: everyEntry(isFieldChange) },
};
