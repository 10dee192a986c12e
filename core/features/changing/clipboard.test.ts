import { describe, expect, it } from "vitest";
import { Dashboard } from "../../dashboard";
import { applyEdits } from "../../edit/edit";
import type { Gesture } from "../../grid/moves/gesture";
import { copyTiles, dashboardOfTiles, readPaste } from "./clipboard";
import { applyGesture } from "./gestures";

const text = (content: string, more: object = {}) => ({ title: content, text: { content }, ...more });
const mosaic = (tiles: object[], more: object = {}) =>
  new Dashboard(JSON.stringify({ displayName: "A", ...more, mosaicLayout: { columns: 12, tiles } }, null, 2));
const id = (index: number) => `/mosaicLayout/tiles/${index}/widget`;

const source = mosaic(
  [
    { width: 12, height: 4, widget: { title: "Group", collapsibleGroup: {} } },
    { width: 6, height: 4, widget: text("one", { id: "first" }) },
    { xPos: 6, width: 6, height: 4, widget: text("${zone}") },
    { yPos: 4, width: 3, height: 2, widget: text("below") },
  ],
  {
    dashboardFilters: [
      { filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" },
      { filterType: "RESOURCE_LABEL", labelKey: "other", templateVariable: "other" },
    ],
  },
);

function pasted(dashboard: Dashboard, clipboard: string, beside?: string): Dashboard | string {
  const read = readPaste(clipboard);
  if (!read.ok) return read.reason;
  const gesture: Gesture = { type: "paste", text: clipboard, blocks: read.blocks, ...(beside && { beside }) };
  const result = applyGesture(dashboard, gesture);
  return result.ok ? new Dashboard(applyEdits(dashboard.text, result.edits)) : result.reason;
}

const valueOf = (result: Dashboard | string) =>
  typeof result === "string" ? result : JSON.parse(result.text);

describe("the clipboard", () => {
  it("holds one tile as a tile, and several as a layout that starts at 0", () => {
    expect(JSON.parse(copyTiles(source, [id(3)])!)).toEqual({ width: 3, height: 2, widget: text("below") });
    const { columns, tiles } = JSON.parse(copyTiles(source, [id(0)])!);
    expect(columns).toBe(12);
    expect(tiles).toHaveLength(3);
    expect(copyTiles(source, ["/mosaicLayout/tiles/9/widget"])).toBeUndefined();
  });

  it("goes from one dashboard into another, in its naming style and without a taken id", () => {
    const there = { x_pos: 0, width: 12, height: 4, widget: text("there", { id: "first" }) };
    const target = new Dashboard(JSON.stringify({ mosaic_layout: { columns: 12, tiles: [there] } }));
    const value = valueOf(pasted(target, copyTiles(source, [id(1)])!, id(0)));
    expect(value.mosaic_layout.tiles).toEqual([
      there,
      { y_pos: 4, width: 6, height: 4, widget: text("one") },
    ]);
  });

  it("goes into an empty file and a dashboard without a layout", () => {
    const clipboard = copyTiles(source, [id(0)])!;
    expect(valueOf(pasted(new Dashboard(""), clipboard)).mosaicLayout.tiles).toHaveLength(3);
    const bare = new Dashboard('{ "displayName": "B" }');
    expect(valueOf(pasted(bare, clipboard)).mosaicLayout.tiles).toHaveLength(3);
  });

  it("goes into a grid behind the selected widget", () => {
    const grid = new Dashboard(JSON.stringify({ gridLayout: { widgets: [text("a"), text("b")] } }));
    const value = valueOf(pasted(grid, copyTiles(source, [id(3)])!, "/gridLayout/widgets/0"));
    expect(value.gridLayout.widgets.map(({ title }: { title: string }) => title)).toEqual([
      "a",
      "below",
      "b",
    ]);
  });

  it.each([
    ["a widget", text("a")],
    ["widgets", [text("a"), text("b")]],
    ["a tile in snake case", { x_pos: 3, width: 2, height: 2, widget: { xy_chart: { data_sets: [] } } }],
    ["a layout", { rowLayout: { rows: [{ widgets: [text("a")] }] } }],
    ["a whole dashboard", JSON.parse(source.text)],
  ])("is read from %s of anywhere", (_, value) => {
    const result = pasted(source, JSON.stringify(value));
    const before = JSON.parse(source.text).mosaicLayout.tiles.length;
    const { tiles } = valueOf(result).mosaicLayout;
    expect(tiles.length).toBeGreaterThan(before);
    for (const { widget } of tiles) expect(widget).not.toHaveProperty("mosaicLayout");
  });

  it.each([
    ["nothing", "", /is empty/],
    ["words", "hello", /has no tiles/],
    ["another object", '{"a": 1}', /has no tiles/],
    ["text that is cut off", '{"text": {"content": "a', /has no tiles/],
    ["too many", JSON.stringify(Array.from({ length: 101 }, () => text("a"))), /more than 100/],
    ["a prototype", '[{"__proto__": {"text": {}}}]', /has no tiles/],
    ["deep nesting", "[".repeat(100_000), /has no tiles/],
    ["deep nesting that ends", `${'{"text":'.repeat(200_000)}1${"}".repeat(200_000)}`, /nested too deeply/],
  ])("is refused with %s", (_, clipboard, reason) => {
    expect(pasted(source, clipboard)).toMatch(reason);
  });

  it("makes a dashboard of tiles with the filters that they use", () => {
    const value = dashboardOfTiles(source, [id(2)], "New")!;
    expect(value["dashboardFilters"]).toEqual([
      { filterType: "RESOURCE_LABEL", labelKey: "zone", templateVariable: "zone" },
    ]);
    expect(value["mosaicLayout"]).toMatchObject({ tiles: [{ width: 6, height: 4 }] });
  });
});
