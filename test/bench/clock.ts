import type { CDPSession, Page } from "playwright-core";

/** The browser's own account of what its main thread has done. */
export class Clock {
  private constructor(private readonly session: CDPSession) {}

  static async of(page: Page): Promise<Clock> {
    const session = await page.context().newCDPSession(page);
    // Its own time, so that other work on the machine does not count.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    return new Clock(session);
  }

  /** Milliseconds of script, style and layout, or of everything with painting, while something is done. */
  async during(what: "gesture" | "TaskDuration", work: () => Promise<void>): Promise<number> {
    const before = await this.read(what);
    await work();
    return (await this.read(what)) - before;
  }

  private async read(what: "gesture" | "TaskDuration"): Promise<number> {
    const { metrics } = await this.session.send("Performance.getMetrics");
    const names = what === "gesture" ? ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"] : [what];
    return (
      1000 * metrics.filter(({ name }) => names.includes(name)).reduce((sum, { value }) => sum + value, 0)
    );
  }
}
