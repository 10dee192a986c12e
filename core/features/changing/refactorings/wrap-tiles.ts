import type { Refactoring } from "./refactoring";
import { tileNames } from "./tile-names";

/** A collapsible group around the tiles of the selection. */
export const wrapTiles: Refactoring = {
  id: "wrap-tiles",
  keepsMeaning: false,
  offers(place) {
    if (place.tiles.length === 0 || place.arrangement.layout !== "mosaic") return [];
    const title = `Wrap ${tileNames(place.tiles)} in a collapsible group`;
    return place.byGesture(title, "extract", { type: "wrap", tiles: place.tiles.map(({ id }) => id) });
  },
};
