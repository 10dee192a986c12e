import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createGzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { dashboardsDestination } from "../test/support/destinations";
import { AnswerTooLarge, Pages, parseAnswer, readText } from "./answer";
import { noCredentials } from "./credentials/none";
import { DashboardsClient } from "./dashboards";
import type { ServiceError } from "./errors";
import { HttpClient } from "./http";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: ServiceError) => error,
  );

async function serve(handler: Parameters<typeof createServer>[1]): Promise<HttpClient> {
  server = createServer(handler as never);
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return new HttpClient({ destination: dashboardsDestination(endpoint), signIn: noCredentials });
}

describe("an answer", () => {
  it("that never ends and packs a gigabyte into a megabyte is given up, once", async () => {
    let requests = 0;
    let closed = false;
    const http = await serve((_, response) => {
      requests++;
      response.on("close", () => (closed = true));
      response.writeHead(200, { "content-encoding": "gzip" });
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response);
      const zeros = Buffer.alloc(1024 * 1024, 0x20);
      const more = () => {
        if (response.destroyed) return;
        gzip.write(zeros, () => setImmediate(more));
      };
      more();
    });
    const error = await failure(http.request({ method: "GET", path: "/v1/x" }));
    expect(error).toMatchObject({
      kind: "unexpected",
      outcomeUnknown: false,
      message: "The response of the service is larger than 32 MB.",
    });
    expect(requests).toBe(1);
    await expect.poll(() => closed).toBe(true);
  });

  it("may be as large as it may be, and carries characters across pieces", async () => {
    const response = new Response("ä€😀".repeat(1000));
    expect(await readText(response, 9000)).toBe("ä€😀".repeat(1000));
    await expect(readText(new Response("ä".repeat(10)), 19)).rejects.toThrow(AnswerTooLarge);
    expect(await readText(new Response(null, { status: 204 }))).toBe("");
  });

  it("may have changed something where it is too large", async () => {
    const http = await serve((_, response) => void response.end(" ".repeat(100)));
    const request = { path: "/v1/x", body: {}, maxBytes: 99 } as const;
    expect(await failure(http.request({ method: "PATCH", ...request }))).toMatchObject({
      outcomeUnknown: true,
    });
  });

  it("that is nested without end is refused, whatever its strings hold", () => {
    expect(() => parseAnswer("[".repeat(100_000))).toThrow(AnswerTooLarge);
    expect(() => parseAnswer(`{"a":${"[".repeat(300)}${"]".repeat(300)}}`)).toThrow("200 levels");
    expect(parseAnswer(JSON.stringify(["[".repeat(1000), '\\"{'.repeat(500)]))).toHaveLength(2);
    expect(parseAnswer(`${"[".repeat(200)}${"]".repeat(200)}`)).toBeInstanceOf(Array);
    expect(parseAnswer("")).toEqual({});
  });
});

describe("pages", () => {
  it("in a circle or without an end have an end", () => {
    const circle = new Pages("dashboards");
    expect([circle.next("a"), circle.next("b"), circle.next(""), circle.next(undefined)]).toEqual([
      "a",
      "b",
      undefined,
      undefined,
    ]);
    expect(() => circle.next("a")).toThrow("same page of dashboards twice");
    const endless = new Pages("metricDescriptors");
    let count = 0;
    expect(() => {
      for (;;) endless.next(`token ${count++}`);
    }).toThrow("without a last one");
    expect(count).toBe(2000);
  });

  it("of large dashboards become smaller ones", async () => {
    const asked: string[] = [];
    const http = await serve((request, response) => {
      const url = new URL(request.url!, "http://x");
      const size = Number(url.searchParams.get("pageSize"));
      const from = Number(url.searchParams.get("pageToken") ?? 0);
      asked.push(`${from}+${size}`);
      const dashboards = Array.from({ length: Math.min(size, 12 - from) }, (_, i) => ({
        name: `projects/p/dashboards/d${from + i}`,
        displayName: "x".repeat(6 * 1024 * 1024),
      }));
      const to = from + dashboards.length;
      response.end(JSON.stringify({ dashboards, ...(to < 12 && { nextPageToken: String(to) }) }));
    });
    const names: string[] = [];
    for await (const { name } of new DashboardsClient(http, "p").list()) names.push(name!);
    expect(names).toHaveLength(12);
    expect(asked).toEqual(["0+100", "0+25", "0+7", "0+2", "2+2", "4+2", "6+2", "8+2", "10+2"]);
  });
});
