import type { Counts, UsageRow, UsageView } from "../../client/webview/usage/messages";

/** A result with numbers that add up, always the same. */

const CLIENTS = [
  ["Order sync", "a1f0c3d2", 0.42, 0.031],
  ["Wallboard", "b2e1d4c3", 0.27, 0],
  ["CRM connector with a rather long name that has to end somewhere", "c3d2e5b4", 0.17, 0.012],
  ["Nightly export", "d4c3f6a5", 0.1, 0.08],
  ["Chat bot", "e5b4a7f6", 0.04, 0],
] as const;

function counts(requests: number, limited: number): Counts {
  const [status429, other400] = [Math.round(requests * limited), Math.round(requests * 0.006)];
  const [status300, status500] = [Math.round(requests * 0.002), Math.round(requests * 0.0015)];
  const status200 = requests - status300 - status429 - other400 - status500;
  const errors = status429 + other400 + status500;
  return {
    requests,
    status200,
    status300,
    other400,
    status429,
    status500,
    errorRate: requests === 0 ? 0 : errors / requests,
    limitedRate: requests === 0 ? 0 : status429 / requests,
  };
}

function total(all: readonly Counts[]): Counts {
  const sum = (pick: (one: Counts) => number) => all.reduce((so, one) => so + pick(one), 0);
  const requests = sum((one) => one.requests);
  const [status429, other400, status500] = [
    sum((one) => one.status429),
    sum((one) => one.other400),
    sum((one) => one.status500),
  ];
  return {
    requests,
    other400,
    status429,
    status500,
    status200: sum((one) => one.status200),
    status300: sum((one) => one.status300),
    errorRate: (status429 + other400 + status500) / requests,
    limitedRate: status429 / requests,
  };
}

const ALL = 1_284_310;
const rows: UsageRow[] = CLIENTS.map(([name, id, share, limited]) => ({
  key: id,
  values: [name],
  detail: `${id}-7b64-4e0e-8f15-2c9d3b7a6e01`,
  clientId: `${id}-7b64-4e0e-8f15-2c9d3b7a6e01`,
  ...counts(Math.round(ALL * share), limited),
}));
const buckets = Array.from({ length: 30 }, (_, i) => {
  const weekend = i % 7 === 4 || i % 7 === 5;
  const requests = Math.round((ALL / 30) * (weekend ? 0.45 : 1.2) * (1 + 0.2 * Math.sin(i)));
  return { date: `2026-07-${String(i + 1).padStart(2, "0")}`, ...counts(requests, i === 16 ? 0.09 : 0.02) };
});

export const USAGE: UsageView = {
  id: 1,
  profile: "production",
  host: "api.mypurecloud.de",
  legacy: false,
  interval: { from: "2026-07-01", to: "2026-07-30" },
  granularity: "Day",
  groups: ["Client"],
  askedAt: Date.UTC(2026, 6, 31, 8, 15),
  totals: total(rows),
  buckets,
  rows,
  allRows: rows.length,
  missing: [],
  reachesToday: false,
  jobs: ["853a9080-f228-41bc-946e-04b25fdfa8d4"],
};

export const COMPARED: UsageView = {
  ...USAGE,
  rows: rows.map((row, i) => ({ ...row, before: i === 4 ? 0 : Math.round(row.requests * (0.7 + i * 0.2)) })),
  previous: { interval: { from: "2026-06-01", to: "2026-06-30" }, totals: counts(1_190_000, 0.014) },
};

const OPERATIONS = [
  "users/{userId}",
  "conversations/{conversationId}",
  "analytics/conversations/details/query",
  "oauth/clients",
];
const operations: UsageRow[] = OPERATIONS.flatMap((path, i) =>
  ["GET", "POST"].map((method, k) => ({
    key: `${path} ${method}`,
    values: [`api/v2/${path}`, method],
    detail: "",
    clientId: "",
    ...counts(Math.round(540_000 / (i * 2 + k + 1.5)), i === 2 ? 0.07 : 0.004),
  })),
);

export const ONE_CLIENT: UsageView = {
  ...USAGE,
  groups: ["Template", "Method"],
  rows: operations,
  allRows: operations.length,
  totals: total(operations),
  client: { id: rows[0]!.clientId, name: "Order sync" },
};
