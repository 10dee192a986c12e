import type { Refactoring } from "./refactoring";

/** A mosaic in the place of a grid, row or column layout. */
export const convertLayout: Refactoring = {
  id: "convert-layout",
  keepsMeaning: false,
  offers(place) {
    const { layout } = place.arrangement;
    if (!place.isAtDashboard || layout === "mosaic" || layout === "none") return [];
    return place.byGesture(`Convert the ${layout} layout to a mosaic`, "rewrite", { type: "convert" });
  },
};
