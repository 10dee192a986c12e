import type { Dashboard } from "../../dashboard";
import type { StringNode } from "../../document/node";
import { labelMarkdown } from "../../languages/filter/hover";
import { labelFieldOf } from "../../languages/filter/label-field";
import { catalogOf, isSecondary, subjectOfFilter } from "../series";

/** What is known of the label that a group-by field names; undefined for what is no label. */
export function groupByHover(dashboard: Dashboard, field: StringNode): string | undefined {
  const named = labelFieldOf(field.value);
  const aggregation = field.parent?.property?.parent;
  const query = aggregation?.property?.parent;
  const value = query && dashboard.canonical.valueOf(query);
  if (!named || !value || aggregation.kind !== "object") return undefined;
  // A ratio has two filters, and what is behind its quotient has the labels of both.
  const ofRatio = isSecondary(dashboard, aggregation) && "numerator" in value;
  const subject = subjectOfFilter(dashboard, ofRatio ? undefined : value["filter"]);
  if (!subject) return undefined;
  const object =
    named.of === "resource" || named.of === "metric" ? (`${named.of}.labels` as const) : named.of;
  return labelMarkdown(object, named.key, subject, catalogOf(dashboard));
}
