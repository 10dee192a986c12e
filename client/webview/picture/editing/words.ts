import { kindName } from "../../../../core/grid/kinds";
import type { BoardTile, TileBoard as Model, MoveResult } from "../../../../core/grid/moves/board";
import type { Gesture } from "../../../../core/grid/moves/gesture";

type DoneMove = MoveResult & { readonly ok: true };

/** What a screen reader says while a gesture is being made: where it has come to, and who has to make room. */
export function draftLabel(before: Model, moved: MoveResult): string {
  if (!moved.ok) return moved.reason;
  const { board, select } = moved;
  const [first] = select;
  const tile = board.tiles.find(({ id }) => id === first);
  if (!tile) return "";
  const pushed = sidelined(before, moved);
  const others = select.length > 1 ? `${select.length} tiles, the first at ` : "";
  const push = pushed.length > 0 ? `, ${tileCount(pushed.length)} moved` : "";
  return `${others}${positionLabel(board, tile)}${push}`;
}

/** What a gesture has done, as a sentence. */
export function doneLabel(gesture: Gesture, before: Model, moved: DoneMove): string {
  const { board, select } = moved;
  const tile = board.tiles.find(({ id }) => id === select[0]);
  const named = "tiles" in gesture ? namesOf(before, gesture.tiles) : "";
  switch (gesture.type) {
    case "move":
    case "reorder": {
      const name = gesture.type === "move" ? named : namesOf(before, [gesture.tile]);
      return `Moved ${name}${tile ? ` to ${placeLabel(board, tile)}` : ""}.`;
    }
    case "resize":
      return `Resized ${named}${tile ? ` to width ${tile.w}, height ${tile.h}` : ""}.`;
    case "insert":
      return `Added a ${kindName(gesture.kind)}${tile ? ` at ${placeLabel(board, tile)}` : ""}.`;
    case "remove":
      return `Deleted ${named}.`;
    case "duplicate":
      return `Duplicated ${named}.`;
    case "align":
      return `Aligned ${named} at the ${gesture.to}.`;
    case "distribute":
      return `Distributed ${named} ${gesture.axis === "horizontal" ? "from left to right" : "from top to bottom"}.`;
    case "swap":
      return `Swapped ${named}.`;
    case "paste":
      return `Pasted ${gesture.blocks.length === 1 && tile ? titleOf(tile) : tileCount(gesture.blocks.length)}${tile ? ` at ${placeLabel(board, tile)}` : ""}.`;
    case "wrap":
      return `Grouped ${named}.`;
    case "ungroup":
      return `Ungrouped ${namesOf(before, [gesture.tile])}.`;
    case "fold": {
      const name = namesOf(before, [gesture.tile]);
      return gesture.collapsed ? `${name} is collapsed by default.` : `${name} is expanded by default.`;
    }
    case "compact": {
      const count = sidelined(before, moved).length;
      return count > 0 ? `Closed the gaps: ${tileCount(count)} moved.` : "There are no gaps to close.";
    }
    case "sort":
      return "Sorted the tiles by position.";
    case "columns":
      return `The mosaic has ${gesture.columns} columns.`;
    case "convert":
      return "Converted to a mosaic.";
    case "fields":
      return `Changed ${gesture.tiles.length > 0 ? named : "the dashboard"}.`;
    case "title":
      return gesture.title === "" ? "Removed the title." : `Renamed to ${gesture.title}.`;
  }
}

/** Which tiles that a gesture is not about have moved, as a sentence; empty when none has. */
export function sidelinedLabel({ type }: Gesture, before: Model, moved: DoneMove): string {
  // Some are about all tiles.
  if (type === "compact" || type === "columns" || type === "convert" || type === "sort") return "";
  const others = sidelined(before, moved);
  const [only] = others;
  if (!only) return "";
  if (others.length > 1) return `${others.length} other tiles moved to make room.`;
  const words = `${titleOf(only)} moved to ${placeLabel(moved.board, only)} to make room.`;
  return only.title ? words : words.charAt(0).toUpperCase() + words.slice(1);
}

/** What has changed from one board to the next, for somebody who took a change back: "Latency is at column 1, row 2". */
export function changeLabel(before: Named, after: Named): string {
  if (before.title !== after.title) return `the dashboard is called ${after.title || "nothing"}`;
  if (before.layout !== after.layout) return "the layout has changed";
  if (before.columns !== after.columns) return `the mosaic has ${after.columns} columns`;
  const [gone, come] = [missing(before, after), missing(after, before)];
  if (come.length > 0 && gone.length === 0)
    return come.length === 1 ? `${titleOf(come[0]!)} is back` : `${tileCount(come.length)} are back`;
  if (gone.length > 0 && come.length === 0)
    return gone.length === 1 ? `${titleOf(gone[0]!)} is gone` : `${tileCount(gone.length)} are gone`;
  const were = new Map(before.tiles.map((tile) => [tile.id, tile]));
  const changed = after.tiles.filter((tile) => {
    const was = were.get(tile.id);
    return was !== tile && (isElsewhere(was, tile) || was?.title !== tile.title);
  });
  const [only] = changed;
  if (!only) return "the content has changed";
  if (changed.length > 1) return `${tileCount(changed.length)} changed`;
  const was = were.get(only.id);
  if (was && was.title !== only.title) return `the title is ${only.title || "empty"}`;
  if (was && (was.w !== only.w || was.h !== only.h))
    return `${titleOf(only)} has width ${only.w}, height ${only.h}`;
  return `${titleOf(only)} is at ${placeLabel(after, only)}`;
}

type Named = Model & { readonly title: string };

/** Tiles of the first board that the second has none like. */
function missing(from: Model, to: Model): readonly BoardTile[] {
  const signature = ({ kind, title }: BoardTile) => `${kind} ${title}`;
  const left = new Map<string, number>();
  for (const tile of to.tiles) left.set(signature(tile), (left.get(signature(tile)) ?? 0) + 1);
  return from.tiles.filter((tile) => {
    const count = left.get(signature(tile)) ?? 0;
    left.set(signature(tile), count - 1);
    return count <= 0;
  });
}

/** Tiles that are elsewhere, without those that the gesture is about and what lies in them. */
function sidelined(before: Model, { board, select }: DoneMove): readonly BoardTile[] {
  const was = new Map(before.tiles.map((tile) => [tile.id, tile]));
  const groups = new Map(board.tiles.map(({ id, group }) => [id, group]));
  const chosen = new Set(select);
  const isChosen = (id: string | undefined): boolean => {
    for (let at = id; at !== undefined; at = groups.get(at)) if (chosen.has(at)) return true;
    return false;
  };
  return board.tiles.filter((tile) => {
    const old = was.get(tile.id);
    return old !== undefined && !isChosen(tile.id) && isElsewhere(old, tile);
  });
}

/** "Latency", "the scorecard", "3 tiles". */
function namesOf(board: Model, ids: readonly string[]): string {
  const tile = board.tiles.find(({ id }) => id === ids[0]);
  return ids.length === 1 && tile ? titleOf(tile) : tileCount(ids.length);
}

function titleOf(tile: BoardTile): string {
  return (
    tile.title || `the ${tile.kind === "none" || tile.kind === "unknown" ? "tile" : kindName(tile.kind)}`
  );
}

/** "column 1, row 3", "place 2 of 5". */
function placeLabel(board: Model, tile: BoardTile): string {
  return board.layout === "mosaic" ? `column ${tile.x + 1}, row ${tile.y + 1}` : positionLabel(board, tile);
}

/** "column 1, row 3, width 12, height 8". */
export function positionLabel(board: Model, tile: BoardTile): string {
  const { slot } = tile;
  if (slot && board.layout === "row") return `row ${slot.line + 1}, widget ${slot.item + 1} of ${slot.items}`;
  if (slot) return `column ${slot.line + 1}, widget ${slot.item + 1} of ${slot.items}`;
  if (board.layout !== "mosaic") return `place ${board.tiles.indexOf(tile) + 1} of ${board.tiles.length}`;
  return `column ${tile.x + 1}, row ${tile.y + 1}, width ${tile.w}, height ${tile.h}`;
}

export function tileCount(count: number): string {
  return count === 1 ? "1 tile" : `${count} tiles`;
}

function isElsewhere(a: BoardTile | undefined, b: BoardTile): boolean {
  return a === undefined || a.x !== b.x || a.y !== b.y || a.w !== b.w || a.h !== b.h;
}
