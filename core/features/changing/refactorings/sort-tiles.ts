import { previewGesture } from "../../../grid/moves/preview";
import type { Refactoring } from "./refactoring";

/** Tiles in the order in which they are seen. */
export const sortTiles: Refactoring = {
  id: "sort-tiles",
  keepsMeaning: true,
  offers(place) {
    if (!place.isAtDashboard || place.arrangement.layout !== "mosaic") return [];
    const moved = previewGesture(place.arrangement, { type: "sort" });
    const { tiles } = place.arrangement;
    if (!moved.ok || moved.board.tiles.every(({ id }, i) => id === tiles[i]!.id)) return [];
    return place.byGesture(`Sort ${tiles.length} tiles by position`, "rewrite", { type: "sort" });
  },
};
