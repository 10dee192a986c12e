import { type BatchOptions, type ConcurrencyLimit, oneAtATime } from "./batch";
import { type FirstRead, inParallelListed } from "./listed";
import {
  type LostSave,
  type PushDialogs,
  type PushOutcome,
  type PushPlan,
  type PushPorts,
  type PushRequest,
  push,
} from "./push";
import { type StateStore, withCachedList } from "./state";
import { Version } from "./version";

/** One file to push. */
export interface PushItem {
  /** The dashboard id, if already known, to read many from a list. */
  readonly id?: string | undefined;
  /** Reads and checks the file on demand, so that not all files are in memory. */
  request(): Promise<Omit<PushRequest, "dryRun" | "signal" | "first">>;
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

/** How often failed ones are retried after the others. */
const SWEEPS = 3;

/**
 * Pushes many files, a few at a time, each as safely as a single one. Questions come one after the other; the name of a
 * protected profile is asked for once. One that fails does not keep the others from being pushed, and when it was the
 * connection or the service that failed, it is tried again after them.
 *
 * @returns the outcomes in the order of the items; undefined for what was not begun before the signal was aborted
 */
export function pushAll<Item extends PushItem>(
  items: readonly Item[],
  options: PushAllOptions<Item> = {},
): Promise<(PushOutcome | undefined)[]> {
  return pushAllTo(items, (outcome) => outcome, options);
}

/**
 * As `pushAll`, for very many: of an outcome, which holds whole dashboards, only what `keep` makes of it stays.
 *
 * @returns what was kept, in the order of the items
 */
export async function pushAllTo<Item extends PushItem, Kept>(
  items: readonly Item[],
  keep: (outcome: PushOutcome) => Kept,
  options: PushAllOptions<Item> = {},
): Promise<(Kept | undefined)[]> {
  const run = new Run(options, keep, items.length);
  let open = items;
  for (let sweep = 0; open.length > 0; sweep++) {
    // If most fail, the service is unreachable: do not retry.
    const isLast = sweep === SWEEPS || (sweep > 0 && open.length > items.length / 2);
    if (isLast || (sweep > 0 && options.signal?.aborted)) break;
    open = await run.pass(open);
  }
  for (const item of open) run.settle(item);
  return items.map((item) => run.kept.get(item));
}

/** What the passes over the files have in common. */
class Run<Item extends PushItem, Kept> {
  readonly kept = new Map<Item, Kept>();
  /** Outcomes that are not final yet. */
  private readonly outcomes = new Map<Item, PushOutcome>();
  private readonly ask = oneAtATime();
  private readonly states = new Map<StateStore, StateStore>();
  /** Names of protected profiles that were typed. */
  private readonly typed = new Set<string>();
  /** The remote version that the user confirmed in the question for all. */
  private readonly agreed = new Map<Item, string>();
  /** Saves with an unknown outcome. */
  private readonly lost = new Map<Item, LostSave>();
  /** Files that a merge has changed: what was read of them is out of date. */
  private readonly merged = new Set<Item>();
  private done = 0;

  constructor(
    private readonly options: PushAllOptions<Item>,
    private readonly keep: (outcome: PushOutcome) => Kept,
    private readonly total: number,
  ) {}

  /** @returns those that are worth another try */
  async pass(items: readonly Item[]): Promise<readonly Item[]> {
    const { concurrency, confirmAll, signal } = this.options;
    const gathering = confirmAll && new ConfirmationBatch(items.length, this.options);
    const again: Item[] = [];
    const work = async (
      item: Item,
      slots: ConcurrencyLimit,
      first: FirstRead | undefined,
    ): Promise<undefined> => {
      if (signal?.aborted) {
        gathering?.leave();
        return;
      }
      const outcome = await this.push(item, slots, gathering, first);
      if (outcome.kind === "failed" && outcome.lost) this.lost.set(item, outcome.lost);
      this.outcomes.set(item, outcome);
      if (this.mayHelp(item, outcome)) again.push(item);
      else this.settle(item);
    };
    await inParallelListed<Item, never>(items, work, {
      referenceOf: ({ id, ports }) => (id === undefined ? undefined : { service: ports.service, id }),
      signal,
      // If the dashboard exists after all, the create is rejected and then compared.
      trustsAbsence: this.options.dryRun !== true,
      ...(concurrency === undefined ? {} : { concurrency }),
    });
    return again;
  }

  /** Reports the outcome of an item, which is final now. */
  settle(item: Item): void {
    const outcome = this.outcomes.get(item);
    if (!outcome) return;
    this.outcomes.delete(item);
    this.lost.delete(item);
    this.kept.set(item, this.keep(outcome));
    this.options.settled?.(item, outcome, ++this.done, this.total);
  }

  private mayHelp(item: Item, outcome: PushOutcome): boolean {
    if (outcome.kind !== "failed" || this.merged.has(item)) return false;
    return outcome.failure.kind === "unreachable" || outcome.failure.kind === "unavailable";
  }

  private async push(
    item: Item,
    slots: ConcurrencyLimit,
    gathering: ConfirmationBatch<Item> | undefined,
    first: FirstRead | undefined,
  ): Promise<PushOutcome> {
    let waits = gathering !== undefined;
    const confirm = async (plan: PushPlan): Promise<boolean> => {
      if (!waits && !this.agreed.has(item)) return this.ask(() => item.ports.dialogs.confirm(plan));
      const version = new Version(plan.remote).key;
      if (this.agreed.get(item) === version) return true;
      if (!waits) return this.ask(() => item.ports.dialogs.confirm(plan));
      waits = false;
      // Release the slot while this one waits for the others.
      slots.release();
      try {
        const go = await gathering!.confirm(item, plan);
        if (go) this.agreed.set(item, version);
        return go;
      } finally {
        await slots.acquire();
      }
    };
    try {
      const { signal, dryRun = false } = this.options;
      const request = await item.request();
      const lost = this.lost.get(item);
      return await push({ ...request, dryRun, signal, first, lost }, this.portsOf(item, confirm));
    } catch (error) {
      // Continue with the others, and list this one in the summary.
      const message = error instanceof Error ? error.message : String(error);
      return { kind: "impossible", message, action: "Push this file separately." };
    } finally {
      if (waits) gathering!.leave();
    }
  }

  private portsOf(item: Item, confirm: PushDialogs["confirm"]): PushPorts {
    const { ask, typed } = this;
    const { dialogs, state, file } = item.ports;
    let shared = this.states.get(state);
    if (!shared) this.states.set(state, (shared = withCachedList(state)));
    const merging = file && {
      findings: file.findings.bind(file),
      write: async (change: Parameters<typeof file.write>[0]) => {
        this.merged.add(item);
        return file.write(change);
      },
    };
    return {
      ...item.ports,
      ...(merging ? { file: merging } : {}),
      state: shared,
      dialogs: {
        errors: (errors) => ask(() => dialogs.errors(errors)),
        otherProject: (inFile, profile) => ask(() => dialogs.otherProject(inFile, profile)),
        conflict: (conflict) => ask(() => dialogs.conflict(conflict)),
        confirm,
        typeName: (why, expected) =>
          ask(async () => {
            if (why === "protected" && typed.has(expected)) return expected;
            const answer = await dialogs.typeName(why, expected);
            if (why === "protected" && answer === expected) typed.add(expected);
            return answer;
          }),
      },
    };
  }
}

/** Collects the plans of all pushes, and asks once all others have finished or failed. */
class ConfirmationBatch<Item extends PushItem> {
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
