/** The sizes of bucket that the service has. */
export type Granularity = "Day" | "Week" | "Month";

/** Days in UTC, `yyyy-MM-dd`, both of them included. */
export interface DayInterval {
  readonly from: string;
  readonly to: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The most days that one job covers. The service counts from the first instant to the last, both included. */
export const LONGEST_JOB_DAYS = 90;

/** The day as the service counts days: in UTC. `now` is in milliseconds. */
export function today(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** The day that lies `days` after `day`, or before it when negative. */
export function addDays(day: string, days: number): string {
  return today(at(day) + days * DAY_MS);
}

/** How many days an interval has. */
export function daysIn({ from, to }: DayInterval): number {
  return Math.round((at(to) - at(from)) / DAY_MS) + 1;
}

/**
 * Reads a day such as `2026-07-01`.
 *
 * @returns the day, or a sentence that says what is wrong
 */
export function readDay(text: string): { readonly day: string } | { readonly reason: string } {
  const match = /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (match && !Number.isNaN(at(text)) && today(at(text)) === text) return { day: text };
  if (/^\d{4}-\d{2}-\d{2}T/.test(text)) {
    return { reason: `"${text}" is a timestamp. Usage is counted by UTC day: write only the date.` };
  }
  return { reason: `"${text}" is not a date. Use the format 2026-07-01.` };
}

/**
 * Reads a granularity, in any case.
 *
 * @returns the granularity, or a sentence that says why the service cannot give it
 */
export function readGranularity(
  text: string,
): { readonly granularity: Granularity } | { readonly reason: string } {
  const found = (["Day", "Week", "Month"] as const).find((g) => g.toLowerCase() === text.toLowerCase());
  if (found) return { granularity: found };
  if (/^(PT.*|\d+\s*[hms]|\d*\s*(hrs?|hours?|hourly|min|minutes?|sec|seconds?))$/i.test(text)) {
    return {
      reason: `"${text}" is not supported: the smallest granularity is Day.`,
    };
  }
  return { reason: `"${text}" is not a granularity. Use Day, Week or Month.` };
}

/**
 * The part of an interval that can have usage, or why the job endpoints would reject it. Cuts off future days.
 *
 * @param now in milliseconds
 * @param oldest false for the legacy usage query, which has no limit of one year
 */
export function checkInterval(
  { from, to }: DayInterval,
  now: number,
  oldest = true,
): { readonly interval: DayInterval } | { readonly reason: string } {
  for (const text of [from, to]) {
    const read = readDay(text);
    if ("reason" in read) return read;
  }
  if (from > to) return { reason: `The interval ends (${to}) before it starts (${from}).` };
  const last = today(now);
  if (from > last) return { reason: `The interval starts in the future (${from}); today is ${last} in UTC.` };
  const first = yearBefore(last);
  if (oldest && from < first) {
    return { reason: `Usage is available for one year: ${from} is before ${first}, the earliest start.` };
  }
  return { interval: { from, to: to < last ? to : last } };
}

/** The same day a year earlier; 28 February for a 29th. */
function yearBefore(day: string): string {
  const earlier = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`;
  return earlier.endsWith("-02-29") ? earlier.replace(/29$/, "28") : earlier;
}

/**
 * Cuts an interval into parts that one job each can cover. Parts end where weeks and months end, so that no bucket is
 * in two of them; without buckets, or with days, they end anywhere.
 */
export function splitInterval(interval: DayInterval, granularity?: Granularity): DayInterval[] {
  const parts: DayInterval[] = [];
  for (let from = interval.from; from <= interval.to; ) {
    const longest = addDays(from, LONGEST_JOB_DAYS - 1);
    let to = interval.to;
    if (longest < to) {
      to = longest;
      // End before the first bucket of the next part.
      if (granularity) to = addDays(bucketStart(addDays(longest, 1), granularity), -1);
    }
    parts.push({ from, to });
    from = addDays(to, 1);
  }
  return parts;
}

/** First day of the bucket that holds a day. Weeks start on Monday. */
export function bucketStart(day: string, granularity: Granularity): string {
  if (granularity === "Month") return `${day.slice(0, 8)}01`;
  if (granularity === "Week") return addDays(day, -((weekday(day) + 6) % 7));
  return day;
}

/**
 * First days of all buckets of an interval, in order. The first one may lie before the interval.
 *
 * @param weekStart the weekday that weeks start with, 0 for Sunday
 */
export function buckets(interval: DayInterval, granularity: Granularity, weekStart = 1): string[] {
  const all: string[] = [];
  let start =
    granularity === "Week"
      ? addDays(interval.from, -((weekday(interval.from) - weekStart + 7) % 7))
      : bucketStart(interval.from, granularity);
  while (start <= interval.to) {
    all.push(start);
    start =
      granularity === "Month"
        ? bucketStart(addDays(start, 31), "Month")
        : addDays(start, granularity === "Week" ? 7 : 1);
  }
  return all;
}

/** 0 for Sunday. */
export function weekday(day: string): number {
  return new Date(at(day)).getUTCDay();
}

/** The last `days` whole days: up to yesterday, because the service has no usage of today yet. */
export function lastDays(days: number, now: number): DayInterval {
  const to = addDays(today(now), -1);
  return { from: addDays(to, 1 - days), to };
}

/** The calendar month that lies `months` before the one of yesterday; the current one ends yesterday. */
export function monthBefore(months: number, now: number): DayInterval {
  const yesterday = addDays(today(now), -1);
  let from = bucketStart(yesterday, "Month");
  let to = yesterday;
  for (let i = 0; i < months; i++) {
    to = addDays(from, -1);
    from = bucketStart(to, "Month");
  }
  return { from, to };
}

/** The interval of the same length right before this one. */
export function previousInterval(interval: DayInterval): DayInterval {
  return { from: addDays(interval.from, -daysIn(interval)), to: addDays(interval.from, -1) };
}

/** The interval in the service's format: both ends are inclusive, so the last one is the end of its day. */
export function wireInterval({ from, to }: DayInterval): string {
  return `${from}T00:00:00/${to}T23:59:59`;
}

function at(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}
