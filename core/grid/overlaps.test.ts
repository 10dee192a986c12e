import { expect, it } from "vitest";
import { arrange } from "./arrangement";
import { refusedOverlaps } from "./overlaps";

const GROUP = { collapsibleGroup: {} };
const VIEWS = { singleViewGroup: {} };

/** `name x y w h`, where a name in capitals starting with G is a collapsible group and with V a single-view group. */
function overlapping(...tiles: string[]): string[] {
  const arrangement = arrange({
    mosaicLayout: {
      columns: 12,
      tiles: tiles.map((line) => {
        const [title, xPos, yPos, width, height] = line.split(" ");
        const content = title!.startsWith("G") ? GROUP : title!.startsWith("V") ? VIEWS : { blank: {} };
        return {
          xPos: Number(xPos),
          yPos: Number(yPos),
          width: Number(width),
          height: Number(height),
          widget: { title, ...content },
        };
      }),
    },
  });
  return refusedOverlaps(arrangement.tiles).map(([a, b]) => [a.title, b.title].sort().join("+"));
}

it.each<[string, string[], string[]]>([
  ["touching edges", ["a 0 0 6 4", "b 6 0 6 4", "c 0 4 12 2"], []],
  ["a shared block", ["a 0 0 6 4", "b 5 3 6 4"], ["a+b"]],
  ["the same rectangle", ["a 0 0 6 4", "b 0 0 6 4"], ["a+b"]],
  ["inside a group", ["G 0 0 12 8", "a 0 0 6 4", "b 6 4 6 4"], []],
  ["half inside a group", ["G 0 0 12 8", "a 0 6 6 4"], ["G+a"]],
  ["two members of a collapsible group", ["G 0 0 12 8", "a 0 0 6 4", "b 5 0 6 4"], ["a+b"]],
  ["views of one group", ["V 0 0 6 4", "a 0 0 6 4", "b 0 0 6 4"], []],
  ["views in a group in a group", ["G 0 0 12 8", "V 0 0 6 4", "a 0 0 6 4", "b 0 0 6 4", "c 6 0 6 4"], []],
  ["two equal groups", ["G1 0 0 12 8", "G2 0 0 12 8"], ["G1+G2"]],
  ["two crossing view groups", ["V1 0 0 6 4", "V2 3 0 6 4"], ["V1+V2"]],
])("%s", (_, tiles, expected) => {
  expect(overlapping(...tiles)).toEqual(expected);
});

it("gives no more pairs than asked for", () => {
  const pile = Array.from({ length: 200 }, (_, i) => `t${i} 0 0 2 2`);
  expect(overlapping(...pile)).toHaveLength(1000);
});
