import { describe, expect, it, vi } from "vitest";
import { arrange } from "../arrangement";
import type { TileKind } from "../kinds";
import * as rect from "../rect";
import type { TileBoard } from "./board";
import { type Gesture, readGesture, renameTiles, tilesOf } from "./gesture";
import type { PastedBlock } from "./paste";
import { previewGesture } from "./preview";
import { snapToSwap } from "./swap";

vi.mock("../rect", { spy: true });

/**
 * A board from a drawing: every letter is a tile, and `groups` lie over what is drawn, by letter, kind and rectangle.
 */
function drawn(
  picture: string,
  groups: Record<string, [TileKind, number, number, number, number]> = {},
): TileBoard {
  const rows = picture.trim().split(/\s*\n\s*/);
  const columns = rows[0]!.length;
  const letters = [...new Set(rows.join("").replaceAll(".", ""))].sort();
  const tiles = letters.map((id) => {
    const cells = rows.flatMap((row, y) => [...row].flatMap((c, x) => (c === id ? [{ x, y }] : [])));
    const x = Math.min(...cells.map((c) => c.x));
    const y = Math.min(...cells.map((c) => c.y));
    const w = Math.max(...cells.map((c) => c.x)) - x + 1;
    const h = Math.max(...cells.map((c) => c.y)) - y + 1;
    return { id, kind: "blank" as TileKind, title: id, x, y, w, h };
  });
  const over = Object.entries(groups).map(([id, [kind, x, y, w, h]]) => ({
    id,
    kind,
    title: id,
    x,
    y,
    w,
    h,
  }));
  return { layout: "mosaic", columns, rows: rows.length, rowRatio: 0.8, tiles: [...over, ...tiles] };
}

/** The drawing of what a gesture makes, and `id x,y wxh` of each group below it; or the reason. */
function made(board: TileBoard, gesture: Gesture): string {
  const moved = previewGesture(board, gesture);
  return moved.ok ? draw(moved.board) : moved.reason;
}

function draw({ columns, tiles }: TileBoard): string {
  const groups = tiles.filter(({ kind }) => kind.endsWith("Group"));
  const leaves = tiles.filter(({ kind }) => !kind.endsWith("Group"));
  const height = Math.max(0, ...leaves.map(({ y, h }) => y + h));
  const cells = Array.from({ length: height }, () => Array<string>(columns).fill("."));
  for (const { id, x, y, w, h } of leaves) {
    const letter = id.startsWith("new:") ? id.slice(4) : id;
    for (let row = y; row < y + h; row++) cells[row]!.fill(letter, x, x + w);
  }
  return [
    ...cells.map((row) => row.join("")),
    ...groups.map(({ id, x, y, w, h }) => `${id} ${x},${y} ${w}x${h}`),
  ].join("\n");
}

const lines = (text: string) => text.trim().replaceAll(/\s*\n\s*/g, "\n");

describe("move", () => {
  const move = (tiles: string, dx: number, dy: number, into?: string | null): Gesture => ({
    type: "move",
    tiles: [...tiles],
    dx,
    dy,
    ...(into === undefined ? {} : { into }),
  });

  it.each<[string, string, Gesture, string]>([
    ["into free space", "aab. \n ccb.", move("b", 1, 0), "aa.b \n cc.b"],
    ["no further than the grid", "aab.", move("a", -3, -2), "aab."],
    ["no further than the grid to the right", "aab.", move("b", 9, 0), "aa.b"],
    [
      "onto a neighbor, who goes down with those below",
      "aabb \n ccdd",
      move("a", 2, 0),
      "..aa \n ccbb \n ..dd",
    ],
    ["below a neighbor, who goes up", "aabb \n ccbb", move("a", 0, 1), "ccbb \n aabb"],
    [
      "half over a neighbor that does not apply to above",
      "aa.. \n cc.. \n cc..",
      move("a", 0, 1),
      ".... \n aa.. \n cc.. \n cc..",
    ],
    ["up onto a neighbor, who goes down", "aabb \n ccbb", move("c", 0, -1), "ccbb \n aabb"],
    ["several at once", "ab.. \n c...", move("ac", 2, 0), ".ba. \n ..c."],
  ])("%s", (_, picture, gesture, expected) => {
    expect(made(drawn(picture), gesture)).toBe(lines(expected));
  });

  it.each<[string, string, Gesture, string]>([
    ["swaps with a tile of its size", "aabb \n ccdd \n eeee", move("a", 2, 1), "ddbb \n ccaa \n eeee"],
    ["closes the gap that it leaves", "aaaa \n bbbb \n cccc", move("a", 0, 3), "bbbb \n cccc \n aaaa"],
    [
      "goes between two",
      "aaaa \n aaaa \n bbbb \n cccc \n cccc",
      move("a", 0, 2),
      "bbbb \n aaaa \n aaaa \n cccc \n cccc",
    ],
    [
      "stays where it is put when everything else would be as before",
      "aabb \n ccdd",
      move("d", 0, 2),
      "aabb \n cc.. \n .... \n ..dd",
    ],
    [
      "leaves gaps alone where there were some",
      "aa.. \n .... \n bbbb \n cccc",
      move("c", 0, 2),
      "aa.. \n .... \n bbbb \n .... \n .... \n cccc",
    ],
    ["several at once", "aabb \n ccdd", move("ab", 0, 3), "ccdd \n aabb"],
  ])("tidily %s", (_, picture, gesture, expected) => {
    expect(made(drawn(picture), { ...gesture, tidy: true } as Gesture)).toBe(lines(expected));
  });

  it("tidily out of a group, before what is below it", () => {
    const board = drawn("aabb \n aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    const tidy = { ...move("b", 0, 2), tidy: true } as Gesture;
    expect(made(board, tidy)).toBe(lines("aa.. \n aa.. \n ..bb \n ..bb \n cccc \n G 0,0 4x2"));
  });

  it("of a group takes its members along, and what is in the way goes below all of them", () => {
    const board = drawn("aabb \n aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    expect(made(board, move("G", 0, 1))).toBe(lines("cccc \n aabb \n aabb \n G 0,1 4x2"));
    expect(made(board, move("c", 0, -2, null))).toBe(lines("cccc \n aabb \n aabb \n G 0,1 4x2"));
  });

  it("inside a group makes it grow, and what is below makes way", () => {
    const board = drawn("aabb \n aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    expect(made(board, move("b", 0, 1))).toBe(lines("aa.. \n aabb \n ..bb \n cccc \n G 0,0 4x3"));
  });

  it("out of a group by its middle, and into one by its middle", () => {
    const board = drawn("aabb \n aabb \n .... \n ccdd", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    expect(made(board, move("b", 0, 4))).toBe(
      lines("aa.. \n aa.. \n .... \n ccdd \n ..bb \n ..bb \n G 0,0 4x2"),
    );
    expect(made(board, move("c", 0, -2))).toBe(lines("..bb \n ccbb \n aa.. \n aa.. \n ..dd \n G 0,0 4x4"));
  });

  it("says outright which group it goes into or out of", () => {
    const board = drawn("aabb \n ccdd", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    expect(made(board, move("a", 0, 0, null))).toBe(lines("aa.. \n ..bb \n ccdd \n G 0,1 4x1"));
    expect(made(board, move("c", 0, 0, "G"))).toBe(lines("aabb \n cc.. \n ..dd \n G 0,0 4x2"));
    expect(made(board, move("G", 0, 0, "G"))).toBe("This group cannot contain the moved tiles.");
    expect(made(board, move("c", 0, 0, "H"))).toBe("The group no longer exists.");
    expect(made(board, move("z", 0, 0))).toBe("The tile no longer exists.");
  });

  it("into a single view takes the view's place and size", () => {
    const board = drawn("aabb \n aabb \n c...", { S: ["singleViewGroup", 0, 0, 2, 2] });
    const moved = previewGesture(board, move("c", 0, -2));
    const c = moved.ok && moved.board.tiles.find(({ id }) => id === "c");
    expect(c).toMatchObject({ x: 0, y: 0, w: 2, h: 2, group: "S" });
  });
});

describe("a drag", () => {
  it("snaps to a tile of the same size that it comes near to", () => {
    const board = drawn(["aaabbbcc", "aaabbbcc", "aaabbbcc", "ddd....."].join("\n"));
    const snapped = (dx: number, dy: number) => Object.values(snapToSwap(board, "a", dx, dy));
    expect(snapped(2, 1)).toEqual([3, 0]);
    expect(snapped(4, -1)).toEqual([3, 0]);
    expect(snapped(1, 0)).toEqual([1, 0]);
    expect(snapped(3, 2)).toEqual([3, 2]);
    expect(snapped(5, 0)).toEqual([5, 0]);
  });
});

describe("resize", () => {
  const resize = (
    tile: string,
    edge: "n" | "e" | "s" | "w" | "se" | "nw",
    dx: number,
    dy: number,
  ): Gesture => ({
    type: "resize",
    tiles: [tile],
    edge,
    dx,
    dy,
  });

  it.each<[string, string, Gesture, string]>([
    ["to the right", "aab. \n ccb.", resize("b", "e", 1, 5), "aabb \n ccbb"],
    ["no further than the grid", "aab.", resize("b", "e", 9, 0), "aabb"],
    ["no smaller than a block", "aab. \n aab.", resize("a", "se", -9, -9), "a.b. \n ..b."],
    ["over a neighbor, who goes down", "aabb \n ccdd", resize("a", "e", 1, 0), "aaa. \n ccbb \n ..dd"],
    ["downwards", "aabb \n ccdd", resize("a", "s", 0, 1), "aabb \n aadd \n cc.."],
    ["from the left", ".abb \n .acc", resize("b", "w", -1, 0), ".bbb \n .acc \n .a.."],
    ["from above", ".... \n aa.. \n aa..", resize("a", "n", 0, -5), "aa.. \n aa.. \n aa.."],
    ["from the corner", "..bb \n a.bb", resize("b", "nw", 1, 1), ".... \n a..b"],
  ])("%s", (_, picture, gesture, expected) => {
    expect(made(drawn(picture), gesture)).toBe(lines(expected));
  });

  it("of a group leaves its members in it, and of a member stays in the group's columns", () => {
    const board = drawn("aab. \n aab. \n ....", { G: ["collapsibleGroup", 0, 0, 3, 2] });
    expect(made(board, resize("G", "se", -9, -9))).toBe(lines("aab. \n aab. \n G 0,0 3x2"));
    expect(made(board, resize("b", "se", 3, 1))).toBe(lines("aab. \n aab. \n ..b. \n G 0,0 3x3"));
  });

  it("of a tile that fills its single view resizes the view and all that it shows", () => {
    const board = drawn("aabb \n aabb", { S: ["singleViewGroup", 0, 0, 2, 2] });
    const more: TileBoard = { ...board, tiles: [...board.tiles, { ...board.tiles[1]!, id: "z" }] };
    const moved = previewGesture(more, resize("z", "s", 0, 2));
    const sizes = moved.ok && moved.board.tiles.map(({ id, w, h }) => `${id} ${w}x${h}`);
    expect(sizes).toEqual(["S 2x4", "a 2x4", "b 2x2", "z 2x4"]);
  });
});

describe("tiles that come and go", () => {
  it("insert at the first free place, or at a place where others make way", () => {
    const board = drawn("aaaaaa...... \n aaaaaabbbbbb");
    expect(made(board, { type: "insert", kind: "scorecard" })).toBe(
      lines("aaaaaa...... \n aaaaaabbbbbb \n 111......... \n 111........."),
    );
    expect(made(board, { type: "insert", kind: "text", at: { x: 0, y: 0, w: 6, h: 1 } })).toBe(
      lines("111111...... \n aaaaaabbbbbb \n aaaaaa......"),
    );
  });

  it("insert into the group at that place", () => {
    const board = drawn("aabb \n .... \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    expect(made(board, { type: "insert", kind: "text", at: { x: 0, y: 1, w: 4, h: 2 } })).toBe(
      lines("aabb \n 1111 \n 1111 \n cccc \n G 0,0 4x3"),
    );
  });

  it("duplicate beside the original where there is room, else below", () => {
    expect(made(drawn("aa.. \n bbbb"), { type: "duplicate", tiles: ["a"] })).toBe(lines("aa11 \n bbbb"));
    expect(made(drawn("aab. \n ccb."), { type: "duplicate", tiles: ["a", "c"] })).toBe(
      lines("aab. \n ccb. \n 11.. \n 22.."),
    );
  });

  it("duplicate a group with its members", () => {
    const board = drawn("aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    const moved = previewGesture(board, { type: "duplicate", tiles: ["G", "a"] });
    if (!moved.ok) throw new Error(moved.reason);
    expect(draw(moved.board)).toBe(lines("aabb \n cccc \n 2233 \n G 0,0 4x1 \n new:1 0,2 4x1"));
    expect(moved.board.tiles.map(({ id, copyOf, group }) => `${id} ${copyOf} ${group}`)).toEqual([
      ...["G undefined undefined", "a undefined G", "b undefined G"],
      ...["new:1 G undefined", "new:2 a new:1", "new:3 b new:1", "c undefined undefined"],
    ]);
    expect(moved.select).toEqual(["new:1"]);
  });

  it("remove a group with its members, and move nothing else", () => {
    const board = drawn("aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    expect(made(board, { type: "remove", tiles: ["G"] })).toBe(lines(".... \n cccc"));
  });

  it("are no more than the service takes", () => {
    const board = drawn("a");
    const tiles = Array.from({ length: 100 }, (_, i) => ({ ...board.tiles[0]!, id: `${i}`, y: i }));
    const reason = "A dashboard can have at most 100 widgets, and this would make 101.";
    expect(made({ ...board, tiles }, { type: "insert", kind: "text" })).toBe(reason);
    expect(made({ ...board, tiles }, { type: "duplicate", tiles: ["7"] })).toBe(reason);
    expect(made({ ...board, tiles }, { type: "wrap", tiles: ["7"] })).toBe(reason);
  });
});

describe("groups", () => {
  it("wrap tiles where they are", () => {
    expect(made(drawn("aabb \n ccdd"), { type: "wrap", tiles: ["a", "b"] })).toBe(
      lines("aabb \n ccdd \n new:1 0,0 4x1"),
    );
  });

  it("wrap tiles that others stand between: those go below", () => {
    expect(made(drawn("aab. \n cccc \n dd.."), { type: "wrap", tiles: ["a", "d"] })).toBe(
      lines("aa.. \n dd.. \n ..b. \n cccc \n new:1 0,0 4x2"),
    );
  });

  it("do not go into each other", () => {
    const board = drawn("aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    expect(made(board, { type: "wrap", tiles: ["G"] })).toBe(
      "A collapsible group cannot contain another one.",
    );
    expect(made(board, { type: "wrap", tiles: ["a"] })).toBe('"a" is in "G" already.');
  });

  it("ungroup leaves the members where they are, and lays out what was shown in turn", () => {
    const board = drawn("aabb \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    expect(made(board, { type: "ungroup", tile: "G" })).toBe(lines("aabb \n cccc"));
    const view = drawn("aabb \n cccc", { S: ["singleViewGroup", 0, 0, 2, 1] });
    const stacked = { ...view, tiles: [...view.tiles, { ...view.tiles[1]!, id: "z" }] };
    expect(made(stacked, { type: "ungroup", tile: "S" })).toBe(lines("aabb \n zz.. \n cccc"));
    expect(made(board, { type: "ungroup", tile: "a" })).toBe('"a" is not a group.');
  });
});

describe("the whole mosaic", () => {
  it("compact closes gaps, in groups too, which end where their members do", () => {
    const board = drawn(".... \n aa.. \n .... \n ..bb \n .... \n cccc", {
      G: ["collapsibleGroup", 0, 1, 4, 4],
    });
    expect(made(board, { type: "compact" })).toBe(lines("aabb \n cccc \n G 0,0 4x1"));
  });

  it("columns scale places and sizes; what does not come out even is named or rounded", () => {
    const board = drawn("aaaabbbbcccc \n aaaabbbbcccc");
    expect(made(board, { type: "columns", columns: 24 })).toBe(
      lines(Array(4).fill("aaaaaaaabbbbbbbbcccccccc").join("\n")),
    );
    const odd = drawn("aaabbbbbcccc \n aaabbbbbcccc");
    expect(made(odd, { type: "columns", columns: 6 })).toBe(
      '2 tiles ("a", "b") do not align with 6 columns. Round to the nearest column, or keep the number of columns.',
    );
    expect(made(odd, { type: "columns", columns: 6, round: true })).toBe("aabbcc");
    expect(made(odd, { type: "columns", columns: 49 })).toBe("A mosaic has 1 to 48 columns, not 49.");
  });

  it("sort puts tiles into reading order and keeps the order of those in one place", () => {
    const board = drawn("bbaa \n cccc", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    const stacked = { ...board, tiles: [...board.tiles.toReversed(), { ...board.tiles[1]!, id: "z" }] };
    const moved = previewGesture(stacked, { type: "sort" });
    expect(moved.ok && moved.board.tiles.map(({ id }) => id).join("")).toBe("Gbazc");
  });
});

describe("grid, row and column layouts", () => {
  const widgets = (text: string) => [...text].map((title) => ({ title, blank: {} }));
  const titles = (board: TileBoard, gesture: Gesture) => {
    const moved = previewGesture(board, gesture);
    if (!moved.ok) return moved.reason;
    const out: string[][] = [];
    for (const { title, slot, y } of moved.board.tiles) (out[slot?.line ?? y] ??= []).push(title || "?");
    return out.map((line) => line.join("")).join(" ");
  };
  const grid = arrange({ gridLayout: { columns: "2", widgets: widgets("abcd") } });
  const rows = arrange({ rowLayout: { rows: [{ widgets: widgets("ab") }, { widgets: widgets("c") }] } });
  const [a, b, c] = rows.tiles.map(({ id }) => id) as [string, string, string];

  it("reorder", () => {
    const tile = grid.tiles[3]!.id;
    expect(titles(grid, { type: "reorder", tile, item: 0 })).toBe("da bc");
    expect(titles(rows, { type: "reorder", tile: a, item: 1 })).toBe("ba c");
    expect(titles(rows, { type: "reorder", tile: a, line: 1, item: 0 })).toBe("b ac");
    expect(titles(rows, { type: "reorder", tile: c, line: 0, item: 9 })).toBe("abc");
    expect(titles(rows, { type: "reorder", tile: b, line: 4, item: 0 })).toBe("There is no row or column 5.");
  });

  it("insert, duplicate and remove", () => {
    expect(titles(rows, { type: "insert", kind: "text" })).toBe("ab c?");
    expect(titles(rows, { type: "insert", kind: "text", slot: { line: 0, item: 1 } })).toBe("a?b c");
    expect(titles(rows, { type: "duplicate", tiles: [a, c] })).toBe("aab cc");
    expect(titles(rows, { type: "remove", tiles: [c] })).toBe("ab");
    expect(titles(grid, { type: "insert", kind: "sectionHeader" })).toBe(
      "A section header requires a mosaic layout. Convert the layout first.",
    );
    expect(titles(grid, { type: "compact" })).toBe(
      "This requires a mosaic layout. Convert the grid layout to a mosaic first.",
    );
  });

  it("become a mosaic with everything in its place", () => {
    const moved = previewGesture(grid, { type: "convert" });
    expect(moved.ok && moved.board.tiles.map(({ x, y, w, h }) => [x, y, w, h].join())).toEqual([
      ...["0,0,24,16", "24,0,24,16"],
      ...["0,16,24,16", "24,16,24,16"],
    ]);
    const weighted = arrange({
      rowLayout: { rows: [{ weight: "2", widgets: widgets("ab") }, { widgets: widgets("xyz") }] },
    });
    const rowsMoved = previewGesture(weighted, { type: "convert" });
    expect(rowsMoved.ok && rowsMoved.board.tiles.map(({ x, y, w, h }) => [x, y, w, h].join())).toEqual([
      ...["0,0,24,20", "24,0,24,20"],
      ...["0,20,16,10", "16,20,16,10", "32,20,16,10"],
    ]);
    const wide = arrange({ rowLayout: { rows: [{ widgets: widgets("a".repeat(20)) }] } });
    expect(previewGesture(wide, { type: "convert", columns: 12 })).toMatchObject({ ok: false });
  });
});

describe("a gesture from elsewhere", () => {
  it("is read when it is whole", () => {
    const whole: Gesture[] = [
      { type: "move", tiles: ["/a"], dx: 1, dy: -1, into: null },
      { type: "insert", kind: "text", at: { x: 0, y: 2 } },
      { type: "columns", columns: 12 },
      { type: "title", title: "" },
    ];
    for (const gesture of whole) expect(readGesture(JSON.parse(JSON.stringify(gesture)))).toEqual(gesture);
  });

  it.each<unknown>([
    null,
    {},
    { type: "toString" },
    { type: "move", tiles: "a", dx: 0, dy: 0 },
    { type: "move", tiles: ["a"], dx: 0.5, dy: 0 },
    { type: "move", tiles: ["a"], dx: 1e9, dy: 0 },
    { type: "resize", tiles: ["a"], edge: "up", dx: 0, dy: 0 },
    { type: "insert", kind: "none" },
    { type: "insert", kind: "text", at: { x: -1, y: 0 } },
    { type: "columns", columns: 0 },
    { type: "fold", tile: "a" },
  ])("is refused otherwise: %j", (value) => {
    expect(readGesture(value)).toBeUndefined();
  });

  it("names its tiles, which can be renamed", () => {
    const gesture: Gesture = { type: "move", tiles: ["a", "b"], dx: 0, dy: 0, into: "g" };
    expect(tilesOf(gesture)).toEqual(["a", "b", "g"]);
    expect(tilesOf(renameTiles(gesture, (id) => id.toUpperCase()))).toEqual(["A", "B", "G"]);
    expect(tilesOf(renameTiles({ type: "ungroup", tile: "a" }, () => "z"))).toEqual(["z"]);
    expect(tilesOf({ type: "compact" })).toEqual([]);
  });
});

it("previews a drag over a hundred tiles with a limited number of comparisons", () => {
  const tiles = Array.from({ length: 100 }, (_, i) => ({
    id: `${i}`,
    kind: "blank" as const,
    x: (i % 4) * 12,
    y: Math.floor(i / 4) * 8,
    w: 12,
    h: 8,
  }));
  const board: TileBoard = { layout: "mosaic", columns: 48, rows: 200, rowRatio: 0.8, tiles };
  const compare = vi.mocked(rect.overlaps);
  compare.mockClear();
  // All pairs would be 4950.
  const result = previewGesture(board, { type: "move", tiles: ["0", "1"], dx: 6, dy: 40 });
  expect(result.ok).toBe(true);
  expect(compare.mock.calls.length).toBeGreaterThan(0);
  expect(compare.mock.calls.length).toBeLessThan(2000);
});

describe("align, distribute and swap", () => {
  const align = (tiles: string, to: "left" | "right" | "top" | "center"): Gesture => ({
    type: "align",
    tiles: [...tiles],
    to,
  });
  const distribute = (tiles: string, axis: "horizontal" | "vertical"): Gesture => ({
    type: "distribute",
    tiles: [...tiles],
    axis,
  });
  const swap = (tiles: string): Gesture => ({ type: "swap", tiles: [...tiles] });

  it.each<[string, string, Gesture, string]>([
    ["at the left", ".aa. \n bb.. \n ..cc", align("abc", "left"), "aa.. \n bb.. \n cc.."],
    ["at the right", ".aa. \n bb.. \n ..cc", align("abc", "right"), "..aa \n ..bb \n ..cc"],
    ["at the center", "aaaa \n bb..", align("ab", "center"), "aaaa \n .bb."],
    ["at the top, one below the other where they cross", "aa.. \n .bb.", align("ab", "top"), "aa.. \n .bb."],
    ["at the top", "aa.. \n ..bb", align("ab", "top"), "aabb"],
    ["pushes others down", "aacc \n ..bb", align("ab", "top"), "aabb \n ..cc"],
    ["with equal gaps", "ab...c", distribute("abc", "horizontal"), "a..b.c"],
    ["from top to bottom", "a \n b \n . \n . \n c", distribute("abc", "vertical"), "a \n . \n b \n . \n c"],
    ["swaps places and sizes", "aaab \n ...b", swap("ab"), "bbba \n ...a"],
  ])("%s", (_, picture, gesture, expected) => {
    expect(made(drawn(picture), gesture)).toBe(lines(expected));
  });

  it("swaps a tile of a group with one outside of it", () => {
    const board = drawn("ab.. \n .... \n cc..", { G: ["collapsibleGroup", 0, 0, 4, 1] });
    const moved = previewGesture(board, swap("ac"));
    expect(moved.ok && moved.board.tiles.find(({ id }) => id === "c")?.group).toBe("G");
    expect(moved.ok && moved.board.tiles.find(({ id }) => id === "a")?.group).toBeUndefined();
  });

  it.each<[string, Gesture, RegExp]>([
    ["a single tile", align("a", "left"), /two or more/],
    ["two tiles", distribute("ab", "vertical"), /three or more/],
    ["three tiles", swap("abc"), /Select two tiles/],
    ["tiles that are gone", swap("ax"), /no longer exists/],
  ])("rejects %s", (_, gesture, reason) => {
    expect(made(drawn("abc."), gesture)).toMatch(reason);
  });
});

describe("paste", () => {
  const block = (kind: TileKind, x: number, y: number, w: number, h: number) =>
    ({ kind, title: "", x, y, w, h }) as PastedBlock;
  const paste = (blocks: PastedBlock[], beside?: string): Gesture => ({
    type: "paste",
    text: "",
    blocks,
    ...(beside && { beside }),
  });
  const two = [block("text", 0, 0, 2, 1), block("text", 0, 1, 2, 1)];

  it.each<[string, string, Gesture, string]>([
    ["at the first free place", "aa.. \n aa..", paste(two), "aa11 \n aa22"],
    ["beside the selected tile", "aaaa \n bb.. \n bb..", paste(two, "b"), "aaaa \n bb11 \n bb22"],
    ["narrower where the mosaic is", "aaaa", paste([block("text", 0, 0, 48, 1)]), "aaaa \n 1111"],
  ])("%s", (_, picture, gesture, expected) => {
    expect(made(drawn(picture), gesture)).toBe(lines(expected));
  });

  it("puts tiles into the group of the selected one, and keeps pasted groups whole", () => {
    const board = drawn("aa.. \n ....", { G: ["collapsibleGroup", 0, 0, 4, 2] });
    const into = previewGesture(board, paste(two, "a"));
    expect(into.ok && into.board.tiles.filter(({ group }) => group === "G").map(({ id }) => id)).toEqual([
      "a",
      "new:1",
      "new:2",
    ]);
    const whole = previewGesture(board, paste([block("collapsibleGroup", 0, 0, 4, 2), ...two], "a"));
    expect(whole.ok && whole.board.tiles.filter(({ group }) => group === "new:1")).toHaveLength(2);
    expect(whole.ok && whole.select).toEqual(["new:1"]);
  });
});
