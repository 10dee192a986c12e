import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

/** Values that change nothing, which the console writes everywhere. */
const UNSET = ["COLOR_UNSPECIFIED", "DIRECTION_UNSPECIFIED", "TARGET_AXIS_UNSPECIFIED", "Y1"];

export const thresholdMembers: Rule = {
  id: "threshold-members",
  severity: "warning",
  message: ["XyChart", "Scorecard"],
  evidence: "documented",
  summary: "A threshold has members that its widget does not support.",
  details:
    "A chart threshold is a line on an axis, without color and direction. A scorecard threshold colors the number, and a scorecard has no axes. Default values, such as `COLOR_UNSPECIFIED` or `Y1`, are allowed in both.",
  check(node, { canonical, type, report }) {
    const isChart = type.name === "XyChart";
    const unknown = isChart ? ["color", "direction"] : ["targetAxis"];
    for (const threshold of itemsOf(node, "thresholds")) {
      const value = canonical.valueOf(threshold);
      for (const name of unknown) {
        const set = value?.[name];
        const property = memberProperty(threshold, name);
        if (typeof set !== "string" || UNSET.includes(set) || !property) continue;
        const why = isChart ? "A chart threshold has no color or direction" : "A scorecard has no axes";
        report({ ...keySpan(property), message: `${why}: remove "${property.key}" from its threshold.` });
      }
    }
  },
  fixes: removeFix,
  bad: {
    widget: {
      xyChart: {
        dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
        thresholds: [{ value: 1, color: "RED" }],
      },
    },
  },
  good: {
    widget: {
      xyChart: {
        dataSets: [{ timeSeriesQuery: { prometheusQuery: "up" } }],
        thresholds: [{ value: 1, label: "SLO" }],
      },
    },
  },
};
