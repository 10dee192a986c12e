import { describe, expect, it } from "vitest";
import type { TileKind } from "../kinds";
import type { TileBoard } from "./board";
import { insertionPlace } from "./insertion-place";
import { previewGesture } from "./preview";

type Block = readonly [x: number, y: number, w: number, h: number, kind?: TileKind, group?: string];

function board(...blocks: Block[]): TileBoard {
  const tiles = blocks.map(([x, y, w, h, kind = "text", group], at) => ({
    id: `t${at}`,
    kind,
    title: `t${at}`,
    x,
    y,
    w,
    h,
    ...(group === undefined ? {} : { group }),
  }));
  return { layout: "mosaic", columns: 12, rows: 20, rowRatio: 0.8, tiles };
}
/** A chart is 6 by 4 on 12 columns, a scorecard 3 by 2. */
const at = (on: TileBoard, x: number, y: number, kind: "xyChart" | "scorecard" = "xyChart") => {
  const { w, h, ...place } = insertionPlace(on, kind, { x, y });
  return [place.x, place.y, w, h];
};

describe("a new tile", () => {
  const full = board([0, 0, 12, 10]);

  it("has its middle at the point where there is room", () => {
    expect(at(full, 6, 20)).toEqual([3, 18, 6, 4]);
  });

  it("lies below the last tile, and not on it, when the pointer is just below", () => {
    expect(at(full, 6, 10.1)).toEqual([3, 10, 6, 4]);
  });

  it("pushes nothing in free space, and is where it is shown", () => {
    const on = board([0, 0, 6, 8], [6, 0, 6, 3], [0, 8, 12, 4]);
    for (const [x, y] of [
      [6.2, 3.1],
      [11.9, 7.9],
      [9, 5],
    ] as const) {
      const place = insertionPlace(on, "xyChart", { x, y });
      const made = previewGesture(on, { type: "insert", kind: "xyChart", at: place });
      expect(made.ok && made.board.tiles.slice(0, 3)).toMatchObject(
        on.tiles.map(({ id, x, y }) => ({ id, x, y })),
      );
      expect(made.ok && made.board.tiles.at(-1)).toMatchObject(place);
    }
  });

  it("is smaller in a gap, down to half of its size", () => {
    const gap = (w: number, h: number) => board([0, 0, 12, 4], [w, 4, 12 - w, h], [0, 4 + h, 12, 4]);
    expect(at(gap(4, 3), 1, 5)).toEqual([0, 4, 4, 3]);
    // Less than that: what is below makes room.
    expect(at(gap(2, 3), 1, 5)).toEqual([0, 3, 6, 4]);
  });

  it("goes with its middle onto a tile, which makes room", () => {
    expect(at(full, 6, 5)).toEqual([3, 3, 6, 4]);
  });

  it("stays inside the group under the pointer", () => {
    const on = board([0, 0, 12, 4, "collapsibleGroup"], [0, 0, 6, 4, "text", "t0"], [0, 4, 12, 4]);
    expect(at(on, 7, 3.9, "scorecard")).toEqual([6, 2, 3, 2]);
    expect(at(on, 11.5, 0, "scorecard")).toEqual([9, 0, 3, 2]);
  });
});
