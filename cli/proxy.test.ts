import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { HttpClient } from "../api/http";
import { dashboardsDestination } from "../test/support/destinations";
import { proxyFetch } from "./proxy";

/** A certificate for nobody, made for this run. */
let certificate: { key: Buffer; cert: Buffer } | undefined;
beforeAll(() => {
  const folder = mkdtempSync(path.join(tmpdir(), "mosaic-tls-"));
  const [key, cert] = ["key.pem", "cert.pem"].map((name) => path.join(folder, name)) as [string, string];
  try {
    const subject = ["-subj", "/CN=dashboards.test", "-days", "1"];
    execFileSync(
      "openssl",
      ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject],
      {
        stdio: "ignore",
      },
    );
    certificate = { key: readFileSync(key), cert: readFileSync(cert) };
  } catch {
    // Without openssl only what comes before the tunnel can be tested.
  }
  rmSync(folder, { recursive: true });
});

let service: Server;
let proxy: Server;
let asked: string[];
let answer: number;
const sockets = new Set<Socket>();
const portOf = (server: Server) => (server.address() as AddressInfo).port;
const listen = (server: Server) =>
  new Promise<void>((resolve) => {
    server.on("connection", (socket: Socket) => void sockets.add(socket));
    server.listen(0, "127.0.0.1", () => resolve());
  });

beforeEach(async () => {
  asked = [];
  answer = 200;
  service = (certificate ? createTlsServer(certificate) : createServer()) as Server;
  service.on("request", async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { url, method, headers } = request;
    if (url === "/moved") response.writeHead(302, { location: "https://elsewhere.test/" }).end();
    else if (url === "/slow") return;
    else if (url === "/half")
      response.writeHead(200, { "content-length": "100" }).write("{", () => request.socket.destroy());
    else
      response
        .writeHead(url === "/gone" ? 404 : 200, { "x-test": "1" })
        .end(JSON.stringify({ url, method, body, host: headers.host, who: headers.authorization }));
  });
  proxy = createServer();
  proxy.on("connect", (request, socket, head) => {
    asked.push(`${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    if (answer !== 200) {
      socket.end(`HTTP/1.1 ${answer} No\r\n\r\n`);
      return;
    }
    const up = connect(portOf(service), "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      up.write(head);
      up.pipe(socket).pipe(up);
    });
    for (const end of [up, socket]) end.on("error", () => end.destroy());
  });
  await Promise.all([listen(service), listen(proxy)]);
});
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all([service, proxy].map((s) => new Promise((resolve) => s.close(resolve))));
  vi.unstubAllEnvs();
});

const at = (user = "") => `http://${user}127.0.0.1:${portOf(proxy)}`;

describe("through a tunnel", () => {
  const through = (user?: string) => {
    // The certificate is made for the test, and nobody vouches for it.
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    return proxyFetch({ HTTPS_PROXY: at(user) })!;
  };
  const http = (fetch: typeof globalThis.fetch, timeoutMs = 5_000) =>
    new HttpClient({
      destination: dashboardsDestination("https://dashboards.test"),
      signIn: () => ({
        label: "",
        fixed: true,
        headers: async () => ({ authorization: "Bearer t" }),
        forget() {},
      }),
      fetch,
      timeoutMs,
      attempts: 1,
    });

  it("sends the request with its body and reads the answer", async (context) => {
    if (!certificate) context.skip();
    const client = http(through("me:p%40ss@"));
    expect(await client.request({ method: "POST", path: "/v1/x?y=1", body: { a: "ä" } })).toEqual({
      url: "/v1/x?y=1",
      method: "POST",
      body: '{"a":"ä"}',
      host: "dashboards.test",
      who: "Bearer t",
    });
    await expect(client.request({ method: "GET", path: "/gone" })).rejects.toMatchObject({ status: 404 });
    // One tunnel serves many requests, and the token is seen by the service alone.
    expect(asked).toEqual([`dashboards.test:443 Basic ${Buffer.from("me:p@ss").toString("base64")}`]);
  });

  it("follows no redirect, and sees a broken answer, a time-out and a stop", async (context) => {
    if (!certificate) context.skip();
    const client = http(through(), 200);
    await expect(client.request({ method: "GET", path: "/moved" })).rejects.toMatchObject({
      message: expect.stringContaining("follows no redirects"),
    });
    await expect(client.request({ method: "GET", path: "/half" })).rejects.toMatchObject({
      kind: "unreachable",
    });
    await expect(client.request({ method: "GET", path: "/slow" })).rejects.toMatchObject({ timedOut: true });
    const stop = new AbortController();
    const running = client.request({ method: "GET", path: "/slow", signal: stop.signal });
    setTimeout(() => stop.abort(), 20);
    await expect(running).rejects.toMatchObject({ kind: "cancelled" });
  });

  it("says that it was the proxy, and that nothing was sent", async () => {
    answer = 407;
    const save = { method: "POST", path: "/", body: {} } as const;
    await expect(http(through()).request(save)).rejects.toMatchObject({
      message: "No response from dashboards.test (the proxy returned 407 No).",
      outcomeUnknown: false,
    });
    const client = http(through());
    await new Promise((resolve) => proxy.close(resolve));
    await expect(client.request(save)).rejects.toMatchObject({
      message: "No response from dashboards.test (the proxy cannot be reached: ECONNREFUSED).",
      outcomeUnknown: false,
    });
    await listen(proxy);
  });

  it("checks the certificate of the service", async (context) => {
    if (!certificate) context.skip();
    const fetch = proxyFetch({ https_proxy: at() })!;
    await expect(http(fetch).request({ method: "GET", path: "/" })).rejects.toThrow(/SELF_SIGNED/);
  });
});

describe("which proxy", () => {
  const goes = async (environment: Record<string, string>, url: string) => {
    answer = 403;
    asked = [];
    const fetch = proxyFetch(environment);
    if (!fetch) return "direct";
    const failed = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined);
    return failed === undefined && asked.length === 0 ? "direct" : asked[0];
  };

  it.each([["HTTPS_PROXY"], ["https_proxy"], ["ALL_PROXY"], ["HTTP_PROXY"]])("%s", async (name) => {
    expect(await goes({ [name]: at() }, "https://a.invalid/")).toBe("a.invalid:443");
    expect(await goes({ [name]: at().replace("http://", "") }, "https://a.invalid:8443/")).toBe(
      "a.invalid:8443",
    );
  });

  it.each([
    ["*", true],
    ["a.invalid", true],
    [".invalid", true],
    ["other.invalid, INVALID", true],
    ["*.invalid", true],
    ["a.invalid:443", true],
    ["a.invalid:8443", false],
    ["b.invalid", false],
    ["xa.invalid,.a.invalid.b", false],
    ["", false],
  ])("NO_PROXY=%s", async (exceptions, direct) => {
    const way = await goes({ HTTPS_PROXY: at(), NO_PROXY: exceptions }, "https://a.invalid/");
    expect(way).toBe(direct ? "direct" : "a.invalid:443");
  });

  it("none for this machine, and none where none is named", async () => {
    expect(proxyFetch({})).toBe(undefined);
    expect(proxyFetch({ HTTPS_PROXY: " ", NO_PROXY: "*" })).toBe(undefined);
    for (const host of [
      "https://localhost:1/",
      "https://127.0.0.1:1/",
      "https://[::1]:1/",
      "http://127.0.0.1:1/",
    ]) {
      expect(await goes({ HTTPS_PROXY: at() }, host)).toBe("direct");
    }
  });

  it("is not guessed, and a password in it is not shown", () => {
    expect(() => proxyFetch({ HTTPS_PROXY: "http://me:secret@:x" })).toThrow(
      /^the variable HTTPS_PROXY is not/,
    );
    expect(() => proxyFetch({ ALL_PROXY: "socks5://127.0.0.1:1080" })).toThrow(
      "not supported; use http or https",
    );
  });
});
