import { describe, expect, it } from "vitest";
import type { Gesture } from "../../../../core/grid/moves/gesture";
import { previewGesture } from "../../../../core/grid/moves/preview";
import { drawPicture, type Picture } from "../../../../core/grid/picture";
import { changeLabel, doneLabel, sidelinedLabel } from "./words";

const tile = (title: string, xPos: number, yPos: number, content: object = { blank: {} }) => ({
  xPos,
  yPos,
  width: 6,
  height: 4,
  widget: { ...(title && { title }), ...content },
});
const SQUARE = [tile("NW", 0, 0), tile("NE", 6, 0), tile("SW", 0, 4), tile("", 6, 4)];
const picture = (tiles: readonly object[], displayName = "Board"): Picture =>
  drawPicture({ displayName, mosaicLayout: { columns: 12, tiles } });
const ids = [0, 1, 2, 3].map((index) => `/mosaicLayout/tiles/${index}/widget`);
const [NW, NE, SW, SE] = ids as [string, string, string, string];

function done(gesture: Gesture, before = picture(SQUARE)): string {
  const moved = previewGesture(before, gesture);
  if (!moved.ok) return moved.reason;
  return [doneLabel(gesture, before, moved), sidelinedLabel(gesture, before, moved)]
    .filter(Boolean)
    .join(" ");
}

describe("what was done", () => {
  it.each<[Gesture, string]>([
    [
      { type: "move", tiles: [NW], dx: 0, dy: 4 },
      "Moved NW to column 1, row 5. SW moved to column 1, row 1 to make room.",
    ],
    [{ type: "move", tiles: [SW, SE], dx: 0, dy: 1 }, "Moved 2 tiles to column 1, row 6."],
    [
      { type: "resize", tiles: [NE], edge: "s", dx: 0, dy: 2 },
      "Resized NE to width 6, height 6. The spacer moved to column 7, row 7 to make room.",
    ],
    [{ type: "insert", kind: "scorecard", at: { x: 0, y: 8 } }, "Added a scorecard at column 1, row 9."],
    [{ type: "remove", tiles: [SE] }, "Deleted the spacer."],
    [{ type: "duplicate", tiles: [NW] }, "Duplicated NW."],
    [
      { type: "wrap", tiles: [NW, NE, SW] },
      "Grouped 3 tiles. The spacer moved to column 7, row 9 to make room.",
    ],
    [{ type: "columns", columns: 24 }, "The mosaic has 24 columns."],
    [{ type: "title", tile: NW, title: "West" }, "Renamed to West."],
    [{ type: "title", tile: NW, title: "" }, "Removed the title."],
  ])("%j", (gesture, expected) => {
    expect(done(gesture)).toBe(expected);
  });

  it("says how many tiles closed the gaps", () => {
    const gaps = picture([tile("a", 0, 2), tile("b", 6, 2)]);
    expect(done({ type: "compact" }, gaps)).toBe("Closed the gaps: 2 tiles moved.");
    expect(done({ type: "compact" })).toBe("There are no gaps to close.");
  });
});

describe("what a change taken back has left", () => {
  const before = picture(SQUARE);
  it.each<[string, Picture, string]>([
    ["a move", picture([tile("NW", 0, 8), ...SQUARE.slice(1)]), "NW is at column 1, row 9"],
    ["a title", picture([tile("West", 0, 0), ...SQUARE.slice(1)]), "the title is West"],
    ["a tile", picture([...SQUARE, tile("New", 0, 8)]), "New is back"],
    ["tiles", picture(SQUARE.slice(2)), "2 tiles are gone"],
    ["the name", picture(SQUARE, "Other"), "the dashboard is called Other"],
    ["several places", picture([tile("NW", 0, 8), tile("NE", 6, 8), ...SQUARE.slice(2)]), "2 tiles changed"],
    ["what a tile shows", before, "the content has changed"],
  ])("%s", (_, after, expected) => {
    expect(changeLabel(before, after)).toBe(expected);
  });
});
