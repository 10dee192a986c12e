import { bucketStart } from "./interval";
import { GROUPED, type UsageQuery, type UsageSort } from "./query";
import { COUNTS, STRING_FIELDS, type UsageRecord } from "./records";

/**
 * Joins the rows of all jobs of a query: one record for each bucket and group, counts added up, everything that the query
 * does not group by left empty. Order: date, then as the rows came.
 *
 * Adding up is right even when a bucket comes in two parts, because no day is in two jobs. Months are named by their
 * first day, whichever of their days the service calls them by; weeks keep the day that the service gives.
 */
export function joinRecords(rows: Iterable<UsageRecord>, query: UsageQuery): UsageRecord[] {
  const kept = new Set<string>(query.groupBy.map((grouping) => GROUPED[grouping]));
  if (query.clientId !== undefined) kept.add("clientId");
  if (kept.has("clientId")) kept.add("clientName");
  const groups = new Map<string, { -readonly [K in keyof UsageRecord]: UsageRecord[K] }>();
  for (const row of rows) {
    const date = dateOf(row, query);
    const texts = STRING_FIELDS.map((name) => (kept.has(name) ? row[name] : ""));
    // A client that was renamed is still one client; one without an id is known by its name.
    const [id, name, ...rest] = texts;
    const key = JSON.stringify([date, id || name, ...rest]);
    const group = groups.get(key);
    if (!group) {
      const record = { ...row, ...Object.fromEntries(STRING_FIELDS.map((name, i) => [name, texts[i]!])) };
      delete record.date;
      groups.set(key, date === undefined ? record : { date, ...record });
      continue;
    }
    for (const count of COUNTS) group[count] += row[count];
    group.clientName = texts[1] || group.clientName;
  }
  const records = [...groups.values()].sort((a, b) => compare(a.date ?? "", b.date ?? ""));
  return query.sort ? sortRecords(records, query.sort) : records;
}

function dateOf(row: UsageRecord, query: UsageQuery): string | undefined {
  if (!query.granularity || row.date === undefined) return undefined;
  return query.granularity === "Month" ? bucketStart(row.date, "Month") : row.date;
}

/** Sorted by one member; records that are equal in it keep their order. */
export function sortRecords(records: readonly UsageRecord[], { by, descending }: UsageSort): UsageRecord[] {
  const sign = descending ? -1 : 1;
  return [...records].sort((a, b) => sign * compare(a[by] ?? "", b[by] ?? ""));
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
