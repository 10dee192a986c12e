import { expect, it } from "vitest";
import { differences } from "./compare";

// biome-ignore lint/suspicious/noExplicitAny: the tests change parsed JSON in place
type Loose = any;

const cpu = {
  title: "CPU",
  xyChart: { dataSets: [{ plotType: "LINE", timeSeriesQuery: { prometheusQuery: "cpu" } }] },
};
const ram = {
  title: "RAM",
  xyChart: { dataSets: [{ plotType: "LINE", timeSeriesQuery: { prometheusQuery: "ram" } }] },
};
const a = {
  displayName: "Web",
  mosaicLayout: {
    columns: 12,
    tiles: [
      { width: 6, height: 4, widget: cpu },
      { xPos: 6, width: 6, height: 4, widget: ram },
    ],
  },
};
const texts = (x: unknown, y: unknown) => differences(x, y).map((d) => d.text);
const change = (edit: (copy: Loose) => void) => {
  const copy = structuredClone(a);
  edit(copy);
  return copy;
};

const cases: [string, (copy: Loose) => void, string[]][] = [
  ["a width", (d) => (d.mosaicLayout.tiles[0].width = 8), ['tile "CPU": width 6 → 8']],
  ["a title", (d) => (d.mosaicLayout.tiles[0].widget.title = "Cores"), ['tile "CPU": title "CPU" → "Cores"']],
  [
    "deep inside",
    (d) => (d.mosaicLayout.tiles[1].widget.xyChart.dataSets[0].plotType = "STACKED_BAR"),
    ['tile "RAM": xyChart.dataSets[0].plotType "LINE" → "STACKED_BAR"'],
  ],
  ["a name", (d) => (d.displayName = "Shop"), ['displayName "Web" → "Shop"']],
  [
    "a new tile",
    (d) => d.mosaicLayout.tiles.push({ yPos: 4, width: 3, height: 3, widget: { blank: {} } }),
    ["blank tile at column 0, row 4 added"],
  ],
  ["a lost tile", (d) => d.mosaicLayout.tiles.shift(), ['tile "CPU" removed']],
  ["a label", (d) => (d.labels = { team: "x" }), ["labels added"]],
  ["another order", (d) => d.mosaicLayout.tiles.reverse(), []],
  [
    "two with one title",
    (d) => {
      d.mosaicLayout.tiles[1].widget.title = "CPU";
    },
    ['tile "RAM": title "RAM" → "CPU"'],
  ],
];
it.each(cases)("%s", (_, edit, expected) => expect(texts(a, change(edit))).toEqual(expected));

it("names tiles with one title by their place", () => {
  const twins = change((d) => (d.mosaicLayout.tiles[1].widget.title = "CPU"));
  const wider = structuredClone(twins);
  wider.mosaicLayout.tiles[1]!.height = 9;
  expect(texts(twins, wider)).toEqual(['tile "CPU" at column 6, row 0: height 4 → 9']);
});

it("says that stacked tiles change their order", () => {
  const stack = (titles: string[]) => ({
    mosaicLayout: { tiles: titles.map((title) => ({ width: 6, height: 4, widget: { title, blank: {} } })) },
  });
  expect(texts(stack(["x", "y"]), stack(["y", "x"]))).toEqual([
    "the stacking order of overlapping tiles changes",
  ]);
});

it("names widgets of the other layouts", () => {
  const grid = (...widgets: object[]) => ({ gridLayout: { widgets } });
  expect(texts(grid(cpu, ram), grid(ram))).toEqual(['widget "CPU" removed']);
  const rows = (text: string) => ({ rowLayout: { rows: [{ widgets: [{ text: { content: text } }] }] } });
  expect(texts(rows("x"), rows("y"))).toEqual(['text widget number 1: text.content "x" → "y"']);
});

it("points into the second dashboard", () => {
  const wider = change((d) => (d.mosaicLayout.tiles[1].width = 5));
  expect(differences(a, wider)[0]).toMatchObject({ kind: "changed", pointer: "/mosaicLayout/tiles/1/width" });
});
