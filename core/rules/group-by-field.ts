import { dataOf } from "../finding";
import { aggregated } from "./example";
import { replaceFix, unambiguousFix } from "./fix-builders";
import { lacksLabel } from "./group-by-label";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

const KEY = String.raw`("[^"]+"|[\w./-]+)`;
/** A label of the resource, of the metric or of the metadata, in any of the spellings that filters have, or a template variable. */
const FIELD = new RegExp(
  String.raw`^\s*((resource|metric)\s*\.\s*(labels?\s*\.\s*${KEY}|type)|metadata\s*\.\s*\w+(\s*\.\s*${KEY})*|group\.id|project)\s*$|\$\{`,
);

export const groupByField: Rule = {
  id: "group-by-field",
  severity: "warning",
  message: "Aggregation",
  evidence: "documented",
  summary: "A group-by field does not name a label.",
  details:
    'Write a label with its object: `resource.label."zone"`, `metric.label."status"`, `metadata.system_labels."region"` or `metadata.user_labels."team"`.',
  check(node, { report }) {
    for (const item of itemsOf(node, "groupByFields")) {
      if (item.kind !== "string" || FIELD.test(item.value)) continue;
      const isBare = /^\w+$/.test(item.value);
      const choices = ["resource", "metric"].map((of) => `${of}.label."${isBare ? item.value : "zone"}"`);
      report({
        offset: item.offset,
        length: item.length,
        message: `A group-by field must be a full label name, such as ${choices.join(" or ")}.`,
        data: isBare ? { kind: "choices" as const, choices } : undefined,
      });
    }
  },
  fixes(dashboard, finding) {
    const choices = dataOf(finding, "choices")?.choices ?? [];
    const known = choices.filter((choice) => !lacksLabel(dashboard, finding.offset, choice));
    const only = known.length === 1;
    const fixes = known.flatMap((choice) => replaceFix(dashboard, finding, choice, only));
    return only ? unambiguousFix(fixes) : fixes;
  },
  bad: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    crossSeriesReducer: "REDUCE_SUM",
    groupByFields: ["subscription_id"],
  }),
  good: aggregated({
    alignmentPeriod: "60s",
    perSeriesAligner: "ALIGN_MEAN",
    crossSeriesReducer: "REDUCE_SUM",
    groupByFields: ['resource.label."subscription_id"'],
  }),
};
