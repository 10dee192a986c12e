import { describe, expect, it } from "vitest";
import { isUnknown } from "./labels";
import type { UsageView } from "./messages";

const view = (granularity: UsageView["granularity"], ...missing: [from: string, to: string][]) =>
  ({
    interval: { from: "2026-06-10", to: "2026-08-20" },
    granularity,
    missing: missing.map(([from, to]) => ({ from, to })),
  }) as unknown as UsageView;

describe("a bucket is unknown when", () => {
  it.each([
    ["Day", "2026-07-01", true],
    ["Day", "2026-06-30", false],
    ["Week", "2026-07-06", true],
    // Two of its days are there.
    ["Week", "2026-06-29", false],
    ["Month", "2026-07-01", true],
    ["Month", "2026-06-01", false],
    // What lies behind the interval was never asked for.
    ["Month", "2026-08-01", true],
  ] as const)("all days of its %s from %s are missing: %j", (granularity, start, expected) => {
    expect(isUnknown(view(granularity, ["2026-07-01", "2026-08-20"]), start)).toBe(expected);
  });

  it("nothing is missing: never", () => {
    expect(isUnknown(view("Month"), "2026-07-01")).toBe(false);
  });
});
