/** What can show where the cursor is: a chart over time. */
export interface CursorTarget {
  readonly root: HTMLElement;
  /** Marks this time; undefined: none. */
  mark(time: number | undefined): void;
}

/** One point in time for all charts of the page: pointing at one of them marks the same time in the others. */
export class LiveCursor {
  private readonly targets = new Set<CursorTarget>();
  private frame: number | undefined;
  private time: number | undefined;

  add(target: CursorTarget): void {
    this.targets.add(target);
  }

  clear(): void {
    this.targets.clear();
    this.time = undefined;
  }

  /** Shows it in every chart that is still in the page, once a frame. */
  set(time: number | undefined): void {
    this.time = time;
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      for (const target of this.targets) {
        if (target.root.isConnected) target.mark(this.time);
        else this.targets.delete(target);
      }
    });
  }
}
