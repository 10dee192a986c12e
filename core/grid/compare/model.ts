import type { LayoutKind } from "../arrangement";
import type { TileKind } from "../kinds";
import type { Rect } from "../rect";

/** One thing that changed, for a reviewer. */
export interface Change {
  /**
   * JSON pointer in canonical names, below the widget or the dashboard; into the second dashboard, or into the first for
   * what was removed. Empty for a move and a resize.
   */
  readonly path: string;
  /** One line without control characters, such as `aligner ALIGN_RATE → ALIGN_MEAN`. It can contain any text of a file. */
  readonly text: string;
}

/** A tile in one of the two dashboards. */
export interface TileSide {
  /** JSON pointer of the widget, as in `Picture.tiles`. */
  readonly id: string;
  readonly kind: TileKind;
  readonly title: string;
  /** In blocks of the grid; see `Arrangement`. */
  readonly rect: Rect;
}

/** How a tile changed. A tile can be moved, resized and changed at once. */
export type TileMark = "added" | "removed" | "moved" | "resized" | "changed";

/** One tile that differs. */
export interface TileChange {
  /** What a reader calls it: `"CPU"`, or `chart at column 0, row 4`. One line without control characters. */
  readonly name: string;
  /** Never empty. `added` and `removed` stand alone. */
  readonly marks: readonly TileMark[];
  /** In the first dashboard; missing if the tile was added. */
  readonly before?: TileSide;
  /** In the second dashboard; missing if the tile was removed. */
  readonly after?: TileSide;
  /** Empty for an added or a removed tile. */
  readonly changes: readonly Change[];
}

/** What differs between two dashboards. Plain JSON. */
export interface Comparison {
  /** The layout of each dashboard. */
  readonly layouts: { readonly before: LayoutKind; readonly after: LayoutKind };
  /** Changes of the dashboard itself: title, labels, filters, annotations, columns. */
  readonly dashboard: readonly Change[];
  /** In the order of the second dashboard; removed tiles come last, in the order of the first. */
  readonly tiles: readonly TileChange[];
}
