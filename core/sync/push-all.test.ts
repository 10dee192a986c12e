import { describe, expect, it } from "vitest";
import { Failure, MemoryService, memoryFiles } from "../../test/support/memory-service";
import type { Profile } from "../config/config";
import { readDocument } from "../document/reader";
import { baseFromState } from "./base";
import { inParallel, summarize } from "./batch";
import type { PushDialogs } from "./push";
import { type PushAllOptions, type PushItem, pushAll } from "./push-all";
import { stateStore } from "./state";

const profile: Profile = {
  name: "prod",
  project: "proj",
  endpoint: "https://x.test",
  credentials: "none",
  protected: false,
};
const board = (displayName: string) => ({ displayName, gridLayout: {} });
/** Gives the file of an item another text. */
function rewrite(item: PushItem, value: object): void {
  const { request } = item;
  const document = readDocument(JSON.stringify(value));
  Object.assign(item, { request: async () => ({ ...(await request()), document }) });
}

function setUp(count: number, answers: Partial<PushDialogs> = {}, target = profile) {
  const service = new MemoryService();
  const files = memoryFiles();
  const state = stateStore(files, target);
  const asked: string[] = [];
  let [open, most] = [0, 0];
  const { get, create } = service;
  const during = async <T>(call: () => Promise<T>): Promise<T> => {
    most = Math.max(most, ++open);
    await new Promise((resolve) => setTimeout(resolve, 2));
    open--;
    return call();
  };
  service.get = (id) => during(() => get.call(service, id));
  service.create = (...args) => during(() => create.apply(service, args));
  const questions: PushDialogs = {
    errors: async () => "cancel",
    otherProject: async () => true,
    conflict: async ({ id }) => {
      asked.push(`conflict ${id}`);
      return "cancel";
    },
    confirm: async ({ id }) => {
      asked.push(`confirm ${id}`);
      return true;
    },
    typeName: async (why, expected) => {
      asked.push(why);
      return expected;
    },
    ...answers,
  };
  const ports = {
    service,
    state,
    bases: [baseFromState(state)],
    dialogs: questions,
    claimants: async () => [],
  };
  const items = Array.from({ length: count }, (_, i): PushItem & { id: string } => ({
    id: `d${i}`,
    request: async () => ({
      path: `d${i}.dashboard.json`,
      document: readDocument(JSON.stringify(board(`D${i}`))),
      profile: target,
      findings: [],
    }),
    ports,
  }));
  const run = (options: PushAllOptions<PushItem & { id: string }> = {}) => pushAll(items, options);
  return { service, files, state, items, asked, run, most: () => most };
}

describe("pushAll", () => {
  it("pushes a few at a time and counts what became of each", async () => {
    const { service, state, items, run, most, asked } = setUp(20);
    service.set("d1", board("theirs"));
    service.set("d2", board("D2"));
    const { create } = service;
    service.create = async (value, options) => {
      if (value.name!.endsWith("/d3")) throw new Failure("refused");
      return create.call(service, value, options);
    };
    const seen: string[] = [];
    const outcomes = await run({
      settled: (item, outcome, done, total) => seen.push(`${item.id} ${outcome.kind} ${done}/${total}`),
    });
    expect(outcomes.map((o) => o!.kind).slice(0, 5)).toEqual([
      "created",
      "conflict",
      "unchanged",
      "refused",
      "created",
    ]);
    expect(summarize(outcomes)).toMatchObject({
      created: 17,
      unchanged: 1,
      conflicted: 1,
      failed: 1,
      cancelled: 0,
    });
    expect(service.stored.size).toBe(19);
    expect(most()).toBe(4);
    expect(seen.at(-1)).toMatch(/20\/20$/);
    expect(asked).toContain("conflict d1");
    expect((await state.list()).records.length).toBe(18);
    expect(summarize(await pushAll(items.slice(4)))).toMatchObject({ unchanged: 16 });
  });

  it("reads and asks in proportion to their number", async () => {
    const costs = async (count: number) => {
      const { service, files, run } = setUp(count);
      let reads = 0;
      const { read } = files;
      files.read = (path) => {
        reads++;
        return read(path);
      };
      await run();
      const first = [reads, service.calls.length];
      await run();
      return [...first, reads, service.calls.length];
    };
    const [few, many] = [await costs(25), await costs(100)];
    // The list of the project is one call, whatever it has.
    for (const [i, cost] of many.entries()) expect(cost).toBeLessThanOrEqual(4 * few[i]!);
  });

  it("tells when what the list did not have is there after all", async () => {
    const { service, run, asked } = setUp(10);
    const { list } = service;
    service.list = async function* () {
      yield* list.call(service);
      service.set("d3", board("theirs"));
    };
    const outcomes = await run();
    expect(asked.filter((question) => question.startsWith("conflict"))).toEqual(["conflict d3"]);
    expect(summarize(outcomes)).toMatchObject({ created: 9, conflicted: 1 });
    expect(service.stored.get("d3")).toMatchObject({ displayName: "theirs" });
  });

  it("asks once for all, after the others' own questions, with what will be saved", async () => {
    const { service, run, asked } = setUp(6);
    service.set("d1", board("theirs"));
    const outcomes = await run({
      concurrency: 2,
      confirmAll: async (plans) => {
        asked.push(`all ${plans.map(({ plan }) => plan.id).sort()}`);
        return true;
      },
    });
    expect(asked).toEqual(["conflict d1", "all d0,d2,d3,d4,d5"]);
    expect(summarize(outcomes)).toMatchObject({ created: 5, conflicted: 1 });
    expect(service.calls.filter((call) => call === "get")).toHaveLength(6);
  });

  it("saves nothing when the one question is declined, and does not ask it about nothing", async () => {
    const { service, run } = setUp(3);
    expect(summarize(await run({ confirmAll: async () => false }))).toMatchObject({ cancelled: 3 });
    expect(service.stored.size).toBe(0);
    for (let i = 0; i < 3; i++) service.set(`d${i}`, board(`D${i}`));
    const nobody = () => expect.unreachable("there is nothing to ask about");
    expect(summarize(await run({ confirmAll: nobody }))).toMatchObject({ unchanged: 3 });
  });

  it("asks about the one that the service has changed since", async () => {
    const { service, items, run, asked } = setUp(3);
    await run();
    asked.length = 0;
    for (const item of items) {
      rewrite(item, board(`${item.id} new`));
    }
    const outcomes = await run({
      confirmAll: async () => {
        service.set("d1", { ...board("theirs"), labels: { team: "x" } });
        return true;
      },
    });
    expect(asked).toEqual(["conflict d1"]);
    expect(summarize(outcomes)).toMatchObject({ updated: 2, conflicted: 1 });
    expect(service.stored.get("d1")).toMatchObject({ displayName: "theirs" });
  });

  it("has the name of a protected profile typed once, and again after a mistake", async () => {
    let typed = 0;
    const { run } = setUp(
      4,
      { typeName: async () => (typed++ === 0 ? "dorp" : "prod") },
      { ...profile, protected: true },
    );
    expect(summarize(await run())).toMatchObject({ cancelled: 1, created: 3 });
    expect(typed).toBe(2);
  });

  it("begins nothing more after a stop, and says so", async () => {
    const signal = { aborted: false };
    const { service, run } = setUp(12);
    const outcomes = await run({
      signal,
      concurrency: 2,
      settled: (_, __, done) => void (signal.aborted = done >= 3),
    });
    const { created, cancelled } = summarize(outcomes);
    expect(created + cancelled).toBe(12);
    expect(created).toBeLessThan(6);
    expect(service.stored.size).toBe(created);
    const stopped = { aborted: true };
    expect(summarize(await run({ signal: stopped, confirmAll: () => expect.unreachable() }))).toMatchObject({
      cancelled: 12,
    });
  });

  it("does not let a broken one take the others along", async () => {
    const { items } = setUp(3);
    const broken = {
      ...items[1]!,
      ports: { ...items[1]!.ports, claimants: () => Promise.reject(new Error("disk")) },
    };
    const outcomes = await pushAll([items[0]!, broken, items[2]!]);
    expect(outcomes[1]).toMatchObject({ kind: "impossible", message: "disk" });
    expect(summarize(outcomes)).toMatchObject({ created: 2, failed: 1 });
    const failing = await setUp(2).run({ confirmAll: () => Promise.reject(new Error("window closed")) });
    expect(summarize(failing)).toMatchObject({ failed: 2 });
  });

  it("retries failed ones after the others, a limited number of times", async () => {
    const { service, run } = setUp(8);
    const { create } = service;
    let failures = 0;
    service.create = async (value, options) => {
      const id = value.name!.split("/").pop()!;
      if (id === "d2" || (id === "d5" && failures < 4)) {
        failures++;
        throw new Failure("unavailable");
      }
      return create.call(service, value, options);
    };
    const plans: number[] = [];
    const seen: string[] = [];
    const outcomes = await run({
      confirmAll: async (all) => plans.push(all.length) > 0,
      settled: (item, outcome) => seen.push(`${item.id} ${outcome.kind}`),
    });
    expect(summarize(outcomes)).toMatchObject({ created: 7, failed: 1 });
    // What was agreed to is not asked about again.
    expect(plans).toEqual([8]);
    expect(seen.sort()).toEqual(outcomes.map((o, i) => `d${i} ${o!.kind}`));
    expect(seen).toContain("d5 created");
  });

  it("counts a save whose answer was lost as what it was, once it can be seen", async () => {
    const { service, run } = setUp(3);
    const { create, get } = service;
    let lost = false;
    service.create = async (value, options) => {
      const saved = await create.call(service, value, options);
      if (!value.name!.endsWith("/d1")) return saved;
      lost = true;
      throw new Failure("unreachable", true);
    };
    service.get = async (id) => {
      if (!lost || id !== "d1") return get.call(service, id);
      lost = false;
      throw new Failure("unavailable");
    };
    expect(summarize(await run())).toMatchObject({ created: 3, unchanged: 0, failed: 0 });
  });

  it("keeps in mind that a save may have arrived, through every try to look", async () => {
    const { service, run } = setUp(5);
    const { create, get } = service;
    let looks = Number.POSITIVE_INFINITY;
    service.create = async (value, options) => {
      const saved = await create.call(service, value, options);
      if (!value.name!.endsWith("/d1")) return saved;
      looks = 0;
      throw new Failure("unreachable", true);
    };
    service.get = async (id) => {
      if (id === "d1" && ++looks <= 2) throw new Failure("unavailable");
      return get.call(service, id);
    };
    expect(summarize(await run())).toMatchObject({ created: 5, unchanged: 0, failed: 0 });
  });

  it("does not retry if the service does not respond", async () => {
    const { service, run } = setUp(6);
    service.get = async () => {
      service.calls.push("get");
      throw new Failure("unreachable");
    };
    expect(summarize(await run())).toMatchObject({ failed: 6 });
    expect(service.calls).toHaveLength(6);
  });

  it("does not push the text from before a merge again", async () => {
    const { service, items, run } = setUp(3, { conflict: async () => "merge" });
    await run();
    service.set("d1", { ...board("D1"), labels: { team: "x" } });
    const item = items[1]!;
    rewrite(item, board("mine"));
    Object.assign(item.ports, { file: { write: async () => true, findings: async () => [] } });
    service.patch = async () => {
      throw new Failure("unavailable");
    };
    expect((await run())[1]).toMatchObject({ kind: "failed" });
    expect(service.stored.get("d1")).toMatchObject({ labels: { team: "x" } });
  });

  it("plans without saving", async () => {
    const { service, run } = setUp(3);
    expect(summarize(await run({ dryRun: true, confirmAll: () => expect.unreachable() }))).toMatchObject({
      planned: 3,
    });
    expect(service.stored.size).toBe(0);
  });
});

it("ends what is running before it rejects", async () => {
  const ended: number[] = [];
  const work = async (i: number) => {
    if (i === 0) throw new Error("bug");
    await new Promise((resolve) => setTimeout(resolve, 5));
    ended.push(i);
  };
  await expect(inParallel([0, 1, 2], work)).rejects.toThrow("bug");
  expect(ended).toEqual([1, 2]);
});
