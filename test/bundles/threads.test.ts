import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const cli = path.resolve(__dirname, "../../dist/cli.js");

/** Enough for threads, and so many that each checks several times. */
const COUNT = 150;
/** Few enough for one thread. */
const FEW = 50;

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "mosaic-threads-"));
  for (let i = 0; i < COUNT; i++) {
    const filter = i % 3 === 0 ? 'metric.type = "run.googleapis.com/request_count' : "";
    const tile = {
      title: `${i}`,
      xyChart: { dataSets: [{ timeSeriesQuery: { timeSeriesFilter: { filter } } }] },
    };
    const text = i % 7 === 0 ? "{" : JSON.stringify({ displayName: `${i}`, gridLayout: { widgets: [tile] } });
    writeFileSync(path.join(folder, name(i)), text);
  }
  writeFileSync(path.join(folder, "latin1.json"), Buffer.from([0xe4]));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function name(i: number): string {
  return `${String(i).padStart(3, "0")}.dashboard.json`;
}

function validate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, "validate", "--threads", "3", ...args],
    {
      cwd: folder,
      encoding: "utf8",
    },
  );
  return { status, stdout, stderr };
}

test("many files, which threads share, give what few at a time give", () => {
  const names = Array.from({ length: COUNT }, (_, i) => name(i));
  const together = validate("--format", "json", ...names);
  expect(together).toMatchObject({ status: 1, stderr: "" });
  const parts: unknown[] = [];
  for (let i = 0; i < COUNT; i += FEW) {
    parts.push(...JSON.parse(validate("--format", "json", ...names.slice(i, i + FEW)).stdout));
  }
  expect(parts).toHaveLength(COUNT);
  expect(JSON.parse(together.stdout)).toEqual(parts);
});

test("what cannot be read is said at its place, and counts", () => {
  const { status, stdout, stderr } = validate(".", "latin1.json");
  expect(stderr).toBe("mosaic: latin1.json: not UTF-8 text\n");
  expect(status).toBe(2);
  expect(stdout).toContain(`${COUNT} dashboards checked`);
});

test("a configuration with mistakes ends the run with its place", () => {
  const below = path.join(folder, "below/.mosaic");
  mkdirSync(below, { recursive: true });
  writeFileSync(path.join(below, "config.json"), '{"profiles": 3}');
  writeFileSync(path.join(folder, "below/a.dashboard.json"), "{}");
  const { status, stderr } = validate(".");
  expect(status).toBe(2);
  expect(stderr).toMatch(/below\/\.mosaic\/config\.json:1:\d+: /);
});

test.each(["0", "x", "1.5", "65"])("--threads %s is refused", (count) => {
  const { status, stderr } = validate("--threads", count, ".");
  expect(stderr).toContain(`--threads must be a number from 1 to 64, not "${count}"`);
  expect(status).toBe(2);
});
