import type { Rect } from "../rect";
import { sameRect } from "../rect";
import type { Change, TileMark } from "./model";

/** How the position and the size of a tile changed. */
export interface Placement {
  readonly marks: readonly TileMark[];
  readonly changes: readonly Change[];
}

/**
 * A move and a resize in words.
 *
 * @param scale how many columns of the second grid are one of the first; if the whole grid became finer, a tile in the
 * same place did not move
 */
export function placementOf(before: Rect, after: Rect, scale: number): Placement {
  const scaled = { x: before.x * scale, y: before.y * scale, w: before.w * scale, h: before.h * scale };
  if (sameRect(scaled, after) || sameRect(before, after)) return { marks: [], changes: [] };
  const from = scale === 1 || !isWhole(scaled) ? before : scaled;
  const marks: TileMark[] = [];
  const changes: Change[] = [];
  if (from.x !== after.x || from.y !== after.y) {
    marks.push("moved");
    changes.push({
      path: "",
      text: `moved from column ${from.x}, row ${from.y} to column ${after.x}, row ${after.y}`,
    });
  }
  if (from.w !== after.w || from.h !== after.h) {
    marks.push("resized");
    changes.push({ path: "", text: `resized from ${from.w} × ${from.h} to ${after.w} × ${after.h}` });
  }
  return { marks, changes };
}

function isWhole(rect: Rect): boolean {
  return [rect.x, rect.y, rect.w, rect.h].every(Number.isInteger);
}
