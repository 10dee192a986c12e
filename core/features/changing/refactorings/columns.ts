import { misalignedTiles } from "../../../grid/moves/columns";
import { boardOf } from "../gestures/board-of";
import type { Refactoring } from "./refactoring";

/** The widths that consoles and exporters make. */
const USUAL = [12, 24, 48];

/** Another number of columns with everything in its place on the screen. */
export const changeColumnsRefactoring: Refactoring = {
  id: "columns",
  keepsMeaning: false,
  offers(place) {
    if (!place.isAtDashboard || place.arrangement.layout !== "mosaic") return [];
    const board = boardOf(place.dashboard);
    return USUAL.filter((wanted) => wanted !== board.columns).flatMap((wanted) => {
      const odd = misalignedTiles(board, wanted).length;
      const tiles = odd === 1 ? "1 tile" : `${odd} tiles`;
      const rounding = odd > 0 ? `, rounding ${tiles} to the nearest block` : ", without moving tiles";
      const title = `Change to ${wanted} columns${rounding}`;
      return place.byGesture(title, "rewrite", { type: "columns", columns: wanted, round: odd > 0 });
    });
  },
};
