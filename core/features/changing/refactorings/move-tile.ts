import type { ArrangedTile } from "../../../grid/arrangement";
import type { Gesture } from "../../../grid/moves/gesture";
import { listPlaceOf } from "../../../grid/moves/lines";
import type { Refactoring, RefactoringOffer, RefactoringTarget } from "./refactoring";
import { tileName } from "./tile-names";

/** A tile one up or one down: past its neighbor in a mosaic, in the order of any other layout. */
export const moveTile: Refactoring = {
  id: "move-tile",
  keepsMeaning: false,
  offers(place) {
    const { tile } = place;
    if (!tile) return [];
    return place.arrangement.layout === "mosaic" ? inMosaic(place, tile) : inList(place, tile);
  },
};

function inMosaic(place: RefactoringTarget, tile: ArrangedTile): RefactoringOffer[] {
  const into = tile.group ?? null;
  const column = place.arrangement.tiles.filter(
    (other) =>
      other.id !== tile.id &&
      other.group === tile.group &&
      other.x < tile.x + tile.w &&
      tile.x < other.x + other.w,
  );
  const above = column.filter((other) => other.y + other.h <= tile.y);
  const below = column.filter((other) => other.y >= tile.y + tile.h);
  const offers: RefactoringOffer[] = [];
  const move = (dy: number, title: string) => {
    const gesture: Gesture = { type: "move", tiles: [tile.id], dx: 0, dy, into };
    offers.push(...place.byGesture(title, "move", gesture));
  };
  if (above.length > 0) {
    const next = above.reduce((a, b) => (b.y + b.h > a.y + a.h ? b : a));
    move(next.y - tile.y, `Move ${tileName(tile)} up, above ${tileName(next)}`);
  }
  if (below.length > 0) {
    const next = below.reduce((a, b) => (b.y < a.y ? b : a));
    move(next.y + next.h - tile.y - tile.h, `Move ${tileName(tile)} down, below ${tileName(next)}`);
  }
  return offers;
}

function inList(place: RefactoringTarget, tile: ArrangedTile): RefactoringOffer[] {
  const at = listPlaceOf(place.arrangement, tile.id);
  if (!at) return [];
  const tiles = place.arrangement.tiles;
  const index = tiles.indexOf(tile);
  const offers: RefactoringOffer[] = [];
  for (const [step, how, side] of [
    [-1, "up", "before"],
    [1, "down", "behind"],
  ] as const) {
    const next = tiles[index + step];
    const there = next && listPlaceOf(place.arrangement, next.id);
    if (!next || !there) continue;
    // From one line into the next it goes to the near end of it.
    const isOwn = there.line === at.line;
    const item = isOwn ? at.item + step : step < 0 ? there.item + 1 : 0;
    const where = isOwn ? `${side} ${tileName(next)}` : `beside ${tileName(next)}`;
    const gesture: Gesture = { type: "reorder", tile: tile.id, line: there.line, item };
    offers.push(...place.byGesture(`Move ${tileName(tile)} ${how}, ${where}`, "move", gesture));
  }
  return offers;
}
