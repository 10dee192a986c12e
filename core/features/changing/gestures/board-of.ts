import type { Dashboard } from "../../../dashboard";
import { arrange } from "../../../grid/arrangement";
import type { TileBoard } from "../../../grid/moves/board";
import { integerOf, listOf, membersOf } from "../../../shape";

/** The largest number that a place or a size can be. */
export const MAX_INT32 = 2 ** 31 - 1;

/** A dashboard as moves see it, with the very numbers of the file where a picture is not drawn to scale. */
export function boardOf({ canonical }: Dashboard): TileBoard {
  const arrangement = arrange(canonical.value);
  if (arrangement.layout !== "mosaic") return arrangement;
  const written = listOf(membersOf(membersOf(canonical.value)["mosaicLayout"])["tiles"]);
  const tiles = arrangement.tiles.map((tile) => {
    const { xPos, yPos, width, height } = membersOf(written[indexOf(tile.id)]);
    return {
      ...tile,
      x: clamp(integerOf(xPos) ?? 0, 0),
      y: clamp(integerOf(yPos) ?? 0, 0),
      w: clamp(integerOf(width) ?? 1, 1),
      h: clamp(integerOf(height) ?? 1, 1),
    };
  });
  return { ...arrangement, tiles };
}

/** Which entry of its list a tile is. */
export function indexOf(id: string): number {
  return Number(/(\d+)(?:\/widget)?$/.exec(id)?.[1]);
}

function clamp(value: number, least: number): number {
  return Math.max(least, Math.min(value, MAX_INT32));
}
