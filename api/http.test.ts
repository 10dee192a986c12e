import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { CredentialChoice } from "../core/config/config";
import { dashboardsDestination } from "../test/support/destinations";
import { credentialsOf } from "./credentials/index";
import { noCredentials } from "./credentials/none";
import { ServiceError } from "./errors";
import { HttpClient, type HttpDialect, type HttpOptions } from "./http";

type Reply =
  | { status?: number; body?: unknown; headers?: Record<string, string>; raw?: string }
  | "drop"
  | "hang"
  | "cut";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** A server that answers with these replies in turn, the last one forever. */
async function serve(...replies: Reply[]) {
  const seen: { method: string; url: string; headers: Record<string, unknown>; closed: boolean }[] = [];
  server = createServer((request, response) => {
    const entry = { method: request.method!, url: request.url!, headers: request.headers, closed: false };
    seen.push(entry);
    response.on("close", () => (entry.closed = true));
    const reply = replies[Math.min(seen.length, replies.length) - 1]!;
    if (reply === "drop") return void request.socket.destroy();
    if (reply === "hang") return;
    if (reply === "cut") {
      response.writeHead(200, { "content-length": "100" });
      response.write('{"a":');
      setTimeout(() => request.socket.destroy(), 10);
      return;
    }
    response.writeHead(reply.status ?? 200, reply.headers);
    response.end(reply.raw ?? JSON.stringify(reply.body ?? {}));
  });
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waits: number[] = [];
  const http = (more: Partial<HttpOptions> = {}) =>
    new HttpClient({
      destination: dashboardsDestination(endpoint),
      signIn: noCredentials,
      sleep: async (ms) => void waits.push(ms),
      random: () => 0,
      ...more,
    });
  return { http, seen, waits, endpoint };
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ServiceError) => error,
  );
const google = (status: number, name: string, message: string, details: object[] = []) => ({
  status,
  body: { error: { code: status, status: name, message, details } },
});
const BUSY = google(429, "RESOURCE_EXHAUSTED", "Quota exceeded.");
const DOWN = google(503, "UNAVAILABLE", "Down.");
const EDITS = google(
  409,
  "ABORTED",
  "Too many concurrent edits to the project configuration. Please try again.",
);
const OK = { body: { ok: true } };

describe("repeats", () => {
  const cases: [string, "GET" | "PATCH" | "POST", Reply, number][] = [
    ["a read over quota", "GET", BUSY, 2],
    ["a read of a service that is down", "GET", DOWN, 2],
    ["a read that a gateway gave up", "GET", { status: 504, raw: "<html>" }, 2],
    ["a read whose connection broke", "GET", "drop", 2],
    ["a read whose answer was cut off", "GET", "cut", 2],
    ["a write over quota", "PATCH", BUSY, 2],
    ["a write among too many edits", "POST", EDITS, 2],
    ["a write that is asked to come again", "PATCH", { ...DOWN, headers: { "retry-after": "1" } }, 2],
  ];
  it.each(cases)("%s", async (_, method, reply, calls) => {
    const { http, seen } = await serve(reply, OK);
    expect(await http().request({ method, path: "/v1/x", body: method === "GET" ? undefined : {} })).toEqual({
      ok: true,
    });
    expect(seen).toHaveLength(calls);
  });

  const never: [string, "GET" | "PATCH" | "POST", Reply, object][] = [
    ["a write whose answer was lost", "POST", "drop", { kind: "unreachable", outcomeUnknown: true }],
    ["a write whose answer was cut off", "PATCH", "cut", { outcomeUnknown: true }],
    ["a write that may have been done", "POST", DOWN, { kind: "unavailable", outcomeUnknown: true }],
    ["a stale etag", "PATCH", google(409, "ABORTED", "etag"), { kind: "changed", outcomeUnknown: false }],
    ["a failed precondition", "PATCH", google(400, "FAILED_PRECONDITION", "etag"), { kind: "changed" }],
    ["a refusal", "GET", google(400, "INVALID_ARGUMENT", "x"), { kind: "refused" }],
    ["a missing permission", "GET", google(403, "PERMISSION_DENIED", "x"), { kind: "permission" }],
    ["an internal error", "GET", google(500, "INTERNAL", "x"), { kind: "unavailable" }],
    ["a page of HTML", "GET", { status: 404, raw: "<html>" }, { kind: "not-found" }],
  ];
  it.each(never)("never %s", async (_, method, reply, expected) => {
    const { http, seen } = await serve(reply, OK);
    expect(
      await failure(http().request({ method, path: "/v1/x", body: method === "GET" ? undefined : {} })),
    ).toMatchObject(expected);
    expect(seen).toHaveLength(1);
  });

  it("gives up after some attempts", async () => {
    const { http, seen, waits } = await serve(DOWN);
    expect(await failure(http().request({ method: "GET", path: "/" }))).toMatchObject({
      kind: "unavailable",
    });
    expect(seen).toHaveLength(5);
    expect(waits).toEqual([250, 500, 1000, 2000]);
  });

  it("waits as long as the service wants", async () => {
    const header = await serve({ ...BUSY, headers: { "retry-after": "7" } }, OK);
    await header.http().request({ method: "GET", path: "/" });
    expect(header.waits).toEqual([7000]);
  });

  it("reads the wait from the details", async () => {
    const info = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2.500s" };
    const { http, waits } = await serve(google(429, "RESOURCE_EXHAUSTED", "x", [info]), OK);
    await http().request({ method: "PATCH", path: "/", body: {} });
    expect(waits).toEqual([2500]);
  });

  it("does not sit out a long wait", async () => {
    const { http, seen } = await serve({ ...BUSY, headers: { "retry-after": "3600" } });
    const error = await failure(http().request({ method: "GET", path: "/" }));
    expect(error).toMatchObject({ kind: "busy", action: expect.stringContaining("3600 s") });
    expect(seen).toHaveLength(1);
  });
});

describe("stopping", () => {
  it("closes the connection", async () => {
    const { http, seen } = await serve("hang");
    const stop = new AbortController();
    const running = failure(http().request({ method: "PATCH", path: "/", body: {}, signal: stop.signal }));
    await expect.poll(() => seen.length).toBe(1);
    stop.abort();
    expect(await running).toMatchObject({ kind: "cancelled", outcomeUnknown: true });
    await expect.poll(() => seen[0]!.closed).toBe(true);
  });

  it("ends a wait between attempts", async () => {
    const { endpoint, seen } = await serve({ ...BUSY, headers: { "retry-after": "30" } });
    const stop = new AbortController();
    const http = new HttpClient({ destination: dashboardsDestination(endpoint), signIn: noCredentials });
    const running = failure(http.request({ method: "GET", path: "/", signal: stop.signal }));
    await expect.poll(() => seen.length).toBe(1);
    setTimeout(() => stop.abort(), 20);
    expect(await running).toMatchObject({ kind: "cancelled", outcomeUnknown: false });
  });

  it("sends nothing when it is stopped already", async () => {
    const { http, seen } = await serve(OK);
    expect(
      await failure(http().request({ method: "GET", path: "/", signal: AbortSignal.abort() })),
    ).toMatchObject({ kind: "cancelled" });
    expect(seen).toHaveLength(0);
  });
});

it("gives up on a service that does not answer, once", async () => {
  const { http, seen } = await serve("hang");
  const error = await failure(http({ timeoutMs: 50 }).request({ method: "GET", path: "/" }));
  expect(error).toMatchObject({
    kind: "unreachable",
    timedOut: true,
    message: expect.stringContaining("in time"),
  });
  expect(seen).toHaveLength(1);
});

it("knows that nothing was sent if the connection is refused", async () => {
  const { endpoint } = await serve(OK);
  await new Promise((resolve) => server!.close(resolve));
  const http = new HttpClient({
    destination: dashboardsDestination(endpoint),
    signIn: noCredentials,
    sleep: async () => {},
  });
  const error = await failure(http.request({ method: "POST", path: "/", body: {} }));
  expect(error).toMatchObject({
    kind: "unreachable",
    outcomeUnknown: false,
    message: expect.stringContaining("ECONNREFUSED"),
  });
});

it("asks for new credentials once when the service does not accept them", async () => {
  const { http, seen } = await serve(google(401, "UNAUTHENTICATED", "no"));
  let forgotten = 0;
  const credentials = {
    label: "test",
    headers: async () => ({ authorization: `Bearer t${forgotten}` }),
    forget: () => void forgotten++,
  };
  const error = await failure(http({ signIn: () => credentials }).request({ method: "GET", path: "/" }));
  expect(error).toMatchObject({
    kind: "credentials",
    message: expect.stringMatching(/^127\.0\.0\.1:\d+ rejected test\.$/),
  });
  expect(seen.map((s) => s.headers["authorization"])).toEqual(["Bearer t0", "Bearer t1"]);
});

it("says whose credentials were not accepted, and what helps with these", async () => {
  const { http } = await serve(
    google(401, "UNAUTHENTICATED", "Expected OAuth 2 access token, login cookie …"),
  );
  const of = async (credentials: CredentialChoice) => {
    const source = credentialsOf(
      dashboardsDestination("https://monitoring.googleapis.com", { credentials }),
      { environment: { TOKEN: "sesame" }, secrets: { token: async () => "sesame" } },
    );
    const { message, action } = await failure(
      http({ signIn: () => source }).request({ method: "GET", path: "/" }),
    );
    return `${message} ${action}`.replace(/^[\d.:]+/, "It");
  };
  expect([await of({ env: "TOKEN" }), await of("secret"), await of("none")]).toEqual([
    expect.stringMatching(/^It rejected the access token in the environment variable TOKEN\. Set TOKEN to/),
    "It rejected the stored access token. Run the command Mosaic: Set Access Token.",
    expect.stringMatching(/^It rejected a call without credentials\. Remove "credentials": "none"/),
  ]);
});

it("does not follow a redirect with the token", async () => {
  const { http, seen } = await serve({ status: 302, headers: { location: "http://127.0.0.1:1/" } });
  expect(await failure(http({ attempts: 1 }).request({ method: "GET", path: "/" }))).toMatchObject({
    kind: "unexpected",
    message: expect.stringMatching(
      /^127\.0\.0\.1:\d+ redirects to 127\.0\.0\.1:1, and Mosaic follows no redirects\.$/,
    ),
  });
  expect(seen).toHaveLength(1);
});

it("logs no headers and no bodies", async () => {
  const { http } = await serve(OK);
  const lines: string[] = [];
  const credentials = {
    label: "t",
    headers: async () => ({ authorization: "Bearer secret" }),
    forget: () => {},
  };
  await http({ signIn: () => credentials, log: (line) => lines.push(line) }).request({
    method: "POST",
    path: "/v1/x",
    body: { a: "private" },
  });
  expect(lines).toEqual([expect.stringMatching(/^POST \/v1\/x 200 \d+ ms$/)]);
});

describe("a service with its own dialect", () => {
  const dialect: HttpDialect = {
    errorOf: ({ status }) =>
      new ServiceError(status === 401 ? "credentials" : "unavailable", `own ${status}`),
    retryAfterMs: ({ headers }) => Number(headers.get("x-wait")),
    repeatable: new Set([500]),
  };

  it("brings its own errors, and the statuses after which a safe request is sent again", async () => {
    for (const [idempotent, calls] of [[true, 3] as const, [false, 1] as const]) {
      const { http, seen } = await serve({ status: 500 }, { status: 500 }, { status: 503 });
      const error = await failure(
        http({ dialect }).request({ method: "POST", path: "/", body: {}, idempotent }),
      );
      expect([error.message, seen.length]).toEqual([`own ${calls === 3 ? 503 : 500}`, calls]);
      server!.close();
    }
  });

  it("says in its own way how long to wait", async () => {
    const { http, waits } = await serve({ status: 429, headers: { "x-wait": "7000" } }, OK);
    await http({ dialect }).request({ method: "GET", path: "/" });
    expect(waits).toEqual([7000]);
  });

  it("takes forms, and repeats a 401 only where other credentials may come", async () => {
    const { http, seen } = await serve({ status: 401 });
    const credentials = { label: "t", headers: async () => ({}), forget: () => {}, fixed: true };
    const form = { a: "b c", d: "&" };
    await failure(
      http({ dialect, signIn: () => credentials }).request({
        method: "POST",
        path: "/",
        form,
        idempotent: true,
      }),
    );
    expect(seen).toHaveLength(1);
    expect(seen[0]!.headers["content-type"]).toBe("application/x-www-form-urlencoded");
    await failure(http({ dialect }).request({ method: "POST", path: "/", form, idempotent: true }));
    expect(seen).toHaveLength(3);
  });
});
