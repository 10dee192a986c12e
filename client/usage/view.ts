import type { UsageRecord, UsageResult } from "../../api/usage/index";
import { addDays, type DayInterval, today } from "../../api/usage/interval";
import { GROUPED, type Grouping } from "../../api/usage/query";
import {
  sumBy,
  sumByBucket,
  sumByClient,
  sumCounts,
  type UsageGroup,
  type UsageTotals,
} from "../../api/usage/totals";
import type { Counts, UsageRow, UsageView } from "../webview/usage/messages";

/** More rows than this are not sent to the view; the export has all. */
const MAX_ROWS = 1000;

const TITLES: Readonly<Record<Grouping, string>> = {
  Client: "Client",
  User: "User",
  Organization: "Organization",
  Template: "Template",
  Method: "Method",
  Platform: "Platform",
};

/** What a view is made from. */
export interface ViewParts {
  readonly id: number;
  readonly profile: { readonly name: string; readonly baseUrl: string };
  readonly result: UsageResult;
  readonly askedAt: number;
  /** The previous period, if requested. */
  readonly previous?: UsageResult | undefined;
  /** Name of the one client that the query is about. */
  readonly clientName?: string;
}

/** A result as the view shows it: sums by bucket and by group, compared with the period before. */
export function viewOf({ id, profile, result, askedAt, previous, clientName = "" }: ViewParts): UsageView {
  const { query, interval, records } = result;
  const groupings = query.groupBy;
  const before =
    previous && new Map(groupsOf(previous.records, groupings).map((one) => [keyOf(one), one.totals]));
  const groups = groupsOf(records, groupings);
  const granularity = query.granularity ?? "Day";
  const titled = groupings.filter((grouping) => grouping !== "Client" || query.clientId === undefined);
  return {
    id,
    profile: profile.name,
    host: new URL(profile.baseUrl).host,
    legacy: result.legacy,
    interval,
    granularity,
    groups: titled.map((grouping) => TITLES[grouping]),
    askedAt,
    totals: countsOf(sumCounts(records)),
    buckets: sumByBucket(records, interval, granularity).map(({ date, totals }) => ({
      date,
      ...countsOf(totals),
    })),
    rows: groups.slice(0, MAX_ROWS).map((group) => rowOf(group, titled, before)),
    allRows: groups.length,
    missing: joined(result.missing),
    reachesToday: interval.to >= today(askedAt),
    jobs: result.run.parts.flatMap(({ jobId }) => jobId ?? []),
    previous: previous
      ? { interval: previous.interval, totals: countsOf(sumCounts(previous.records)) }
      : undefined,
    client: query.clientId !== undefined ? { id: query.clientId, name: clientName } : undefined,
  };
}

/** Intervals in their order, those that follow upon each other as one. */
function joined(intervals: readonly DayInterval[]): DayInterval[] {
  const all: DayInterval[] = [];
  for (const { from, to } of [...intervals].sort((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = all.at(-1);
    if (last && addDays(last.to, 1) === from) all[all.length - 1] = { from: last.from, to };
    else all.push({ from, to });
  }
  return all;
}

function groupsOf(records: readonly UsageRecord[], groupings: readonly Grouping[]): UsageGroup[] {
  if (groupings.length === 1 && groupings[0] === "Client") return sumByClient(records);
  const members = groupings.map((grouping) => GROUPED[grouping]);
  const names = new Map(records.map(({ clientId, clientName }) => [clientId, clientName]));
  return sumBy(records, members).map((group) => {
    const { clientId } = group.values;
    const clientName = clientId === undefined ? undefined : names.get(clientId);
    return clientName ? { ...group, values: { ...group.values, clientName } } : group;
  });
}

/** The same group in two periods has the same key; a client may have been renamed in between. */
function keyOf({ values }: UsageGroup): string {
  const { clientName, ...rest } = values;
  return JSON.stringify(values.clientId || !clientName ? rest : values);
}

function rowOf(
  group: UsageGroup,
  groupings: readonly Grouping[],
  before: ReadonlyMap<string, UsageTotals> | undefined,
): UsageRow {
  const { values, totals } = group;
  const clientId = values.clientId ?? "";
  const shown = groupings.map((grouping) => {
    const value = values[GROUPED[grouping]] ?? "";
    return (grouping === "Client" && values.clientName) || value || "(unknown)";
  });
  const key = keyOf(group);
  return {
    key,
    values: shown,
    detail: values.clientName && clientId ? clientId : "",
    clientId: groupings.includes("Client") ? clientId : "",
    ...countsOf(totals),
    before: before ? (before.get(key)?.requests ?? 0) : undefined,
  };
}

function countsOf(totals: UsageTotals): Counts {
  const { requests, status200, status300, other400, status429, status500, errorRate, limitedRate } = totals;
  const all = requests || status200 + status300 + other400 + status429 + status500;
  return { requests: all, status200, status300, other400, status429, status500, errorRate, limitedRate };
}
