import { kindName } from "../../../../core/grid/kinds";
import type { Gesture } from "../../../../core/grid/moves/gesture";
import { insertionPlace } from "../../../../core/grid/moves/insertion-place";
import { usualSize } from "../../../../core/grid/moves/sizes";
import { ARROWS, type BoardView } from "../board";
import type { Direction } from "../spatial";
import { AutoScroll } from "./auto-scroll";
import type { Editing } from "./editing";
import type { NewWidget } from "./palette";
import { type Point, type Slot, slotAt, slotOf } from "./slots";
import { positionLabel } from "./words";

interface Place extends NewWidget {
  /** In a mosaic, of the usual size unless it says otherwise; undefined: the next free place. */
  at: { readonly x: number; readonly y: number; readonly w?: number; readonly h?: number } | undefined;
  /** In another layout. */
  slot: Slot | undefined;
  /** The pointer that brought it from the palette: its release puts it down. */
  readonly pointer: number | undefined;
}

export interface PlacingPorts {
  announce(words: string): void;
  /** Words that stay for as long as the place is being chosen; undefined: no longer. */
  hint(words: string | undefined): void;
}

/**
 * Choosing the place of a new tile: it follows the pointer as an outline, and the arrow keys; a click or Enter puts it
 * down, Escape gives it up.
 */
export class Placing {
  private place: Place | undefined;
  private last = "";
  /** Said before the first place. */
  private intro = "";
  private pointer: { x: number; y: number } | undefined;
  private readonly scrolling: AutoScroll;
  private before: Element | null = null;

  constructor(
    private readonly board: BoardView,
    private readonly viewport: HTMLElement,
    private readonly editing: Editing,
    private readonly ports: PlacingPorts,
  ) {
    this.scrolling = new AutoScroll(viewport, () => this.follow());
    // On the window: the outline follows beyond the board, and nothing else gets the click.
    window.addEventListener("pointermove", (event) => this.onMove(event));
    window.addEventListener("pointerup", (event) => this.onUp(event), { capture: true });
    window.addEventListener("pointerdown", (event) => this.onDown(event), { capture: true });
    window.addEventListener("keydown", (event) => this.onKey(event), { capture: true });
    window.addEventListener("click", (event) => this.onClick(event), { capture: true });
  }

  get isActive(): boolean {
    return this.place !== undefined;
  }

  /** `at`: a point of the board to begin at; `pointer`: it is being dragged out of the palette. */
  begin(added: NewWidget, at?: Point, pointer?: number): void {
    const { kind } = added;
    const { board, editing } = this;
    this.before = document.activeElement;
    const current = board.selection.current;
    const behind = current && editing.model ? slotOf(editing.model, current) : undefined;
    this.place = {
      ...added,
      at: undefined,
      slot: behind ? { ...behind, item: behind.item + 1 } : undefined,
      pointer,
    };
    this.last = "";
    this.pointer = undefined;
    editing.begin();
    document.body.classList.add("is-placing");
    const hint = `Choose a position for the ${kindName(kind)}: click, or use the arrow keys and Enter. Esc cancels.`;
    this.ports.hint(hint);
    this.intro = `${hint} `;
    if (at) this.moveTo(at);
    else if (pointer === undefined) this.preview();
    // Keys come here from wherever the focus is; the board says what it is about.
    if (pointer === undefined) this.board.view(current ?? "")?.button.focus({ preventScroll: true });
  }

  /** @returns whether a place was being chosen. */
  cancel(): boolean {
    if (!this.place) return false;
    this.end();
    this.editing.cancel();
    this.ports.announce("Nothing was added.");
    if (this.before instanceof HTMLElement && this.before.isConnected) {
      this.before.focus({ preventScroll: true });
    }
    return true;
  }

  private commit(): void {
    if (!this.place) return;
    this.end();
    this.editing.commit();
  }

  private end(): void {
    this.place = undefined;
    this.scrolling.stop();
    document.body.classList.remove("is-placing");
    this.ports.hint(undefined);
  }

  private preview(): void {
    const { place } = this;
    if (!place) return;
    const { kind, query, at, slot } = place;
    const isMosaic = this.editing.isMosaic || this.editing.model?.layout === "none";
    const where = isMosaic ? at && { at } : slot && { slot };
    const gesture: Gesture = { type: "insert", kind, query: query || undefined, ...where };
    const signature = JSON.stringify(gesture);
    if (signature === this.last) return;
    this.last = signature;
    const moved = this.editing.preview(gesture);
    if (!moved.ok) {
      this.ports.announce(moved.reason);
      return;
    }
    const tile = moved.board.tiles.find(({ id }) => id === moved.select[0]);
    if (!tile) return;
    if (isMosaic && !at) place.at = { x: tile.x, y: tile.y };
    this.ports.announce(`${this.intro}${positionLabel(moved.board, tile)}`);
    this.intro = "";
    if (!this.pointer) this.reveal();
  }

  /** Brings the outline into sight. */
  private reveal(): void {
    const ghost = this.board.root.querySelector(".ghost:not([hidden])");
    ghost?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  private moveTo(point: Point): void {
    const { place } = this;
    const { model } = this.editing;
    const geometry = model && this.board.geometryOf(model);
    if (!place || !model || !geometry) return;
    if (model.layout === "mosaic") {
      const at = { x: geometry.columnAt(point.x), y: geometry.rowAt(point.y) };
      place.at = insertionPlace(model, place.kind, at);
    } else place.slot = slotAt(model, geometry, point);
    this.preview();
  }

  private step(direction: Direction): void {
    const { place } = this;
    const { model } = this.editing;
    if (!place || !model) return;
    const by = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] }[direction] as [number, number];
    this.pointer = undefined;
    if (model.layout === "mosaic") {
      const at = place.at ?? { x: 0, y: 0 };
      const { w } = usualSize(place.kind, model.columns);
      place.at = {
        x: Math.max(0, Math.min(at.x + by[0], model.columns - w)),
        y: Math.max(0, at.y + by[1]),
      };
    } else place.slot = nextSlot(model.tiles.length, place.slot, by[0] + by[1]);
    this.preview();
  }

  private onMove(event: PointerEvent): void {
    if (!this.place || !event.isPrimary) return;
    this.pointer = { x: event.clientX, y: event.clientY };
    this.follow();
    const box = this.viewport.getBoundingClientRect();
    // Beside the board there is much to be clicked on; only what is held over it scrolls.
    if (this.place.pointer !== undefined || event.clientY > box.top) {
      this.scrolling.at(event.clientX, event.clientY);
    }
  }

  private follow(): void {
    if (!this.pointer) return;
    const { left, top } = this.board.root.getBoundingClientRect();
    this.moveTo({ x: this.pointer.x - left, y: this.pointer.y - top });
  }

  private onDown(event: PointerEvent): void {
    if (!this.place || this.place.pointer !== undefined) return;
    if (this.isOnBoard(event.target)) event.stopPropagation();
    else this.cancel();
  }

  private onUp(event: PointerEvent): void {
    if (!this.place || event.pointerId !== this.place.pointer) return;
    const box = this.viewport.getBoundingClientRect();
    const inside = event.clientY > box.top && event.clientX > box.left && event.clientX < box.right;
    if (inside && this.last !== "") this.commit();
    else this.cancel();
  }

  private onClick(event: MouseEvent): void {
    if (!this.place || this.place.pointer !== undefined || event.detail === 0) return;
    if (!this.isOnBoard(event.target)) return;
    event.stopPropagation();
    event.preventDefault();
    this.commit();
  }

  private isOnBoard(target: EventTarget | null): boolean {
    return target instanceof Node && this.viewport.contains(target);
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.place || event.isComposing) return;
    const direction = ARROWS[event.key];
    if (direction) this.step(direction);
    else if (event.key === "Enter" || event.key === " ") this.commit();
    else if (event.key === "Escape") this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** Arrow keys go from place to place of the one line that the tile is in; beyond the ends they stay. */
function nextSlot(tiles: number, slot: Slot | undefined, by: number): Slot {
  if (!slot) return { line: 0, item: by > 0 ? tiles : 0 };
  return { ...slot, item: Math.max(0, Math.min(slot.item + by, tiles)) };
}
