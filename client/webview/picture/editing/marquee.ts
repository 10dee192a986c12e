import { createElement, setStyle } from "../../shared/dom";
import type { BoardView } from "../board";
import { AutoScroll } from "./auto-scroll";
import type { Point } from "./slots";
import { tileCount } from "./words";

/** Distance in pixels after which a press beside the tiles draws a rectangle. */
const SLACK = 4;

/**
 * Selecting with a rectangle that is drawn from an empty place: every tile that it touches, a group only if all of it is
 * inside. With Shift or Ctrl the tiles are added to those that are selected. Escape puts the selection back.
 */
export class Marquee {
  private readonly frame = createElement("div", "marquee", { "aria-hidden": "true" });
  private from: (Point & { readonly pointer: number; readonly before: readonly string[] }) | undefined;
  private last = { x: 0, y: 0 };
  private isDrawn = false;
  private suppressClick = false;
  private readonly scrolling: AutoScroll;

  constructor(
    private readonly board: BoardView,
    private readonly viewport: HTMLElement,
    private readonly ports: {
      isEmpty(target: EventTarget | null): boolean;
      announce(words: string): void;
    },
  ) {
    this.frame.hidden = true;
    board.root.append(this.frame);
    this.scrolling = new AutoScroll(viewport, () => this.update());
    viewport.addEventListener("pointerdown", (event) => this.onDown(event));
    viewport.addEventListener("pointermove", (event) => this.onMove(event));
    viewport.addEventListener("pointerup", () => this.end(true));
    viewport.addEventListener("pointercancel", () => this.cancel());
    // The click at the end of the drag would clear the selection.
    viewport.addEventListener("click", (event) => this.onClick(event), { capture: true });
  }

  /** Puts the selection back. @returns whether a rectangle was being drawn */
  cancel(): boolean {
    if (!this.from || !this.isDrawn) return false;
    this.board.selection.set(this.from.before);
    this.end(false);
    return true;
  }

  private onDown(event: PointerEvent): void {
    this.suppressClick = false;
    // A finger scrolls.
    if (event.button !== 0 || !event.isPrimary || event.pointerType === "touch") return;
    if (!this.ports.isEmpty(event.target)) return;
    // The scroll bar belongs to the viewport too.
    const { left, top } = this.viewport.getBoundingClientRect();
    const isInside =
      event.clientX - left < this.viewport.clientWidth && event.clientY - top < this.viewport.clientHeight;
    if (!isInside) return;
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = isAdding ? this.board.selection.ids : [];
    this.from = { ...this.pointOf(event.clientX, event.clientY), pointer: event.pointerId, before };
    this.last = { x: event.clientX, y: event.clientY };
  }

  private onMove(event: PointerEvent): void {
    const { from } = this;
    if (!from || event.pointerId !== from.pointer) return;
    this.last = { x: event.clientX, y: event.clientY };
    if (!this.isDrawn) {
      const at = this.pointOf(event.clientX, event.clientY);
      if (Math.abs(at.x - from.x) < SLACK && Math.abs(at.y - from.y) < SLACK) return;
      this.isDrawn = true;
      this.frame.hidden = false;
      this.viewport.setPointerCapture(from.pointer);
    }
    this.update();
    this.scrolling.at(event.clientX, event.clientY);
  }

  private update(): void {
    const { from } = this;
    if (!from || !this.isDrawn) return;
    const at = this.pointOf(this.last.x, this.last.y);
    const box = {
      left: Math.min(from.x, at.x),
      top: Math.min(from.y, at.y),
      width: Math.abs(from.x - at.x),
      height: Math.abs(from.y - at.y),
    };
    for (const side of ["left", "top", "width", "height"] as const)
      setStyle(this.frame, side, `${box[side]}px`);
    const touched = this.board
      .visible()
      .filter(({ tile, place }) => (tile.sketch.kind === "group" ? holds(box, place) : meets(box, place)))
      .map(({ id }) => id);
    // A group stands for its tiles.
    const groups = new Set(touched.filter((id) => this.board.view(id)?.tile.sketch.kind === "group"));
    const members = new Set([...this.board.withMembers(groups)].filter((id) => !groups.has(id)));
    const chosen = touched.filter((id) => !members.has(id));
    this.board.selection.set([...new Set([...from.before, ...chosen])]);
  }

  private end(isDone: boolean): void {
    const { from } = this;
    this.from = undefined;
    if (!from || !this.isDrawn) return;
    this.isDrawn = false;
    this.suppressClick = true;
    this.frame.hidden = true;
    this.scrolling.stop();
    if (this.viewport.hasPointerCapture(from.pointer)) this.viewport.releasePointerCapture(from.pointer);
    if (!isDone) return;
    const view = this.board.view(this.board.selection.current ?? "");
    if (view) this.board.focusQuietly(view);
    this.ports.announce(`${tileCount(this.board.selection.size)} selected`);
  }

  private onClick(event: MouseEvent): void {
    if (!this.suppressClick) return;
    this.suppressClick = false;
    event.stopPropagation();
    event.preventDefault();
  }

  private pointOf(clientX: number, clientY: number): Point {
    const { left, top } = this.board.root.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function meets(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

function holds(outer: Box, inner: Box): boolean {
  return (
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.left + outer.width >= inner.left + inner.width &&
    outer.top + outer.height >= inner.top + inner.height
  );
}
