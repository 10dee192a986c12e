import type { PullOutcome } from "./pull";
import {
  type PushOutcome,
  type PushPlan,
  type PushPorts,
  type PushQuestions,
  type PushRequest,
  push,
} from "./push";
import type { StopSignal } from "./service";
import { listedOnce, type StateStore } from "./state";

/**
 * Calls at a time. The service refuses too many edits of one project at once, and a hundred dashboards are done in half a
 * minute all the same.
 */
export const CONCURRENCY = 4;

/** What became of one dashboard. */
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
  for (const outcome of outcomes) summary[tallyOf(outcome)]++;
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
 * Does the work for every item, a few at a time. What rejects rejects the whole, after what is running has ended.
 *
 * @returns the outcomes in the order of the items; undefined for what was not begun
 */
export async function inParallel<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item, slots: Slots) => Promise<Outcome>,
  options: BatchOptions<Item, Outcome> = {},
): Promise<(Outcome | undefined)[]> {
  const slots = new Slots(options.concurrency ?? CONCURRENCY);
  let done = 0;
  const all = await Promise.allSettled(
    items.map(async (item) => {
      await slots.take();
      try {
        if (options.signal?.aborted) return undefined;
        const outcome = await work(item, slots);
        options.settled?.(item, outcome, ++done, items.length);
        return outcome;
      } finally {
        slots.give();
      }
    }),
  );
  for (const result of all) if (result.status === "rejected") throw result.reason;
  return all.map((result) => (result as PromiseFulfilledResult<Outcome | undefined>).value);
}

/** So many places to work in. */
export class Slots {
  private readonly waiting: (() => void)[] = [];

  constructor(private free: number) {}

  /** Resolves when there is a place. */
  async take(): Promise<void> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  give(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.free++;
  }
}

/** Lets one through at a time, such as questions to one person. */
export function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => undefined);
    return result;
  };
}

/** One file to push. */
export interface PushItem {
  readonly request: Omit<PushRequest, "dryRun" | "signal">;
  readonly ports: PushPorts;
}

export interface PushAllOptions<Item extends PushItem> extends BatchOptions<Item, PushOutcome> {
  readonly dryRun?: boolean;
  /**
   * Asked once, with everything that would be saved and needs no other question; replaces `confirm` of the single pushes,
   * except where the service has moved on since. Absent: every push asks for itself.
   */
  confirmAll?(plans: readonly { readonly item: Item; readonly plan: PushPlan }[]): Promise<boolean>;
}

/**
 * Pushes many files, a few at a time, each as safely as a single one. Questions come one after the other; the name of a
 * protected profile is asked for once. One that fails does not keep the others from being pushed.
 *
 * @returns the outcomes in the order of the items; undefined for what was not begun before the signal was aborted
 */
export async function pushAll<Item extends PushItem>(
  items: readonly Item[],
  options: PushAllOptions<Item> = {},
): Promise<(PushOutcome | undefined)[]> {
  const ask = oneAtATime();
  const states = new Map<StateStore, StateStore>();
  const stateOf = (state: StateStore) => {
    let shared = states.get(state);
    if (!shared) states.set(state, (shared = listedOnce(state)));
    return shared;
  };
  const typed = new Set<string>();
  const gathering = options.confirmAll && new Gathering(items.length, options);
  const work = async (item: Item, slots: Slots): Promise<PushOutcome | undefined> => {
    if (options.signal?.aborted) {
      gathering?.leave();
      return undefined;
    }
    const { questions } = item.ports;
    let asked = false;
    const shared: PushQuestions = {
      errors: (errors) => ask(() => questions.errors(errors)),
      otherProject: (inFile, profile) => ask(() => questions.otherProject(inFile, profile)),
      conflict: (conflict) => ask(() => questions.conflict(conflict)),
      async confirm(plan) {
        if (!gathering || asked) return ask(() => questions.confirm(plan));
        asked = true;
        // The place is for others while this one waits for them.
        slots.give();
        try {
          return await gathering.confirm(item, plan);
        } finally {
          await slots.take();
        }
      },
      typeName: (why, expected) =>
        ask(async () => {
          if (why === "protected" && typed.has(expected)) return expected;
          const answer = await questions.typeName(why, expected);
          if (why === "protected" && answer === expected) typed.add(expected);
          return answer;
        }),
    };
    try {
      const { signal, dryRun = false } = options;
      const ports = { ...item.ports, questions: shared, state: stateOf(item.ports.state) };
      return await push({ ...item.request, dryRun, signal }, ports);
    } catch (error) {
      // The others must go on, and this one must be in the summary.
      const message = error instanceof Error ? error.message : String(error);
      return { kind: "impossible", message, action: "Push this one on its own." };
    } finally {
      if (!asked) gathering?.leave();
    }
  };
  const { concurrency = CONCURRENCY, settled } = options;
  return inParallel(items, work, {
    concurrency,
    settled: (item, outcome, done, total) => outcome && settled?.(item, outcome, done, total),
  });
}

/** Collects the plans of all pushes that come as far as that, and asks about them once nobody else can come. */
class Gathering<Item extends PushItem> {
  private readonly plans: {
    item: Item;
    plan: PushPlan;
    answer: (go: boolean) => void;
    fail: (error: unknown) => void;
  }[] = [];
  private outstanding: number;

  constructor(
    count: number,
    private readonly options: PushAllOptions<Item>,
  ) {
    this.outstanding = count;
  }

  confirm(item: Item, plan: PushPlan): Promise<boolean> {
    return new Promise((answer, fail) => {
      this.plans.push({ item, plan, answer, fail });
      this.leave();
    });
  }

  /** One less to wait for. */
  leave(): void {
    if (--this.outstanding === 0) void this.decide();
  }

  private async decide(): Promise<void> {
    const { plans, options } = this;
    try {
      const go = plans.length > 0 && !options.signal?.aborted && (await options.confirmAll!(plans));
      for (const { answer } of plans) answer(go);
    } catch (error) {
      for (const { fail } of plans) fail(error);
    }
  }
}
