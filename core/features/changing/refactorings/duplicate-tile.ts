import type { Refactoring } from "./refactoring";
import { tileNames } from "./tile-names";

/** A copy of each tile of the selection; of a group with its members. */
export const duplicateTile: Refactoring = {
  id: "duplicate-tile",
  keepsMeaning: false,
  offers(place) {
    if (place.tiles.length === 0) return [];
    const tiles = place.tiles.map(({ id }) => id);
    return place.byGesture(`Duplicate ${tileNames(place.tiles)}`, "rewrite", { type: "duplicate", tiles });
  },
};
