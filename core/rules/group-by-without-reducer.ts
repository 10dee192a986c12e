import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { listOf } from "../shape";
import { aggregated } from "./example";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";

export const groupByWithoutReducer: Rule = {
  id: "group-by-without-reducer",
  severity: "hint",
  message: "Aggregation",
  evidence: "documented",
  summary: "Group-by fields have no effect without a reducer.",
  check(node, { value, report }) {
    if (listOf(value["groupByFields"]).length === 0) return;
    const reducer = value["crossSeriesReducer"] ?? "REDUCE_NONE";
    if (reducer !== "REDUCE_NONE") return;
    const property = memberProperty(node, "groupByFields")!;
    report({
      ...keySpan(property),
      message: `"${property.key}" has no effect without a "crossSeriesReducer". Add one, or remove the fields.`,
      tag: "unnecessary",
    });
  },
  fixes: removeFix,
  bad: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    groupByFields: ['resource.label."subscription_id"'],
  }),
  good: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    crossSeriesReducer: "REDUCE_SUM",
    groupByFields: ['resource.label."subscription_id"'],
  }),
};
