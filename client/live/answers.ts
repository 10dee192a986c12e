import type { HourlyBudget, SeriesBudget } from "../../api/monitoring/budget";
import type { MonitoringClient } from "../../api/monitoring/client";
import type { LiveAnswer, LiveRequest } from "../../core/live/model";

/** Points in all answers that are kept; the oldest answers go first. */
const MOST_POINTS = 2_000_000;

/** What became of a request, and what it has cost. */
export interface Asked {
  readonly answer: LiveAnswer;
  /** Series that were read for it; 0 for an answer that was there already. */
  readonly read: number;
}

interface Running {
  readonly done: Promise<LiveAnswer>;
  readonly abort: AbortController;
  waiting: number;
}

/** The answers of one project, shared by all views of it: what one has read the others do not read again. */
export class LiveAnswers {
  private readonly kept = new Map<string, { readonly answer: LiveAnswer; readonly points: number }>();
  private readonly running = new Map<string, Running>();
  private points = 0;

  constructor(
    readonly client: MonitoringClient,
    readonly hour: HourlyBudget,
  ) {}

  get(key: string): LiveAnswer | undefined {
    return this.kept.get(key)?.answer;
  }

  /**
   * The answer to a request: one that is kept, one that is on its way, or a new one. Rejects only when it is stopped; the request
   * itself is stopped when nobody waits for it any more.
   */
  async ask(key: string, request: LiveRequest, budget: SeriesBudget, signal: AbortSignal): Promise<Asked> {
    const kept = this.get(key);
    if (kept) return { answer: kept, read: 0 };
    let running = this.running.get(key);
    const isMine = running === undefined;
    if (!running) {
      const abort = new AbortController();
      const done = this.client.within(budget).ask(request, { signal: abort.signal });
      running = { done, abort, waiting: 0 };
      this.running.set(key, running);
      const forget = () => this.running.delete(key);
      done
        .then(
          (answer) => this.keep(key, answer),
          () => {},
        )
        .finally(forget);
    }
    const answer = await this.wait(key, running, signal);
    const read = isMine && answer.kind === "series" ? Math.max(answer.series.length, 1) : 0;
    return { answer, read };
  }

  private wait(key: string, running: Running, signal: AbortSignal): Promise<LiveAnswer> {
    running.waiting++;
    return new Promise((resolve, reject) => {
      const leave = () => {
        signal.removeEventListener("abort", stop);
        running.waiting--;
      };
      const stop = () => {
        leave();
        if (running.waiting === 0) {
          this.running.delete(key);
          running.abort.abort();
        }
        reject(signal.reason);
      };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop);
      running.done.then(
        (answer) => {
          leave();
          resolve(answer);
        },
        (error: unknown) => {
          leave();
          reject(error);
        },
      );
    });
  }

  /** Failures may be over in a moment, so they are not kept. */
  private keep(key: string, answer: LiveAnswer): void {
    if (answer.kind !== "series" && answer.kind !== "refused") return;
    const points =
      answer.kind === "series" ? answer.series.reduce((sum, one) => sum + one.points.length + 10, 10) : 10;
    this.kept.set(key, { answer, points });
    this.points += points;
    for (const [oldest, entry] of this.kept) {
      if (this.points <= MOST_POINTS || oldest === key) break;
      this.kept.delete(oldest);
      this.points -= entry.points;
    }
  }
}
