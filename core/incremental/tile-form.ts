import type { Node, ObjectNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Canonical } from "../schema/canonical";

/** A list of a layout whose entries are checked one by one: tiles of a mosaic, widgets of the other layouts. */
export type TileList = "mosaic" | "grid" | "row" | "column";

/** Where the text of a tile stands, as far as its reading depends on it. */
export interface TileKind {
  readonly list: TileList;
  /** In YAML: the columns of the tile's hyphen and of its first key. */
  readonly columns?: { readonly dash: number; readonly key: number };
}

/** A tile of a text. Its own text starts where its object starts. */
export interface TilePlace {
  readonly kind: TileKind;
  readonly node: ObjectNode;
  /** Where the text that is read with the tile ends. */
  readonly end: number;
}

/** One tile, read apart from its dashboard. */
export interface TileReading {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  readonly node: ObjectNode;
}

/** What rules that look across tiles read of one tile: its own members and those of its widget, without what is below. */
export interface Summary {
  /** A shorter text for the tile. */
  readonly text: string;
  /** Which parts of it are copied from the tile: offset in the summary, offset in the tile, length; in order. */
  readonly copied: readonly number[];
  /** The tree of the summary with offsets of it, where that is not read from its text, and its value. */
  readonly tree?: { readonly root: ObjectNode; readonly value: string };
}

/** A dashboard with a summary in place of each tile. */
export interface SkeletonReading {
  readonly document: JsonDocument;
  readonly canonical: Canonical;
  /** What is kept for the next version of the skeleton. */
  readonly outside?: OutsideReading;
}

/** The text around the tiles, read with an empty object in place of each. */
export interface OutsideReading {
  readonly text: string;
  readonly document: JsonDocument;
  readonly tiles: ReadonlyMap<Node, number>;
}

/** A tile with its text's place, and what stands for it in a skeleton. */
export interface SkeletonTile {
  readonly kind: TileKind;
  readonly start: number;
  readonly length: number;
  readonly summary: Summary;
}

/** How the tiles of a text are read one by one. */
export interface TileForm {
  /** All tiles in source order; undefined when they cannot be told apart or depend on each other. */
  find(document: JsonDocument, canonical: Canonical): readonly TilePlace[] | undefined;
  /**
   * Reads the text of a tile as the reader of the whole text would in its place; undefined when that depends on what
   * stands around it.
   */
  read(kind: TileKind, text: string): TileReading | undefined;
  /**
   * @param text that the tile was read from
   * @param uses names of the template variables that something in the tile uses, or may use; undefined if unknown
   */
  summarize(tile: ObjectNode, text: string, uses: readonly string[] | undefined): Summary;
  /**
   * Reads a text with summaries in place of its tiles; undefined when the tiles would not stand where they do.
   *
   * @param starts where the summaries start in `short`
   */
  skeleton(
    short: string,
    text: string,
    tiles: readonly SkeletonTile[],
    starts: readonly number[],
    before: OutsideReading | undefined,
  ): SkeletonReading | undefined;
}
