import { pathOf } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { stringOf } from "../shape";
import { fixWith, propertyOf } from "./fix-builders";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const intervalOrder: Rule = {
  id: "interval-order",
  severity: "warning",
  message: "Interval",
  evidence: "documented",
  summary: "A time interval ends before it starts.",
  check(node, { value, report }) {
    const startTime = stringOf(value["startTime"]);
    const endTime = stringOf(value["endTime"]);
    if (!(instant(endTime) < instant(startTime))) return;
    report({
      ...spanOf(node, "endTime"),
      message: `The end time ${endTime} is before the start time ${startTime}. Swap them.`,
      related: [{ ...spanOf(node, "startTime"), message: "The start time is here." }],
    });
  },
  fixes(dashboard, finding) {
    const interval = propertyOf(dashboard, finding)?.parent;
    const start = memberProperty(interval, "startTime");
    const end = memberProperty(interval, "endTime");
    if (!interval || start?.value?.kind !== "string" || end?.value?.kind !== "string") return [];
    const path = pathOf(interval);
    return fixWith(dashboard, "Swap start and end", [
      { op: "set", path: [...path, start.key], value: end.value.value },
      { op: "set", path: [...path, end.key], value: start.value.value },
    ]);
  },
  bad: {
    widget: {
      blank: {},
      timeRange: {
        absoluteWindow: { startTime: "2026-03-02T08:00:00Z", endTime: "2026-03-01T08:00:00Z" },
      },
    },
  },
  good: {
    widget: {
      blank: {},
      timeRange: {
        absoluteWindow: { startTime: "2026-03-01T08:00:00Z", endTime: "2026-03-02T08:00:00Z" },
      },
    },
  },
};

/** Milliseconds since 1970; NaN, which is before and after nothing, for what is no time. Parts of a millisecond are cut off. */
function instant(text: string): number {
  return Date.parse(text.replace(/(\.\d{3})\d+/, "$1"));
}
