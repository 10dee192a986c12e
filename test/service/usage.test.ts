import { describe, expect, it } from "vitest";
import { secretKey } from "../../api/trust/credential-target";
import {
  type UsageClient,
  type UsageQuery,
  type UsageRecord,
  UsageServiceError,
} from "../../api/usage/index";
import { daysIn, splitInterval } from "../../api/usage/interval";
import { COUNTS } from "../../api/usage/records";
import { sumBy, sumByClient, sumCounts } from "../../api/usage/totals";
import type { JobOutcome } from "../../emulator/usage/jobs";
import { serveUsage } from "./usage-serving";

const JULY: UsageQuery = { interval: { from: "2026-07-01", to: "2026-07-30" }, groupBy: ["Client"] };
const YEAR: UsageQuery = { interval: { from: "2025-08-06", to: "2026-07-30" }, groupBy: ["Client"] };

const failure = (promise: Promise<unknown>): Promise<UsageServiceError> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => {
      if (error instanceof UsageServiceError) return error;
      throw error;
    },
  );

const counts = (records: readonly UsageRecord[]) => {
  const totals = sumCounts(records);
  return Object.fromEntries(COUNTS.map((name) => [name, totals[name]]));
};
const byClient = (records: readonly UsageRecord[]) =>
  Object.fromEntries(sumByClient(records).map(({ values, totals }) => [values.clientId, totals]));
const ask = async (client: UsageClient, query: UsageQuery) => (await client.ask(query)).records;

describe("sums", () => {
  it("over days, weeks and months of the same interval agree, and so does the total", async () => {
    const { client } = await serveUsage();
    // Starts and ends in the middle of weeks and of months.
    const query = { ...JULY, interval: { from: "2026-05-13", to: "2026-07-23" } };
    const total = byClient(await ask(client(), query));
    expect(Object.keys(total)).toHaveLength(6);
    for (const granularity of ["Day", "Week", "Month"] as const) {
      const records = await ask(client(), { ...query, granularity });
      expect(byClient(records), granularity).toEqual(total);
      expect(records.every(({ date }) => date !== undefined)).toBe(true);
    }
  });

  it("over clients, asked one by one, are those of the organization", async () => {
    const { client } = await serveUsage();
    const all = await ask(client(), { ...JULY, groupBy: ["Client", "Template", "Method"] });
    for (const { values } of sumByClient(all)) {
      const { clientId = "" } = values;
      const own = await ask(client(), { ...JULY, groupBy: ["Template", "Method"], clientId });
      const expected = all.filter((record) => record.clientId === clientId);
      const lines = (records: readonly UsageRecord[]) =>
        sumBy(records, ["clientId", "templateUri", "httpMethod"]).sort((a, b) =>
          JSON.stringify(a.values) < JSON.stringify(b.values) ? -1 : 1,
        );
      expect(lines(own)).toEqual(lines(expected));
    }
    expect(counts(await ask(client(), { ...JULY, groupBy: [] }))).toEqual(counts(all));
  });

  it("do not depend on the grouping, and 429s are in 4xx", async () => {
    const { client } = await serveUsage();
    const expected = counts(await ask(client(), { ...JULY, groupBy: [] }));
    for (const groupBy of [["User"], ["Method", "Platform"], ["Client", "Template"]] as const) {
      expect(counts(await ask(client(), { ...JULY, groupBy }))).toEqual(expected);
    }
    const { requests, status200, status300, status400, status429, status500 } = sumCounts(
      await ask(client(), JULY),
    );
    expect(requests).toBe(status200 + status300 + status400 + status500);
    expect(status429).toBeGreaterThan(0);
    expect(status429).toBeLessThanOrEqual(status400);
  });

  it.each(["Day", "Week", "Month", undefined] as const)(
    "are the same whether the interval is cut at 90 days or nowhere: %s",
    async (granularity) => {
      const { client, emulator, calls } = await serveUsage();
      const query = { ...YEAR, ...(granularity && { granularity }) };
      const joined = await ask(client(), query);
      const starts = calls.filter((call) => call.startsWith("POST"));
      expect(starts).toHaveLength(splitInterval(YEAR.interval, granularity).length);
      expect(starts.length).toBeGreaterThan(3);
      // The older query takes a year at once; it lacks the service's own client.
      const whole = await ask(client({ legacy: true, baseUrl: emulator.url }), query);
      const comparable = joined.filter(({ clientId }) => clientId !== "purecloud-builtin");
      const key = (record: UsageRecord) => `${record.date} ${record.clientId}`;
      const sorted = (records: readonly UsageRecord[]) =>
        [...records].sort((a, b) => (key(a) < key(b) ? -1 : 1));
      expect(sorted(comparable)).toEqual(sorted(whole));
      expect(new Set(joined.map(key)).size).toBe(joined.length);
    },
  );

  it("come in pages of any size", async () => {
    const { client, calls } = await serveUsage();
    const query = { ...JULY, granularity: "Day" as const };
    const one = await ask(client(), query);
    calls.length = 0;
    expect(await ask(client({}, { pageSize: 7 }), query)).toEqual(one);
    expect(calls.filter((call) => call.startsWith("GET")).length).toBe(Math.ceil(one.length / 7));
  });
});

describe("filters", () => {
  it("are applied by the jobs as the older query has them applied here", async () => {
    const { client } = await serveUsage();
    const filter = { httpMethods: ["POST"], clientIds: ["a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01"] };
    const query = { ...JULY, filter, granularity: "Week" as const };
    const records = await ask(client(), query);
    expect(records.length).toBeGreaterThan(3);
    expect(await ask(client({ legacy: true }), query)).toEqual(records);
    expect(sumCounts(records).requests).toBeLessThan(sumCounts(await ask(client(), JULY)).requests);
  });

  it("of organizations go with one client", async () => {
    const { client } = await serveUsage();
    const clientId = "d4c3f6a5-0c97-4b31-9c48-5f2a6e0d9b04";
    const all = await ask(client(), { ...JULY, clientId, groupBy: ["Organization"] });
    expect(all).toHaveLength(2);
    const filter = { organizationIds: [all[0]!.organizationId] };
    expect(await ask(client(), { ...JULY, clientId, groupBy: ["Organization"], filter })).toEqual([all[0]]);
    const error = await failure(client().ask({ ...JULY, groupBy: ["Organization"] }));
    expect([error.situation, error.message]).toEqual(["query", expect.stringContaining("requires a client")]);
  });
});

describe("a job", () => {
  it("goes through its states, is asked about with growing waits, and is reported on", async () => {
    const { client, waits, calls } = await serveUsage({ usage: { queuedMs: 4000, runningMs: 60_000 } });
    const phases: string[] = [];
    const { records, missing, run } = await client().ask(JULY, {
      onProgress: ({ phase }) => phases.at(-1) !== phase && phases.push(phase),
    });
    expect(phases).toEqual(["starting", "Queued", "Running", "Succeeded", "reading"]);
    expect([records.length, missing]).toEqual([6, []]);
    expect(run.parts[0]!.jobId).toMatch(/^[0-9a-f-]{36}$/);
    expect(waits.slice(0, 4)).toEqual([2000, 2000, 3000, 4500]);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30_000);
    expect(calls.length).toBeLessThan(12);
  });

  const ends: [JobOutcome, string, RegExp][] = [
    ["failed", "job-failed", /failed: The query could not be completed/],
    ["cancelled", "job-cancelled", /cancelled by the service/],
    ["gone", "job-gone", /does not exist/],
  ];
  it.each(ends)("that ends as %s says so and can be run again", async (outcome, situation, message) => {
    const { client, emulator, calls } = await serveUsage();
    // Of the jobs of a year only the second one goes wrong.
    emulator.nextJobs("succeeded", outcome);
    const error = await failure(client().ask(YEAR));
    expect([error.situation, error.message]).toEqual([situation, expect.stringMatching(message)]);
    expect(error.action).not.toBe("");
    const parts = error.run!.parts;
    expect(parts.map(({ jobId }) => jobId !== undefined)).toEqual([
      true,
      false,
      ...parts.slice(2).map(() => true),
    ]);
    // The jobs after it are read all the same.
    expect(error.partial!.missing).toEqual([parts[1]!.interval]);
    expect(error.partial!.records.length).toBeGreaterThan(0);
    calls.length = 0;
    const { records, missing } = await client().resume(error.run!);
    expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(1);
    expect([missing, counts(records)]).toEqual([[], counts(await ask(client(), YEAR))]);
  });

  it("of several that failed, only the failed one is started again", async () => {
    const { client, emulator, calls } = await serveUsage();
    emulator.nextJobs("succeeded", "failed", "succeeded", "gone");
    const error = await failure(client().ask(YEAR));
    expect(error.message).toMatch(/failed: .* 2 of 4 jobs gave no result\.$/);
    calls.length = 0;
    const { records } = await client().resume(error.run!);
    expect(calls.filter((call) => call.startsWith("POST"))).toHaveLength(2);
    expect(counts(records)).toEqual(counts(await ask(client(), YEAR)));
  });

  it("that never ends is given up after the limit and can be opened again", async () => {
    const { client, emulator, calls, pass } = await serveUsage({ usage: { runningMs: 7 * 60_000 } });
    emulator.nextJobs("stuck");
    const error = await failure(client().ask(JULY));
    expect(error).toMatchObject({ situation: "job-running", kind: "busy" });
    expect(error.message).toMatch(/still running after 5 min/);
    expect(calls.length).toBeLessThan(25);
    calls.length = 0;
    expect((await failure(client().resume(error.run!, { limitMs: 60_000 }))).situation).toBe("job-running");
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    // A slow one, on the other hand, has its result when one comes back.
    const slow = await failure(client().ask(JULY));
    pass(3 * 60_000);
    expect((await client().resume(slow.run!)).missing).toEqual([]);
  });

  it("goes on when the user stops waiting, and is opened again by its id", async () => {
    const { client, calls } = await serveUsage({ usage: { runningMs: 60_000 } });
    const stop = new AbortController();
    const waiting = client().ask(JULY, {
      signal: stop.signal,
      onProgress: ({ phase }) => phase === "Running" && stop.abort(),
    });
    const error = await failure(waiting);
    expect(error).toMatchObject({ kind: "cancelled", situation: "stopped" });
    const { jobId } = error.run!.parts[0]!;
    calls.length = 0;
    const opened = await client().resume({
      query: JULY,
      parts: [{ interval: JULY.interval, jobId: jobId! }],
    });
    expect(opened.records).toHaveLength(6);
    expect(calls.every((call) => call.startsWith("GET"))).toBe(true);
  });

  it("is unknown under another client, and under an unknown id", async () => {
    const { client } = await serveUsage();
    const clientId = "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01";
    const query = { ...JULY, clientId, groupBy: ["Method"] as const };
    const { run } = await client().ask(query);
    const other = { ...run, query: { ...query, clientId: "b2e1d4c3-8a75-4f1f-9e26-3d0e4c8b7f02" } };
    expect((await failure(client().resume(other))).situation).toBe("job-gone");
    const nobodys = { query: JULY, parts: [{ interval: JULY.interval, jobId: "no-such-job" }] };
    const error = await failure(client().resume(nobodys));
    expect(error.situation).toBe("job-gone");
    expect(error.run!.parts).toEqual([{ interval: JULY.interval }]);
  });
});

describe("trouble", () => {
  const paged = { ...JULY, granularity: "Day" as const };

  it("in the middle of the pages keeps what was read and goes on later", async () => {
    const { client, emulator } = await serveUsage();
    let pages = 0;
    const onProgress = ({ phase }: { phase: string }) => {
      if (phase === "reading" && ++pages === 3) emulator.inject(...Array(9).fill({ status: 400 }));
    };
    const small = client({}, { pageSize: 10 });
    const error = await failure(small.ask(paged, { onProgress }));
    expect(error).toMatchObject({ kind: "refused", status: 400, code: "bad.request", situation: "call" });
    expect(error.partial!.missing).toEqual([JULY.interval]);
    expect(error.partial!.records).toHaveLength(30);
    await drain(emulator, 8);
    const { records } = await small.resume(error.run!);
    expect(records).toEqual(await ask(client(), paged));
  });

  it.each([
    { status: 503 },
    { status: 500 },
    { status: 502 },
    { close: "before" },
    { truncate: true },
  ] as const)("that passes is not noticed: %j", async (fault) => {
    const { client, emulator } = await serveUsage();
    const expected = await ask(client(), paged);
    emulator.inject(fault);
    expect(await ask(client(), paged)).toEqual(expected);
  });

  it("that stays ends after a few tries", async () => {
    const { client, emulator, calls } = await serveUsage();
    emulator.inject(...Array(50).fill({ status: 503 }));
    const error = await failure(client().ask(JULY));
    expect(error).toMatchObject({ kind: "unavailable", code: "service.unavailable", situation: "call" });
    expect(calls).toHaveLength(5);
    expect(error.run!.parts).toEqual([{ interval: JULY.interval }]);
  });

  it("with too many requests is waited out as long as the service says", async () => {
    const { client, emulator, waits } = await serveUsage();
    emulator.inject({ status: 429, retryAfter: 17 });
    expect(await ask(client(), JULY)).toHaveLength(6);
    expect(waits[0]).toBe(17_000);
    emulator.inject({ status: 429, retryAfter: 600 });
    const error = await failure(client().ask(JULY));
    expect(error.kind).toBe("busy");
    expect(error.action).toContain("600 s");
  });

  it("meets the rate limit of the service itself", async () => {
    const { client, waits } = await serveUsage({ usage: { ratePerMinute: 5 } });
    expect(await ask(client({}, { pageSize: 20 }), paged)).toHaveLength((await ask(client(), paged)).length);
    expect(waits.some((wait) => wait > 5000)).toBe(true);
  });

  it("with permissions names the one that is missing", async () => {
    const { client } = await serveUsage({ usage: { denied: ["usage:organization:view"] } });
    const error = await failure(client().ask(JULY));
    expect(error).toMatchObject({
      kind: "permission",
      status: 403,
      code: "missing.any.permissions",
      permissions: ["usage:organization:view"],
    });
    expect(error.action).toContain("usage:organization:view");
    const clientId = "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01";
    expect(await ask(client(), { ...JULY, clientId, groupBy: ["Method"] })).not.toEqual([]);
    expect(await ask(client({ legacy: true }), JULY)).not.toEqual([]);
  });

  it("with the other permissions names those", async () => {
    const denied = ["usage:client:view", "usage:organization:view", "oauth:client:view"];
    const { client } = await serveUsage({ usage: { denied } });
    const clientId = "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01";
    const one = await failure(client().ask({ ...JULY, clientId, groupBy: ["Method"] }));
    expect(one.permissions).toEqual(["usage:client:view"]);
    const old = await failure(client({ legacy: true }).ask(JULY));
    expect(old.permissions).toEqual(["oauth:client:view", "usage:organization:view"]);
  });

  it("with a client that does not exist says so", async () => {
    const { client } = await serveUsage();
    const error = await failure(client().ask({ ...JULY, clientId: "nobody/here", groupBy: ["Method"] }));
    expect(error).toMatchObject({ kind: "not-found", situation: "call" });
    expect(error.message).toContain("nobody/here");
  });

  it("with no answer says so", async () => {
    const { client, emulator } = await serveUsage();
    await emulator.close();
    expect(await failure(client().ask(JULY))).toMatchObject({ kind: "unreachable" });
  });
});

describe("signing in", () => {
  const usage = { client: { id: "mosaic", secret: "s3cret" }, tokenSeconds: 600 };
  const credentials = { env: { clientId: "ID", clientSecret: "SECRET" } };
  const environment = { ID: "mosaic", SECRET: "s3cret" };

  it("asks for a token once, and again when it is about to expire", async () => {
    const { client, calls, pass } = await serveUsage({ usage });
    const one = client({ credentials }, { environment });
    await one.ask(JULY);
    await one.ask(JULY);
    const tokens = () => calls.filter((call) => call.includes("/oauth/token")).length;
    expect(tokens()).toBe(1);
    pass(545_000);
    await one.ask(JULY);
    expect(tokens()).toBe(2);
    expect(calls.filter((call) => call.endsWith(" 401"))).toEqual([]);
  });

  it("renews a token that the service no longer takes, without being noticed", async () => {
    const { client, emulator, calls } = await serveUsage({ usage });
    const one = client({ credentials }, { environment });
    await one.ask(JULY);
    emulator.inject({ status: 401 });
    await one.ask(JULY);
    expect(calls.filter((call) => call.includes("/oauth/token"))).toHaveLength(2);
  });

  it("with an expired token that cannot be renewed ends at once, and goes on with another", async () => {
    const { client, emulator, calls, pass } = await serveUsage({ usage: { ...usage, runningMs: 1000 } });
    const TOKEN = await token(emulator.url, "mosaic:s3cret");
    const surroundings = { environment: { TOKEN } };
    expect(await ask(client({ credentials: { env: "TOKEN" } }, surroundings), JULY)).toHaveLength(6);
    pass(601_000);
    calls.length = 0;
    const error = await failure(client({ credentials: { env: "TOKEN" } }, surroundings).ask(JULY));
    expect(error).toMatchObject({ kind: "credentials", status: 401, code: "credentials.expired" });
    expect(calls.length).toBeLessThanOrEqual(2);
    expect((await client({ credentials }, { environment }).resume(error.run!)).records).toHaveLength(6);
  });

  it.each([
    ["mosaic", "wrong", 401, /rejected the OAuth client \(authentication failed\)/],
    ["nobody", "s3cret", 400, /rejected the OAuth client \(client not found\)/],
  ])("says what is wrong with %s:%s", async (ID, SECRET, status, message) => {
    const { client, calls } = await serveUsage({ usage });
    const error = await failure(client({ credentials }, { environment: { ID, SECRET } }).ask(JULY));
    expect(error).toMatchObject({ kind: "credentials", status, code: "invalid_client" });
    expect(error.message).toMatch(message);
    expect(`${error.message}${error.action}`).not.toContain(SECRET);
    expect(calls).toHaveLength(1);
  });

  it("takes what the editor keeps: a token or an OAuth client", async () => {
    const { client, emulator } = await serveUsage({ usage });
    const kept = {
      token: { token: await token(emulator.url, "mosaic:s3cret") },
      client: { clientId: "mosaic", clientSecret: "s3cret" },
    };
    for (const name of ["token", "client"] as const) {
      const key = secretKey({
        service: "usage",
        endpoint: emulator.url,
        login: emulator.url,
        credentials: "secret",
      });
      const secrets = { usageSecret: async (asked: string) => (asked === key ? kept[name] : undefined) };
      expect(await ask(client({ name, credentials: "secret" }, { secrets }), JULY)).toHaveLength(6);
    }
    const secrets = { usageSecret: async () => undefined };
    const error = await failure(client({ name: "x", credentials: "secret" }, { secrets }).ask(JULY));
    expect(error).toMatchObject({ kind: "credentials", message: expect.stringContaining('"x"') });
  });
});

it("the older query gives the same records and says that it was used", async () => {
  const { client } = await serveUsage();
  const query = { ...JULY, granularity: "Month" as const, groupBy: ["Client", "User"] as const };
  const [jobs, old] = [await client().ask(query), await client({ legacy: true }).ask(query)];
  expect([jobs.legacy, old.legacy]).toEqual([false, true]);
  expect(old.records).toEqual(jobs.records.filter(({ clientId }) => clientId !== "purecloud-builtin"));
  const error = await failure(client({ legacy: true }).ask({ ...query, groupBy: ["Platform"] }));
  expect(error.situation).toBe("query");
});

it("refuses what the service would refuse before anything is sent", async () => {
  const { client, calls } = await serveUsage();
  const bad = async (from: string, to: string) =>
    (await failure(client().ask({ ...JULY, interval: { from, to } }))).message;
  expect(await bad("2025-07-30", "2026-07-01")).toContain("2025-07-31, the earliest start");
  expect(await bad("2026-07-02", "2026-07-01")).toContain("before it starts");
  expect(await bad("2026-08-01", "2026-08-02")).toContain("in the future");
  expect(await bad("2026-07-01T10:00", "2026-07-02")).toContain("only the date");
  expect(calls).toEqual([]);
  // The bounds themselves are fine, and the future is cut off.
  const { interval } = await client().ask({ ...JULY, interval: { from: "2025-07-31", to: "2027-01-01" } });
  expect([interval.to, daysIn(interval)]).toEqual(["2026-07-31", 366]);
});

async function token(url: string, client: string): Promise<string> {
  const answer = await fetch(`${url}/oauth/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(client)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}

/** Uses up injected faults that no request has met. */
async function drain(emulator: { readonly url: string }, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await fetch(`${emulator.url}/api/v2/usage/drain`);
}
