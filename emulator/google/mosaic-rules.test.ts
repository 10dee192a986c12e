import { describe, expect, test } from "vitest";
import { placementRefusals } from "./mosaic-rules";

/** Tiles as `x y width height kind`. */
function refusedAt(columns: number, ...tiles: string[]): string[] {
  const parsed = tiles.map((text) => {
    const [xPos, yPos, width, height] = text.split(" ").map(Number);
    return { xPos, yPos, width, height, widget: { [text.split(" ")[4] ?? "text"]: {} } };
  });
  return placementRefusals(columns, parsed).map(({ path, text }) => `${path.join(".")}: ${text}`);
}

describe("placementRefusals", () => {
  test.each([
    ["side by side", ["0 0 4 4", "4 0 8 4", "0 4 12 1"]],
    ["in a collapsible group", ["0 0 12 8 collapsibleGroup", "0 0 6 8", "6 0 6 8"]],
    ["stacked in a single view group", ["0 0 12 8 singleViewGroup", "0 0 12 8", "0 0 12 8"]],
    [
      "a single view group in a collapsible group",
      ["0 0 12 8 collapsibleGroup", "0 0 6 4 singleViewGroup", "0 0 6 4", "0 0 6 4"],
    ],
  ])("fine: %s", (_, tiles) => {
    expect(refusedAt(12, ...tiles)).toEqual([]);
  });

  test.each([
    ["two tiles", ["0 0 4 4", "3 3 4 4"], 1],
    ["the later one above", ["0 3 4 4", "0 0 4 4"], 1],
    ["the same place", ["0 0 4 4", "0 0 4 4"], 1],
    ["partly in a group", ["0 0 6 4 collapsibleGroup", "4 0 4 4"], 1],
    ["two members of a collapsible group", ["0 0 12 8 collapsibleGroup", "0 0 4 4", "2 2 4 4"], 2],
    ["two groups", ["0 0 8 4 singleViewGroup", "4 0 8 4 singleViewGroup"], 1],
  ])("overlap: %s", (_, tiles, index) => {
    expect(refusedAt(12, ...tiles)).toEqual([
      expect.stringMatching(`^mosaicLayout\\.tiles\\.${index}: the tile overlaps`),
    ]);
  });

  test("beyond the last column", () => {
    expect(refusedAt(12, "0 0 4 4", "9 0 4 4")).toEqual([
      "mosaicLayout.tiles.1: the tile ends beyond column 12",
    ]);
  });

  test("of a great many tiles on one spot a hundred are named", () => {
    expect(refusedAt(48, ...Array<string>(60_000).fill("0 0 48 1"))).toHaveLength(100);
  });
});
