/** Lets only so many pieces of work run at a time; the others wait in order. */
export class Lanes {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly most: number) {}

  /** Rejects with the signal's reason when that is aborted before the work has begun. */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    // Who gives up its place hands it on, so the count stays.
    if (this.running < this.most) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    if (!signal?.aborted) return;
    this.leave();
    throw signal.reason;
  }

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}

/** The service throttles far below its quotas, so few requests of a project run at a time. */
const IN_FLIGHT = 4;
const shared = new Map<string, Lanes>();

/** The lanes of a project at a host, the same for every client in this process. */
export function lanesOf(endpoint: string, project: string): Lanes {
  const key = `${endpoint} ${project}`;
  let lanes = shared.get(key);
  if (!lanes) shared.set(key, (lanes = new Lanes(IN_FLIGHT)));
  return lanes;
}
