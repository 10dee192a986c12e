import { planRun, type UsageRun, withJobs } from "../../api/usage/index";
import {
  addDays,
  checkInterval,
  type DayInterval,
  daysIn,
  type Granularity,
  lastDays,
  monthBefore,
  readDay,
  today,
} from "../../api/usage/interval";
import type { Grouping, UsageQuery } from "../../api/usage/query";
import type { UsageProfile } from "../../core/config/usage/usage";
import { askPick, askPicks, askText } from "../ask";
import type { UsageFolder } from "./config";

/** A query as the user entered it. Plain data, stored to repeat it; its interval is computed each time. */
export interface UsageRequest {
  readonly profile: string;
  /** Where that profile is written: the folder that its configuration counts for. */
  readonly root: string;
  readonly period: Period;
  readonly granularity: Granularity;
  readonly groupBy: readonly Grouping[];
}

export type Period =
  | { readonly kind: "days"; readonly days: number }
  /** The calendar month that lies so many months back; 0 is the present one. */
  | { readonly kind: "month"; readonly back: number }
  | { readonly kind: "custom"; readonly interval: DayInterval };

/** The days of a period as of now, in milliseconds. */
export function intervalOf(period: Period, now: number): DayInterval {
  switch (period.kind) {
    case "days":
      return lastDays(period.days, now);
    case "month":
      return monthBefore(period.back, now);
    case "custom":
      return period.interval;
  }
}

/** The query of a question. */
export function toUsageQuery({ period, granularity, groupBy }: UsageRequest, now: number): UsageQuery {
  return { interval: intervalOf(period, now), granularity, groupBy };
}

/** Asks for all parts of a query, with the previous query as defaults. @returns undefined when the user cancels */
export async function askUsageRequest(
  { profiles, root }: UsageFolder,
  before: UsageRequest | undefined,
  now: number,
): Promise<UsageRequest | undefined> {
  const profile = await askProfile(profiles, before?.profile);
  if (!profile) return undefined;
  const period = await askPeriod(before?.period, profile, now);
  if (!period) return undefined;
  const days = daysIn(intervalOf(period, now));
  const granularity = await askGranularity(before?.granularity, days);
  if (!granularity) return undefined;
  const groupBy = await askGrouping(before?.groupBy, profile);
  return groupBy && { profile: profile.name, root, period, granularity, groupBy };
}

/** Asks for the ids of jobs that were started elsewhere. @returns undefined if the user cancels */
export async function askRun(
  question: UsageRequest,
  { profiles }: UsageFolder,
  now: number,
): Promise<UsageRun | undefined> {
  const isLegacy = profiles.some(({ name, legacy }) => name === question.profile && legacy);
  const plan = planRun(toUsageQuery(question, now), { wholeIntervals: isLegacy }, now);
  const { length } = plan.parts;
  const ids = (text: string) => text.split(/[\s,]+/).filter((id) => id !== "");
  const text = await askText({
    title: "API Usage: Job",
    prompt:
      length === 1
        ? "The id of the job, from the log"
        : `The ids of the ${length} jobs of these days, in order and separated by commas`,
    ignoreFocusOut: true,
    validateInput: (text) =>
      ids(text).length === length
        ? undefined
        : length === 1
          ? "Enter one job id"
          : `These days need ${length} job ids, not ${ids(text).length}`,
  });
  return text === undefined ? undefined : withJobs(plan, ids(text));
}

async function askProfile(
  profiles: readonly UsageProfile[],
  before: string | undefined,
): Promise<UsageProfile | undefined> {
  if (profiles.length === 1) return profiles[0];
  const items = profiles.map((profile) => ({
    label: profile.name,
    description: new URL(profile.baseUrl).host,
    detail: profile.legacy ? "Uses the legacy query" : undefined,
    profile,
  }));
  const chosen = await askPick(
    first(items, (item) => item.label === before),
    {
      title: "API Usage: Profile",
      placeHolder: "Select an organization",
      matchOnDescription: true,
    },
  );
  return chosen?.profile;
}

async function askPeriod(
  before: Period | undefined,
  { legacy }: UsageProfile,
  now: number,
): Promise<Period | undefined> {
  const item = (label: string, period: Period) => {
    const { from, to } = intervalOf(period, now);
    return { label, description: `${from} to ${to}`, period };
  };
  const fixed = [
    item("Last 7 days", { kind: "days", days: 7 }),
    item("Last 30 days", { kind: "days", days: 30 }),
    item("Last 90 days", { kind: "days", days: 90 }),
    ...Array.from({ length: 12 }, (_, back) => {
      const period: Period = { kind: "month", back };
      return item(monthName(intervalOf(period, now).from.slice(0, 7), now), period);
    }),
  ];
  const reach = legacy ? "" : "up to a year back";
  const custom = { label: "Other days…", description: reach, period: undefined };
  const same = (one: { readonly period: Period | undefined }) =>
    before !== undefined && JSON.stringify(one.period) === JSON.stringify(before);
  const sorted = first<(typeof fixed)[number] | typeof custom>(
    [...fixed.slice(0, 5), custom, ...fixed.slice(5)],
    (one) => same(one) || (one === custom && before?.kind === "custom"),
  );
  const chosen = await askPick(sorted, {
    title: "API Usage: Days",
    placeHolder: "Days are in UTC. Today is not counted yet",
    matchOnDescription: true,
  });
  if (!chosen) return undefined;
  return chosen.period ?? askDays(before, legacy, now);
}

/** On the first of a month the newest month with usage is the last one already. */
function monthName(month: string, now: number): string {
  const present = today(now).slice(0, 7);
  if (month === present) return "This month";
  return month === addDays(`${present}-01`, -1).slice(0, 7) ? "Last month" : month;
}

async function askDays(
  before: Period | undefined,
  legacy: boolean,
  now: number,
): Promise<Period | undefined> {
  const known = before?.kind === "custom" ? before.interval : lastDays(30, now);
  const from = await askText({
    title: "API Usage: First Day",
    prompt: "Format 2026-07-01, in UTC",
    value: known.from,
    ignoreFocusOut: true,
    validateInput: (text) => problemOf({ from: text.trim(), to: text.trim() }, legacy, now),
  });
  if (from === undefined) return undefined;
  const to = await askText({
    title: "API Usage: Last Day",
    prompt: "Inclusive",
    value: laterOf(known.to, from),
    ignoreFocusOut: true,
    validateInput: (text) => problemOf({ from: from.trim(), to: text.trim() }, legacy, now),
  });
  return to === undefined ? undefined : { kind: "custom", interval: { from: from.trim(), to: to.trim() } };
}

function laterOf(a: string, b: string): string {
  return [a, b].sort()[1]!;
}

function problemOf(interval: DayInterval, legacy: boolean, now: number): string | undefined {
  const day = readDay(interval.to);
  if ("reason" in day) return day.reason;
  const checked = checkInterval(interval, now, !legacy);
  return "reason" in checked ? checked.reason : undefined;
}

async function askGranularity(
  before: Granularity | undefined,
  days: number,
): Promise<Granularity | undefined> {
  const items = [
    { label: "Day", granularity: "Day" as const },
    { label: "Week", description: "from Monday", granularity: "Week" as const },
    { label: "Month", granularity: "Month" as const },
  ];
  const usual: Granularity = days <= 45 ? "Day" : days <= 120 ? "Week" : "Month";
  const chosen = await askPick(
    first(items, (item) => item.granularity === (before ?? usual)),
    {
      title: "API Usage: Granularity",
      placeHolder: "One chart bar for each",
    },
  );
  return chosen?.granularity;
}

async function askGrouping(
  before: readonly Grouping[] | undefined,
  { legacy }: UsageProfile,
): Promise<readonly Grouping[] | undefined> {
  const names: readonly (readonly [Grouping, string])[] = [
    ["Client", "OAuth client"],
    ["User", "User"],
    ["Method", "HTTP method"],
    ["Template", "Template: path of the operation"],
    ["Platform", "Platform: type of application"],
  ];
  const items = names
    .filter(([grouping]) => !legacy || grouping !== "Platform")
    .map(([grouping, label]) => ({ label, grouping, picked: (before ?? ["Client"]).includes(grouping) }));
  const chosen = await askPicks(items, {
    title: "API Usage: Group by",
    placeHolder: "One row of the table for each combination",
  });
  if (!chosen) return undefined;
  return chosen.length > 0 ? chosen.map(({ grouping }) => grouping) : ["Client"];
}

/** The list with what was chosen before at its head. */
function first<T>(items: readonly T[], isFirst: (item: T) => boolean): T[] {
  return [...items.filter(isFirst), ...items.filter((item) => !isFirst(item))];
}
