import { describe, expect, it } from "vitest";
import {
  addDays,
  bucketStart,
  buckets,
  checkInterval,
  type DayInterval,
  daysIn,
  type Granularity,
  LONGEST_JOB_DAYS,
  lastDays,
  monthBefore,
  previousInterval,
  readDay,
  readGranularity,
  splitInterval,
  wireInterval,
} from "./interval";

const NOW = Date.parse("2026-07-31T00:30:00Z");
const parse = (text: string): DayInterval => {
  const [from, to] = text.split("..") as [string, string];
  return { from, to };
};
const print = ({ from, to }: DayInterval) => `${from}..${to}`;

it.each([
  ["2026-07-31", true],
  ["2024-02-29", true],
  ["2026-02-29", false],
  ["2026-13-01", false],
  ["2026-7-1", false],
  ["yesterday", false],
  ["2026-07-31T10:00:00Z", false],
])("%s is a day: %s", (text, good) => {
  expect("day" in readDay(text)).toBe(good);
});

describe("granularity", () => {
  it.each(["Day", "week", "MONTH"])("%s is read", (text) => {
    expect(readGranularity(text)).toHaveProperty("granularity");
  });
  it.each(["hour", "Minute", "15 min", "PT1H", "5m", "seconds", "hourly"])("%s is too fine", (text) => {
    expect(readGranularity(text)).toMatchObject({
      reason: expect.stringContaining("smallest granularity is Day"),
    });
  });
  it.each(["year", "quarter", "", "m"])("%s is none", (text) => {
    expect(readGranularity(text)).toMatchObject({ reason: expect.stringContaining("is not a granularity") });
  });
});

it.each([
  ["2025-07-31..2026-07-30", "2025-07-31..2026-07-30"],
  ["2026-07-31..2026-07-31", "2026-07-31..2026-07-31"],
  ["2026-07-01..2026-12-31", "2026-07-01..2026-07-31"],
  ["2025-07-30..2026-07-30", /one year: 2025-07-30 is before 2025-07-31/],
  ["2026-08-01..2026-08-01", /future/],
  ["2026-07-02..2026-07-01", /before it starts/],
  ["2026-07-00..2026-07-01", /not a date/],
])("%s may be asked for: %s", (text, expected) => {
  const checked = checkInterval(parse(text), NOW);
  if (typeof expected === "string") expect(checked).toEqual({ interval: parse(expected) });
  else expect(checked).toMatchObject({ reason: expect.stringMatching(expected) });
});

it("counts a year back from a leap day, and knows no such bound for the older query", () => {
  const leap = Date.parse("2028-02-29T12:00:00Z");
  expect(checkInterval(parse("2027-02-28..2028-02-01"), leap)).toHaveProperty("interval");
  expect(checkInterval(parse("2027-02-27..2028-02-01"), leap)).toHaveProperty("reason");
  expect(checkInterval(parse("2019-01-01..2028-02-01"), leap, false)).toHaveProperty("interval");
});

it.each<[string, Granularity | undefined, string[]]>([
  ["2026-05-02..2026-07-30", "Month", ["2026-05-02..2026-07-30"]],
  ["2026-05-01..2026-07-30", undefined, ["2026-05-01..2026-07-29", "2026-07-30..2026-07-30"]],
  ["2026-05-01..2026-07-30", "Day", ["2026-05-01..2026-07-29", "2026-07-30..2026-07-30"]],
  ["2026-05-01..2026-07-30", "Month", ["2026-05-01..2026-06-30", "2026-07-01..2026-07-30"]],
  ["2026-05-01..2026-07-30", "Week", ["2026-05-01..2026-07-26", "2026-07-27..2026-07-30"]],
])("%s by %s is cut into %j", (text, granularity, expected) => {
  expect(splitInterval(parse(text), granularity).map(print)).toEqual(expected);
});

it("cuts so that every day is in one part, no part is too long and no bucket in two", () => {
  for (const granularity of ["Day", "Week", "Month", undefined] as const) {
    for (let days = 1; days <= 366; days += 13) {
      for (let offset = 0; offset < 40; offset += 7) {
        const from = addDays("2025-07-31", offset);
        const interval = { from, to: addDays(from, days - 1) };
        const parts = splitInterval(interval, granularity);
        expect(parts[0]!.from).toBe(interval.from);
        expect(parts.at(-1)!.to).toBe(interval.to);
        parts.forEach((part, i) => {
          expect(daysIn(part)).toBeGreaterThan(0);
          expect(daysIn(part)).toBeLessThanOrEqual(LONGEST_JOB_DAYS);
          if (i === 0) return;
          expect(part.from).toBe(addDays(parts[i - 1]!.to, 1));
          if (granularity) expect(bucketStart(part.from, granularity)).toBe(part.from);
        });
      }
    }
  }
});

it.each<[string, Granularity, number | undefined, string[]]>([
  ["2026-07-30..2026-08-01", "Day", undefined, ["2026-07-30", "2026-07-31", "2026-08-01"]],
  ["2026-07-15..2026-07-28", "Week", undefined, ["2026-07-13", "2026-07-20", "2026-07-27"]],
  ["2026-07-15..2026-07-28", "Week", 0, ["2026-07-12", "2026-07-19", "2026-07-26"]],
  ["2026-01-31..2026-03-01", "Month", undefined, ["2026-01-01", "2026-02-01", "2026-03-01"]],
])("%s by %s has its buckets", (text, granularity, weekStart, expected) => {
  expect(buckets(parse(text), granularity, weekStart)).toEqual(expected);
});

it("offers intervals that end yesterday, and the one before", () => {
  expect(print(lastDays(7, NOW))).toBe("2026-07-24..2026-07-30");
  expect(print(monthBefore(0, NOW))).toBe("2026-07-01..2026-07-30");
  expect(print(monthBefore(1, NOW))).toBe("2026-06-01..2026-06-30");
  expect(print(monthBefore(7, NOW))).toBe("2025-12-01..2025-12-31");
  expect(print(previousInterval(lastDays(7, NOW)))).toBe("2026-07-17..2026-07-23");
});

it("writes an interval so that both of its days are in it, and not more than 90 days", () => {
  expect(wireInterval(parse("2026-07-01..2026-07-30"))).toBe("2026-07-01T00:00:00/2026-07-30T23:59:59");
  const [start, end] = wireInterval(parse("2026-05-01..2026-07-29")).split("/") as [string, string];
  expect(Date.parse(`${end}Z`) - Date.parse(`${start}Z`)).toBeLessThanOrEqual(90 * 86_400_000);
});
