import { refusedOverlaps } from "../grid/overlaps";
import { type PlacedTile, placedTiles } from "./placed-tiles";
import type { Rule } from "./rule";
import { spanOf } from "./span";

/** Every pair of a hundred tiles, which is all that a dashboard may have. */
const MAX_PAIRS = 5000;
/** More tiles than this are not named one by one. */
const MAX_RELATED = 8;

export const tileOverlap: Rule = {
  id: "tile-overlap",
  severity: "error",
  message: "MosaicLayout",
  evidence: "recorded",
  summary: "Two tiles of a mosaic overlap.",
  details:
    "Tiles can overlap only if one is a group that completely contains the other, or if both are in the same single-view group.",
  check(node, { canonical, report }) {
    const { tiles, lacksGroup } = placedTiles(node, canonical);
    if (lacksGroup) return;
    const order = new Map(tiles.map((tile, i) => [tile, i]));
    const earlier = new Map<PlacedTile, PlacedTile[]>();
    for (const pair of refusedOverlaps(tiles, MAX_PAIRS)) {
      const [first, second] = pair.sort((a, b) => order.get(a)! - order.get(b)!);
      earlier.set(second, [...(earlier.get(second) ?? []), first]);
    }
    for (const [tile, others] of earlier) {
      const [other, ...more] = others as [PlacedTile, ...PlacedTile[]];
      const rest = more.length > 0 ? ` and ${more.length} more` : "";
      report({
        ...place(tile),
        message: `${tile.name[0]!.toUpperCase()}${tile.name.slice(1)} overlaps ${other.name}${rest}. Move one of them, or put both into a group.`,
        related: others.slice(0, MAX_RELATED).map((it) => ({ ...place(it), message: `${it.name} is here.` })),
      });
    }
  },
  bad: {
    tiles: [
      { width: 24, height: 16, widget: { title: "Requests", blank: {} } },
      { xPos: 12, width: 24, height: 16, widget: { title: "Errors", blank: {} } },
    ],
  },
  good: {
    tiles: [
      { width: 24, height: 16, widget: { title: "Requests", blank: {} } },
      { xPos: 24, width: 24, height: 16, widget: { title: "Errors", blank: {} } },
    ],
  },
};

/** The part of a tile that says where it is. */
function place({ node }: PlacedTile) {
  return spanOf(node, "yPos", "xPos", "height");
}
