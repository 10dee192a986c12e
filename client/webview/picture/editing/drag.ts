import type { Box, Geometry } from "../../../../core/grid/geometry";
import { isGroup } from "../../../../core/grid/kinds";
import type { Gesture } from "../../../../core/grid/moves/gesture";
import type { Edge } from "../../../../core/grid/moves/resize";
import { snapToSwap } from "../../../../core/grid/moves/swap";
import type { BoardView } from "../board";
import type { TileView } from "../tile-view";
import { lazyRenderer } from "../widgets/stage";
import { AutoScroll } from "./auto-scroll";
import type { Editing } from "./editing";
import type { Handles } from "./handles";
import { type Point, slotAt, slotOf, withoutTaken } from "./slots";

/** Distance in pixels after which a press is a drag. */
const SLACK = 4;

interface Press {
  readonly pointer: number;
  readonly tile: TileView;
  readonly edge: Edge | undefined;
  /** Of the pointer, in pixels of the board. */
  readonly from: Point;
}

/** A press that has become a drag. */
interface Drag extends Press {
  readonly tiles: readonly string[];
  readonly lifted: ReadonlySet<string>;
  /** Where the tile under the pointer was drawn. */
  readonly box: Box;
  /** Where everything was, without the strips of what is lifted. */
  readonly ground: Geometry;
}

/**
 * Moving and resizing with the pointer, by mouse, pen or finger. A finger scrolls unless the tile under it is selected.
 * Until the pointer is released nothing is sent; Escape, and losing the pointer, put everything back.
 */
export class Dragging {
  private press: Press | undefined;
  private drag: Drag | undefined;
  private last: { readonly x: number; readonly y: number } = { x: 0, y: 0 };
  private gesture = "";
  /** The next click event only ends a drag and must be ignored. */
  private suppressClick = false;
  private readonly scrolling: AutoScroll;

  constructor(
    private readonly board: BoardView,
    viewport: HTMLElement,
    private readonly handles: Handles,
    private readonly editing: Editing,
  ) {
    const { root } = board;
    this.scrolling = new AutoScroll(viewport, () => this.update());
    root.addEventListener("pointerdown", (event) => this.onDown(event));
    root.addEventListener("pointermove", (event) => this.onMove(event));
    root.addEventListener("pointerup", (event) => this.onUp(event));
    root.addEventListener("pointercancel", () => this.cancel());
    root.addEventListener("lostpointercapture", (event) => {
      // A finger's own capture of the tile ends when the board takes it.
      if (event.target === root) this.cancel();
    });
    root.addEventListener("dragstart", (event) => event.preventDefault());
    // Ignore the click event at the end of a drag.
    root.addEventListener("click", (event) => this.onClick(event), { capture: true });
  }

  get isActive(): boolean {
    return this.drag !== undefined;
  }

  /** Tiles are following the pointer. */
  get isMoving(): boolean {
    return this.drag !== undefined && !this.drag.edge;
  }

  /** Puts everything back. @returns whether something was being dragged. */
  cancel(): boolean {
    this.press = undefined;
    if (!this.drag) return false;
    this.end();
    this.editing.cancel();
    return true;
  }

  private onDown(event: PointerEvent): void {
    this.suppressClick = false;
    if (!this.editing.canEdit || this.board.isStacked || event.button !== 0 || !event.isPrimary || this.drag)
      return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || isInteractive(event.target)) return;
    const edge = this.handles.edgeOf(event.target);
    const tile = edge ? this.board.view(this.board.selection.current ?? "") : this.board.viewOf(event.target);
    if (!tile) return;
    const isFinger = event.pointerType === "touch";
    if (isFinger && !edge && !this.board.selection.has(tile.id)) return;
    this.press = { pointer: event.pointerId, tile, edge, from: this.pointOf(event.clientX, event.clientY) };
    this.last = { x: event.clientX, y: event.clientY };
    if (edge) event.preventDefault();
  }

  private onMove(event: PointerEvent): void {
    const { press } = this;
    if (!press || event.pointerId !== press.pointer) return;
    this.last = { x: event.clientX, y: event.clientY };
    if (!this.drag) {
      const { x, y } = this.pointOf(event.clientX, event.clientY);
      if (Math.abs(x - press.from.x) < SLACK && Math.abs(y - press.from.y) < SLACK) return;
      if (!this.begin(press)) return;
    }
    this.update();
    this.scrolling.at(event.clientX, event.clientY);
  }

  private begin(press: Press): boolean {
    const { board, editing } = this;
    const { model } = editing;
    if (!model || !editing.canEdit) return false;
    if (press.edge && !editing.isMosaic) return false;
    const { selection } = board;
    if (!selection.has(press.tile.id)) selection.set([press.tile.id]);
    const tiles = editing.isMosaic ? selection.ids : [press.tile.id];
    const lifted: ReadonlySet<string> = press.edge ? new Set() : board.withMembers(tiles);
    const others = model.tiles.filter((tile) => !lifted.has(tile.id) || !isGroup(tile.kind));
    this.drag = {
      ...press,
      tiles,
      lifted,
      box: press.tile.place,
      ground: board.geometryOf({ ...model, tiles: others }, board.geometryOf(model).hidden),
    };
    editing.begin();
    // The keyboard goes on from there, and Escape comes here.
    board.focusQuietly(press.tile);
    board.root.setPointerCapture(press.pointer);
    document.body.classList.add("is-dragging");
    if (press.edge) document.body.dataset["edge"] = press.edge;
    this.gesture = "";
    return true;
  }

  /** Follows the pointer; asks for a new preview only when another block is reached. */
  private update(): void {
    const { drag } = this;
    if (!drag) return;
    lazyRenderer().pause();
    const at = this.pointOf(this.last.x, this.last.y);
    const offset = { x: at.x - drag.from.x, y: at.y - drag.from.y };
    const gesture = this.gestureOf(drag, at, offset);
    const signature = JSON.stringify(gesture);
    if (signature !== this.gesture) {
      this.gesture = signature;
      this.editing.preview(gesture, drag.lifted);
    }
    for (const id of drag.lifted) {
      const view = this.board.view(id);
      if (view) view.offset = offset;
    }
  }

  private gestureOf(drag: Drag, at: Point, offset: Point): Gesture {
    const { box, ground, tiles, edge, tile } = drag;
    const model = this.editing.model!;
    if (model.layout !== "mosaic") {
      const to = withoutTaken(slotAt(model, ground, at), slotOf(model, tile.id));
      return { type: "reorder", tile: tile.id, ...to };
    }
    const dx = Math.round(offset.x / ground.column);
    if (edge) {
      const bottom = edge.includes("s") ? box.top + box.height : box.top;
      const dy = Math.round(ground.rowAt(bottom + offset.y) - ground.rowAt(bottom));
      return {
        type: "resize",
        tiles,
        edge,
        dx: edge.includes("e") || edge.includes("w") ? dx : 0,
        dy: edge.includes("n") || edge.includes("s") ? dy : 0,
      };
    }
    // The rows of a folded group are none on the screen: upwards it is dragged from the first of them, downwards from the last.
    const isUp = offset.y < 0 && this.board.isFolded(tile.id);
    const dy = Math.round(ground.rowAt(box.top + offset.y) - ground.rowAt(isUp ? box.top - 2 : box.top));
    const by = tiles.length === 1 ? snapToSwap(model, tile.id, dx, dy) : { dx, dy };
    return { type: "move", tiles, ...by, tidy: true };
  }

  private onUp(event: PointerEvent): void {
    const { drag } = this;
    if (event.pointerId === this.press?.pointer) this.press = undefined;
    if (!drag || event.pointerId !== drag.pointer) return;
    this.end();
    this.suppressClick = true;
    this.editing.commit();
  }

  private onClick(event: MouseEvent): void {
    if (!this.suppressClick) return;
    this.suppressClick = false;
    event.stopPropagation();
    event.preventDefault();
  }

  private end(): void {
    const { drag } = this;
    this.drag = undefined;
    this.press = undefined;
    this.scrolling.stop();
    lazyRenderer().resume();
    document.body.classList.remove("is-dragging");
    delete document.body.dataset["edge"];
    if (!drag) return;
    for (const id of drag.lifted) {
      const view = this.board.view(id);
      if (view) view.offset = undefined;
    }
    const { root } = this.board;
    if (root.hasPointerCapture(drag.pointer)) root.releasePointerCapture(drag.pointer);
  }

  private pointOf(clientX: number, clientY: number): Point {
    const { left, top } = this.board.root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

/** Parts of a tile that have a use of their own for the pointer. */
function isInteractive(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest("a, input, select, textarea, [data-own-pointer]") !== null
  );
}
