import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../emulator/server";
import { CommandLineError, Exit, type Io } from "../io";
import { runUsage } from "./usage";

const NOW = Date.parse("2026-07-31T12:00:00Z");
const ORDERS = "a1f0c3d2-7b64-4e0e-8f15-2c9d3b7a6e01";

let folder: string;
let emulator: Emulator;
let output: { out: string; err: string };
let io: Io;
/** Of the client and the emulator; moves when the client waits, which takes no time. */
let now: number;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mosaic-usage-"));
  now = NOW;
  emulator = await startEmulator({
    usage: {
      now: () => now,
      denied: ["usage:client:view"],
      client: { id: "me", secret: "s" },
    },
  });
  await configure({ emu: profile() });
  output = { out: "", err: "" };
  io = {
    cwd: folder,
    env: { ID: "me", SECRET: "s", ...trusting() },
    color: false,
    out: (text) => void (output.out += text),
    err: (text) => void (output.err += text),
    stdin: async () => "",
  };
});
afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

const profile = (more: object = {}) => ({
  baseUrl: emulator.url,
  credentials: { env: { clientId: "ID", clientSecret: "SECRET" } },
  ...more,
});
/** Consent to what the profile of these tests sends to the emulator. */
const trusting = () => ({
  MOSAIC_TRUST: `usage=${emulator.url}?login=${emulator.url}&credentials=env:ID%2CSECRET`,
});
async function configure(usageProfiles: object): Promise<void> {
  await mkdir(path.join(folder, ".mosaic"), { recursive: true });
  await writeFile(path.join(folder, ".mosaic/config.json"), JSON.stringify({ usageProfiles }));
}
const usage = (...args: string[]) =>
  runUsage(args, io, { now: () => now, sleep: async (ms) => void (now += ms) });

it("shows who calls most, with totals, and tells on stderr how it goes", async () => {
  expect(await usage()).toBe(Exit.ok);
  const lines = output.out.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^API usage from 2026-07-01 to 2026-07-30 \(UTC\), [\d,]+ 429s$/);
  expect(lines[2]).toMatch(
    /^Client +Client id +Requests +2xx +3xx +429 +Other 4xx +5xx +Error rate +429 rate$/,
  );
  expect(lines).toHaveLength(2 + 2 + 6 + 2);
  expect(lines.at(-1)).toMatch(/^Total /);
  expect(output.err).toMatch(/^Starting job\nJob [0-9a-f-]{36}: succeeded\nJob [0-9a-f-]{36}: reading\n$/);
  const requests = lines.slice(4, -2).map((line) => Number(line.split(/ {2,}/)[2]!.replaceAll(",", "")));
  expect(requests).toEqual([...requests].sort((a, b) => b - a));
  const total = lines.at(-1)!.split(/ {2,}/)[1]!.replaceAll(",", "");
  expect(Number(total)).toBe(requests.reduce((a, b) => a + b));
});

it("prints JSON and CSV of the same records", async () => {
  const what = [
    "--from",
    "2026-07-01",
    "--to",
    "2026-07-14",
    "--granularity",
    "week",
    "--group-by",
    "method",
  ];
  expect(await usage(...what, "--format", "json")).toBe(0);
  const json = JSON.parse(output.out);
  expect(json).toMatchObject({ granularity: "Week", groupBy: ["Method"], missing: [], timeZone: "UTC" });
  output.out = "";
  expect(await usage(...what, "--format", "csv")).toBe(0);
  const [head, ...rows] = output.out.trimEnd().split("\r\n");
  expect(rows).toHaveLength(json.records.length);
  const column = head!.split(",").indexOf("requests");
  const sum = rows.reduce((total, line) => total + Number(line.split(",")[column]), 0);
  expect(sum).toBe(json.totals.requests);
});

it("opens jobs again by their ids", async () => {
  const what = ["--from", "2026-04-01", "--to", "2026-07-29", "--format", "json"];
  await usage(...what);
  const first = JSON.parse(output.out);
  expect(first.jobs).toHaveLength(2);
  Object.assign(output, { out: "", err: "" });
  expect(await usage(...what, ...first.jobs.flatMap((id: string) => ["--job", id]))).toBe(0);
  expect(JSON.parse(output.out)).toEqual(first);
  expect(output.err).not.toContain("Starting");
  await expect(usage(...what, "--job", first.jobs[0])).rejects.toThrow(/2 jobs/);
});

it("gives up in time and says how to go on", async () => {
  emulator.nextJobs("stuck");
  expect(await usage("--timeout", "0.5", "--group-by", "client,user")).toBe(Exit.failed);
  expect(output.out).toBe("");
  const command = /mosaic usage (--profile emu .*)$/m.exec(output.err)?.[1];
  expect(command).toMatch(/--group-by client,user --timeout 0.5 --job [0-9a-f-]{36}$/);
});

it("ends with 1 for what the service refuses, naming the permission", async () => {
  expect(await usage("--client", ORDERS)).toBe(Exit.findings);
  expect(output.err).toContain("[missing.any.permissions]");
  expect(output.err).toContain("role with the permission usage:client:view");
  emulator.nextJobs("failed");
  output.err = "";
  expect(await usage()).toBe(Exit.findings);
  expect(output.err).toContain("The query could not be completed.");
  expect(output.out).toBe("");
});

it("exits with 2 without a response or with an invalid client", async () => {
  io = { ...io, env: { ...io.env, SECRET: "wrong" } };
  expect(await usage()).toBe(Exit.failed);
  expect(output.err).toContain("[invalid_client]");
  await emulator.close();
  expect(await usage()).toBe(Exit.failed);
  expect(output.err).toContain("ECONNREFUSED");
});

it("says so when a profile uses the older query", async () => {
  await configure({ previous: profile({ legacy: true }) });
  expect(await usage()).toBe(0);
  expect(output.err).toContain("legacy usage query");
  expect(output.out).not.toContain("purecloud-builtin");
});

it.each<[string[], RegExp]>([
  [["--granularity", "hour"], /smallest granularity is Day/],
  [["--from", "2026-07-01T00:00:00Z"], /only the date/],
  [["--from", "2020-01-01"], /is available for one year/],
  [["--to", "2026-07-32"], /not a date/],
  [["--group-by", "client,host"], /"host" is not one of client, user/],
  [["--group-by", "organization"], /requires a client/],
  [["--client", ORDERS, "--group-by", "user"], /requires all clients/],
  [["--format", "xml"], /table, json or csv/],
  [["--timeout", "soon"], /minutes/],
  [["--profile", "nope"], /no valid usage profile "nope"/],
])("%j is a mistake in the call", async (args, message) => {
  const error = await usage(...args).catch((e) => e);
  expect(error).toBeInstanceOf(CommandLineError);
  expect(error.message).toMatch(message);
  expect(output).toEqual({ out: "", err: "" });
});

it("asks which profile when there are two, and for one when there is none", async () => {
  await configure({ a: profile(), b: profile() });
  await expect(usage()).rejects.toThrow(/Choose one of the usage profiles "a", "b"/);
  expect(await usage("--profile", "b")).toBe(0);
  await configure({});
  await expect(usage()).rejects.toThrow(/No usage profile is set up/);
});
