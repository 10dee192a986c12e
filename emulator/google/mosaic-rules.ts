import type { SemanticRefusal } from "./recorded-rules";

/** A tile as a half-open rectangle of blocks. */
interface Tile {
  readonly index: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly group: "collapsible" | "single" | undefined;
}

/** Maximum number of overlaps to report. */
const MAX_OVERLAPS = 100;

/**
 * Tiles that reach beyond the columns or overlap where they may not. It is recorded that the service rejects them, but
 * not with which message. Implemented without core's grid, so that both cannot have the same bug.
 */
export function placementRefusals(
  columns: number,
  tiles: readonly Readonly<Record<string, unknown>>[],
): SemanticRefusal[] {
  const placed = tiles.flatMap((tile, index) => readTile(tile, index) ?? []);
  const beyond = placed.filter(({ right }) => right > columns);
  if (beyond.length > 0) {
    return beyond.map(({ index }) => refusal(index, index, `the tile ends beyond column ${columns}`));
  }
  return overlaps(placed).map(([a, b]) => refusal(b, a, `the tile overlaps with tile ${a}`));
}

/** Undefined for a tile with invalid numbers, which have their own errors. */
function readTile(tile: Readonly<Record<string, unknown>>, index: number): Tile | undefined {
  const { xPos: left = 0, yPos: top = 0, width, height, widget } = tile;
  if (!isNumber(left) || !isNumber(top) || !isNumber(width) || !isNumber(height)) return undefined;
  if (left < 0 || top < 0 || width < 1 || height < 1) return undefined;
  const content = typeof widget === "object" && widget !== null ? widget : {};
  const group =
    "collapsibleGroup" in content ? "collapsible" : "singleViewGroup" in content ? "single" : undefined;
  return { index, left, top, right: left + width, bottom: top + height, group };
}

/** Index pairs of tiles that share blocks although neither is in the other's group nor both in one single-view group. */
function overlaps(tiles: readonly Tile[]): [number, number][] {
  const singles = tiles.filter((tile) => tile.group === "single");
  const allowed = (a: Tile, b: Tile) =>
    (a.group !== undefined && holds(a, b)) ||
    (b.group !== undefined && holds(b, a)) ||
    singles.some((group) => group !== a && group !== b && holds(group, a) && holds(group, b));
  const found: [number, number][] = [];
  let open: Tile[] = [];
  for (const tile of [...tiles].sort((a, b) => a.top - b.top)) {
    open = open.filter((other) => other.bottom > tile.top);
    for (const other of open) {
      if (other.left >= tile.right || tile.left >= other.right || allowed(tile, other)) continue;
      found.push([Math.min(tile.index, other.index), Math.max(tile.index, other.index)]);
      if (found.length >= MAX_OVERLAPS) return found;
    }
    open.push(tile);
  }
  return found;
}

function holds(outer: Tile, inner: Tile): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}

function refusal(index: number, other: number, text: string): SemanticRefusal {
  const path = (tile: number, ...more: string[]) => ["mosaicLayout", "tiles", tile, ...more];
  const covers = ["xPos", "yPos", "width", "height", "widget"].map((member) => path(index, member));
  return { path: path(index), covers: [path(other), ...covers], text, form: "value" };
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
