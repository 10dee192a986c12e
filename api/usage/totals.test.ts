import { expect, it } from "vitest";
import { readRecord, type UsageRecord } from "./records";
import { sumBy, sumByBucket, sumByClient, sumCounts } from "./totals";

const row = (more: object): UsageRecord =>
  readRecord({ requestCount: 100, status200: 80, status400: 15, status429: 10, status500: 5, ...more })!;

it("never counts a 429 twice", () => {
  expect(sumCounts([row({}), row({})])).toEqual({
    requests: 200,
    status200: 160,
    status300: 0,
    status400: 30,
    status429: 20,
    status500: 10,
    other400: 10,
    errors: 40,
    errorRate: 0.2,
    limitedRate: 0.1,
  });
});

it("gives rates without requests, and classes where the requests were not asked for", () => {
  expect(sumCounts([])).toMatchObject({ errorRate: 0, limitedRate: 0 });
  expect(sumCounts([row({ requestCount: undefined })])).toMatchObject({ errorRate: 0.2, limitedRate: 0.1 });
  // An answer in which 429s are not part of the 4xx must not give a negative number.
  expect(sumCounts([row({ status400: 3, status429: 10 })]).other400).toBe(0);
});

it("groups by members and by client, the busiest first", () => {
  const records = [
    row({ clientId: "a", templateUri: "x", httpMethod: "GET" }),
    row({ clientId: "b", templateUri: "x", httpMethod: "PUT", requestCount: 300 }),
    row({ clientId: "a", clientName: "Kiosk", templateUri: "x", httpMethod: "GET" }),
  ];
  expect(sumBy(records, ["templateUri", "httpMethod"]).map((g) => [g.values, g.totals.requests])).toEqual([
    [{ templateUri: "x", httpMethod: "PUT" }, 300],
    [{ templateUri: "x", httpMethod: "GET" }, 200],
  ]);
  expect(sumByClient(records).map((g) => [g.values, g.totals.requests])).toEqual([
    [{ clientId: "b", clientName: "" }, 300],
    [{ clientId: "a", clientName: "Kiosk" }, 200],
  ]);
});

it("fills buckets without traffic with zero", () => {
  const interval = { from: "2026-07-01", to: "2026-07-04" };
  const filled = sumByBucket([row({ date: "2026-07-03" }), row({ date: "2026-07-03" })], interval, "Day");
  expect(filled.map(({ date, totals }) => [date, totals.requests])).toEqual([
    ["2026-07-01", 0],
    ["2026-07-02", 0],
    ["2026-07-03", 200],
    ["2026-07-04", 0],
  ]);
});

it.each([
  ["Mondays", ["2026-07-06", "2026-07-20"], ["2026-06-29", "2026-07-06", "2026-07-13", "2026-07-20"]],
  ["Sundays", ["2026-07-05", "2026-07-19"], ["2026-06-28", "2026-07-05", "2026-07-12", "2026-07-19"]],
  ["nothing at all", [], ["2026-06-29", "2026-07-06", "2026-07-13", "2026-07-20"]],
])("fits weeks that are named by %s", (_, dates, expected) => {
  const interval = { from: "2026-07-01", to: "2026-07-22" };
  const records = dates.map((date) => row({ date }));
  const weeks = sumByBucket(records, interval, "Week");
  expect(weeks.map(({ date }) => date)).toEqual(expected);
  expect(sumCounts(weeks.map(({ totals }) => totals)).requests).toBe(100 * dates.length);
});
