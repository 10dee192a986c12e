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
      this.running--;
      this.waiting.shift()?.();
    }
  }

  private enter(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const start = () => {
        signal?.removeEventListener("abort", stop);
        this.running++;
        resolve();
      };
      const stop = () => {
        const at = this.waiting.indexOf(start);
        if (at >= 0) this.waiting.splice(at, 1);
        reject(signal?.reason);
      };
      if (this.running < this.most) return start();
      signal?.addEventListener("abort", stop, { once: true });
      this.waiting.push(start);
    });
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
