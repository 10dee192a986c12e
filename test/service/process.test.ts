import { expect, test } from "vitest";
import { run, start } from "./bundle";
import { call } from "./http";

test("the first line is the URL alone, the log goes elsewhere", async () => {
  const emulator = await start();
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:[0-9]+$/);
  expect((await call(emulator.url, { send: "GET /v1/projects/orchard-demo/dashboards" })).status).toBe(200);
  await expect
    .poll(emulator.stderr)
    .toMatch(/^GET \/v1\/projects\/orchard-demo\/dashboards 200 [0-9]+ ms\n$/);
});

test.skipIf(process.platform === "win32").each(["SIGTERM", "SIGINT"] as const)(
  "%s ends it cleanly",
  async (signal) => {
    const emulator = await start();
    // A connection that is kept open must not hold it up.
    await call(emulator.url, { send: "GET /v1/projects/orchard-demo/dashboards" });
    expect(await emulator.end(signal)).toEqual([0, null]);
  },
);

test("--help and --version", async () => {
  const help = await run("--help");
  expect(help).toMatchObject({ code: 0, err: "" });
  for (const flag of [
    "port",
    "host",
    "data",
    "token",
    "refuse",
    "newer",
    "fault",
    "seed",
    "deny",
    "version",
  ]) {
    expect(help.out).toContain(`--${flag}`);
  }
  expect(await run("--version")).toEqual({ code: 0, out: "1.2.3\n", err: "" });
});

test.each([
  [["--colour"], "--colour"],
  [["orchard"], "orchard"],
  [["--port"], "--port"],
  [["--port", "many"], 'bad value "many" for --port'],
  [["--port", "65536"], "from 0 to 65535"],
  [["--host", "0.0.0.0"], "--allow-host"],
  [["--host", "::"], "--allow-host"],
  [["--host", "0:0:0:0:0:0:0:0"], "--allow-host"],
  [["--allow-host", "a/b"], 'bad name "a/b"'],
  [["--allow-origin", "https://x/y"], 'bad origin "https://x/y"'],
  [["--fault", "rain=1"], 'unknown fault "rain=1"'],
  [["--fault", "429=2"], "from 0 to 1"],
  [["--fault", "latency=soon"], 'bad fault "latency=soon"'],
  [["--refuse", "tiles"], "PATH=TEXT"],
  [["--refuse", "a b=no"], 'bad path "a b"'],
  [["--newer", "a.b"], 'bad name "a.b"'],
  [["--deny", "Big Project"], 'bad project "Big Project"'],
])("%j is not understood", async (args, message) => {
  const result = await run(...args);
  expect([result.code, result.out]).toEqual([2, ""]);
  expect(result.err).toContain(message);
  expect(result.err).not.toContain("    at ");
});

test("a port in use is said so", async () => {
  const port = new URL((await start()).url).port;
  const result = await run("--port", port);
  expect(result).toMatchObject({ code: 1, out: "" });
  expect(result.err).toBe(
    `emulator: port ${port} on 127.0.0.1 is in use; choose another with --port, or 0 for a free one\n`,
  );
});

test("a data folder that is a file is said so", async () => {
  const result = await run("--data", import.meta.filename);
  expect(result.code).toBe(1);
  expect(result.err).toContain(`the data folder ${import.meta.filename} cannot be used`);
});
