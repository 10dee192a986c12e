import { describe, expect, it } from "vitest";
import { type Arrangement, arrange } from "./arrangement";

/** Tiles as `title x,y wxh`, one a line. */
function drawn(arrangement: Arrangement): string[] {
  return arrangement.tiles.map(({ title, x, y, w, h }) => `${title} ${x},${y} ${w}x${h}`);
}

const widget = (title: string, content: object = { blank: {} }) => ({ title, ...content });
const tile = (title: string, x: number, y: number, w: number, h: number, content?: object) => ({
  xPos: x,
  yPos: y,
  width: w,
  height: h,
  widget: widget(title, content),
});
const mosaic = (columns: unknown, ...tiles: unknown[]) => arrange({ mosaicLayout: { columns, tiles } });

describe("mosaic", () => {
  it("takes the rectangles as they are, absent positions as zero", () => {
    const arrangement = mosaic(48, { width: 24, height: 16, widget: widget("a") }, tile("b", 24, 0, 24, 16));
    expect(arrangement).toMatchObject({ layout: "mosaic", columns: 48, rows: 16 });
    expect(drawn(arrangement)).toEqual(["a 0,0 24x16", "b 24,0 24x16"]);
    expect(arrangement.tiles.map((t) => t.misplaced)).toEqual([undefined, undefined]);
  });

  it.each([
    ["missing", undefined, 12, 12],
    ["zero", 0, 12, 12],
    ["too many", 99, 40, 48],
    ["no number", "many", 30, 48],
  ])("chooses a usual width when columns is %s", (_, columns, right, expected) => {
    expect(mosaic(columns, tile("a", 0, 0, right, 4)).columns).toBe(expected);
  });

  it.each<[string, object, string, string]>([
    ["no size", {}, "a 0,0 1x1", "has no width, has no height"],
    [
      "negative",
      { xPos: -2, yPos: -1, width: 4, height: 4 },
      "a 0,0 4x4",
      "starts left of the first column, starts above the first row",
    ],
    ["beyond the columns", { xPos: 10, width: 4, height: 4 }, "a 10,0 4x4", "extends beyond column 12"],
    [
      "absurdly far",
      { yPos: 1e12, width: 4, height: 4 },
      "a 0,20000 4x4",
      "is too far down to be drawn at its position",
    ],
    ["text for numbers", { xPos: "two", width: 4, height: 4 }, "a 0,0 4x4", ""],
  ])("draws a tile with %s and says so", (_, geometry, expected, misplaced) => {
    const arrangement = mosaic(12, { ...geometry, widget: widget("a") });
    expect(drawn(arrangement)).toEqual([expected]);
    expect(arrangement.tiles[0]!.misplaced ?? "").toBe(misplaced);
  });

  it("keeps the place in the list as the id, whatever stands before", () => {
    const arrangement = mosaic(12, null, 3, tile("a", 0, 0, 1, 1), { width: 2, height: 2 });
    expect(arrangement.tiles.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
      "/mosaicLayout/tiles/2/widget blank",
      "/mosaicLayout/tiles/3/widget none",
    ]);
  });

  describe("groups", () => {
    const group = { collapsibleGroup: {} };
    const views = { singleViewGroup: {} };
    const membership = (arrangement: Arrangement) => {
      const title = new Map(arrangement.tiles.map((t) => [t.id, t.title]));
      return arrangement.tiles.map((t) => `${t.title}<${t.group === undefined ? "" : title.get(t.group)}`);
    };

    it.each<[string, unknown[], string[]]>([
      ["inside", [tile("a", 0, 0, 6, 4), tile("G", 0, 0, 12, 8, group)], ["a<G", "G<"]],
      ["crossing the edge", [tile("G", 0, 0, 12, 8, group), tile("a", 0, 7, 4, 4)], ["G<", "a<"]],
      ["beside", [tile("G", 0, 0, 6, 8, group), tile("a", 6, 0, 6, 8)], ["G<", "a<"]],
      [
        "stacked views",
        [tile("a", 0, 0, 6, 4), tile("V", 0, 0, 6, 4, views), tile("b", 0, 0, 6, 4)],
        ["a<V", "V<", "b<V"],
      ],
      [
        "views inside a group",
        [
          tile("G", 0, 0, 12, 8, group),
          tile("V", 0, 0, 6, 4, views),
          tile("a", 0, 0, 6, 4),
          tile("b", 6, 0, 6, 4),
        ],
        ["G<", "V<G", "a<V", "b<G"],
      ],
      [
        "views as large as the group around them",
        [tile("V", 0, 0, 6, 4, views), tile("G", 0, 0, 6, 4, group), tile("a", 0, 0, 6, 4)],
        ["V<G", "G<", "a<V"],
      ],
      ["two equal groups", [tile("G", 0, 0, 6, 4, group), tile("H", 0, 0, 6, 4, group)], ["G<", "H<"]],
    ])("%s", (_, tiles, expected) => {
      expect(membership(mosaic(12, ...tiles))).toEqual(expected);
    });
  });
});

describe("grid", () => {
  const grid = (columns: unknown, count: number) =>
    arrange({ gridLayout: { columns, widgets: Array.from({ length: count }, (_, i) => widget(`w${i}`)) } });

  it("fills equal columns left to right", () => {
    expect(drawn(grid("2", 3))).toEqual(["w0 0,0 1x1", "w1 1,0 1x1", "w2 0,1 1x1"]);
    expect(grid("2", 3)).toMatchObject({ layout: "grid", columns: 2, rows: 2 });
  });

  it.each([
    [undefined, 0, 1],
    [undefined, 1, 1],
    ["0", 2, 2],
    [0, 4, 2],
    [undefined, 5, 3],
    [1, 5, 1],
    ["999999999999", 5, 48],
    [-3, 5, 3],
    ["x", 5, 3],
  ])("columns %s with %i widgets become %i", (columns, count, expected) => {
    expect(grid(columns, count).columns).toBe(expected);
  });
});

describe("rows", () => {
  it("stacks rows by weight and divides each evenly", () => {
    const arrangement = arrange({
      rowLayout: {
        rows: [
          { weight: "2", widgets: [widget("a"), widget("b")] },
          { widgets: [widget("c"), widget("d"), widget("e")] },
        ],
      },
    });
    expect(drawn(arrangement)).toEqual(["a 0,0 3x2", "b 3,0 3x2", "c 0,2 2x1", "d 2,2 2x1", "e 4,2 2x1"]);
    expect(arrangement).toMatchObject({ layout: "row", columns: 6, rows: 3 });
    expect(arrangement.tiles[4]).toMatchObject({
      id: "/rowLayout/rows/1/widgets/2",
      slot: { line: 1, lines: 2, item: 2, items: 3 },
    });
  });

  it("leaves an empty row its height", () => {
    const arrangement = arrange({ rowLayout: { rows: [{}, { widgets: [widget("a")] }] } });
    expect(drawn(arrangement)).toEqual(["a 0,1 1x1"]);
  });

  it("still covers the width when no common division is fine enough", () => {
    const rows = [7, 11, 13, 17].map((n) => ({ widgets: Array.from({ length: n }, () => widget("w")) }));
    const { columns, tiles } = arrange({ rowLayout: { rows } });
    for (const y of [0, 1, 2, 3]) {
      const line = tiles.filter((t) => t.y === y);
      expect(line.reduce((sum, t) => sum + t.w, 0)).toBe(columns);
      expect(Math.min(...line.map((t) => t.w))).toBeGreaterThan(0);
    }
  });
});

describe("columns", () => {
  it("puts columns side by side by weight and stacks their widgets", () => {
    const arrangement = arrange({
      columnLayout: {
        columns: [
          { weight: "1", widgets: [widget("a"), widget("b")] },
          { weight: 3, widgets: [widget("c")] },
        ],
      },
    });
    expect(drawn(arrangement)).toEqual(["a 0,0 1x1", "b 0,1 1x1", "c 1,0 3x1"]);
    expect(arrangement).toMatchObject({ layout: "column", columns: 4, rows: 2 });
  });

  it.each([
    [
      ["9000000000000000000", "1"],
      [240, 1],
    ],
    [
      [1000, 1000, 2000],
      [1, 1, 2],
    ],
    [
      [0, -4, "x"],
      [1, 1, 1],
    ],
  ])("weights %j become widths %j", (weights, widths) => {
    const columns = weights.map((weight) => ({ weight, widgets: [widget("w")] }));
    expect(arrange({ columnLayout: { columns } }).tiles.map((t) => t.w)).toEqual(widths);
  });
});

it("has no tiles without a layout, and the first of several layouts", () => {
  expect(arrange(undefined)).toMatchObject({ layout: "none", tiles: [] });
  expect(arrange({ gridLayout: {}, mosaicLayout: { columns: 4 } })).toMatchObject({
    layout: "mosaic",
    columns: 4,
  });
});
