import { expect, it } from "vitest";
import { compareDashboards } from "./compare";
import { summaryLines, summaryOf } from "./summary";

const board = (displayName: string, ...tiles: object[]) => ({
  displayName,
  mosaicLayout: { columns: 12, tiles },
});
const tile = (title: string, yPos: number, content = "", height = 4) => ({
  yPos,
  width: 6,
  height,
  widget: { title, text: { content } },
});

it("counts each tile once", () => {
  const before = board("A", tile("a", 0), tile("b", 4), tile("c", 8), tile("d", 12), tile("e", 16));
  const after = board("B", tile("a", 2, "x"), tile("b", 6), tile("d", 14, "", 5), tile("e", 16, "", 6), {
    ...tile("f", 30),
    widget: { logsPanel: {} },
  });
  const found = compareDashboards(before, after);
  expect(summaryOf(found)).toBe(
    "1 tile added, 1 removed, 1 changed, 2 moved, 1 resized, dashboard settings changed",
  );
  expect(summaryLines(found)).toEqual([
    'Dashboard: display name "A" → "B"',
    '"a": moved from column 0, row 0 to column 0, row 2; content "x" added',
    '"b": moved from column 0, row 4 to column 0, row 6',
    '"d": moved from column 0, row 12 to column 0, row 14; resized from 6 × 4 to 6 × 5',
    '"e": resized from 6 × 4 to 6 × 6',
    "logs panel at column 0, row 30: added",
    '"c": removed',
  ]);
  expect(summaryOf(compareDashboards(before, before))).toBe("");
});
