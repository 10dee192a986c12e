/** From this near to an edge the viewport scrolls, in pixels. */
const ZONE = 36;
/** Pixels a frame at the edge and beyond. */
const SPEED = 22;

/** Scrolls the viewport for as long as the pointer is held near one of its edges. */
export class AutoScroll {
  private frame: number | undefined;
  private x = 0;
  private y = 0;

  /** Calls `scrolled` after every step. */
  constructor(
    private readonly viewport: HTMLElement,
    private readonly scrolled: () => void,
  ) {}

  /** The pointer is here, in pixels of the window. */
  at(x: number, y: number): void {
    const box = this.viewport.getBoundingClientRect();
    this.x = speed(x, box.left, box.right);
    this.y = speed(y, box.top, box.bottom);
    if (this.x === 0 && this.y === 0) this.stop();
    else this.frame ??= requestAnimationFrame(() => this.step());
  }

  stop(): void {
    if (this.frame !== undefined) cancelAnimationFrame(this.frame);
    this.frame = undefined;
  }

  private step(): void {
    this.frame = undefined;
    const { viewport } = this;
    const before = [viewport.scrollLeft, viewport.scrollTop];
    viewport.scrollBy({ left: this.x, top: this.y, behavior: "instant" });
    if (viewport.scrollLeft !== before[0] || viewport.scrollTop !== before[1]) this.scrolled();
    // What is dragged makes the board longer, so the end of today need not be the end of the next frame.
    this.frame = requestAnimationFrame(() => this.step());
  }
}

function speed(at: number, from: number, to: number): number {
  const zone = Math.min(ZONE, (to - from) / 4);
  if (at < from + zone) return -SPEED * Math.min(1, (from + zone - at) / zone);
  if (at > to - zone) return SPEED * Math.min(1, (at - (to - zone)) / zone);
  return 0;
}
