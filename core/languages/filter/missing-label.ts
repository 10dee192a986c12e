import type { Catalog } from "../../catalog/catalog";
import { isOpenNamespace } from "../../catalog/names";
import { nearestName } from "../../spelling";
import { everyResourceHas, type FilterSubject, resourceLabels } from "./subject";

/** A label that the metric or the resource of a filter certainly does not have. */
export interface MissingLabel {
  /** What does not have it, such as `The metric "…"`. */
  readonly owner: string;
  /** What it has. */
  readonly labels: readonly string[];
  /** The other owner has a label of this name. */
  readonly other: "metric" | "resource" | undefined;
  /** The label that was probably meant. */
  readonly meant: string | undefined;
  readonly severity: "warning" | "hint";
}

/** Checks a label of the metric or resource; undefined if it exists, or if not all labels are known. */
export function missingLabel(
  of: "metric" | "resource",
  key: string,
  subject: FilterSubject,
  catalog: Catalog,
): MissingLabel | undefined {
  const { metric, resourceType, metricType } = subject;
  if (of === "metric") {
    if (!metric?.labelsListed || metric.labels.includes(key)) return undefined;
    const other = resourceLabels(subject, catalog).labels.includes(key) ? "resource" : undefined;
    return {
      owner: `The metric "${metric.type}"`,
      labels: metric.labels,
      other,
      meant: other ? undefined : nearestName(key, metric.labels),
      // A user's metric can get a label with the next point that is written.
      severity: metric.own && isOpenNamespace(metric.type) ? "hint" : "warning",
    };
  }
  if (everyResourceHas(key)) return undefined;
  const { labels, listed } = resourceLabels(subject, catalog);
  if (!listed || labels.includes(key)) return undefined;
  const other = metric?.labels.includes(key) ? "metric" : undefined;
  return {
    owner: resourceType
      ? `The monitored resource "${resourceType}"`
      : `The resource of "${metricType ?? ""}"`,
    labels,
    other,
    meant: other ? undefined : nearestName(key, labels),
    severity: "warning",
  };
}
