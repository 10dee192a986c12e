/**
 * Runs a job at most once at a time. Calls during a run share one more run after it, so that an older run cannot overwrite
 * the result of a newer one.
 */
export class Rerun {
  private running: Promise<void> | undefined;
  private next: Promise<void> | undefined;

  constructor(private readonly job: () => Promise<void>) {}

  /** Resolves or rejects with a run that starts after this call. */
  run(): Promise<void> {
    if (!this.running) return this.start();
    const again = () => this.start();
    this.next ??= this.running.then(again, again);
    return this.next;
  }

  private start(): Promise<void> {
    this.next = undefined;
    const running = this.job().finally(() => {
      if (this.running === running) this.running = undefined;
    });
    this.running = running;
    return running;
  }
}
