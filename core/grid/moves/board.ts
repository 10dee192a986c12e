import type { LayoutKind, Slot } from "../arrangement";
import type { ContentKind, TileKind } from "../kinds";
import type { Rect } from "../rect";

/** One widget as the moves see it. */
export interface BoardTile extends Rect {
  /** Stays the same through every move. Blocks that a move has made are called `new:1`, `new:2` … */
  readonly id: string;
  readonly kind: TileKind;
  /** What a reader knows it by; may be empty or missing. */
  readonly title?: string;
  /** Id of the innermost group that it lies in. Worked out again by every move, so it need not be right before one. */
  readonly group?: string;
  /** Where a row or column layout has it. */
  readonly slot?: Slot;
  /** Id of the block whose widget it is to show; only for blocks that a move has made. */
  readonly copyOf?: string;
}

/** What moves start from and lead to. An `Arrangement` is one, and so is a `Picture`. */
export interface TileBoard {
  readonly layout: LayoutKind;
  readonly columns: number;
  /** Bottom edge of the lowest block. */
  readonly rows: number;
  /** Height of a block of the grid divided by its width, as drawn. */
  readonly rowRatio: number;
  /** In the order of the file. */
  readonly tiles: readonly BoardTile[];
}

/** The result of a move. `select` are the ids to select afterwards. */
export type MoveResult =
  | { readonly ok: true; readonly board: TileBoard; readonly select: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly remedy?: Remedy };

/** What makes a rejected move possible: another layout, or rounding to the nearest column. */
export type Remedy = "convert" | "round";

/** Widgets that the service takes in one dashboard. */
const MAX_WIDGETS = 100;

/** Why a move is rejected, as a message for the user. */
export function refuseMove(reason: string, remedy?: Remedy): MoveResult {
  return remedy === undefined ? { ok: false, reason } : { ok: false, reason, remedy };
}

/** What a block is called in such a sentence. */
export function nameOf(block: { readonly title?: string | undefined }): string {
  const title = block.title?.replace(/\s+/g, " ").trim();
  if (!title) return "the tile";
  return `"${title.length > 40 ? `${title.slice(0, 39)}…` : title}"`;
}

/** `1 tile`, `3 tiles`. */
export function pluralize(number: number, noun = "tile"): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Contents that the service takes in a mosaic only. */
const MOSAIC_ONLY: ReadonlySet<string> = new Set<ContentKind>([
  "collapsibleGroup",
  "singleViewGroup",
  "sectionHeader",
]);

export function isMosaicOnly(kind: TileKind): boolean {
  return MOSAIC_ONLY.has(kind);
}

/** An id that no block of the board has. */
export function freshId(taken: { has(id: string): boolean }): string {
  for (let number = 1; ; number++) if (!taken.has(`new:${number}`)) return `new:${number}`;
}

/** Why there is no room for so many more widgets; undefined when there is. */
export function tooMany(now: number, more: number): string | undefined {
  const all = now + more;
  if (all <= MAX_WIDGETS) return undefined;
  return `A dashboard can have at most ${MAX_WIDGETS} widgets, and this would make ${all}.`;
}
