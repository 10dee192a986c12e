import { previewGesture } from "../../../grid/moves/preview";
import { sameRect } from "../../../grid/rect";
import type { Refactoring } from "./refactoring";

/** Tiles moved up as far as they go. */
export const closeGapsRefactoring: Refactoring = {
  id: "compact",
  keepsMeaning: false,
  offers(place) {
    if (!place.isAtDashboard || place.arrangement.layout !== "mosaic") return [];
    const moved = previewGesture(place.arrangement, { type: "compact" });
    if (!moved.ok) return [];
    const { tiles } = place.arrangement;
    const count = moved.board.tiles.filter((tile, i) => !sameRect(tile, tiles[i]!)).length;
    if (count === 0) return [];
    const title = `Close gaps between tiles, moving ${count} of ${tiles.length}`;
    return place.byGesture(title, "rewrite", { type: "compact" });
  },
};
