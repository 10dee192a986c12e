import { expect, it } from "vitest";
import type { UsageRecord, UsageResult } from "../../api/usage/index";
import { viewOf } from "./view";

const record = (more: Partial<UsageRecord>): UsageRecord => ({
  clientId: "c",
  clientName: "Client",
  organizationId: "",
  userId: "",
  templateUri: "",
  httpMethod: "",
  platform: "",
  requests: 10,
  status200: 6,
  status300: 0,
  status400: 3,
  status429: 2,
  status500: 1,
  ...more,
});

const result = (records: UsageRecord[], more: Partial<UsageResult> = {}): UsageResult => {
  const interval = { from: "2026-07-01", to: "2026-07-03" };
  const query = { interval, granularity: "Day" as const, groupBy: ["Client" as const] };
  return { query, interval, records, missing: [], legacy: false, run: { query, parts: [] }, ...more };
};

const shown = (given: UsageResult, previous?: UsageResult) =>
  viewOf({
    id: 1,
    profile: { name: "p", baseUrl: "https://api.example.com" },
    result: given,
    askedAt: Date.parse("2026-07-10T00:00:00Z"),
    previous,
  });

it("has a bucket for every day, and no 429 twice", () => {
  const view = shown(result([record({ date: "2026-07-02" })]));
  expect(view.buckets.map(({ date, requests }) => [date, requests])).toEqual([
    ["2026-07-01", 0],
    ["2026-07-02", 10],
    ["2026-07-03", 0],
  ]);
  const { status200, status300, other400, status429, status500, requests } = view.totals;
  expect(status200 + status300 + other400 + status429 + status500).toBe(requests);
  expect([other400, status429]).toEqual([1, 2]);
});

it("compares a client with itself though it was renamed", () => {
  const before = result([record({ clientName: "Old name", requests: 4 })]);
  const { rows } = shown(result([record({}), record({ clientId: "new", clientName: "New" })]), before);
  expect(rows.map(({ values, before: was }) => [values[0], was])).toEqual([
    ["Client", 4],
    ["New", 0],
  ]);
});

it("names days that are missing once, however many jobs they belong to", () => {
  const missing = [
    { from: "2026-07-03", to: "2026-07-03" },
    { from: "2026-07-01", to: "2026-07-01" },
    { from: "2026-07-02", to: "2026-07-02" },
  ];
  expect(shown(result([], { missing })).missing).toEqual([{ from: "2026-07-01", to: "2026-07-03" }]);
  expect(shown(result([], { missing: missing.slice(0, 2) })).missing).toHaveLength(2);
});
