import type { Catalog, Metric } from "../catalog/catalog";
import { isUserMetric, serviceOf } from "../catalog/names";
import { metricDetail } from "../languages/kit/markdown";
import { metricSentence, metricWords } from "../languages/kit/metric-words";
import type { MetricHit, MetricModel } from "./model/model";

/** Longest description that is shown, in UTF-16 code units. */
const LONGEST = 400;

/** A metric type and what is known of it. */
export function metricModel(type: string, metric: Metric | undefined): MetricModel {
  if (!metric) return { type, name: metricName(type), detail: "", description: "", known: false };
  const description = (metric.description ?? metricSentence(metric)).trim();
  return {
    type,
    name: metricName(type),
    detail: metricDetail(metric),
    description: description.length > LONGEST ? `${description.slice(0, LONGEST - 1)}…` : description,
    known: true,
  };
}

/** A metric type in words, without its service and without what only tells its kind. */
export function metricName(type: string): string {
  const plain = type
    .replace(/^prometheus\.googleapis\.com\/([^/]+)\/.*$/, "prometheus.googleapis.com/$1")
    .replace(/^logging\.googleapis\.com\/user\//, "logging.googleapis.com/");
  return metricWords(plain) || type;
}

/**
 * Metrics that match the words of a query, best first: those of the project and of the catalog.
 *
 * @param resource resource type whose metrics come first among equals
 */
export function searchMetrics(
  catalog: Catalog,
  query: string,
  resource: string,
  limit: number,
): { readonly metrics: readonly MetricHit[]; readonly more: boolean } {
  const { metrics, more } = catalog.searchMetrics(query, limit);
  // Without words, the metrics of the resource are what is most likely looked for.
  const own = query.trim() === "" && resource !== "" ? catalog.metricsOf(resource) : [];
  const first = [...own].sort((a, b) => b.uses - a.uses || (a.type < b.type ? -1 : 1));
  const found = [...new Set([...first, ...metrics])];
  return {
    metrics: found.slice(0, limit).map((metric) => ({
      ...metricModel(metric.type, metric),
      service: serviceOf(metric.type),
      own: metric.own === true && isUserMetric(metric.type),
      fits: resource !== "" && metric.resources.includes(resource),
    })),
    more: more || found.length > limit,
  };
}
