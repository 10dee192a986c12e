import type { Change, Comparison, TileChange, TileMark } from "./model";

/** One difference, numbered as it is marked and listed. */
export interface NumberedChange {
  /** From 1. */
  readonly number: number;
  /** The tile, or `Dashboard` for what is of no tile. */
  readonly name: string;
  /** The mark that decides the color; missing for the dashboard itself. */
  readonly mark?: TileMark;
  /** All marks, such as `moved, changed`. */
  readonly kind: string;
  /** What changed. Empty for an added or a removed tile. */
  readonly changes: readonly Change[];
  readonly tile?: TileChange;
}

/** In the order of legends. A tile has the color of the first one. */
export const MARKS: readonly TileMark[] = ["added", "removed", "changed", "moved", "resized"];

/**
 * The differences in the order of lists. The dashboard itself comes first.
 *
 * @param first the number of the first one
 */
export function numbered({ dashboard, tiles }: Comparison, first = 1): NumberedChange[] {
  const own = dashboard.length > 0 ? [{ name: "Dashboard", kind: "settings", changes: dashboard }] : [];
  const rest = tiles.map((tile) => ({
    name: tile.name,
    mark: MARKS.find((mark) => tile.marks.includes(mark)) ?? ("changed" as const),
    kind: tile.marks.join(", "),
    changes: tile.changes,
    tile,
  }));
  return [...own, ...rest].map((change, at) => ({ ...change, number: first + at }));
}

/** The marks that occur, in the order of legends. */
export function marksIn(changes: readonly NumberedChange[]): TileMark[] {
  return MARKS.filter((mark) => changes.some(({ tile }) => tile?.marks.includes(mark)));
}
