import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startEmulator } from "../emulator/server";
import type { Io } from "./io";
import { main } from "./program";

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(path.join(tmpdir(), "mosaic-doctor-"));
  mkdirSync(path.join(cwd, ".mosaic"));
});
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

async function doctor(config: object | string, env: Io["env"] = {}, ...args: string[]) {
  writeFileSync(
    path.join(cwd, ".mosaic/config.json"),
    typeof config === "string" ? config : JSON.stringify(config),
  );
  let out = "";
  const io: Io = {
    ...{ cwd, color: false, stdin: async () => "" },
    env: { XDG_CONFIG_HOME: path.join(cwd, "config"), ...env },
    out: (text) => void (out += text),
    err: (text) => void (out += text),
  };
  return { code: await main(["doctor", ...args], io), out };
}

const profile = (more: object) => ({ profiles: { stage: { project: "shop-stage", ...more } } });

it("shows everything on one screen, without passwords", async () => {
  const { code, out } = await doctor(profile({ credentials: { env: "GOOGLE_TOKEN" } }), {
    GOOGLE_TOKEN: "ya29.secret",
    HTTPS_PROXY: "http://me:hunter2@proxy.example:3128",
    NO_PROXY: "corp.example",
  });
  expect(out).toMatch(/^✓ Mosaic +0\.0\.0-test with Node v/);
  expect(out).toMatch(/✓ Profile +"stage": project shop-stage at monitoring\.googleapis\.com/);
  expect(out).toMatch(/✓ Proxy +http:\/\/proxy\.example:3128, with a user name; not for corp\.example/);
  expect(out).toMatch(/- Connection +not tried/);
  expect(out).not.toMatch(/hunter2|ya29/);
  expect(code).toBe(0);
});

it.each<[string, object | string, Io["env"], RegExp]>([
  ["a broken configuration", "{", {}, /✗ Configuration .*config\.json:1/],
  [
    "an untrusted destination",
    profile({ endpoint: "https://monitoring.corp.example" }),
    {},
    /✗ Destination [\s\S]*mosaic trust --profile=stage/,
  ],
  [
    "a missing token",
    profile({ credentials: { env: "GOOGLE_TOKEN" } }),
    {},
    /✗ Account +the variable GOOGLE_TOKEN is not set/,
  ],
  ["a bad proxy", profile({}), { HTTPS_PROXY: "socks5://x" }, /✗ Proxy .*not supported/],
])("names %s", async (_, config, env, message) => {
  const { code, out } = await doctor(config, env);
  expect(out).toMatch(message);
  expect(code).toBe(1);
});

it("connects only when it is told to", async () => {
  const emulator = await startEmulator({ port: 0 });
  try {
    const config = profile({ endpoint: emulator.url, credentials: "none" });
    const { code, out } = await doctor(config, {}, "--connect");
    expect(out).toMatch(/✓ Connection +the project has no dashboards/);
    expect(code).toBe(0);
  } finally {
    await emulator.close();
  }
  const gone = await doctor(profile({ endpoint: emulator.url, credentials: "none" }), {}, "--connect");
  expect(gone.out).toMatch(/✗ Connection/);
  const strange = profile({ endpoint: "https://evil.example", credentials: { env: "A_TOKEN" } });
  const { out } = await doctor(strange, { A_TOKEN: "secret" }, "--connect");
  expect(out).toMatch(/✓ Account +the token in A_TOKEN\n/);
  expect(out).toMatch(/✗ Connection +The profile [^\n]*\n {18}evil\.example is not a known host/);
  expect(out).not.toContain("secret");
});
