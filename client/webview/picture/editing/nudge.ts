import type { Gesture } from "../../../../core/grid/moves/gesture";
import { ARROWS, type BoardView } from "../board";
import type { Direction } from "../spatial";
import type { Editing } from "./editing";
import { slotOf } from "./slots";
import { draftLabel } from "./words";

const STEPS: Readonly<Record<Direction, readonly [dx: number, dy: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/**
 * Moving and resizing with the keyboard: Alt and an arrow moves by a block, with Shift the right or the lower edge. As
 * long as Alt is held it is one gesture, previewed and spoken; letting go makes it, Escape gives it up.
 */
export class KeyboardMove {
  private by:
    | { readonly resize: boolean; readonly tiles: readonly string[]; dx: number; dy: number }
    | undefined;

  constructor(
    private readonly board: BoardView,
    private readonly editing: Editing,
    private readonly announce: (words: string) => void,
  ) {
    board.root.addEventListener("keydown", (event) => this.onDown(event));
    board.root.addEventListener("keyup", (event) => this.onUp(event));
    // The focus may go while the key is down; its release is never seen then.
    board.root.addEventListener("focusout", (event) => {
      if (!board.root.contains(event.relatedTarget as Node | null)) this.finish();
    });
  }

  get isActive(): boolean {
    return this.by !== undefined;
  }

  cancel(): boolean {
    if (!this.by) return false;
    this.by = undefined;
    this.editing.cancel();
    this.announce("Moved back to its original position.");
    return true;
  }

  private onDown(event: KeyboardEvent): void {
    if (!this.editing.canEdit || !this.board.viewOf(event.target)) return;
    if (event.key === "Alt" && !event.ctrlKey && !event.metaKey) {
      // Otherwise its release would open VS Code's menu.
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const direction = ARROWS[event.key];
    if (!direction || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.step(direction, event.shiftKey);
  }

  private onUp(event: KeyboardEvent): void {
    if (event.key !== "Alt" || !this.editing.canEdit) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish();
  }

  private finish(): void {
    if (!this.by) return;
    this.by = undefined;
    this.editing.commit();
  }

  private step(direction: Direction, resize: boolean): void {
    const { editing, board } = this;
    const tiles = board.selection.ids;
    if (this.by && this.by.resize !== resize) this.finish();
    const isFirst = this.by === undefined;
    if (isFirst) editing.begin();
    this.by ??= { resize, tiles, dx: 0, dy: 0 };
    const { by } = this;
    const [dx, dy] = STEPS[direction];
    by.dx += dx;
    by.dy += dy;
    const gesture = this.gestureOf(by, direction);
    const before = editing.model!;
    const moved = editing.preview(gesture);
    if (!moved.ok) {
      this.by = undefined;
      // Its reason, and what can be done about it.
      editing.commit();
      return;
    }
    this.keepWithin(moved.board.tiles.find(({ id }) => id === tiles[0]));
    this.announce(draftLabel(before, moved));
    board.view(board.selection.current ?? "")?.root.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private gestureOf(by: NonNullable<KeyboardMove["by"]>, direction: Direction): Gesture {
    const { tiles, dx, dy, resize } = by;
    const model = this.editing.model!;
    if (model.layout === "mosaic" || resize) {
      if (!resize) return { type: "move", tiles, dx, dy };
      return { type: "resize", tiles, edge: "se", dx, dy };
    }
    const tile = this.board.selection.current ?? tiles[0]!;
    const from = slotOf(model, tile);
    // Within a line by the arrows along it, to another line by those across.
    const along = model.layout === "column" ? dy : dx;
    const across = model.layout === "column" ? dx : dy;
    if (model.layout === "grid") {
      return { type: "reorder", tile, item: clamp(from.item + dx + dy * model.columns, model.tiles.length) };
    }
    const lines = 1 + Math.max(...model.tiles.map(({ slot }) => slot?.line ?? 0));
    const line = clamp(from.line + across, lines);
    if (line === from.line && (direction === "up" || direction === "down") && model.layout === "row")
      by.dy = 0;
    return { type: "reorder", tile, line, item: Math.max(0, from.item + along) };
  }

  /** What went against an edge is not to be undone step by step on the way back. */
  private keepWithin(
    tile: { readonly x: number; readonly y: number; readonly w: number; readonly h: number } | undefined,
  ): void {
    const { by } = this;
    const start = this.editing.model?.tiles.find(({ id }) => id === by?.tiles[0]);
    if (!by || !tile || !start || this.editing.model?.layout !== "mosaic") return;
    by.dx = by.resize ? tile.w - start.w : tile.x - start.x;
    // A group may be pushed further down than it was asked to go.
    const dy = by.resize ? tile.h - start.h : tile.y - start.y;
    if (Math.abs(dy) < Math.abs(by.dy)) by.dy = dy;
  }
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(value, size - 1));
}
