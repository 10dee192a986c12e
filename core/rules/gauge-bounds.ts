import { pathOf } from "../document/node";
import { copySource } from "../edit/edit";
import { memberProperty } from "../schema/canonical";
import { fixWith, propertyOf } from "./fix-builders";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const gaugeBounds: Rule = {
  id: "gauge-bounds",
  severity: "warning",
  message: "GaugeView",
  evidence: "inferred",
  summary: "The upper bound of a gauge is not greater than its lower bound.",
  details: "A bound that is not set defaults to 0.",
  check(node, { value, report }) {
    const { lowerBound = 0, upperBound = 0 } = value;
    if (typeof lowerBound !== "number" || typeof upperBound !== "number" || upperBound > lowerBound) return;
    const left = "upperBound" in value ? "" : " It defaults to 0.";
    report({
      ...spanOf(node, "upperBound"),
      message: `The "upperBound" of a gauge must be greater than its "lowerBound", which is ${lowerBound}.${left}`,
    });
  },
  fixes(dashboard, finding) {
    const gauge = propertyOf(dashboard, finding)?.parent;
    const lower = memberProperty(gauge, "lowerBound");
    const upper = memberProperty(gauge, "upperBound");
    // Swapping helps with two bounds that differ.
    if (
      !gauge ||
      !lower?.value ||
      !upper?.value ||
      dashboard.canonical.valueOf(gauge)?.["lowerBound"] ===
        dashboard.canonical.valueOf(gauge)?.["upperBound"]
    )
      return [];
    const path = pathOf(gauge);
    return fixWith(
      dashboard,
      "Swap the bounds",
      [
        { op: "set", path: [...path, lower.key], value: copySource(upper.value) },
        { op: "set", path: [...path, upper.key], value: copySource(lower.value) },
      ],
      true,
    );
  },
  bad: {
    widget: {
      scorecard: {
        timeSeriesQuery: { prometheusQuery: "up" },
        gaugeView: { lowerBound: 100, upperBound: 1 },
      },
    },
  },
  good: {
    widget: {
      scorecard: {
        timeSeriesQuery: { prometheusQuery: "up" },
        gaugeView: { lowerBound: 0, upperBound: 100 },
      },
    },
  },
};
