import { describe, expect, it } from "vitest";
import { typedDestination } from "../../test/support/destinations";
import { noCredentials } from "../credentials/none";
import { HttpClient } from "../http";
import { UsageServiceError, usageDialect, usageServiceErrorOf } from "./errors";
import { jobBody, pathOnService, readPage, UsageJobs } from "./jobs";
import { queryProblem, type UsageQuery } from "./query";
import { executeRun } from "./run";
import { readState } from "./source";

const BASE = "https://api.mypurecloud.de";
const interval = { from: "2026-07-01", to: "2026-07-30" };
const query = (more: Partial<UsageQuery> = {}): UsageQuery => ({ interval, groupBy: ["Client"], ...more });

it.each<[Partial<UsageQuery>, object]>([
  [{}, { groupBy: ["OauthClientId", "OauthClientName"] }],
  [{ groupBy: [] }, { groupBy: ["OauthClientId", "OauthClientName"] }],
  [
    { granularity: "Week", groupBy: ["User", "Method", "Method"], metrics: ["Status429"] },
    { granularity: "Week", groupBy: ["UserId", "HttpMethod"], metrics: ["Status429"] },
  ],
  [{ clientId: "c", groupBy: ["Client"] }, { groupBy: ["OrganizationId"] }],
  [{ clientId: "c", groupBy: ["Client", "Template"] }, { groupBy: ["TemplateUri"] }],
  [
    { filter: { clientIds: ["a"], platforms: ["Web"], userIds: [] } },
    { groupBy: ["OauthClientId", "OauthClientName"], oauthClientIds: ["a"], platforms: ["Web"] },
  ],
])("%j is asked as %j", (more, expected) => {
  expect(jobBody(query(more), interval)).toEqual({
    interval: "2026-07-01T00:00:00/2026-07-30T23:59:59",
    ...expected,
  });
});

it.each<[Partial<UsageQuery>, boolean, RegExp | undefined]>([
  [{}, false, undefined],
  [{ groupBy: ["Organization"] }, false, /requires a client/],
  [{ groupBy: ["Organization"], clientId: "c" }, false, undefined],
  [{ groupBy: ["User"], clientId: "c" }, false, /requires all clients/],
  [{ clientId: "c", filter: { clientIds: ["c"] } }, false, /cannot have a client filter/],
  [{ filter: { organizationIds: ["o"] } }, false, /requires a client/],
  [{ groupBy: ["Organization"] }, true, undefined],
  [{ filter: { platforms: ["Web"] } }, true, /does not support platforms/],
])("%j (older query: %s) has the problem %s", (more, legacy, problem) => {
  const found = queryProblem(query(more), legacy);
  if (problem) expect(found).toMatch(problem);
  else expect(found).toBeUndefined();
});

it.each([
  ["Queued", "Queued"],
  ["RUNNING", "Running"],
  ["succeeded", "Succeeded"],
  ["Complete", "Succeeded"],
  ["FAILED", "Failed"],
  ["Canceled", "Cancelled"],
  ["Hibernating", "Running"],
])("the state %s is %s", (text, state) => {
  expect(readState(text)).toBe(state);
});

it("reads pages of both generations, and refuses what is neither", () => {
  const page = readPage(
    { queryStatus: "Succeeded", entities: [{ requestCount: 2 }, null], nextUri: "/n" },
    query(),
  );
  expect([page.records.length, page.nextUri]).toEqual([1, "/n"]);
  expect(
    readPage({ queryStatus: "Complete", results: [{ requests: 2 }] }, query()).records[0]!.requests,
  ).toBe(2);
  expect(readPage({ queryStatus: "Succeeded" }, query()).records).toEqual([]);
  expect(readPage({ queryStatus: "Failed", errorBody: { code: "x.y" } }, query()).reason).toBe("x.y");
  for (const answer of [{}, [], null, "x"])
    expect(() => readPage(answer, query())).toThrow(UsageServiceError);
});

describe("the address of the next page", () => {
  it.each([
    ["/api/v2/usage/x?after=a%2Fb", "/api/v2/usage/x?after=a%2Fb"],
    [`${BASE}/api/v2/usage/x?after=1`, "/api/v2/usage/x?after=1"],
  ])("%s is fine", (uri, path) => {
    expect(pathOnService(uri, BASE)).toBe(path);
  });
  it.each([
    "https://evil.example/api/v2/usage/x",
    "//evil.example/api/v2/usage/x",
    "http://api.mypurecloud.de/api/v2/usage/x",
    "https://api.mypurecloud.de:444/api/v2/usage/x",
    "https://api.mypurecloud.de//evil.example/api/x",
    "https://user@evil.example/api/",
    "javascript:alert(1)",
    "/oauth/token",
    "http://[",
  ])("%s is refused", (uri) => {
    expect(() => pathOnService(uri, BASE)).toThrow(/another host/);
  });
});

/** Reads the job "j" from a service that gives these answers, keyed by path and query. */
async function read(answers: (url: URL) => object) {
  const urls: string[] = [];
  const http = new HttpClient({
    destination: typedDestination({
      name: "p",
      baseUrl: BASE,
      loginUrl: "https://login.mypurecloud.de",
      credentials: "none",
      legacy: false,
    }),
    signIn: noCredentials,
    dialect: usageDialect,
    fetch: (async (input: string) => {
      urls.push(input);
      return new Response(JSON.stringify(answers(new URL(input))));
    }) as typeof fetch,
  });
  const clock = { now: () => 0, sleep: async () => expect.unreachable("nothing to wait for") };
  const run = { query: query(), parts: [{ interval, jobId: "j" }] };
  const outcome = await executeRun(run, new UsageJobs(http, BASE), clock).catch(
    (error: UsageServiceError) => error,
  );
  return { outcome, urls };
}

it("does not follow pages in a circle, to another host, or without end", async () => {
  const circle = await read((url) => ({
    queryStatus: "Succeeded",
    entities: [{ requestCount: 1 }],
    nextUri: `/api/v2/p?after=${url.searchParams.get("after") === "a" ? "b" : "a"}`,
  }));
  expect(circle.outcome).toMatchObject({
    situation: "paging",
    message: expect.stringContaining("form a loop"),
    // What may have come twice is not shown as a result.
    partial: { records: [], missing: [interval] },
  });
  expect(circle.urls).toHaveLength(3);
  const away = await read(() => ({ queryStatus: "Succeeded", nextUri: "https://evil.example/api/v2/x" }));
  expect(away.outcome).toMatchObject({ situation: "paging" });
  expect(away.urls).toHaveLength(1);
  let page = 0;
  const endless = await read(() => ({ queryStatus: "Succeeded", nextUri: `/api/v2/p?after=${page++}` }));
  expect(endless.outcome).toMatchObject({
    situation: "paging",
    message: expect.stringContaining("5000 pages"),
  });
});

it.each([
  [403, { message: "You need one of: usage:client:view, a:b:c" }, "/x", ["usage:client:view", "a:b:c"]],
  [
    403,
    { message: "No.", messageParams: { permissions: "usage:organization:view" } },
    "/x",
    ["usage:organization:view"],
  ],
  [403, undefined, "/api/v2/usage/client/c/aggregates/query/jobs", ["usage:client:view"]],
  [403, {}, "/api/v2/usage/query/1/results", ["usage:organization:view", "oauth:client:view"]],
  [403, {}, "/api/v2/usage/aggregates/query/jobs", ["usage:organization:view"]],
])("%i %j at %s names the permissions", (status, body, path, permissions) => {
  const error = usageServiceErrorOf({ status, body }, { method: "GET", path });
  expect(error.permissions).toEqual(permissions);
  expect(error.action).toContain(permissions[0]);
});

it.each([
  [400, "refused"],
  [401, "credentials"],
  [404, "not-found"],
  [429, "busy"],
  [504, "unavailable"],
  [418, "unexpected"],
])("status %i is %s", (status, kind) => {
  const body = { message: "Text", code: "some.code", contextId: "ctx" };
  const error = usageServiceErrorOf({ status, body }, { method: "GET", path: "/" });
  expect(error).toMatchObject({ kind, status, message: "Text", code: "some.code", contextId: "ctx" });
});

it("finds the wait of a 429 without a header in its message or in the rate limit", () => {
  const wait = (body: unknown, headers = {}) =>
    usageDialect.retryAfterMs!({ status: 429, body, headers: new Headers(headers) });
  expect(wait({ message: "Retry the request in [42] seconds" })).toBe(42_000);
  expect(wait("<html>", { "inin-ratelimit-reset": "9" })).toBe(9000);
  expect(wait(undefined)).toBeUndefined();
});
