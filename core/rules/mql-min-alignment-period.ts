import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { durationSeconds } from "../schema/duration";
import { membersOf, stringOf } from "../shape";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";

const QUERY = {
  timeSeriesQueryLanguage: "fetch gce_instance::compute.googleapis.com/instance/cpu/utilization | every 1m",
};

export const mqlMinAlignmentPeriod: Rule = {
  id: "mql-min-alignment-period",
  severity: "error",
  message: ["DataSet", "TableDataSet", "PieChartDataSet"],
  evidence: "recorded",
  summary: "A data set with an MQL query sets a minimum alignment period.",
  details: "An MQL query sets its own alignment with `every`. The service rejects a data set that has both.",
  check(node, { value, report }) {
    const query = membersOf(value["timeSeriesQuery"]);
    if (!stringOf(query["timeSeriesQueryLanguage"])) return;
    if (!durationSeconds(stringOf(value["minAlignmentPeriod"]))) return;
    const property = memberProperty(node, "minAlignmentPeriod")!;
    report({
      ...keySpan(property),
      message: `"${property.key}" cannot be used with an MQL query, which sets its period with "every". Remove it.`,
    });
  },
  fixes: removeFix,
  bad: { widget: { xyChart: { dataSets: [{ minAlignmentPeriod: "60s", timeSeriesQuery: QUERY }] } } },
  good: { widget: { xyChart: { dataSets: [{ timeSeriesQuery: QUERY }] } } },
};
