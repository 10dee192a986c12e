import type { BoardView } from "./board";

/** How long after the last wheel event scrolling counts as the user's, in milliseconds. */
const MOMENTUM_MS = 400;
/** How long the picture has to rest before the text follows. */
const REST_MS = 60;
/** A tile that begins this many pixels above the edge still counts as the one at the edge. */
const SLACK = 10;
const SCROLL_KEYS = ["PageUp", "PageDown"];

/**
 * Scroll sync in the picture. Reports only scrolling by the user: the page also scrolls by itself, for example to a
 * focused tile, and then the text must stay at the cursor.
 */
export class ScrollSync {
  private ownUntil = 0;
  private isHeld = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private notified: string | null | undefined;

  constructor(
    private readonly viewport: HTMLElement,
    private readonly board: BoardView,
    private readonly notifyHost: (tile: string | null) => void,
  ) {
    const own = (): void => {
      this.ownUntil = performance.now() + MOMENTUM_MS;
    };
    const passive = { passive: true } as const;
    viewport.addEventListener("wheel", (event) => !event.ctrlKey && own(), passive);
    viewport.addEventListener("touchmove", own, passive);
    viewport.addEventListener("keydown", (event) => SCROLL_KEYS.includes(event.key) && own());
    // The scroll bar belongs to the viewport, and nothing else that is pressed there scrolls.
    viewport.addEventListener("pointerdown", ({ target }) => {
      this.isHeld = target === viewport;
    });
    window.addEventListener("pointerup", () => {
      this.isHeld = false;
    });
    viewport.addEventListener("scroll", () => this.scrolled(), passive);
  }

  /** The text was scrolled to this tile, or to its beginning. */
  follow(tile: string | null): void {
    const view = tile === null ? undefined : this.board.view(tile);
    if (tile !== null && !view) return;
    this.ownUntil = 0;
    this.viewport.scrollTo({ top: view?.place.top ?? 0, behavior: "instant" });
    this.notified = tile;
  }

  private scrolled(): void {
    if (!this.isHeld && performance.now() > this.ownUntil) return;
    if (!this.isHeld) this.ownUntil = performance.now() + MOMENTUM_MS;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.report(), REST_MS);
  }

  private report(): void {
    const tile = this.atEdge();
    if (tile === this.notified || tile === undefined) return;
    this.notified = tile;
    this.notifyHost(tile);
  }

  /** The first tile of the first row that begins in sight; null at the very top, undefined without any tile. */
  private atEdge(): string | null | undefined {
    const { viewport, board } = this;
    if (viewport.scrollTop <= SLACK) return null;
    const edge = viewport.scrollTop - board.root.offsetTop - SLACK;
    const places = board.visible().map(({ id, place }) => ({ id, ...place }));
    const below = places.filter(({ top }) => top >= edge);
    const [first] = (below.length > 0 ? below : places.slice(-1)).sort(
      (a, b) => a.top - b.top || a.left - b.left,
    );
    return first?.id;
  }
}
