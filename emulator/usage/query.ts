import { invalidValue, UsageHttpError } from "./error";
import type { ResultRow } from "./jobs";
import { type UsageRow, usageBetween } from "./records";

type Text =
  | "clientId"
  | "clientName"
  | "userId"
  | "organizationId"
  | "templateUri"
  | "httpMethod"
  | "platform";
type Count = "requests" | "status200" | "status300" | "status400" | "status429" | "status500";
const TEXTS: readonly Text[] = [
  "clientId",
  "clientName",
  "userId",
  "organizationId",
  "templateUri",
  "httpMethod",
  "platform",
];
const METRICS: Readonly<Record<string, Count>> = {
  Requests: "requests",
  Status200: "status200",
  Status300: "status300",
  Status400: "status400",
  Status429: "status429",
  Status500: "status500",
};
const DAY_MS = 24 * 60 * 60 * 1000;

/** Options of one endpoint. */
export interface QueryRules {
  /** Values of `groupBy`, with the members that each stands for. */
  readonly groupings: Readonly<Record<string, readonly Text[]>>;
  /** Members that filter, with the value that each looks at. */
  readonly filters: Readonly<Record<string, Text>>;
  /** What to group by when nothing is said. */
  readonly ungrouped: readonly Text[];
  /** Rows are by day without granularity and groups; otherwise one total per group. */
  readonly rawByDay: boolean;
  /** Start at most a year ago, at most 90 days, times to the second; else any interval of days or months. */
  readonly strictInterval: boolean;
}

/** Names under which `sortBy` knows the columns of an answer. */
const SORTABLE: Readonly<Record<string, keyof UsageRow>> = {
  date: "day",
  oauthClientId: "clientId",
  oauthClientName: "clientName",
  userId: "userId",
  organizationId: "organizationId",
  templateUri: "templateUri",
  httpMethod: "httpMethod",
  platform: "platform",
  requestCount: "requests",
  status200: "status200",
  status300: "status300",
  status400: "status400",
  status429: "status429",
  status500: "status500",
};

/**
 * Answers a query from the generated usage.
 *
 * @param keep which rows the endpoint can see at all
 * @throws UsageHttpError 400 for an invalid body
 */
export function answerQuery(
  body: unknown,
  rules: QueryRules,
  now: number,
  keep: (row: UsageRow) => boolean,
): ResultRow[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new UsageHttpError(400, "bad.request", "The request could not be understood by the server.");
  }
  const members = body as Record<string, unknown>;
  const { from, to } = readInterval(members["interval"], rules.strictInterval, now);
  const granularity = readGranularity(members["granularity"]);
  const groupBy = list(members, "groupBy").map((name) => {
    const grouping = Object.hasOwn(rules.groupings, name) ? rules.groupings[name] : undefined;
    if (!grouping) throw invalidValue(`The value [${name}] is not valid for groupBy.`);
    return grouping;
  });
  const metrics = list(members, "metrics").map((name) => {
    const metric = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
    if (!metric) throw invalidValue(`The value [${name}] is not valid for metrics.`);
    return metric;
  });
  const filters = Object.entries(rules.filters).flatMap(([name, text]) => {
    const values = list(members, name);
    return values.length > 0 ? [{ text, values: new Set(values) }] : [];
  });
  const texts = new Set(groupBy.length > 0 ? groupBy.flat() : rules.ungrouped);
  const raw = rules.rawByDay && groupBy.length === 0 && granularity === undefined;
  const rows = usageBetween(from, to, now).filter(
    (row) => keep(row) && filters.every(({ text, values }) => values.has(row[text])),
  );
  const groups = grouped(rows, texts, granularity ?? (raw ? "Day" : undefined));
  return sorted(groups, members["sortBy"]).map((row) => withMetrics(row, metrics));
}

type Group = { -readonly [K in keyof UsageRow]?: UsageRow[K] } & Record<Count, number>;

function grouped(
  rows: readonly UsageRow[],
  texts: ReadonlySet<Text>,
  granularity: string | undefined,
): Group[] {
  const groups = new Map<string, Group>();
  for (const row of rows) {
    const day = granularity === undefined ? undefined : bucketOf(row.day, granularity);
    const values = TEXTS.map((text) => (texts.has(text) ? row[text] : undefined));
    const key = JSON.stringify([day, ...values]);
    let group = groups.get(key);
    if (!group) {
      const own = Object.fromEntries(TEXTS.flatMap((text) => (texts.has(text) ? [[text, row[text]]] : [])));
      group = { day: day || undefined, ...own, ...zero() };
      groups.set(key, group);
    }
    for (const count of Object.values(METRICS)) group[count] += row[count];
  }
  return [...groups.values()];
}

function zero(): Record<Count, number> {
  return { requests: 0, status200: 0, status300: 0, status400: 0, status429: 0, status500: 0 };
}

/** First day of the bucket; weeks start on Monday. */
function bucketOf(day: string, granularity: string): string {
  if (granularity === "Month") return `${day.slice(0, 8)}01`;
  if (granularity !== "Week") return day;
  const time = Date.parse(`${day}T00:00:00Z`);
  return new Date(time - ((new Date(time).getUTCDay() + 6) % 7) * DAY_MS).toISOString().slice(0, 10);
}

function sorted(rows: Group[], sortBy: unknown): Group[] {
  const order = (Array.isArray(sortBy) ? sortBy : []).map((item: Record<string, unknown> | null) => {
    const name = String(item?.["fieldName"] ?? "date");
    const by = Object.hasOwn(SORTABLE, name) ? SORTABLE[name] : undefined;
    const direction = item?.["order"] ?? "Asc";
    if (!by) throw invalidValue(`The value [${name}] is not valid for fieldName.`);
    if (direction !== "Asc" && direction !== "Desc") {
      throw invalidValue(`The value [${String(direction)}] is not valid for order.`);
    }
    return { by, sign: direction === "Asc" ? 1 : -1 };
  });
  return rows.sort((a, b) => {
    for (const { by, sign } of order) {
      const [x, y] = [a[by] ?? "", b[by] ?? ""];
      if (x !== y) return x < y ? -sign : sign;
    }
    return 0;
  });
}

function withMetrics(row: Group, metrics: readonly Count[]): ResultRow {
  if (metrics.length === 0) return row;
  const counts = Object.values(METRICS).filter((count) => !metrics.includes(count));
  return Object.fromEntries(Object.entries(row).filter(([name]) => !counts.includes(name as Count)));
}

function list(members: Record<string, unknown>, name: string): string[] {
  const value = members[name] ?? [];
  if (!Array.isArray(value) || value.some((item) => typeof item !== "string")) {
    throw invalidValue(`The value of ${name} is not a list of strings.`);
  }
  return value as string[];
}

function readGranularity(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (value === "Day" || value === "Week" || value === "Month") return value;
  throw invalidValue(`The value [${String(value)}] is not valid for granularity.`);
}

const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z?$/;
const DATE = /^\d{4}-\d\d(-\d\d)?$/;

/** Both ends of an interval as days, both included. */
function readInterval(value: unknown, strict: boolean, now: number): { from: string; to: string } {
  if (typeof value !== "string") throw invalidValue("An interval is required.");
  const parts = value.split("/");
  const [start, end] = parts.map((part, i) => readInstant(part, i === 1, strict));
  if (parts.length !== 2 || start === undefined || end === undefined) {
    throw new UsageHttpError(400, "invalid.date", `The interval [${value}] is not valid.`);
  }
  if (end < start) throw invalidValue("The end of the interval is before its start.");
  const to = new Date(end).toISOString().slice(0, 10);
  const from = new Date(start).toISOString().slice(0, 10);
  if (!strict) return { from, to };
  if (end - start > 90 * DAY_MS) throw invalidValue("The interval is longer than 90 days.");
  const oldest = new Date(now);
  oldest.setUTCFullYear(oldest.getUTCFullYear() - 1);
  // It is not known whether the year counts from now or from the start of the day; this is the more tolerant choice.
  if (from < oldest.toISOString().slice(0, 10)) {
    throw invalidValue("The interval starts more than 1 year ago.");
  }
  return { from, to };
}

/** Milliseconds. A day or month that ends an interval belongs to it as a whole. */
function readInstant(part: string, ends: boolean, strict: boolean): number | undefined {
  let time: number;
  if (DATE_TIME.test(part)) time = Date.parse(part.endsWith("Z") ? part : `${part}Z`);
  else if (strict || !DATE.test(part)) return undefined;
  else {
    const date = new Date(`${part.length === 7 ? `${part}-01` : part}T00:00:00Z`);
    if (ends && part.length === 7) date.setUTCMonth(date.getUTCMonth() + 1, 0);
    time = date.getTime();
  }
  return Number.isNaN(time) ? undefined : time;
}
