import { type ChartTheme, onThemeChange, readTheme } from "../../shared/charts/chart";

/** A view that is rendered when it becomes visible. */
export interface LazyView {
  /** Fills the element. Called again after `leave`. */
  enter(element: HTMLElement, theme: ChartTheme): void;
  /** The element has another size. */
  resize(): void;
  /** Colors have changed. */
  retheme(theme: ChartTheme): void;
  /** Out of sight: gives back what costs memory. */
  leave(): void;
}

type Task = "enter" | "resize" | "retheme";

interface RenderEntry {
  readonly view: LazyView;
  /** The scene is drawn. */
  isOn: boolean;
  /** What is shown until the scene is drawn. */
  before?: LazyView;
}

/** How long drawing may block the page, in milliseconds. */
const SLICE_MS = 8;
/** Scenes are drawn when they come as near as this to what is in sight. */
const NEAR = "240px";
/** Delay after the last movement before waiting views are drawn, in milliseconds. */
const REST_MS = 90;

/**
 * Renders views lazily when they scroll near the viewport, a few per frame, and removes them when they are far away.
 * A view whose element was removed from the page is dropped.
 */
class LazyRenderer {
  private readonly views = new Map<Element, RenderEntry>();
  private readonly due = new Map<HTMLElement, Task>();
  private rest: ReturnType<typeof setTimeout> | undefined;
  private theme: ChartTheme | undefined;
  private frame: number | undefined;
  /** By what scrolls; null: the window. Only the edges of that have a margin. */
  private readonly sights = new Map<Element | null, IntersectionObserver>();
  /** Which one each element is observed by. */
  private readonly observers = new WeakMap<Element, IntersectionObserver>();
  private readonly sizes = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (this.views.get(target)?.isOn) this.plan(target as HTMLElement, "resize");
  });

  constructor() {
    onThemeChange(() => {
      this.theme = undefined;
      for (const [element, { isOn }] of this.views) if (isOn) this.plan(element as HTMLElement, "retheme");
    });
  }

  /**
   * Draws the scene in this element as soon as it is in sight. A scene that was drawn there before stays until then, so
   * that nothing flickers.
   */
  put(element: HTMLElement, view: LazyView): void {
    const last = this.views.get(element);
    const before = last?.isOn ? last.view : last?.before;
    this.views.set(element, { view, isOn: false, before });
    element.setAttribute("aria-busy", "true");
    if (before) {
      this.plan(element, "enter");
      return;
    }
    this.due.delete(element);
    this.observe(element);
    this.sizes.observe(element);
  }

  /**
   * Draws what has a size, in sight or not, a few at a time. What is out of sight stays until the function that comes back
   * is called.
   */
  async drawAll(): Promise<() => void> {
    const drawn: HTMLElement[] = [];
    for (const [element, { isOn }] of this.views) {
      if (isOn || element.clientWidth === 0) continue;
      drawn.push(element as HTMLElement);
      this.plan(element as HTMLElement, "enter");
    }
    while (this.due.size > 0) await new Promise(requestAnimationFrame);
    return () => {
      for (const element of drawn) this.observe(element);
    };
  }

  /** Things are being moved: nothing is drawn until they rest for a moment, or `resume`. */
  pause(): void {
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.resume(), REST_MS);
  }

  /** Draws what has waited. */
  resume(): void {
    clearTimeout(this.rest);
    this.rest = undefined;
    this.soon();
  }

  /** Takes the scene off and forgets it. */
  remove(element: HTMLElement): void {
    const entry = this.views.get(element);
    if (!entry) return;
    takeOff(entry);
    this.observers.get(element)?.unobserve(element);
    this.sizes.unobserve(element);
    this.views.delete(element);
    this.due.delete(element);
  }

  /** Observing again reports at once where the element is. */
  private observe(element: HTMLElement): void {
    this.observers.get(element)?.unobserve(element);
    // A new tile is not in the page yet, so what scrolls around it is not known.
    queueMicrotask(() => {
      if (!this.views.has(element)) return;
      const sight = this.sightOf(element);
      this.observers.set(element, sight);
      sight.observe(element);
    });
  }

  private sightOf(element: Element): IntersectionObserver {
    const root = element.closest(".viewport");
    let sight = this.sights.get(root);
    if (!sight) {
      sight = new IntersectionObserver((entries) => this.seen(entries), { root, rootMargin: NEAR });
      this.sights.set(root, sight);
    }
    return sight;
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const element = target as HTMLElement;
      const entry = this.views.get(element);
      if (!entry) continue;
      if (isIntersecting) {
        if (!entry.isOn) this.plan(element, "enter");
        continue;
      }
      this.due.delete(element);
      if (!element.isConnected) this.remove(element);
      else if (takeOff(entry)) {
        element.setAttribute("aria-busy", "true");
      }
    }
  }

  private plan(element: HTMLElement, task: Task): void {
    // Entering draws everything there is to draw.
    if (this.due.get(element) !== "enter") this.due.set(element, task);
    this.soon();
  }

  private soon(): void {
    if (this.due.size === 0 || this.rest !== undefined) return;
    this.frame ??= requestAnimationFrame(() => this.work());
  }

  private work(): void {
    this.frame = undefined;
    if (this.rest !== undefined) return;
    const end = performance.now() + SLICE_MS;
    for (const [element, task] of this.due) {
      this.due.delete(element);
      this.carryOut(element, task);
      if (performance.now() > end) break;
    }
    this.soon();
  }

  private carryOut(element: HTMLElement, task: Task): void {
    const entry = this.views.get(element);
    if (!entry) return;
    this.theme ??= readTheme();
    if (task === "enter") {
      takeOff(entry);
      entry.isOn = true;
      entry.view.enter(element, this.theme);
      element.removeAttribute("aria-busy");
    } else if (task === "retheme") entry.view.retheme(this.theme);
    else entry.view.resize();
  }
}

/** @returns whether there was anything to take off. */
function takeOff(entry: RenderEntry): boolean {
  const shown = entry.isOn ? entry.view : entry.before;
  entry.isOn = false;
  delete entry.before;
  shown?.leave();
  return shown !== undefined;
}

let stage: LazyRenderer | undefined;

/** The one stage of the page. */
export function lazyRenderer(): LazyRenderer {
  stage ??= new LazyRenderer();
  return stage;
}
