import { expect, it } from "vitest";
import { BUILT_IN_CLIENTS, isUsageClient, usageBetween } from "./records";

const NOW = Date.parse("2026-07-31T12:00:00Z");
const DAY = 86_400_000;
const year = usageBetween("2025-01-01", "2027-01-01", NOW);

it("has usage for more than a year, up to yesterday", () => {
  const days = [...new Set(year.map(({ day }) => day))].sort();
  expect(days).toHaveLength(400);
  expect(days.at(-1)).toBe("2026-07-30");
});

it("gives a day the same usage whenever it is asked for", () => {
  const then = usageBetween("2026-06-01", "2026-06-07", NOW);
  expect(usageBetween("2026-06-01", "2026-06-07", NOW + 300 * DAY)).toEqual(then);
  expect(then.length).toBeGreaterThan(50);
  expect(usageBetween("2026-06-08", "2026-06-14", NOW)).not.toEqual(then);
});

it("counts so that the classes are all requests and 429s are part of 4xx", () => {
  for (const { requests, status200, status300, status400, status429, status500, ...row } of year) {
    const counts = [status200, status300, status400 - status429, status429, status500];
    expect(
      counts.every((count) => Number.isInteger(count) && count >= 0),
      JSON.stringify(row),
    ).toBe(true);
    expect(status200 + status300 + status400 + status500).toBe(requests);
  }
});

it("has what the views are for: several clients, templates, methods, users, and bad days", () => {
  const distinct = (pick: (row: (typeof year)[number]) => string) => new Set(year.map(pick)).size;
  expect(distinct((row) => row.clientId)).toBe(6);
  expect(distinct((row) => row.templateUri)).toBeGreaterThan(10);
  expect(distinct((row) => row.httpMethod)).toBe(6);
  expect(distinct((row) => row.userId)).toBeGreaterThan(4);
  expect(distinct((row) => row.organizationId)).toBe(2);
  const limited = new Map<string, number>();
  for (const { day, status429 } of year) limited.set(day, (limited.get(day) ?? 0) + status429);
  const sorted = [...limited.values()].sort((a, b) => a - b);
  expect(sorted.at(-1)!).toBeGreaterThan(10 * sorted[200]!);
  expect([...BUILT_IN_CLIENTS].every(isUsageClient)).toBe(true);
  expect(isUsageClient("nobody")).toBe(false);
});
