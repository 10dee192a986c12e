import { type BatchOptions, CONCURRENCY, ConcurrencyLimit } from "./batch";
import { idOfName } from "./identity";
import { type DashboardResource, type DashboardService, isServiceFailure } from "./service";

/** From this many dashboards of a project on, read the list instead of single dashboards. */
const LIST_FROM = 8;
/** Dashboards on the first page; how many the others have follows from how large these are. */
const FIRST_PAGE = 20;
/** About this much is on every later page. */
const PAGE_BYTES = 2_000_000;
/** Stop reading the list if less than one in this many of its dashboards is needed. */
const WORTH_ONE_IN = 12;

/** A dashboard on the service. */
export interface DashboardReference {
  readonly service: DashboardService;
  readonly id: string;
}

/**
 * The result of a first read: the dashboard from the list, or undefined if it is not in the list; rejects with a failure
 * that would affect every dashboard.
 */
export type FirstRead = () => Promise<DashboardResource | undefined>;

/** Does the work for one item; undefined when it was not begun, because the signal was aborted before. */
export type ListedWork<Item, Outcome> = (
  item: Item,
  slots: ConcurrencyLimit,
  first: FirstRead | undefined,
) => Promise<Outcome | undefined>;

export interface ListedOptions<Item, Outcome> extends BatchOptions<Item, Outcome> {
  /** The dashboard that an item is about, as far as that is known before. */
  referenceOf(item: Item): DashboardReference | undefined;
  /**
   * A dashboard that is not in the complete list counts as absent and is not read again. Only for work that detects an
   * existing one itself, such as a create.
   */
  readonly trustsAbsence?: boolean;
}

/**
 * Does the work for every item, a few at a time, as `inParallel`. Where many items are about dashboards of one project,
 * these are read from its list, and the work begins in the order of the list, so that only a page of it is ever held. An
 * item that the list does not have begins without a first read. The list counts as one call of those under way.
 *
 * @returns the outcomes in the order of the items; undefined for what was not begun
 */
export async function inParallelListed<Item, Outcome>(
  items: readonly Item[],
  work: ListedWork<Item, Outcome>,
  options: ListedOptions<Item, Outcome>,
): Promise<(Outcome | undefined)[]> {
  const run = new ListedRun(items.length, work, options);
  const firsts = new Map<DashboardService, FirstRead>();
  for (const [service, wanted] of groupsOf(items, options)) {
    if (wanted.size < LIST_FROM) continue;
    const first = await run.list(service, wanted);
    if (first) firsts.set(service, first);
  }
  for (const item of items) {
    if (run.has(item)) continue;
    const place = options.referenceOf(item);
    await run.begin(item, place && firsts.get(place.service));
  }
  await run.end();
  return items.map((item) => run.outcomes.get(item));
}

type Wanted<Item> = Map<string, Item[]>;

function groupsOf<Item>(
  items: readonly Item[],
  { referenceOf }: Pick<ListedOptions<Item, unknown>, "referenceOf">,
): Map<DashboardService, Wanted<Item>> {
  const groups = new Map<DashboardService, Wanted<Item>>();
  for (const item of items) {
    const place = referenceOf(item);
    if (!place) continue;
    let wanted = groups.get(place.service);
    if (!wanted) groups.set(place.service, (wanted = new Map()));
    const others = wanted.get(place.id);
    if (others) others.push(item);
    else wanted.set(place.id, [item]);
  }
  return groups;
}

class ListedRun<Item, Outcome> {
  readonly outcomes = new Map<Item, Outcome>();
  private readonly slots: ConcurrencyLimit;
  private readonly running = new Set<Promise<void>>();
  private readonly begun = new Set<Item>();
  private readonly errors: unknown[] = [];
  private done = 0;

  constructor(
    private readonly total: number,
    private readonly work: ListedWork<Item, Outcome>,
    private readonly options: ListedOptions<Item, Outcome>,
  ) {
    this.slots = new ConcurrencyLimit(options.concurrency ?? CONCURRENCY);
  }

  has(item: Item): boolean {
    return this.begun.has(item);
  }

  /** Begins the work for one item when there is a place for it. */
  async begin(item: Item, first: FirstRead | undefined): Promise<void> {
    await this.slots.acquire();
    this.start(item, first);
  }

  /** Resolves when everything that was begun has ended; rejects with what the first of it rejected with. */
  async end(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
    if (this.errors.length > 0) throw this.errors[0];
  }

  /**
   * Begins the work for what the list has of the wanted dashboards.
   *
   * @returns what the first read of the others would say, when the list has shown that
   */
  async list(service: DashboardService, wanted: Wanted<Item>): Promise<FirstRead | undefined> {
    const { signal, trustsAbsence } = this.options;
    const dashboards = service
      .list({ signal, pageSize: FIRST_PAGE, pageBytes: PAGE_BYTES })
      [Symbol.asyncIterator]();
    let [seen, hits] = [0, 0];
    // The slot is for the next page, or for work on its dashboards.
    await this.slots.acquire();
    try {
      while (wanted.size > 0 && !signal?.aborted) {
        const next = await dashboards.next();
        if (next.done) return trustsAbsence ? async () => undefined : undefined;
        const remote = next.value;
        const id = idOfName(remote.name ?? "") ?? "";
        const items = wanted.get(id) ?? [];
        wanted.delete(id);
        for (const item of items) {
          this.start(item, async () => remote);
          await this.slots.acquire();
        }
        seen++;
        hits += items.length;
        if (seen >= 5 * FIRST_PAGE && hits * WORTH_ONE_IN < seen) break;
      }
      await dashboards.return?.();
    } catch (failure) {
      if (!isServiceFailure(failure)) throw failure;
      // Without permission to list, reading may still be permitted. If the service does not respond, do not try each
      // dashboard.
      const { kind } = failure;
      if (kind === "unreachable" || kind === "credentials" || kind === "cancelled")
        return () => Promise.reject(failure);
    } finally {
      this.slots.release();
    }
    return undefined;
  }

  /** Begins the work in a place that is taken, and gives the place back at its end. */
  private start(item: Item, first: FirstRead | undefined): void {
    this.begun.add(item);
    const ended = this.run(item, first)
      .catch((error: unknown) => void this.errors.push(error))
      .finally(() => {
        this.slots.release();
        this.running.delete(ended);
      });
    this.running.add(ended);
  }

  private async run(item: Item, first: FirstRead | undefined): Promise<void> {
    const outcome = await this.work(item, this.slots, first);
    if (outcome === undefined) return;
    this.outcomes.set(item, outcome);
    this.options.settled?.(item, outcome, ++this.done, this.total);
  }
}
