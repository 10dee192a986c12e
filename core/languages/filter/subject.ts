import type { Catalog, Metric, Resource } from "../../catalog/catalog";
import { type Comparison, comparisonsOf, type FilterTree, literalOf } from "./ast";

/** What a filter is about, as far as it says so with plain strings. */
export interface FilterSubject {
  /** The one `metric.type="…"`, known or not. */
  readonly metricClause: Comparison | undefined;
  readonly metricType: string | undefined;
  readonly metric: Metric | undefined;
  /** The one `resource.type="…"`, known or not. */
  readonly resourceClause: Comparison | undefined;
  readonly resourceType: string | undefined;
  readonly resource: Resource | undefined;
  /** `resource.type` is mentioned in some way. */
  readonly mentionsResource: boolean;
}

/** Reads metric and resource type off a filter; a type that is given twice or by a function counts as not given. */
export function subjectOf(tree: FilterTree, catalog: Catalog): FilterSubject {
  const metrics: Comparison[] = [];
  const resources: Comparison[] = [];
  for (const { node } of comparisonsOf(tree.root)) {
    if (node.object.name === "metric.type") metrics.push(node);
    else if (node.object.name === "resource.type") resources.push(node);
  }
  const metricClause = metrics.length === 1 ? metrics[0] : undefined;
  const resourceClause = resources.length === 1 ? resources[0] : undefined;
  const metricType = equalLiteral(metricClause);
  const resourceType = equalLiteral(resourceClause);
  return {
    metricClause,
    metricType,
    metric: metricType ? catalog.metric(metricType) : undefined,
    resourceClause,
    resourceType,
    resource: resourceType ? catalog.resource(resourceType) : undefined,
    mentionsResource: resources.length > 0,
  };
}

/**
 * Labels that `resource.labels` may name: those of the given resource type, else of all that the metric is written
 * against. `listed` tells that there are no others.
 */
export function resourceLabels(
  subject: FilterSubject,
  catalog: Catalog,
): { readonly labels: readonly string[]; readonly listed: boolean } {
  if (subject.resource) return { labels: subject.resource.labels, listed: subject.resource.labelsListed };
  if (subject.mentionsResource || !subject.metric) return { labels: [], listed: false };
  const resources = subject.metric.resources.map((type) => catalog.resource(type));
  const labels = [...new Set(resources.flatMap((resource) => resource?.labels ?? []))];
  const whole = resources.length > 0 && resources.every((resource) => resource?.labelsListed);
  return { labels, listed: subject.metric.resourcesListed && whole };
}

/** Whether a label names what holds the resource, which works for every resource, also where a list leaves it out. */
export function everyResourceHas(key: string): boolean {
  return key === "project_id" || key === "resource_container" || key === "monitored_resource_container";
}

function equalLiteral(comparison: Comparison | undefined): string | undefined {
  if (comparison?.operator?.text !== "=") return undefined;
  return literalOf(comparison.value) || undefined;
}
