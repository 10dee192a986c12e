import type { Geometry } from "../../../../core/grid/geometry";
import type { TileBoard as Model } from "../../../../core/grid/moves/board";

/** A place in a layout of lists: the `item`-th of a line, both from 0. A grid is one line. */
export interface Slot {
  readonly line: number;
  readonly item: number;
}

/** Pixels from the top left corner of the board. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Where a widget dropped at a point of a grid, row or column layout would go: before the widget there or behind it,
 * whichever half is nearer; beside all widgets at the end of the nearest line.
 */
export function slotAt(model: Model, geometry: Geometry, point: Point): Slot {
  const isColumn = model.layout === "column";
  let end: { readonly slot: Slot; readonly distance: number } | undefined;
  for (const tile of model.tiles) {
    const box = geometry.boxOf(tile);
    const slot = slotOf(model, tile.id);
    const inside =
      point.x >= box.left &&
      point.x <= box.left + box.width &&
      point.y >= box.top &&
      point.y <= box.top + box.height;
    const behind = isColumn ? point.y > box.top + box.height / 2 : point.x > box.left + box.width / 2;
    if (inside) return behind ? { ...slot, item: slot.item + 1 } : slot;
    const apart = {
      x: Math.max(0, box.left - point.x, point.x - box.left - box.width),
      y: Math.max(0, box.top - point.y, point.y - box.top - box.height),
    };
    // Across the lines counts first: a line is chosen by its band, then the place in it.
    const distance = isColumn ? apart.x * 1000 + apart.y : apart.y * 1000 + apart.x;
    if (!end || distance < end.distance) {
      end = { slot: behind ? { ...slot, item: slot.item + 1 } : slot, distance };
    }
  }
  return end?.slot ?? { line: 0, item: 0 };
}

/** Where a widget is in the lists of its layout. */
export function slotOf(model: Model, id: string): Slot {
  const at = model.tiles.findIndex((tile) => tile.id === id);
  const slot = model.tiles[at]?.slot;
  return slot ? { line: slot.line, item: slot.item } : { line: 0, item: at };
}

/** The same place counted without the widget that is taken from `from`: what a reorder wants. */
export function withoutTaken(to: Slot, from: Slot): Slot {
  return to.line === from.line && from.item < to.item ? { ...to, item: to.item - 1 } : to;
}
