import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { createGzip } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type Listener, listen } from "./listener";
import { useScene } from "./mosaic";

const scene = useScene();
const closing: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

async function serving(answer: Parameters<typeof listen>[0]): Promise<Listener> {
  const listener = await listen(answer);
  closing.push(() => listener.close());
  await scene.file(
    ".mosaic/config.json",
    JSON.stringify({ profiles: { p: { project: "demo", endpoint: listener.url } } }),
  );
  return listener;
}

describe("an answer has an end", () => {
  it("that unpacks to more and more", async () => {
    await serving((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" });
      const gzip = createGzip({ level: 9 });
      gzip.pipe(response);
      const spaces = Buffer.alloc(1024 * 1024, 0x20);
      const more = () => {
        if (!response.destroyed) gzip.write(spaces, () => setImmediate(more));
      };
      more();
    });
    // A heap in which the whole of it has no room.
    const outcome = await scene.mosaic(["list"], { env: { NODE_OPTIONS: "--max-old-space-size=256" } });
    expect([outcome.code, outcome.err]).toEqual([2, expect.stringContaining("larger than 32 MB")]);
  });

  it("with pages that lead in a circle, or to ever more pages", async () => {
    let page = 0;
    const endless = await serving((_, response) =>
      response.end(JSON.stringify({ dashboards: [], nextPageToken: `token-${page++}` })),
    );
    const outcome = await scene.mosaic(["list"]);
    expect([outcome.code, outcome.err]).toEqual([2, expect.stringContaining("without a last one")]);
    expect(endless.requests.length).toBeLessThan(3000);
    await serving((_, response) => response.end(JSON.stringify({ nextPageToken: "again" })));
    expect((await scene.mosaic(["list"])).err).toContain("twice");
  });

  it("with brackets inside brackets", async () => {
    await serving((_, response) => response.end(`{"dashboards":${"[".repeat(1_000_000)}`));
    const outcome = await scene.mosaic(["list"]);
    expect([outcome.code, outcome.err]).toEqual([2, expect.stringContaining("nested deeper")]);
  });

  it("and thousands of dashboards are listed", async () => {
    const total = 5000;
    await serving((request, response) => {
      const { searchParams } = new URL(request.url!, "http://x");
      const from = Number(searchParams.get("pageToken") ?? 0);
      const to = Math.min(total, from + Number(searchParams.get("pageSize")));
      const dashboards = Array.from({ length: to - from }, (_, i) => ({
        name: `projects/demo/dashboards/d${from + i}`,
        displayName: `Dashboard ${from + i} ${"x".repeat(10_000)}`,
      }));
      response.end(JSON.stringify({ dashboards, ...(to < total && { nextPageToken: String(to) }) }));
    });
    const { code, out } = await scene.mosaic(["list", "--format", "json"]);
    expect([code, (JSON.parse(out) as unknown[]).length]).toEqual([0, total]);
  });
});

it("a redirect is not followed, and named", async () => {
  const elsewhere = await listen((_, response) => response.end("{}"));
  closing.push(() => elsewhere.close());
  await serving((_, response) => response.writeHead(302, { location: elsewhere.url }).end());
  const { code, err } = await scene.mosaic(["list"]);
  expect([code, err]).toEqual([2, expect.stringContaining("Mosaic follows no redirects")]);
  expect(elsewhere.requests).toEqual([]);
});

describe("the certificate authority of a company", () => {
  it("counts when the system or NODE_EXTRA_CA_CERTS has it, and not otherwise", async (context) => {
    const key = path.join(scene.folder, "key.pem");
    const cert = path.join(scene.folder, "cert.pem");
    const subject = ["-subj", "/CN=corp", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "1"];
    const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, ...subject];
    try {
      execFileSync("openssl", args, { stdio: "ignore" });
    } catch {
      context.skip();
    }
    const seen: string[] = [];
    const server: Server = createServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (request, response) => {
        seen.push(request.headers.authorization ?? "");
        response.end("{}");
      },
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    closing.push(() => new Promise((resolve) => server.close(resolve)));
    const endpoint = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const list = (env: Record<string, string>) =>
      scene.mosaic(["list", "--project", "demo", "--endpoint", endpoint, "--credentials", "env:TOKEN"], {
        env: { TOKEN: "t", ...env },
      });
    const without = await list({});
    expect([without.code, without.err]).toEqual([2, expect.stringMatching(/SELF_SIGNED|UNABLE_TO/)]);
    expect(seen).toEqual([]);
    expect(await list({ NODE_EXTRA_CA_CERTS: cert })).toMatchObject({ code: 0 });
    // Where macOS and Windows keep theirs a test cannot write.
    if (process.platform === "linux") expect(await list({ SSL_CERT_FILE: cert })).toMatchObject({ code: 0 });
    expect(new Set(seen)).toEqual(new Set(["Bearer t"]));
  });
});
