import { COUNTS, STRING_FIELDS, type UsageRecord } from "./records";
import type { UsageResult } from "./run";
import { sumCounts, type UsageTotals } from "./totals";

const COLUMNS = ["date", ...STRING_FIELDS, ...COUNTS] as const;

/**
 * Records as CSV (RFC 4180) with a head line, always with the same columns. `status429` is part of `status400`.
 *
 * Strings that a spreadsheet would evaluate as a formula start with an apostrophe, because anyone can name a client.
 */
export function toCsv(records: readonly UsageRecord[]): string {
  const lines = records.map((record) => COLUMNS.map((column) => csvField(record[column] ?? "")).join(","));
  return `${[COLUMNS.join(","), ...lines].join("\r\n")}\r\n`;
}

function csvField(value: string | number): string {
  if (typeof value === "number") return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A result as JSON: the query, what is missing, totals and records. */
export function toJson(result: UsageResult): string {
  const { query, interval, records, missing, run, legacy } = result;
  const jobs = run.parts.flatMap(({ jobId }) => jobId ?? []);
  const { granularity = null, groupBy, clientId = null } = query;
  return `${JSON.stringify(
    {
      interval,
      timeZone: "UTC",
      granularity,
      groupBy,
      clientId,
      legacy,
      jobs,
      missing,
      totals: sumCounts(records),
      records,
    },
    null,
    2,
  )}\n`;
}

/** A table as Markdown, with the numbers to the right. */
export function toMarkdown(rows: UsageTable): string {
  const cell = (text: string) => text.replace(/[\\|]/g, "\\$&").replace(/\s*[\r\n]+\s*/g, " ");
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  const rule = rows.columns.map(({ right }) => (right ? "---:" : "---")).join(" | ");
  const heads = rows.columns.map(({ title }) => title);
  return `${[line(heads), `| ${rule} |`, ...rows.rows.map(line), line(rows.total)].join("\n")}\n`;
}

/** A table with one row per record and a row of totals. */
export interface UsageTable {
  readonly columns: readonly { readonly title: string; readonly right: boolean }[];
  readonly rows: readonly (readonly string[])[];
  readonly total: readonly string[];
}

const TITLES: Readonly<Record<"date" | (typeof STRING_FIELDS)[number], string>> = {
  date: "From",
  clientId: "Client id",
  clientName: "Client",
  organizationId: "Organization",
  userId: "User",
  templateUri: "Template",
  httpMethod: "Method",
  platform: "Platform",
};
/** People read the name of a client before its id. */
const TEXT_ORDER = [
  "date",
  "clientName",
  "clientId",
  "organizationId",
  "userId",
  "httpMethod",
  "templateUri",
  "platform",
] as const;
const NUMBERS: readonly (readonly [title: string, show: (totals: UsageTotals) => string])[] = [
  ["Requests", (t) => number(t.requests)],
  ["2xx", (t) => number(t.status200)],
  ["3xx", (t) => number(t.status300)],
  ["429", (t) => number(t.status429)],
  ["Other 4xx", (t) => number(t.other400)],
  ["5xx", (t) => number(t.status500)],
  ["Error rate", (t) => percent(t.errorRate)],
  ["429 rate", (t) => percent(t.limitedRate)],
];

/** The records as a table: columns that are empty in all of them are left out, and no status is counted twice. */
export function toTable(records: readonly UsageRecord[]): UsageTable {
  const texts = TEXT_ORDER.filter((name) => records.some((record) => record[name]));
  const numbers = (totals: UsageTotals) => NUMBERS.map(([, show]) => show(totals));
  return {
    columns: [
      ...texts.map((name) => ({ title: TITLES[name], right: false })),
      ...NUMBERS.map(([title]) => ({ title, right: true })),
    ],
    rows: records.map((record) => [
      ...texts.map((name) => record[name] ?? ""),
      ...numbers(sumCounts([record])),
    ]),
    total: [...texts.map((_, i) => (i === 0 ? "Total" : "")), ...numbers(sumCounts(records))],
  };
}

function number(value: number): string {
  return value.toLocaleString("en-US");
}

/** One decimal; a value above zero is never shown as 0.0 %. */
function percent(ratio: number): string {
  if (ratio > 0 && ratio < 0.0005) return "<0.1 %";
  return `${(ratio * 100).toFixed(1)} %`;
}
