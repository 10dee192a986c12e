import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Dashboard } from "../../core/dashboard";
import { applyEdits, type TextEdit } from "../../core/edit/edit";
import { applyGesture } from "../../core/features/changing/gestures";
import { boardOf } from "../../core/features/changing/gestures/board-of";
import type { TileBoard } from "../../core/grid/moves/board";
import { previewGesture } from "../../core/grid/moves/preview";
import { faultsOf, gestureOn, whims } from "../property/boards";
import { corpusFiles, hasCorpus } from "./corpus";

/** The edits that take back what `edits` did to `text`. */
function inverse(text: string, edits: readonly TextEdit[]): TextEdit[] {
  let shift = 0;
  return edits.map((edit) => {
    const back = {
      offset: edit.offset + shift,
      length: edit.text.length,
      text: text.slice(edit.offset, edit.offset + edit.length),
    };
    shift += edit.text.length - edit.length;
    return back;
  });
}

/** How many errors and warnings there are of each kind. */
function problems(dashboard: Dashboard): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { code, severity } of dashboard.findings) {
    if (severity === "error" || severity === "warning") counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return counts;
}

/** What a picture shows of where things are. */
function shape({ layout, columns, tiles }: TileBoard): unknown {
  const isLined = layout === "row" || layout === "column";
  return {
    layout,
    columns: isLined ? 0 : columns,
    tiles: tiles.map(({ kind, x, y, w, h, slot }) => ({ kind, ...(isLined ? slot : { x, y, w, h }) })),
  };
}

/** One or two members that say where a tile is, in either spelling. */
const POSITION = /^\s*,?\s*("([xy]Pos|[xy]_pos)"\s*:\s*\d+\s*,?\s*){1,2}$/;

describe.skipIf(!hasCorpus)("gestures on real dashboards", () => {
  const files = corpusFiles();

  it("covers most of them", () => {
    expect(files.length).toBeGreaterThan(150);
  });

  it.each(files)("$name stays sound, is what the preview shows, and comes back", ({ text }) => {
    const first = new Dashboard(text);
    const before = problems(first);
    fc.assert(
      fc.property(fc.array(whims, { minLength: 3, maxLength: 6 }), (sequence) => {
        let dashboard = first;
        const undo: TextEdit[][] = [];
        for (const whim of sequence) {
          const board = boardOf(dashboard);
          const gesture = gestureOn(board, whim);
          const preview = previewGesture(board, gesture);
          const result = applyGesture(dashboard, gesture);
          expect(result.ok).toBe(preview.ok);
          if (!result.ok || !preview.ok) continue;
          undo.push(inverse(dashboard.text, result.edits));
          dashboard = new Dashboard(applyEdits(dashboard.text, result.edits));
          const now = boardOf(dashboard);
          expect(shape(now)).toEqual(shape(preview.board));
          expect(faultsOf(now)).toEqual([]);
          for (const id of result.select) expect(now.tiles.map((tile) => tile.id)).toContain(id);
          const kinds = (tiles: TileBoard["tiles"], ids: readonly string[]) =>
            ids.map((id) => tiles.find((tile) => tile.id === id)?.kind);
          expect(kinds(now.tiles, result.select)).toEqual(kinds(preview.board.tiles, preview.select));
        }
        const worse = [...problems(dashboard)].filter(([code, n]) => n > (before.get(code) ?? 0));
        // A copy has the findings of its original.
        const copied = sequence.some(({ type }) => type === "duplicate");
        expect(worse.filter(([code]) => !copied || !before.has(code))).toEqual([]);
        let back = dashboard.text;
        for (const edits of undo.reverse()) back = applyEdits(back, edits);
        expect(back).toBe(text);
      }),
      { numRuns: 3 },
    );
  });

  it.each(files)("a tile of $name is moved by its numbers alone", ({ text }) => {
    const dashboard = new Dashboard(text);
    const { layout, tiles } = boardOf(dashboard);
    if (layout !== "mosaic") return;
    for (const tile of tiles.slice(0, 10)) {
      const result = applyGesture(dashboard, { type: "move", tiles: [tile.id], dx: 1, dy: 3 });
      if (!result.ok) throw new Error(result.reason);
      for (const edit of result.edits) {
        expect(edit.length).toBeLessThanOrEqual(5);
        // A number, or the position that a tile did without.
        if (!/^\d+$/.test(edit.text)) expect(edit.text).toMatch(POSITION);
        else expect(edit.text.length).toBeLessThanOrEqual(5);
      }
      const still = applyGesture(dashboard, { type: "move", tiles: [tile.id], dx: 0, dy: 0 });
      expect(still.ok && still.edits).toEqual([]);
    }
  });
});
