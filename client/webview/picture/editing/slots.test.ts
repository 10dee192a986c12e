import { describe, expect, it } from "vitest";
import { Geometry } from "../../../../core/grid/geometry";
import { drawPicture } from "../../../../core/grid/picture";
import { slotAt, slotOf, withoutTaken } from "./slots";
import { draftLabel, positionLabel } from "./words";

const widgets = (titles: string) => [...titles].map((title) => ({ title, blank: {} }));
const grid = drawPicture({ gridLayout: { columns: 2, widgets: widgets("abcd") } });
const rows = drawPicture({ rowLayout: { rows: [{ widgets: widgets("ab") }, { widgets: widgets("c") }] } });
const columns = drawPicture({
  columnLayout: { columns: [{ widgets: widgets("ab") }, { widgets: widgets("c") }] },
});

/** The slot at a point given in parts of a tile's box. */
function drop(picture: typeof grid, title: string, across: number, down: number) {
  const geometry = new Geometry(picture, 960, 1);
  const box = geometry.boxOf(picture.tiles.find((tile) => tile.title === title)!);
  return slotAt(picture, geometry, { x: box.left + box.width * across, y: box.top + box.height * down });
}

describe("where a widget is dropped", () => {
  it("is before or behind the widget there, whichever half is nearer", () => {
    expect(drop(grid, "c", 0.2, 0.5)).toEqual({ line: 0, item: 2 });
    expect(drop(grid, "c", 0.8, 0.5)).toEqual({ line: 0, item: 3 });
    expect(drop(rows, "b", 0.8, 0.1)).toEqual({ line: 0, item: 2 });
    expect(drop(columns, "a", 0.1, 0.8)).toEqual({ line: 0, item: 1 });
  });

  it("is the end of the nearest line beside all widgets", () => {
    expect(drop(rows, "c", 3, 0.5)).toEqual({ line: 1, item: 1 });
    expect(drop(columns, "c", 0.5, 5)).toEqual({ line: 1, item: 1 });
  });

  it("is counted without the widget that is taken away", () => {
    const from = slotOf(rows, rows.tiles[0]!.id);
    expect(from).toEqual({ line: 0, item: 0 });
    expect(withoutTaken({ line: 0, item: 2 }, from)).toEqual({ line: 0, item: 1 });
    expect(withoutTaken({ line: 1, item: 1 }, from)).toEqual({ line: 1, item: 1 });
  });
});

describe("what is announced", () => {
  it("is the position in the words of the layout", () => {
    expect(positionLabel(rows, rows.tiles[1]!)).toBe("row 1, widget 2 of 2");
    expect(positionLabel(columns, columns.tiles[2]!)).toBe("column 2, widget 1 of 1");
    expect(positionLabel(grid, grid.tiles[3]!)).toMatch(/4 of 4$/);
  });

  it("names what had to move, and gives the reason of a refusal", () => {
    const tile = (xPos: number, title: string) => ({
      xPos,
      yPos: 0,
      width: 4,
      height: 2,
      widget: { title, blank: {} },
    });
    const before = drawPicture({ mosaicLayout: { columns: 12, tiles: [tile(0, "a"), tile(4, "b")] } });
    const [a, b] = before.tiles;
    const moved = {
      ok: true as const,
      select: [a!.id],
      board: {
        ...before,
        tiles: [
          { ...a!, x: 4 },
          { ...b!, y: 2 },
        ],
      },
    };
    expect(draftLabel(before, moved)).toBe("column 5, row 1, width 4, height 2, 1 tile moved");
    expect(draftLabel(before, { ok: false, reason: "No." })).toBe("No.");
  });
});
