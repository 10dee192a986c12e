import { expect, it } from "vitest";
import { parseFaults } from "../../emulator/faults";
import type { Body } from "./http";
import { serve } from "./serving";
import { NOW } from "./usage-serving";

// What goes over the wire, written down from the vendor's description and sharing no code with the client.

const JOBS = "/api/v2/usage/aggregates/query/jobs";
const ORDERS = "/api/v2/usage/client/a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01/aggregates/query/jobs";
const OLD = "/api/v2/usage/query";
const JULY = "2026-07-01T00:00:00/2026-07-30T23:59:59";

const instant = { now: () => NOW, queuedMs: 0, runningMs: 0 };

type Serving = Awaited<ReturnType<typeof serve>>;
async function rowsOf(emulator: Serving, path: string, body: object): Promise<Body[]> {
  const { id } = (await emulator.call({ send: `POST ${path}`, body })).json as unknown as { id: string };
  const { json } = await emulator.call({ send: `GET ${path}/${id}?pageSize=1000` });
  return json["entities"] as Body[];
}

it("starts a job and reads it through its states", async () => {
  let now = NOW;
  const emulator = await serve({ usage: { now: () => now, queuedMs: 100, runningMs: 100 } });
  const started = await emulator.call({ send: `POST ${JOBS}`, body: { interval: JULY } });
  const { id, resultsUri, selfUri } = started.json as Body & { id: string };
  expect([started.status, resultsUri, selfUri]).toEqual([200, `${JOBS}/${id}`, `${JOBS}/${id}`]);
  const states = [];
  for (let i = 0; i < 3; i++, now += 100) {
    states.push((await emulator.call({ send: `GET ${JOBS}/${id}` })).json["queryStatus"]);
  }
  expect(states).toEqual(["Queued", "Running", "Succeeded"]);
});

it("pages with an opaque cursor, 100 rows unless told otherwise", async () => {
  const emulator = await serve({ usage: instant });
  const body = { interval: JULY, granularity: "Day", groupBy: ["OauthClientId"] };
  const all = await rowsOf(emulator, JOBS, body);
  expect(all.length).toBeGreaterThan(100);
  const { id } = (await emulator.call({ send: `POST ${JOBS}`, body })).json as unknown as { id: string };
  const first = (await emulator.call({ send: `GET ${JOBS}/${id}` })).json;
  expect(first["entities"]).toEqual(all.slice(0, 100));
  expect(first["nextUri"]).toMatch(new RegExp(`^${JOBS}/${id}\\?pageSize=100&after=[\\w-]+$`));
  const second = (await emulator.call({ send: `GET ${first["nextUri"]}` })).json;
  expect(second["entities"]).toEqual(all.slice(100));
  expect(second).not.toHaveProperty("nextUri");
});

it("gives the rows the members that they were grouped by, and no others", async () => {
  const emulator = await serve({ usage: instant });
  const counts = ["requestCount", "status200", "status300", "status400", "status429", "status500"];
  const members = async (path: string, body: object) =>
    Object.keys((await rowsOf(emulator, path, { interval: JULY, ...body }))[0]!).sort();
  expect(await members(JOBS, { groupBy: ["OauthClientId"] })).toEqual(["oauthClient", ...counts]);
  expect(await members(JOBS, { groupBy: ["UserId", "Platform"], granularity: "Week" })).toEqual(
    ["date", "platform", "user", ...counts].sort(),
  );
  expect(await members(ORDERS, { groupBy: ["OrganizationId"], metrics: ["Requests"] })).toEqual([
    "organizationId",
    "requestCount",
  ]);
  expect(await members(JOBS, {})).toEqual(
    ["date", "httpMethod", "oauthClient", "platform", "templateUri", "user", ...counts].sort(),
  );
});

it("sorts and filters", async () => {
  const emulator = await serve({ usage: instant });
  const rows = await rowsOf(emulator, JOBS, {
    interval: JULY,
    groupBy: ["TemplateUri", "HttpMethod"],
    httpMethods: ["GET"],
    sortBy: [{ fieldName: "requestCount", order: "Desc" }],
  });
  const requests = rows.map((row) => row["requestCount"] as number);
  expect(requests.length).toBeGreaterThan(4);
  expect(requests).toEqual([...requests].sort((a, b) => b - a));
  expect(new Set(rows.map((row) => row["httpMethod"]))).toEqual(new Set(["GET"]));
});

it("answers the older query under its own names, with texts that are empty where nothing is grouped", async () => {
  const emulator = await serve({ usage: instant });
  // A month of each kind of interval that it takes.
  for (const interval of [
    "2026-06-01/2026-06-30",
    "2026-06/2026-06",
    "2026-06-01T00:00:00Z/2026-06-30T12:00:00Z",
  ]) {
    const { json } = await emulator.call({ send: `POST ${OLD}`, body: { interval, granularity: "Month" } });
    const { executionId, resultsUri } = json as Body & { executionId: string };
    expect(resultsUri).toBe(`${OLD}/${executionId}/results`);
    const answer = (await emulator.call({ send: `GET ${resultsUri}` })).json;
    expect(answer["queryStatus"]).toBe("Complete");
    const rows = answer["results"] as Body[];
    expect(rows).toHaveLength(5);
    expect(rows[0]).toMatchObject({
      userId: "",
      templateUri: "",
      httpMethod: "",
      date: "2026-06-01T00:00:00Z",
    });
    expect(rows.map((row) => row["clientName"])).not.toContain("purecloud-builtin");
  }
});

const refusals: [string, object | string, number, string][] = [
  ["no interval", {}, 400, "invalid.value"],
  ["half an interval", { interval: "2026-07-01T00:00:00" }, 400, "invalid.date"],
  ["three parts", { interval: `${JULY}/2026` }, 400, "invalid.date"],
  ["days instead of times", { interval: "2026-07-01/2026-07-30" }, 400, "invalid.date"],
  ["no such day", { interval: "2026-07-01T00:00:00/2026-07-99T00:00:00" }, 400, "invalid.date"],
  ["backwards", { interval: "2026-07-02T00:00:00/2026-07-01T00:00:00" }, 400, "invalid.value"],
  ["more than 90 days", { interval: "2026-05-01T00:00:00/2026-07-30T00:00:01" }, 400, "invalid.value"],
  ["more than a year ago", { interval: "2025-07-30T00:00:00/2025-08-30T00:00:00" }, 400, "invalid.value"],
  ["an hour", { interval: JULY, granularity: "Hour" }, 400, "invalid.value"],
  ["another case", { interval: JULY, granularity: "day" }, 400, "invalid.value"],
  ["the older spelling", { interval: JULY, groupBy: ["OAuthClientId"] }, 400, "invalid.value"],
  ["a grouping of the other endpoint", { interval: JULY, groupBy: ["OrganizationId"] }, 400, "invalid.value"],
  ["an inherited name", { interval: JULY, groupBy: ["constructor"] }, 400, "invalid.value"],
  ["an unknown metric", { interval: JULY, metrics: ["Status418"] }, 400, "invalid.value"],
  ["no list", { interval: JULY, userIds: "u" }, 400, "invalid.value"],
  ["an unknown column", { interval: JULY, sortBy: [{ fieldName: "cost" }] }, 400, "invalid.value"],
  [
    "an unknown order",
    { interval: JULY, sortBy: [{ fieldName: "date", order: "Up" }] },
    400,
    "invalid.value",
  ],
  ["a list", [], 400, "bad.request"],
  ["no JSON", "{", 400, "bad.request"],
];
it.each(refusals)("refuses %s", async (_, body, status, code) => {
  const emulator = await serve({ usage: instant });
  const answer = await emulator.call({ send: `POST ${JOBS}`, body });
  expect([answer.status, answer.json["code"], answer.json["status"]]).toEqual([status, code, status]);
  expect(answer.headers.get("inin-correlation-id")).toBe(answer.json["contextId"]);
});

it("takes exactly 90 days", async () => {
  const emulator = await serve({ usage: instant });
  const body = { interval: "2026-05-01T00:00:00/2026-07-30T00:00:00" };
  expect((await emulator.call({ send: `POST ${JOBS}`, body })).status).toBe(200);
});

it.each([
  [`GET ${JOBS}/none`, 404, "not.found"],
  [`GET ${JOBS}/none?pageSize=0`, 400, "invalid.value"],
  [`GET ${JOBS}/none?pageSize=1001`, 400, "invalid.value"],
  [`GET ${JOBS}/none?after=zzz`, 400, "invalid.value"],
  [`DELETE ${JOBS}/none`, 404, "not.found"],
  ["GET /api/v2/users/me", 404, "not.found"],
  ["GET /api/v2/usage/client/nobody/aggregates/query/jobs/x", 404, "not.found"],
  ["GET /api/v2/usage/client/%E0%A4%A/aggregates/query/jobs/x", 400, "bad.request"],
])("%s is %i %s", async (send, status, code) => {
  const emulator = await serve({ usage: instant });
  const answer = await emulator.call({ send });
  expect([answer.status, answer.json["code"]]).toEqual([status, code]);
});

it("wants JSON to be called so", async () => {
  const emulator = await serve({ usage: instant });
  const headers = { "content-type": "text/plain" };
  const answer = await emulator.call({ send: `POST ${JOBS}`, body: "{}", headers });
  expect([answer.status, answer.json["code"]]).toEqual([415, "unsupported.media.type"]);
});

it("says who may call, and gives out tokens that expire", async () => {
  let now = NOW;
  const usage = { ...instant, now: () => now, client: { id: "me", secret: "s" }, tokenSeconds: 60 };
  const emulator = await serve({ usage });
  const code = async (authorization?: string) => {
    const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
    const answer = await emulator.call({ send: `GET ${JOBS}/none`, headers });
    return [answer.status, answer.json["code"]];
  };
  expect(await code()).toEqual([401, "authentication.required"]);
  expect(await code("Bearer made-up")).toEqual([401, "bad.credentials"]);
  const ask = (headers: Record<string, string>, body: string) =>
    emulator.call({
      send: "POST /oauth/token",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body,
    });
  const basic = { authorization: `Basic ${btoa("me:s")}` };
  const grant = "grant_type=client_credentials";
  const { json } = await ask(basic, grant);
  expect(json).toMatchObject({ token_type: "bearer", expires_in: 60 });
  expect(await code(`Bearer ${json["access_token"]}`)).toEqual([404, "not.found"]);
  now += 60_000;
  expect(await code(`Bearer ${json["access_token"]}`)).toEqual([401, "credentials.expired"]);
  const refused = async (headers: Record<string, string>, body: string) => {
    const answer = await ask(headers, body);
    return [answer.status, answer.json["error"], answer.json["description"]];
  };
  expect(await refused({}, grant)).toEqual([400, "invalid_client", "client credentials are missing"]);
  expect(await refused(basic, "grant_type=password")).toEqual([
    400,
    "unsupported_grant_type",
    expect.any(String),
  ]);
  expect(await refused({ ...basic, "content-type": "application/json" }, "{}")).toEqual([
    401,
    "invalid_request",
    expect.any(String),
  ]);
  expect((await ask({}, `${grant}&client_id=me&client_secret=s`)).status).toBe(200);
});

it("counts the calls of a token and tells how many are left", async () => {
  const emulator = await serve({ usage: { ...instant, ratePerMinute: 2 } });
  const send = `GET ${JOBS}/none`;
  await emulator.call({ send });
  const last = await emulator.call({ send: `POST ${JOBS}`, body: { interval: JULY } });
  expect(last.headers.get("inin-ratelimit-count")).toBe("2");
  expect(last.headers.get("inin-ratelimit-allowed")).toBe("2");
  const over = await emulator.call({ send });
  expect([over.status, over.json["code"]]).toEqual([429, "too.many.requests.retry.after"]);
  expect(over.headers.get("retry-after")).toBe("60");
  expect(over.json["message"]).toContain("[60] seconds");
});

it.each([
  [429, "too.many.requests.retry.after"],
  [408, "client.timeout"],
  [409, "general.conflict"],
  [500, "internal.server.error"],
  [503, "service.unavailable"],
  [504, "request.timeout"],
])("an injected %i has the platform's error body", async (status, code) => {
  const emulator = await serve({ faults: parseFaults([`${status}=1,retry-after=3`]) });
  const answer = await emulator.call({ send: `POST ${JOBS}`, body: { interval: JULY } });
  expect([answer.status, answer.json["code"]]).toEqual([status, code]);
  const waits = status === 429 || status === 503;
  expect(answer.headers.get("retry-after")).toBe(waits ? "3" : null);
});

it("ends jobs as chance or the test wishes", async () => {
  const state = async (emulator: Serving) => {
    const { id } = (await emulator.call({ send: `POST ${JOBS}`, body: { interval: JULY } }))
      .json as unknown as { id: string };
    const { status, json } = await emulator.call({ send: `GET ${JOBS}/${id}` });
    return status === 200 ? json["queryStatus"] : status;
  };
  const chance = await serve({ usage: instant, faults: parseFaults(["job-failed=1"]) });
  expect(await state(chance)).toBe("Failed");
  const wish = await serve({ usage: instant });
  wish.nextJobs("cancelled", "stuck", "gone");
  expect([await state(wish), await state(wish), await state(wish), await state(wish)]).toEqual([
    "Cancelled",
    "Running",
    404,
    "Succeeded",
  ]);
});
