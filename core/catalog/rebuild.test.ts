import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

const tool = fileURLToPath(new URL("../../scripts/catalog.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "catalogue-"));
const write = (name: string, lines: readonly string[]): string => {
  writeFileSync(
    join(folder, name),
    lines.map((line) => line.replaceAll(" | ", "\t").replaceAll("~", "")).join("\n"),
  );
  return join(folder, name);
};

beforeAll(() => {
  // Columns in another order than the tool's own, `~` for an empty cell.
  const metrics = write("metrics.in", [
    "metric_type | value_type | metric_kind | unit | metric_labels | monitored_resource_types | labels_known | launch_stage | sources | uses_in_google_samples | last_seen | resources_source | labels_source",
    "s.example.com/b/two | DOUBLE | GAUGE | By | ~ | res_a | 0 | BETA | samples | 3 | 2023 | samples | ~",
    "s.example.com/a/one | DISTRIBUTION | DELTA | ms | k,l | res_a,res_b | 1 | GA | docs+samples | 0 | 2026 | docs | docs",
  ]);
  const resources = write("resources.in", [
    "resource_type | labels | source",
    "res_b | zone | seen-in-metrics",
    "res_a | project_id,zone | docs-2026-04",
    "res_c | id | dynatrace-2022",
  ]);
  const values = write("values.in", ["metric_type | label | values", "s.example.com/a/one | k | x,y,"]);
  const args = ["--metrics", metrics, "--resources", resources, "--label-values", values, "--out", folder];
  execFileSync(process.execPath, [tool, ...args, "--as-of", "2030-01"]);
});
afterAll(() => rmSync(folder, { recursive: true }));

const built = (name: string): string[] => readFileSync(join(folder, name), "utf8").split("\n");

it("builds the compact metric table", () => {
  expect(built("metrics.tsv")).toEqual([
    "!as-of\t2030-01",
    "!newest\t2026",
    "!covered\ts.example.com",
    "!resources",
    "res_a",
    "res_a,res_b",
    "!labels",
    "k,l",
    "!metrics",
    "/s.example.com/a/",
    "one\tDHGrl\tms\t1\t0",
    "/s.example.com/b/",
    "two\tGDB\tBy\t0\t\t2023\t3",
    "",
  ]);
});

it("builds the resource and value tables", () => {
  expect(built("resources.tsv")).toEqual([
    "res_a\tproject_id,zone",
    "res_b\tzone\tseen",
    "res_c\tid\told",
    "",
  ]);
  expect(built("label-values.tsv")).toEqual([
    "!values",
    "x,y,",
    "!metrics",
    "/s.example.com/a/",
    "one\tk=0",
    "",
  ]);
});

it("refuses a table that lacks a column", () => {
  const bad = write("bad.in", ["metric_type | unit", "a/b | 1"]);
  const run = () =>
    execFileSync(
      process.execPath,
      [tool, "--metrics", bad, "--resources", bad, "--label-values", bad, "--out", folder],
      {
        stdio: "pipe",
      },
    );
  expect(run).toThrow(/no column metric_kind/);
});
