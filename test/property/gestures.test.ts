import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { applyEdits } from "../../core/edit/edit";
import { applyGesture } from "../../core/features/changing/gestures";
import { boardOf } from "../../core/features/changing/gestures/board-of";
import { overlaps } from "../../core/grid/rect";
import { runs } from "../support/runs";
import { faultsOf, gestureOn, whims } from "./boards";

/** Numbers as people and programs write them, some of them nonsense. */
const number = fc.oneof(
  { weight: 6, arbitrary: fc.nat(12) },
  fc.constantFrom<unknown>("3", "x", null, -2, 1.5, 30_000, 2 ** 40, true, {}, []),
);
const widget = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>({ blank: {} }, { title: "a", id: "b", text: {} }) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>({ collapsibleGroup: {} }, { single_view_group: {} }) },
  fc.constantFrom<unknown>(null, 7, {}, [], { title: 3 }, { newKind: {} }),
);
const tile = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record(
      { xPos: number, x_pos: number, yPos: number, width: number, height: number, widget },
      { requiredKeys: [] },
    ),
  },
  fc.constantFrom<unknown>(null, "tile", 4, []),
);
const lines = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        { weight: number, widgets: fc.array(widget, { maxLength: 4 }) },
        { requiredKeys: [] },
      ),
    },
    fc.constantFrom<unknown>(null, "row", 4),
  ),
  { maxLength: 4 },
);
const dashboard = fc.oneof(
  fc.record({
    mosaicLayout: fc.record(
      { columns: number, tiles: fc.array(tile, { maxLength: 8 }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ mosaic_layout: fc.record({ columns: number, tiles: fc.array(tile, { maxLength: 8 }) }) }),
  fc.record({
    gridLayout: fc.record(
      { columns: number, widgets: fc.array(widget, { maxLength: 6 }) },
      { requiredKeys: [] },
    ),
  }),
  fc.record({ rowLayout: fc.record({ rows: lines }, { requiredKeys: [] }) }),
  fc.record({
    columnLayout: fc.record({ columns: lines }, { requiredKeys: [] }),
    mosaicLayout: fc.constant(null),
  }),
  fc.constantFrom<unknown>({}, { displayName: "a" }, [], 3, { mosaicLayout: 3 }),
);

describe("gestures on odd dashboards", () => {
  it("never fail, write JSON, leave a mosaic sound and do nothing twice over", () => {
    fc.assert(
      fc.property(dashboard, whims, fc.constantFrom(undefined, 2, "\t"), (value, whim, indent) => {
        const before = new Dashboard(JSON.stringify(value, null, indent));
        const gesture = gestureOn(boardOf(before), whim);
        const result = applyGesture(before, gesture);
        if (!result.ok) {
          expect(result.reason).toMatch(/^(?!internal).+\.$/);
          return;
        }
        const text = applyEdits(before.text, result.edits);
        const after = new Dashboard(text);
        expect(after.document.problems.filter(({ code }) => code === "syntax")).toEqual([]);
        const board = boardOf(after);
        if (["compact", "columns"].includes(gesture.type)) expect(faultsOf(board)).toEqual([]);
        if (["move", "resize", "insert", "duplicate", "wrap", "ungroup"].includes(gesture.type)) {
          // Entries of the list have other numbers behind a new one.
          const unnumbered = (fault: string) => fault.replace(/\/tiles\/\d+/g, "");
          const known = faultsOf(boardOf(before)).map(unnumbered);
          expect(faultsOf(board).filter((fault) => !known.includes(unnumbered(fault)))).toEqual([]);
        }
        for (const id of result.select) expect(board.tiles.map((t) => t.id)).toContain(id);
        if (["compact", "sort", "columns", "title", "fold", "fields"].includes(gesture.type)) {
          const again = applyGesture(after, gesture);
          expect(again.ok ? again.edits : again.reason).toEqual([]);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it("write not one letter of a tile that they neither name nor have in the way", () => {
    fc.assert(
      fc.property(fc.array(tile, { minLength: 1, maxLength: 6 }), fc.nat(), (tiles, pick) => {
        const before = new Dashboard(JSON.stringify({ mosaicLayout: { columns: 12, tiles } }));
        const board = boardOf(before);
        const named = board.tiles[pick % Math.max(1, board.tiles.length)];
        if (!named) return;
        const result = applyGesture(before, { type: "wrap", tiles: [named.id] });
        if (!result.ok) return;
        const after = boardOf(new Dashboard(applyEdits(before.text, result.edits)));
        const group = after.tiles.find(({ id }) => id === result.select[0])!;
        const below = board.tiles.filter((other) => {
          return other !== named && (overlaps(other, group) || overlaps(other, named));
        });
        // Whatever is in the way may have to go, and then others that are in its way.
        if (below.length > 0) return;
        const [edit, ...others] = result.edits.filter(({ text }) => text !== "");
        expect(others).toEqual([]);
        expect(edit?.text).toContain("collapsibleGroup");
        expect(result.edits.every(({ length }) => length === 0)).toBe(true);
      }),
      { numRuns: runs(1000) },
    );
  });
});
