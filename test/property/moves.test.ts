import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TileBoard } from "../../core/grid/moves/board";
import type { Gesture } from "../../core/grid/moves/gesture";
import { readGesture } from "../../core/grid/moves/gesture";
import { previewGesture } from "../../core/grid/moves/preview";
import { runs } from "../support/runs";
import { faultsOf, gestureOn, lists, mosaics, whims } from "./boards";

/** Gestures that say nothing of where tiles lie. */
const NOT_PLACING: ReadonlySet<Gesture["type"]> = new Set(["title", "fold", "fields", "sort", "remove"]);

/** Gestures that put a whole mosaic right. */
const ABOUT_ALL: ReadonlySet<Gesture["type"]> = new Set(["compact", "columns", "convert"]);

const places = (board: TileBoard) => board.tiles.map(({ id, x, y, w, h }) => ({ id, x, y, w, h }));
const ids = (board: TileBoard) => board.tiles.map(({ id }) => id).sort();

/** Whether a tile is one of these or lies in one of them. */
function isWithin(board: TileBoard, id: string, named: readonly string[]): boolean {
  for (let at: string | undefined = id; at; at = board.tiles.find((tile) => tile.id === at)?.group)
    if (named.includes(at)) return true;
  return false;
}

/** Which tiles there have to be after a gesture that was made. */
function expected(before: TileBoard, gesture: Gesture, after: TileBoard): string[] {
  const fresh = ids(after).filter((id) => !ids(before).includes(id));
  switch (gesture.type) {
    case "insert":
    case "wrap":
      expect(fresh).toHaveLength(1);
      return [...ids(before), ...fresh].sort();
    case "paste":
      expect(fresh).toHaveLength(gesture.blocks.length);
      return [...ids(before), ...fresh].sort();
    case "duplicate": {
      expect(fresh.length).toBeGreaterThanOrEqual(1);
      for (const tile of after.tiles) {
        if (!fresh.includes(tile.id)) continue;
        const original = before.tiles.find(({ id }) => id === tile.copyOf);
        expect(tile.copyOf !== undefined && (original?.copyOf ?? tile.copyOf)).toBeTruthy();
      }
      return [...ids(before), ...fresh].sort();
    }
    case "ungroup":
      return ids(before).filter((id) => id !== gesture.tile);
    case "remove":
      return ids(before).filter((id) => !isWithin(before, id, gesture.tiles));
    default:
      return ids(before);
  }
}

function sound(board: TileBoard, gesture: Gesture, strict: boolean): TileBoard {
  expect(readGesture(JSON.parse(JSON.stringify(gesture)))).toEqual(gesture);
  const moved = previewGesture(board, gesture);
  if (!moved.ok) {
    expect(moved.reason).toMatch(/^.+\.$/);
    return board;
  }
  if (strict || ABOUT_ALL.has(gesture.type)) expect(faultsOf(moved.board)).toEqual([]);
  else if (!NOT_PLACING.has(gesture.type)) {
    const known = faultsOf(board);
    expect(faultsOf(moved.board).filter((fault) => !known.includes(fault))).toEqual([]);
  }
  expect(ids(moved.board)).toEqual(expected(board, gesture, moved.board));
  for (const id of moved.select) expect(ids(moved.board)).toContain(id);
  const bottom = Math.max(0, ...moved.board.tiles.map(({ y, h }) => y + h));
  if (moved.board.layout === "mosaic") expect(moved.board.rows).toBe(bottom);
  return moved.board;
}

describe("gestures on a board", () => {
  it("make no overlap that the service refuses, put nothing outside of the columns, and leave no tile behind", () => {
    fc.assert(
      fc.property(mosaics, fc.array(whims, { minLength: 1, maxLength: 8 }), (start, sequence) => {
        let board: TileBoard = start;
        for (const whim of sequence) board = sound(board, gestureOn(board, whim), false);
      }),
      { numRuns: runs(500) },
    );
  });

  it("keep a mosaic sound that is sound", () => {
    fc.assert(
      fc.property(mosaics, fc.array(whims, { minLength: 1, maxLength: 8 }), (start, sequence) => {
        const first = previewGesture(start, { type: "compact" });
        let board: TileBoard = first.ok ? first.board : start;
        for (const whim of sequence) board = sound(board, gestureOn(board, whim), true);
      }),
      { numRuns: runs(230) },
    );
  });

  it("do the same in grid, row and column layouts, and after conversion", () => {
    fc.assert(
      fc.property(lists, fc.array(whims, { minLength: 1, maxLength: 8 }), (start, sequence) => {
        let board: TileBoard = start;
        for (const whim of sequence) {
          board = sound(board, gestureOn(board, whim), true);
          if (board.layout === "mosaic") continue;
          for (const t of board.tiles) {
            expect(t.w).toBeGreaterThanOrEqual(1);
            expect(t.x + t.w).toBeLessThanOrEqual(board.columns);
          }
        }
      }),
      { numRuns: runs(230) },
    );
  });

  it("never change what they are given", () => {
    fc.assert(
      fc.property(fc.oneof(mosaics, lists), whims, (board, whim) => {
        const before = JSON.stringify(board);
        previewGesture(board, gestureOn(board, whim));
        expect(JSON.stringify(board)).toBe(before);
      }),
    );
  });

  it("of no distance change nothing in a sound mosaic", () => {
    fc.assert(
      fc.property(mosaics, fc.nat(), (start, pick) => {
        const first = previewGesture(start, { type: "compact" });
        if (!first.ok) return;
        const { board } = first;
        const { id } = board.tiles[pick % board.tiles.length]!;
        for (const gesture of [
          { type: "move", tiles: [id], dx: 0, dy: 0 },
          { type: "resize", tiles: [id], edge: "se", dx: 0, dy: 0 },
        ] as const) {
          const moved = previewGesture(board, gesture);
          expect(moved.ok && places(moved.board)).toEqual(places(board));
        }
      }),
    );
  });

  it("compact once and for all", () => {
    fc.assert(
      fc.property(mosaics, (board) => {
        const once = previewGesture(board, { type: "compact" });
        if (!once.ok) return;
        const twice = previewGesture(once.board, { type: "compact" });
        expect(twice.ok && twice.board).toEqual(once.board);
      }),
      { numRuns: runs(230) },
    );
  });

  it("scale to four times the columns and back without a trace", () => {
    fc.assert(
      fc.property(mosaics, (board) => {
        if (board.columns !== 12 || faultsOf(board).length > 0) return;
        const up = previewGesture(board, { type: "columns", columns: 48 });
        if (!up.ok) throw new Error(up.reason);
        for (const [i, t] of up.board.tiles.entries()) {
          const from = board.tiles[i]!;
          expect([t.x, t.y, t.w, t.h]).toEqual([from.x, from.y, from.w, from.h].map((n) => n * 4));
        }
        const down = previewGesture(up.board, { type: "columns", columns: 12 });
        expect(down.ok && places(down.board)).toEqual(places(board));
      }),
    );
  });

  it("keep every member in its group when something else is moved or resized", () => {
    fc.assert(
      fc.property(mosaics, whims, (start, whim) => {
        const first = previewGesture(start, { type: "compact" });
        if (!first.ok || (whim.type !== "move" && whim.type !== "resize")) return;
        const gesture = gestureOn(first.board, whim);
        const moved = previewGesture(first.board, gesture);
        if (!moved.ok) return;
        const named = new Set("tiles" in gesture ? gesture.tiles : []);
        const groupBefore = new Map(first.board.tiles.map((t) => [t.id, t.group]));
        for (const t of moved.board.tiles) {
          if (!named.has(t.id)) expect([t.id, t.group]).toEqual([t.id, groupBefore.get(t.id)]);
        }
      }),
      { numRuns: runs(500) },
    );
  });
});
