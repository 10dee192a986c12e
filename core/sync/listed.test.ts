import { describe, expect, it } from "vitest";
import { Failure, MemoryService } from "../../test/support/memory-service";
import { inParallelListed, type ListedOptions } from "./listed";
import type { DashboardResource } from "./service";

/** A service that counts its calls, and how many are under way. */
class CountingService extends MemoryService {
  gets: string[] = [];
  pagesRead = 0;
  most = 0;
  private open = 0;
  /** Dashboards on a page of the list. */
  page = 5;

  override async get(id: string) {
    this.gets.push(id);
    return this.during(() => this.stored.get(id));
  }

  override async *list(): AsyncGenerator<DashboardResource> {
    const all = [...this.stored.values()];
    for (let at = 0; at < all.length; at += this.page) {
      this.pagesRead++;
      yield* await this.during(() => all.slice(at, at + this.page));
    }
  }

  async during<T>(work: () => T): Promise<T> {
    this.most = Math.max(this.most, ++this.open);
    await new Promise((resolve) => setTimeout(resolve, 1));
    this.open--;
    return work();
  }
}

function setUp(remote: number) {
  const service = new CountingService();
  for (let i = 0; i < remote; i++) service.set(`d${i}`, { displayName: `D${i}` });
  const run = (ids: readonly string[], options: Partial<ListedOptions<string, string>> = {}) =>
    inParallelListed<string, string>(
      ids,
      async (id, _, first) => {
        const remote = await (first ? first() : service.get(id));
        return `${id}: ${remote?.displayName ?? "nothing"}`;
      },
      { referenceOf: (id) => ({ service, id }), ...options },
    );
  return { service, run };
}
const ids = (count: number) => Array.from({ length: count }, (_, i) => `d${i}`);

describe("inParallelListed", () => {
  it("reads a list once and gives outcomes in the order of the items", async () => {
    const { service, run } = setUp(40);
    const wanted = ids(40).reverse();
    expect(await run(wanted)).toEqual(wanted.map((id) => `${id}: ${id.toUpperCase()}`));
    expect([service.gets.length, service.pagesRead]).toEqual([0, 8]);
    expect(service.most).toBeLessThanOrEqual(4);
  });

  it("makes calls in proportion to the number of dashboards", async () => {
    const calls = async (count: number) => {
      const { service, run } = setUp(count);
      await run(ids(count));
      return service.pagesRead + service.gets.length;
    };
    expect(await calls(400)).toBe(4 * (await calls(100)));
  });

  it("asks for what the list does not have, and for a few one by one", async () => {
    const { service, run } = setUp(20);
    expect((await run([...ids(20), "gone"])).at(-1)).toBe("gone: nothing");
    expect(service.gets).toEqual(["gone"]);
    const few = setUp(20);
    await few.run(ids(3));
    expect([few.service.pagesRead, few.service.gets.length]).toEqual([0, 3]);
  });

  it("stops reading a list in which it finds next to nothing, and one that has given everything", async () => {
    const { service, run } = setUp(2000);
    await run(ids(10).map((_, i) => `d${1990 + i}`));
    expect(service.pagesRead).toBeLessThan(30);
    expect(service.gets.length).toBe(10);
    const first = setUp(2000);
    await first.run(ids(10));
    expect([first.service.pagesRead, first.service.gets.length]).toEqual([2, 0]);
  });

  it("hands out one page before it reads the next, so that no more is held", async () => {
    const { service, run } = setUp(100);
    const ahead: number[] = [];
    let done = 0;
    await run(ids(100), {
      settled: () => void ahead.push(service.pagesRead * service.page - ++done),
    });
    expect(Math.max(...ahead)).toBeLessThanOrEqual(service.page + 4);
  });

  it("believes that what the whole list does not have is not there, when told to", async () => {
    const { service, run } = setUp(20);
    expect((await run([...ids(20), "gone"], { trustsAbsence: true })).at(-1)).toBe("gone: nothing");
    expect(service.gets).toEqual([]);
  });

  it("asks one by one where listing is not allowed", async () => {
    const { service, run } = setUp(10);
    // biome-ignore lint/correctness/useYield: it fails before
    service.list = async function* () {
      throw new Failure("permission");
    };
    expect(await run(ids(10))).toEqual(ids(10).map((id) => `${id}: ${id.toUpperCase()}`));
  });

  it("reports it for all at once if the service does not respond", async () => {
    const { service } = setUp(0);
    // biome-ignore lint/correctness/useYield: it fails before
    service.list = async function* () {
      throw new Failure("unreachable");
    };
    const work = async (_id: string, _slots: unknown, first: (() => Promise<unknown>) | undefined) =>
      first!().then(
        () => "read",
        (failure: Failure) => failure.kind,
      );
    const outcomes = await inParallelListed(ids(10), work, { referenceOf: (id) => ({ service, id }) });
    expect(new Set(outcomes)).toEqual(new Set(["unreachable"]));
    expect(service.gets).toEqual([]);
  });

  it("leaves out what was not begun, and ends before it rejects", async () => {
    const { service } = setUp(30);
    const stop = new AbortController();
    const outcomes = await inParallelListed(
      ids(30),
      async (id) => {
        if (stop.signal.aborted) return undefined;
        if (id === "d7") stop.abort();
        return id;
      },
      { referenceOf: (id) => ({ service, id }), signal: stop.signal },
    );
    expect(outcomes.filter((outcome) => outcome !== undefined).length).toBeLessThan(12);
    let ended = 0;
    const failing = inParallelListed(
      ids(4),
      async (id) => {
        await new Promise((resolve) => setTimeout(resolve, id === "d0" ? 0 : 5));
        ended++;
        if (id === "d0") throw new Error("bug");
        return id;
      },
      { referenceOf: () => undefined },
    );
    await expect(failing).rejects.toThrow("bug");
    expect(ended).toBe(4);
  });
});
