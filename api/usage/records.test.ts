import { expect, it } from "vitest";
import { joinRecords, sortRecords } from "./join";
import type { UsageQuery } from "./query";
import { readRecord, type UsageRecord } from "./records";

const EMPTY: UsageRecord = {
  clientId: "",
  clientName: "",
  organizationId: "",
  userId: "",
  templateUri: "",
  httpMethod: "",
  platform: "",
  requests: 0,
  status200: 0,
  status300: 0,
  status400: 0,
  status429: 0,
  status500: 0,
};
const rows: [string, unknown, Partial<UsageRecord> | undefined][] = [
  [
    "a row of a job",
    {
      date: "2026-05-04",
      oauthClient: { id: "c1", name: "Kiosk", selfUri: "/x" },
      user: { id: "u1" },
      httpMethod: "get",
      templateUri: "api/v2/users",
      platform: "Web",
      requestCount: 10,
      status200: 7,
      status300: 1,
      status400: 2,
      status429: 1,
      status500: 0,
    },
    {
      date: "2026-05-04",
      clientId: "c1",
      clientName: "Kiosk",
      userId: "u1",
      httpMethod: "GET",
      templateUri: "api/v2/users",
      platform: "Web",
      requests: 10,
      status200: 7,
      status300: 1,
      status400: 2,
      status429: 1,
    },
  ],
  [
    "a row of the older query",
    {
      date: "2026-05-04T00:00:00.000Z",
      clientId: "c1",
      clientName: "Kiosk",
      organizationId: "",
      requests: 3,
    },
    { date: "2026-05-04", clientId: "c1", clientName: "Kiosk", requests: 3 },
  ],
  ["nulls", { oauthClient: null, user: null, templateUri: null, requestCount: null, date: null }, {}],
  [
    "numbers as text",
    { requestCount: "12", status200: "12", status500: "x" },
    { requests: 12, status200: 12 },
  ],
  ["nothing", {}, {}],
  ["a list", [], undefined],
  ["text", "x", undefined],
];
it.each(rows)("reads %s", (_, row, expected) => {
  expect(readRecord(row)).toEqual(expected && { ...EMPTY, ...expected });
});

it("fills in the client that was asked for", () => {
  expect(readRecord({ requestCount: 1 }, { clientId: "c1" })).toEqual({
    ...EMPTY,
    clientId: "c1",
    requests: 1,
  });
});

const row = (more: Partial<UsageRecord>): UsageRecord => ({ ...EMPTY, requests: 1, status200: 1, ...more });
const query = (more: Partial<UsageQuery>): UsageQuery => ({
  interval: { from: "2026-05-10", to: "2026-08-20" },
  groupBy: ["Client"],
  ...more,
});

it("joins the parts of a month, whichever of its days names it", () => {
  const parts = [
    row({ date: "2026-05-10", clientId: "a" }),
    row({ date: "2026-06-01", clientId: "a" }),
    row({ date: "2026-06-30", clientId: "a", requests: 4 }),
  ];
  expect(joinRecords(parts, query({ granularity: "Month" })).map((r) => [r.date, r.requests])).toEqual([
    ["2026-05-01", 1],
    ["2026-06-01", 5],
  ]);
});

it("takes a week that is cut between two jobs for one, on whatever day weeks start", () => {
  const parts = [
    row({ date: "2026-06-28", clientId: "a", requests: 2 }),
    row({ date: "2026-06-28", clientId: "a", requests: 5 }),
    row({ date: "2026-07-05", clientId: "a", requests: 3 }),
  ];
  expect(joinRecords(parts, query({ granularity: "Week" })).map((r) => [r.date, r.requests])).toEqual([
    ["2026-06-28", 7],
    ["2026-07-05", 3],
  ]);
});

it("adds up what is told apart more finely than asked for", () => {
  const parts = [
    row({ clientId: "a", templateUri: "x", date: "2026-05-10" }),
    row({ clientId: "a", templateUri: "y" }),
    row({ clientId: "b" }),
  ];
  expect(joinRecords(parts, query({}))).toEqual([
    { ...EMPTY, clientId: "a", requests: 2, status200: 2 },
    { ...EMPTY, clientId: "b", requests: 1, status200: 1 },
  ]);
  expect(joinRecords(parts, query({ groupBy: [] }))).toEqual([{ ...EMPTY, requests: 3, status200: 3 }]);
});

it("takes a client with two names for one, and clients without an id by their names", () => {
  const named = [row({ clientId: "a", clientName: "Old" }), row({ clientId: "a", clientName: "New" })];
  expect(joinRecords(named, query({}))).toEqual([
    { ...EMPTY, clientId: "a", clientName: "New", requests: 2, status200: 2 },
  ]);
  const nameless = [row({ clientName: "Old" }), row({ clientName: "New" })];
  expect(joinRecords(nameless, query({}))).toHaveLength(2);
});

it("does not change the rows", () => {
  const one = row({ clientId: "a", clientName: "x" });
  const copy = { ...one };
  joinRecords([one, one], query({}));
  expect(one).toEqual(copy);
});

it("sorts by date, or as asked", () => {
  const records = [
    row({ date: "2026-06-02", clientId: "b", status429: 3 }),
    row({ date: "2026-06-01", clientId: "a", status429: 5 }),
    row({ date: "2026-06-01", clientId: "c", status429: 4 }),
  ];
  const order = (all: readonly UsageRecord[]) => all.map(({ clientId }) => clientId).join("");
  expect(order(joinRecords(records, query({ granularity: "Day" })))).toBe("acb");
  const sort = { by: "status429", descending: true } as const;
  expect(order(joinRecords(records, query({ granularity: "Day", sort })))).toBe("acb");
  expect(order(sortRecords(records, { by: "status429" }))).toBe("bca");
  expect(order(sortRecords(records, { by: "clientId", descending: true }))).toBe("cba");
});
