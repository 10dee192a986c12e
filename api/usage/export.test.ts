import { expect, it } from "vitest";
import { toCsv, toJson, toMarkdown, toTable } from "./export";
import { readRecord } from "./records";
import type { UsageResult } from "./run";

const records = [
  readRecord({
    date: "2026-07-01",
    clientId: "a",
    clientName: 'Bob, "the" | bot',
    requestCount: 12000,
    status200: 11990,
    status400: 9,
    status429: 4,
    status500: 1,
  })!,
  readRecord({
    date: "2026-07-02",
    clientId: "b",
    clientName: "=HYPERLINK(1)",
    requestCount: 1,
    status200: 1,
  })!,
];

it("writes CSV that spreadsheets read and do not run", () => {
  expect(toCsv(records)).toBe(
    "date,clientId,clientName,organizationId,userId,templateUri,httpMethod,platform," +
      "requests,status200,status300,status400,status429,status500\r\n" +
      '2026-07-01,a,"Bob, ""the"" | bot",,,,,,12000,11990,0,9,4,1\r\n' +
      "2026-07-02,b,'=HYPERLINK(1),,,,,,1,1,0,0,0,0\r\n",
  );
});

it("shows the columns that hold something, and no 429 twice", () => {
  const table = toTable(records);
  expect(table.columns.map(({ title }) => title)).toEqual([
    ...[
      "From",
      "Client",
      "Client id",
      "Requests",
      "2xx",
      "3xx",
      "429",
      "Other 4xx",
      "5xx",
      "Error rate",
      "429 rate",
    ],
  ]);
  expect(table.rows[0]!.slice(3)).toEqual(["12,000", "11,990", "0", "4", "5", "1", "0.1 %", "<0.1 %"]);
  expect(table.total).toEqual([
    ...["Total", "", "", "12,001", "11,991", "0", "4", "5", "1", "0.1 %", "<0.1 %"],
  ]);
  expect(toTable([]).total[0]).toBe("0");
});

it("writes Markdown that a name cannot break", () => {
  const lines = toMarkdown(toTable(records)).split("\n");
  expect(lines[1]).toBe("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  expect(lines[2]).toContain('| Bob, "the" \\| bot |');
  expect(lines.filter((line) => line !== "")).toHaveLength(5);
});

it("writes JSON that says how complete it is", () => {
  const interval = { from: "2026-07-01", to: "2026-07-02" };
  const query = { interval, groupBy: ["Client"] } as const;
  const result: UsageResult = {
    query,
    interval,
    records,
    missing: [],
    run: { query, parts: [{ interval, jobId: "j1" }] },
    legacy: false,
  };
  expect(JSON.parse(toJson(result))).toMatchObject({
    interval,
    timeZone: "UTC",
    granularity: null,
    jobs: ["j1"],
    missing: [],
    totals: { requests: 12001, status429: 4 },
    records: [{ clientId: "a" }, { clientId: "b" }],
  });
});
