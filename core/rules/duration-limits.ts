import { durationSeconds, MAX_DURATION_SECONDS } from "../schema/duration";
import type { DurationRange } from "../schema/messages";
import { aggregated } from "./example";
import { replaceFix, valueAt } from "./fix-builders";
import type { Rule } from "./rule";

const WEEK = 604_800;

export const durationLimits: Rule = {
  id: "duration-limits",
  severity: "error",
  message: (type) => type.fields.some((field) => field.duration),
  evidence: "documented",
  summary: "A duration is out of range for its member.",
  details:
    "An alignment period must be 60 seconds to 104 weeks. A time shift must be zero or at least 60 seconds. A time range must be longer than zero; this is a warning, because the service may not enforce it.",
  serviceMessage:
    'Field mosaicLayout.tiles[0].widget.xyChart.timeshiftDuration has an invalid value of "10s": must be greater than or equal to one minute.',
  check(node, { type, report }) {
    for (const { key, value } of node.properties) {
      if (value?.kind !== "string") continue;
      const field = type.field(key);
      if (!field?.duration) continue;
      const seconds = durationSeconds(value.value);
      if (seconds === undefined || Math.abs(seconds) > MAX_DURATION_SECONDS) continue;
      const wanted = whatIsWanted(seconds, field.duration);
      if (!wanted) continue;
      report({
        offset: value.offset,
        length: value.length,
        ...(field.duration.positive && { severity: "warning" }),
        message: `"${key}" must be ${wanted}. It is "${value.value}".`,
      });
    }
  },
  fixes(dashboard, finding) {
    const node = valueAt(dashboard, finding);
    const range = node && dashboard.canonical.fieldOf(node)?.duration;
    const seconds = node?.kind === "string" ? durationSeconds(node.value) : undefined;
    if (!range || seconds === undefined) return [];
    const { minSeconds, maxSeconds, minSecondsIfNonZero } = range;
    const wanted =
      maxSeconds !== undefined && seconds > maxSeconds ? maxSeconds : (minSeconds ?? minSecondsIfNonZero);
    return wanted === undefined ? [] : replaceFix(dashboard, finding, `${wanted}s`);
  },
  bad: aggregated({ alignmentPeriod: "30s", perSeriesAligner: "ALIGN_MEAN" }),
  good: aggregated({ alignmentPeriod: "60s", perSeriesAligner: "ALIGN_MEAN" }),
};

function whatIsWanted(seconds: number, range: DurationRange): string | undefined {
  const { minSeconds, maxSeconds, minSecondsIfNonZero, positive } = range;
  if (minSeconds !== undefined && seconds < minSeconds) return `at least "${minSeconds}s"`;
  if (maxSeconds !== undefined && seconds > maxSeconds) {
    return `at most "${maxSeconds}s" (${maxSeconds / WEEK} weeks)`;
  }
  if (minSecondsIfNonZero !== undefined && seconds !== 0 && seconds < minSecondsIfNonZero) {
    return `"0s" or at least "${minSecondsIfNonZero}s"`;
  }
  return positive && seconds <= 0 ? "more than zero" : undefined;
}
