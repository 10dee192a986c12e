import { buckets, type DayInterval, type Granularity, weekday } from "./interval";
import { COUNTS, type UsageCounts, type UsageRecord } from "./records";

/** Sums with what follows from them. Rates are from 0 to 1, and 0 when there were no requests. */
export interface UsageTotals extends UsageCounts {
  /** 4xx other than 429: `status400` holds the 429s too, so that the classes and these add up without overlap. */
  readonly other400: number;
  /** 4xx and 5xx. */
  readonly errors: number;
  readonly errorRate: number;
  /** Share of the requests that were answered with 429. */
  readonly limitedRate: number;
}

/** Adds up records or totals. `status429` is part of `status400` and is not added to it. */
export function sumCounts(all: Iterable<UsageCounts>): UsageTotals {
  const counts = { requests: 0, status200: 0, status300: 0, status400: 0, status429: 0, status500: 0 };
  for (const one of all) for (const name of COUNTS) counts[name] += one[name];
  const errors = counts.status400 + counts.status500;
  // If requests were not queried, add up the classes.
  const requests = counts.requests || counts.status200 + counts.status300 + errors;
  const share = (part: number) => (requests === 0 ? 0 : part / requests);
  return {
    ...counts,
    other400: Math.max(0, counts.status400 - counts.status429),
    errors,
    errorRate: share(errors),
    limitedRate: share(counts.status429),
  };
}

export interface UsageGroup {
  /** The values that its records have in common, by member; empty where a record had none. */
  readonly values: Partial<Pick<UsageRecord, TextMember>>;
  readonly totals: UsageTotals;
}

type TextMember = keyof Omit<UsageRecord, keyof UsageCounts | "date">;

/** Totals by the values of some members, those with the most requests first. */
export function sumBy(records: readonly UsageRecord[], members: readonly TextMember[]): UsageGroup[] {
  const groups = new Map<string, UsageRecord[]>();
  for (const record of records) {
    const key = JSON.stringify(members.map((member) => record[member]));
    const group = groups.get(key);
    if (group) group.push(record);
    else groups.set(key, [record]);
  }
  return [...groups.values()]
    .map((group) => ({
      values: Object.fromEntries(members.map((member) => [member, group[0]![member]])),
      totals: sumCounts(group),
    }))
    .sort((a, b) => b.totals.requests - a.totals.requests);
}

/** Totals per client, with its name if known. A renamed client is one client. */
export function sumByClient(records: readonly UsageRecord[]): UsageGroup[] {
  const names = new Map<string, string>();
  for (const { clientId, clientName } of records) if (clientId && clientName) names.set(clientId, clientName);
  const named = records.map((record) => ({
    ...record,
    clientName: names.get(record.clientId) ?? record.clientName,
  }));
  return sumBy(named, ["clientId", "clientName"]);
}

/** Totals a bucket, in order. The service leaves out buckets without traffic; here they are zero. */
export function sumByBucket(
  records: readonly UsageRecord[],
  interval: DayInterval,
  granularity: Granularity,
): { readonly date: string; readonly totals: UsageTotals }[] {
  const groups = new Map<string, UsageRecord[]>();
  for (const date of buckets(interval, granularity, weekStartOf(records, interval))) groups.set(date, []);
  for (const record of records) {
    if (record.date === undefined) continue;
    const group = groups.get(record.date);
    if (group) group.push(record);
    else groups.set(record.date, [record]);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([date, group]) => ({ date, totals: sumCounts(group) }));
}

/**
 * The weekday that most buckets start with, Monday when nothing tells. No public text says which day names a week. The
 * first bucket may be named by the start of the interval instead.
 */
function weekStartOf(records: readonly UsageRecord[], interval: DayInterval): number {
  const votes = new Map<number, number>();
  const dates = new Set(records.flatMap(({ date }) => (date && date !== interval.from ? [date] : [])));
  for (const date of dates) votes.set(weekday(date), (votes.get(weekday(date)) ?? 0) + 1);
  return [...votes].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 1;
}
