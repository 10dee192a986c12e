import { expect, it } from "vitest";
import type { UsageProfile } from "../../core/config/usage/usage";
import { typedDestination } from "../../test/support/destinations";
import { oauthClientCredentials, usageCredentials } from "./oauth";

const PROFILE: UsageProfile = {
  name: "p",
  baseUrl: "https://api.mypurecloud.de",
  loginUrl: "https://login.mypurecloud.de",
  credentials: { env: { clientId: "ID", clientSecret: "SECRET" } },
  legacy: false,
};
const DESTINATION = typedDestination(PROFILE);
const environment = { ID: "id:with colon", SECRET: "pä:ss" };

/** A login host that gives out numbered tokens, or answers with what `reply` says. */
function login(reply: (n: number) => Response | Promise<Response> = (n) => token(n)) {
  const requests: { url: string; init: RequestInit }[] = [];
  const fetcher = (async (url: string, init: RequestInit) => {
    requests.push({ url, init });
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener("abort", () => reject(new Error("aborted"))),
    );
    return Promise.race([reply(requests.length), aborted]);
  }) as typeof fetch;
  return { requests, fetch: fetcher };
}
const token = (n: number, more: object = { expires_in: 100 }) =>
  new Response(JSON.stringify({ access_token: `t${n}`, token_type: "bearer", ...more }));

it("asks the login host with a form and basic authentication", async () => {
  const { requests, fetch } = login();
  expect(await usageCredentials(DESTINATION, { environment, fetch }).headers()).toEqual({
    authorization: "Bearer t1",
  });
  const [{ url, init }] = requests as [(typeof requests)[0]];
  expect(url).toBe("https://login.mypurecloud.de/oauth/token");
  expect(init).toMatchObject({
    method: "POST",
    body: "grant_type=client_credentials",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from("id:with colon:pä:ss").toString("base64")}`,
    },
  });
});

it.each([
  [{ expires_in: 100 }, 90_000],
  [{ expires_in: 86_399 }, 86_339_000],
  [{}, 270_000],
  [{ expires_in: "soon" }, 270_000],
])("%j is kept for %i ms", async (more, life) => {
  let now = 0;
  const { requests, fetch } = login((n) => token(n, more));
  const source = usageCredentials(DESTINATION, { environment, fetch, now: () => now });
  await source.headers();
  now = life - 1;
  await source.headers();
  expect(requests).toHaveLength(1);
  now = life;
  expect(await source.headers()).toEqual({ authorization: "Bearer t2" });
  source.forget();
  expect(await source.headers()).toEqual({ authorization: "Bearer t3" });
});

it("asks once for several calls at a time, and stops when none of them waits any more", async () => {
  let release = (_: Response) => {};
  const held = new Promise<Response>((resolve) => (release = resolve));
  const { requests, fetch } = login((n) => (n === 1 ? held : token(n)));
  const source = usageCredentials(DESTINATION, { environment, fetch });
  const stop = new AbortController();
  const [one, two] = [source.headers(stop.signal).catch((error) => error), source.headers()];
  stop.abort();
  expect(await one).toMatchObject({ kind: "cancelled" });
  release(token(1));
  expect(await two).toEqual({ authorization: "Bearer t1" });
  expect(requests).toHaveLength(1);

  const alone = login(() => new Promise(() => {}));
  const other = usageCredentials(DESTINATION, { environment, fetch: alone.fetch });
  const halt = new AbortController();
  const waiting = other.headers(halt.signal).catch((error) => error);
  await new Promise((resolve) => setTimeout(resolve, 5));
  halt.abort();
  expect(await waiting).toMatchObject({ kind: "cancelled" });
  expect(alone.requests[0]!.init.signal!.aborted).toBe(true);
});

it.each([
  [400, { error: "invalid_client", description: "client not found" }, /\(client not found\)/],
  [401, { error: "invalid_client", error_description: "authentication failed" }, /\(authentication failed\)/],
  [400, { error: "unauthorized_client" }, /wrong grant type/],
  [400, { error: "invalid_request", error_description: "x" }, /returned no access token \(x\)/],
  [401, "<html>", /returned no access token/],
])("understands %i %j", async (status, body, message) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { requests, fetch } = login(() => new Response(text, { status }));
  const error = await usageCredentials(DESTINATION, { environment, fetch })
    .headers()
    .catch((e) => e);
  expect(error).toMatchObject({ kind: "credentials", status, message: expect.stringMatching(message) });
  expect(requests).toHaveLength(1);
});

it("tries again where the login host is only busy", async () => {
  const { fetch } = login((n) => (n < 3 ? new Response("{}", { status: n === 1 ? 429 : 503 }) : token(n)));
  const source = usageCredentials(DESTINATION, { environment, fetch, sleep: async () => {} });
  expect(await source.headers()).toEqual({ authorization: "Bearer t3" });
});

it("refuses answers without a usable token", async () => {
  for (const access_token of [undefined, "", "a b", 7]) {
    const { fetch } = login(() => new Response(JSON.stringify({ access_token })));
    const source = usageCredentials(DESTINATION, { environment, fetch });
    expect(await source.headers().catch((e) => e)).toMatchObject({ kind: "credentials" });
  }
});

it("names the missing variable, and sends no request", async () => {
  const { requests, fetch } = login();
  const source = usageCredentials(DESTINATION, { environment: { ID: "x" }, fetch });
  const error = await source.headers().catch((e) => e);
  expect(error).toMatchObject({ kind: "credentials", message: expect.stringContaining("SECRET is not set") });
  const one = usageCredentials(typedDestination({ ...PROFILE, credentials: { env: "TOKEN" } }), {
    environment: {},
    fetch,
  });
  expect((await one.headers().catch((e) => e)).message).toContain("TOKEN is not set");
  expect(requests).toEqual([]);
});

it("hands on what goes wrong while the client is read", async () => {
  const { fetch } = login();
  const source = oauthClientCredentials("x", DESTINATION, { environment: {}, fetch }, () => {
    throw new Error("broken");
  });
  await expect(source.headers()).rejects.toThrow("broken");
});
