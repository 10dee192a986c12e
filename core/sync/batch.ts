import type { PullOutcome } from "./pull";
import type { PushOutcome } from "./push";
import type { StopSignal } from "./service";

/**
 * Concurrent requests. The service rejects too many concurrent edits of a project; with this number, a hundred dashboards
 * still take only half a minute.
 */
export const CONCURRENCY = 4;

/** The outcome of one dashboard. */
export type Tally =
  | "created"
  | "updated"
  | "merged"
  | "unchanged"
  /** A dry run: it would be created or updated. */
  | "planned"
  | "conflicted"
  | "failed"
  /** Stopped or declined by the user, or never begun. */
  | "cancelled";

export type Summary = Readonly<Record<Tally, number>>;

/** How an outcome counts; undefined is one that was never begun. */
export function tallyOf(outcome: PushOutcome | PullOutcome | undefined): Tally {
  if (!outcome) return "cancelled";
  switch (outcome.kind) {
    case "conflict":
    case "edited-meanwhile":
      return "conflicted";
    case "planned":
      return "reason" in outcome.plan && outcome.plan.reason !== undefined ? "conflicted" : "planned";
    case "errors":
    case "refused":
    case "impossible":
    case "missing":
      return "failed";
    default:
      return outcome.kind;
  }
}

/** Counts what became of all. */
export function summarize(outcomes: readonly (PushOutcome | PullOutcome | undefined)[]): Summary {
  return countTallies(outcomes.map(tallyOf));
}

/** Counts the outcomes; undefined counts as canceled. */
export function countTallies(tallies: readonly (Tally | undefined)[]): Summary {
  const summary: Record<Tally, number> = {
    created: 0,
    updated: 0,
    merged: 0,
    unchanged: 0,
    planned: 0,
    conflicted: 0,
    failed: 0,
    cancelled: 0,
  };
  for (const tally of tallies) summary[tally ?? "cancelled"]++;
  return summary;
}

export interface BatchOptions<Item, Outcome> {
  /** Once it is aborted nothing new is begun. */
  readonly signal?: StopSignal | undefined;
  /** How many at a time; `CONCURRENCY` by default. */
  readonly concurrency?: number;
  /** Called when one is done. */
  settled?(item: Item, outcome: Outcome, done: number, total: number): void;
}

/**
 * Processes all items, a few at a time. If one rejects, the whole rejects after the running ones have ended.
 *
 * @returns the outcomes in the order of the items; undefined for what was not begun
 */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item, slots: ConcurrencyLimit) => Promise<Outcome>,
  options: BatchOptions<Item, Outcome> = {},
): Promise<(Outcome | undefined)[]> {
  const slots = new ConcurrencyLimit(options.concurrency ?? CONCURRENCY);
  let done = 0;
  const all = await Promise.allSettled(
    items.map(async (item) => {
      await slots.acquire();
      try {
        if (options.signal?.aborted) return undefined;
        const outcome = await work(item, slots);
        options.settled?.(item, outcome, ++done, items.length);
        return outcome;
      } finally {
        slots.release();
      }
    }),
  );
  for (const result of all) if (result.status === "rejected") throw result.reason;
  return all.map((result) => (result as PromiseFulfilledResult<Outcome | undefined>).value);
}

/** So many places to work in. */
export class ConcurrencyLimit {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when there is a place. */
  async acquire(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  release(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}

/** A mutex, for example for questions to the user. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}
