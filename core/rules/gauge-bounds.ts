import type { Rule } from "./rule";
import { spanOf } from "./span";

export const gaugeBounds: Rule = {
  id: "gauge-bounds",
  severity: "warning",
  message: "GaugeView",
  evidence: "inferred",
  summary: "The upper bound of a gauge is not above its lower bound.",
  details: "A bound that is left out counts as 0.",
  check(node, { value, report }) {
    const { lowerBound = 0, upperBound = 0 } = value;
    if (typeof lowerBound !== "number" || typeof upperBound !== "number" || upperBound > lowerBound) return;
    const left = "upperBound" in value ? "" : " It counts as 0 when it is left out.";
    report({
      ...spanOf(node, "upperBound"),
      message: `The "upperBound" of a gauge must be above its "lowerBound", which is ${lowerBound}.${left}`,
    });
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
