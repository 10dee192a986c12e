import { request } from "node:http";
import { expect, test } from "vitest";
import { readCommand } from "../../emulator/options";
import { ALL, create, serve } from "./serving";

test("without its token every call is a 401", async () => {
  const emulator = await serve({ token: "sesame" });
  const bare = await emulator.call({ send: `GET ${ALL}` });
  expect([bare.status, bare.json.error.status]).toEqual([401, "UNAUTHENTICATED"]);
  expect(bare.headers.get("www-authenticate")).toMatch(/^Bearer realm=/);
  for (const authorization of ["Bearer wrong", "Basic sesame", "Bearer sesamex"]) {
    expect((await emulator.call({ send: `GET ${ALL}`, headers: { authorization } })).status).toBe(401);
  }
});

test("with its token a call is answered", async () => {
  const emulator = await serve({ token: "sesame" });
  expect(
    (await emulator.call({ send: `GET ${ALL}`, headers: { authorization: "Bearer sesame" } })).status,
  ).toBe(200);
  expect((await emulator.call({ send: `GET ${ALL}?access_token=sesame` })).status).toBe(200);
});

test("a denied project is a 403 by id and by number, others are open", async () => {
  const open = await serve();
  const number = (await create(open, "pears")).name.split("/")[1]!;
  const emulator = await serve({ deny: ["orchard-demo"] });
  for (const project of ["orchard-demo", number]) {
    const answer = await emulator.call({ send: `GET /v1/projects/${project}/dashboards/pears` });
    expect([answer.status, answer.json.error.status]).toEqual([403, "PERMISSION_DENIED"]);
    expect(answer.json.error.message).toContain("monitoring.dashboards.get");
  }
  expect((await emulator.call({ send: "GET /v1/projects/meadow-demo/dashboards" })).status).toBe(200);
});

/** Sends headers that `fetch` does not let one choose. */
function statusFor(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${url}${ALL}`, { headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  [{ host: "orchard.example" }, 403],
  [{ host: "127.0.0.1.orchard.example" }, 403],
  [{ host: "evil.example@localhost" }, 403],
  [{ host: "localhost#evil.example" }, 403],
  [{ host: "localhost/evil.example" }, 403],
  [{ host: "localhost?evil.example" }, 403],
  [{ host: "127.0.0.1\\.evil.example" }, 403],
  [{ host: "localhost:" }, 403],
  [{ origin: "http://evil.example@localhost" }, 403],
  [{ origin: "http://localhost#evil.example" }, 403],
  [{ origin: "http://127.0.0.1\\.evil.example" }, 403],
  [{ host: "localhost:1" }, 200],
  [{ host: "127.0.0.1" }, 200],
  [{ host: "[::1]:80" }, 200],
  [{ origin: "https://orchard.example" }, 403],
  [{ origin: "null" }, 403],
  [{ origin: "http://localhost:3000" }, 200],
])("a web page elsewhere cannot reach it: %j", async (headers, status) => {
  const emulator = await serve();
  expect(await statusFor(emulator.url, headers)).toBe(status);
});

test.each([
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { host: "emulator.test:80" }, 200],
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { host: "EMULATOR.test" }, 200],
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { host: "orchard.example" }, 403],
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { host: "emulator.test.orchard.example" }, 403],
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { host: "127.0.0.1" }, 200],
  [{ host: "0.0.0.0" }, { host: "192.0.2.1" }, 403],
  [{ host: "0.0.0.0", allowedHosts: ["emulator.test"] }, { origin: "http://emulator.test" }, 403],
  [{ allowedOrigins: ["https://a.vscode-cdn.net"] }, { origin: "https://a.vscode-cdn.net" }, 200],
  [
    { allowedOrigins: ["https://a.vscode-cdn.net"] },
    { origin: "https://a.vscode-cdn.net.orchard.example" },
    403,
  ],
  [{ allowedOrigins: ["vscode-webview://x"] }, { origin: "vscode-webview://x" }, 200],
  [{}, { origin: "vscode-webview://localhost" }, 403],
])("wherever it listens, only who is named is answered: %j %j", async (options, headers, status) => {
  const emulator = await serve(options);
  expect(await statusFor(emulator.url, headers as Record<string, string>)).toBe(status);
});

test("a page of this machine may call it and read what it answers; others are not invited", async () => {
  const emulator = await serve();
  const ask = (origin: string) =>
    fetch(`${emulator.url}${ALL}/a`, {
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "PATCH",
        "access-control-request-headers": "authorization, content-type",
      },
    });
  const asked = await ask("http://localhost:3000");
  expect(asked.status).toBe(204);
  expect(asked.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
  expect(asked.headers.get("access-control-allow-methods")).toContain("PATCH");
  expect(asked.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
  const answer = await fetch(emulator.url + ALL, { headers: { origin: "http://localhost:3000" } });
  expect(answer.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");

  const refused = await ask("https://orchard.example");
  expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([403, null]);
  expect((await fetch(emulator.url + ALL)).headers.get("access-control-allow-origin")).toBeNull();
});

test("nothing secret is logged", async () => {
  const lines: string[] = [];
  const emulator = await serve({ token: "sesame", log: (line) => lines.push(line) });
  await emulator.call({ send: `GET ${ALL}?access_token=sesame` });
  await emulator.call({ send: `GET ${ALL}`, headers: { authorization: "Bearer sesame" } });
  expect(lines).toHaveLength(2);
  expect(lines.join("\n")).not.toContain("sesame");
});

test.each([
  "0.0.0.0",
  "0",
  "0x0",
  "0x0.0",
  "0.0",
  "00.0.0.0",
  "::",
  "[::]",
  "0:0:0:0:0:0:0:0",
  "::ffff:0.0.0.0",
  "",
])("to listen on %j is to listen everywhere, and needs a name to answer to", (host) => {
  expect(() => readCommand(["--host", host])).toThrow("--allow-host");
  expect(readCommand(["--host", host, "--allow-host", "dev.example"])).toMatchObject({ kind: "start" });
});

test.each(["127.0.0.1", "localhost", "::1", "192.168.1.2"])("to listen on %j does not", (host) => {
  expect(readCommand(["--host", host])).toMatchObject({ kind: "start" });
});
