import { type ChartTheme, onThemeChange, readTheme } from "../charts/chart";

/** Something that is drawn when it comes into sight. */
export interface Scene {
  /** Fills the element. Called again after `leave`. */
  enter(element: HTMLElement, theme: ChartTheme): void;
  /** The element has another size. */
  resize(): void;
  /** Colours have changed. */
  retheme(theme: ChartTheme): void;
  /** Out of sight: gives back what costs memory. */
  leave(): void;
}

type Task = "enter" | "resize" | "retheme";

/** How long drawing may keep the page from answering, in milliseconds. */
const SLICE_MS = 8;
/** Scenes are drawn when they come as near as this to what is in sight. */
const NEAR = "240px";

/**
 * Draws scenes when they come into sight, a few at a time between two frames, and takes them off when they are far away.
 * A scene whose element has left the page is forgotten.
 */
export class Stage {
  private readonly scenes = new Map<Element, { readonly scene: Scene; isOn: boolean }>();
  private readonly due = new Map<HTMLElement, Task>();
  private theme: ChartTheme | undefined;
  private frame: number | undefined;
  private readonly sight = new IntersectionObserver((entries) => this.seen(entries), { rootMargin: NEAR });
  private readonly sizes = new ResizeObserver((entries) => {
    for (const { target } of entries)
      if (this.scenes.get(target)?.isOn) this.plan(target as HTMLElement, "resize");
  });

  constructor() {
    onThemeChange(() => {
      this.theme = undefined;
      for (const [element, { isOn }] of this.scenes) if (isOn) this.plan(element as HTMLElement, "retheme");
    });
  }

  /** Draws the scene in this element as soon as it is in sight; replaces the one that was there. */
  put(element: HTMLElement, scene: Scene): void {
    const before = this.scenes.get(element);
    if (before?.isOn) before.scene.leave();
    this.scenes.set(element, { scene, isOn: false });
    this.due.delete(element);
    element.setAttribute("aria-busy", "true");
    // Observing anew reports at once where the element is.
    this.sight.unobserve(element);
    this.sight.observe(element);
    this.sizes.observe(element);
  }

  /**
   * Draws what has a size, in sight or not, a few at a time. What is out of sight stays until the function that comes back
   * is called.
   */
  async drawAll(): Promise<() => void> {
    const drawn: HTMLElement[] = [];
    for (const [element, { isOn }] of this.scenes) {
      if (isOn || element.clientWidth === 0) continue;
      drawn.push(element as HTMLElement);
      this.plan(element as HTMLElement, "enter");
    }
    while (this.due.size > 0) await new Promise(requestAnimationFrame);
    return () => {
      for (const element of drawn) {
        // Observing anew reports where the element is.
        this.sight.unobserve(element);
        this.sight.observe(element);
      }
    };
  }

  /** Takes the scene off and forgets it. */
  remove(element: HTMLElement): void {
    const entry = this.scenes.get(element);
    if (!entry) return;
    if (entry.isOn) entry.scene.leave();
    this.sight.unobserve(element);
    this.sizes.unobserve(element);
    this.scenes.delete(element);
    this.due.delete(element);
  }

  private seen(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      const element = target as HTMLElement;
      const entry = this.scenes.get(element);
      if (!entry) continue;
      if (isIntersecting) {
        if (!entry.isOn) this.plan(element, "enter");
        continue;
      }
      this.due.delete(element);
      if (!element.isConnected) this.remove(element);
      else if (entry.isOn) {
        entry.scene.leave();
        entry.isOn = false;
        element.setAttribute("aria-busy", "true");
      }
    }
  }

  private plan(element: HTMLElement, task: Task): void {
    // Entering draws everything there is to draw.
    if (this.due.get(element) !== "enter") this.due.set(element, task);
    this.frame ??= requestAnimationFrame(() => this.work());
  }

  private work(): void {
    this.frame = undefined;
    const end = performance.now() + SLICE_MS;
    for (const [element, task] of this.due) {
      this.due.delete(element);
      this.carryOut(element, task);
      if (performance.now() > end) break;
    }
    if (this.due.size > 0) this.frame = requestAnimationFrame(() => this.work());
  }

  private carryOut(element: HTMLElement, task: Task): void {
    const entry = this.scenes.get(element);
    if (!entry) return;
    this.theme ??= readTheme();
    if (task === "enter") {
      entry.isOn = true;
      entry.scene.enter(element, this.theme);
      element.removeAttribute("aria-busy");
    } else if (task === "retheme") entry.scene.retheme(this.theme);
    else entry.scene.resize();
  }
}

let stage: Stage | undefined;

/** The one stage of the page. */
export function theStage(): Stage {
  stage ??= new Stage();
  return stage;
}
