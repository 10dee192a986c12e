import { isGroup } from "../../../grid/kinds";
import type { Refactoring, RefactoringOffer } from "./refactoring";
import { tileNames } from "./tile-names";

/** The tiles of the selection taken out, and a group with its members or without them. */
export const deleteTile: Refactoring = {
  id: "delete-tile",
  keepsMeaning: false,
  offers(place) {
    if (place.tiles.length === 0) return [];
    const tiles = place.tiles.map(({ id }) => id);
    const members = place.arrangement.tiles.filter(
      ({ id, group }) => group !== undefined && tiles.includes(group) && !tiles.includes(id),
    ).length;
    const withMembers = members > 0 ? ` with ${members === 1 ? "its tile" : `its ${members} tiles`}` : "";
    const title = `Delete ${tileNames(place.tiles)}${withMembers}`;
    const offers: RefactoringOffer[] = place.byGesture(title, "rewrite", { type: "remove", tiles });
    const { tile } = place;
    if (tile && isGroup(tile.kind)) {
      const ungroup = `Ungroup ${tileNames([tile])}, keeping its tiles`;
      offers.push(...place.byGesture(ungroup, "rewrite", { type: "ungroup", tile: tile.id }));
    }
    return offers;
  },
};
