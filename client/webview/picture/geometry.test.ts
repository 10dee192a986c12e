import { describe, expect, it } from "vitest";
import { type Box, Geometry, GROUP_STRIP } from "../../../core/grid/geometry";
import { drawPicture } from "../../../core/grid/picture";
import { nearestTile } from "./spatial";
import { Stack } from "./stack";

const tile = (
  title: string,
  xPos: number,
  yPos: number,
  width: number,
  height: number,
  content: object = { blank: {} },
) => ({
  xPos,
  yPos,
  width,
  height,
  widget: { title, ...content },
});
const GROUP = { collapsibleGroup: {} };

function place(columns: number, ...tiles: object[]): { boxes: Record<string, Box>; geometry: Geometry } {
  const picture = drawPicture({ mosaicLayout: { columns, tiles } });
  const geometry = new Geometry(picture, 960, 1);
  return { boxes: Object.fromEntries(picture.tiles.map((t) => [t.title, geometry.boxOf(t)])), geometry };
}
const bottom = ({ top, height }: Box) => top + height;

describe("boxes", () => {
  it("fill the width and never touch each other", () => {
    const { boxes, geometry } = place(
      12,
      tile("a", 0, 0, 6, 4),
      tile("b", 6, 0, 6, 4),
      tile("c", 0, 4, 12, 4),
    );
    const [a, b, c] = [boxes["a"]!, boxes["b"]!, boxes["c"]!];
    expect(geometry.width).toBe(960);
    expect(a.left + a.width).toBeLessThan(b.left);
    expect(bottom(a)).toBeLessThan(c.top);
    expect(geometry.height).toBeGreaterThanOrEqual(bottom(c));
  });

  it("leave room for the name of a group, and move all that is below down by as much", () => {
    const members = [tile("a", 0, 2, 12, 4), tile("below", 0, 6, 12, 2)];
    const { boxes: plain } = place(12, tile("above", 0, 0, 12, 2), ...members);
    const { boxes } = place(12, tile("above", 0, 0, 12, 2), tile("G", 0, 2, 12, 4, GROUP), ...members);
    expect(boxes["above"]).toEqual(plain["above"]);
    expect(boxes["a"]!.top - plain["a"]!.top).toBe(GROUP_STRIP);
    expect(boxes["below"]!.top - plain["below"]!.top).toBe(GROUP_STRIP);
    expect(boxes["a"]!.top).toBeGreaterThanOrEqual(boxes["G"]!.top + GROUP_STRIP - 2);
    expect(bottom(boxes["a"]!)).toBeLessThanOrEqual(bottom(boxes["G"]!));
  });

  it("stack the names of groups that begin in the same row", () => {
    const { boxes } = place(
      12,
      tile("G", 0, 0, 12, 8, GROUP),
      tile("H", 0, 0, 6, 8, GROUP),
      tile("a", 0, 0, 6, 8),
    );
    expect(boxes["H"]!.top - boxes["G"]!.top).toBe(GROUP_STRIP);
    expect(boxes["a"]!.top).toBeGreaterThan(boxes["H"]!.top + GROUP_STRIP - 2);
  });

  it("keep readable rows on a narrow board and modest ones on a wide board", () => {
    const picture = drawPicture({ mosaicLayout: { columns: 48, tiles: [tile("a", 0, 0, 12, 8)] } });
    const height = (width: number) => new Geometry(picture, width, 1).boxOf(picture.tiles[0]!).height;
    expect(height(200)).toBe(height(600));
    expect(height(900)).toBeGreaterThan(height(600));
    expect(height(3000)).toBe(height(1200));
  });

  it("end the columns before a tile that reaches beyond", () => {
    const { geometry } = place(12, tile("a", 10, 0, 6, 4));
    expect(geometry.width).toBe(960);
    expect(geometry.limit).toBe(720);
  });
});

describe("a folded group", () => {
  const tiles = [
    tile("above", 0, 0, 12, 3),
    tile("G", 0, 3, 12, 4, GROUP),
    tile("in", 0, 3, 6, 4),
    tile("below", 0, 7, 12, 3),
  ];
  const picture = drawPicture({ mosaicLayout: { columns: 12, tiles } });
  const idOf = (title: string) => picture.tiles.find((t) => t.title === title)!.id;
  const geometry = new Geometry(picture, 960, 1, { folded: new Set([idOf("G")]) });
  const boxAt = (title: string) => geometry.boxOf(picture.tiles.find((t) => t.title === title)!);

  it("is as high as its strip, and what is below moves up", () => {
    expect(boxAt("G").height).toBe(GROUP_STRIP - 2);
    expect(boxAt("below").top - bottom(boxAt("G"))).toBeLessThan(8);
    expect(geometry.height).toBe(6 * geometry.row + GROUP_STRIP);
  });

  it("has rows that no point lies in", () => {
    expect(geometry.rowAt(boxAt("above").top)).toBeLessThan(1);
    expect(geometry.rowAt(boxAt("G").top + 10)).toBe(3);
    expect(Math.round(geometry.rowAt(boxAt("below").top))).toBe(7);
    expect(geometry.rowAt(geometry.height)).toBeCloseTo(10);
  });

  it("leaves the rows that something beside it needs", () => {
    const beside = drawPicture({
      mosaicLayout: {
        columns: 12,
        tiles: [tile("G", 0, 0, 6, 8, GROUP), tile("beside", 6, 2, 6, 4), tile("below", 0, 8, 12, 2)],
      },
    });
    const [group, other, below] = beside.tiles;
    const drawn = new Geometry(beside, 960, 1, { folded: new Set([group!.id]) });
    expect(drawn.hidden).toEqual([
      [0, 2],
      [6, 8],
    ]);
    expect(drawn.boxOf(other!).height).toBe(Math.round(4 * drawn.row - 6));
    expect(drawn.boxOf(below!).top).toBeGreaterThan(bottom(drawn.boxOf(other!)));
    expect(drawn.boxOf(group!).height).toBe(GROUP_STRIP - 2);
  });
});

describe("a board without room for columns", () => {
  const picture = drawPicture({
    mosaicLayout: {
      columns: 12,
      tiles: [
        tile("right", 6, 0, 6, 4),
        tile("left", 0, 0, 6, 4),
        tile("G", 0, 4, 12, 4, GROUP),
        tile("in", 0, 4, 6, 4),
        tile("last", 0, 8, 12, 200),
      ],
    },
  });
  const named = (title: string) => picture.tiles.find((t) => t.title === title)!;
  const boxesOf = (stack: Stack) => (title: string) => stack.boxOf(named(title));

  it("has its tiles below each other as they are read, and groups around their members", () => {
    const box = boxesOf(new Stack(picture, 200, 1, new Set()));
    const order = ["left", "right", "G", "last"];
    for (const [at, title] of order.slice(1).entries()) {
      expect(box(title).top).toBeGreaterThanOrEqual(bottom(box(order[at]!)));
    }
    expect(box("left")).toMatchObject({ left: 3, width: 194 });
    expect(box("in").top).toBeGreaterThanOrEqual(box("G").top + GROUP_STRIP - 2);
    expect(bottom(box("in"))).toBeLessThan(bottom(box("G")));
    expect(box("last").height).toBeLessThan(300);
  });

  it("folds groups, and grows with the zoom", () => {
    const folded = new Stack(picture, 200, 1, new Set([named("G").id]));
    expect(folded.boxOf(named("G")).height).toBe(GROUP_STRIP - 2);
    expect(new Stack(picture, 200, 1.5, new Set()).width).toBe(300);
  });
});

describe("neighbours", () => {
  const box = (left: number, top: number, width = 8, height = 8): Box => ({ left, top, width, height });
  const tiles = [
    { id: "a", box: box(0, 0) },
    { id: "b", box: box(10, 0, 18) },
    { id: "c", box: box(0, 10) },
    { id: "d", box: box(20, 10) },
    { id: "far", box: box(0, 500) },
  ];

  it.each([
    ["a", "right", "b"],
    ["a", "down", "c"],
    ["b", "down", "d"],
    ["d", "left", "c"],
    ["d", "up", "b"],
    ["c", "down", "far"],
    ["far", "up", "c"],
    ["a", "left", undefined],
    ["far", "down", undefined],
    ["gone", "down", "a"],
  ] as const)("%s %s is %s", (from, direction, expected) => {
    expect(nearestTile(tiles, from, direction)).toBe(expected);
  });
});

describe("rows by height", () => {
  it("come back from the places of tiles, with strips between", () => {
    const tiles = [
      tile("above", 0, 0, 12, 3),
      tile("group", 0, 3, 12, 4, GROUP),
      tile("member", 0, 3, 6, 4),
      tile("below", 0, 7, 12, 3),
    ];
    const { boxes, geometry } = place(12, ...tiles);
    for (const [title, row] of [
      ["above", 0],
      ["group", 3],
      ["member", 3],
      ["below", 7],
    ] as const) {
      expect(Math.round(geometry.rowAt(boxes[title]!.top)), title).toBe(row);
    }
    // All of a strip belongs to the row below it.
    expect(geometry.rowAt(boxes["group"]!.top + GROUP_STRIP / 2)).toBe(3);
    expect(geometry.columnAt(boxes["above"]!.width / 2)).toBeCloseTo(6, 0);
  });
});
