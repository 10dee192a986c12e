import { countOf } from "./distributions";
import { isDistribution, type Point, type PointSeries, type Value } from "./model";

/** A series as an answer has it, points newest first; without points for the view HEADERS. */
export function wireSeries(
  series: PointSeries,
  points: readonly Point[] | undefined,
): Record<string, unknown> {
  const { metric, resource, metadata, kind, valueType, unit } = series;
  const hasLabels = (labels: object) => Object.keys(labels).length > 0;
  const { systemLabels, userLabels } = metadata;
  return {
    metric: { ...(hasLabels(metric.labels) && { labels: metric.labels }), type: metric.type },
    resource: { type: resource.type, ...(hasLabels(resource.labels) && { labels: resource.labels }) },
    ...((hasLabels(systemLabels) || hasLabels(userLabels)) && {
      metadata: {
        ...(hasLabels(systemLabels) && { systemLabels }),
        ...(hasLabels(userLabels) && { userLabels }),
      },
    }),
    metricKind: kind,
    valueType,
    ...(points && { points: points.map((point) => wirePoint(point, series)) }),
    ...(unit !== "" && { unit }),
  };
}

function wirePoint({ start, end, value }: Point, { valueType }: PointSeries): Record<string, unknown> {
  return {
    interval: { startTime: new Date(start).toISOString(), endTime: new Date(end).toISOString() },
    value: wireValue(value, valueType),
  };
}

function wireValue(value: Value, type: PointSeries["valueType"]): Record<string, unknown> {
  if (isDistribution(value)) return { distributionValue: wireDistribution(value) };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "string") return { stringValue: value };
  if (type === "INT64") return { int64Value: String(Math.round(value)) };
  // JSON has no numbers for these; proto3 writes them as strings.
  return { doubleValue: Number.isFinite(value) ? value : String(value) };
}

function wireDistribution(value: Exclude<Value, number | boolean | string>): Record<string, unknown> {
  const counts = [...value.counts].map((count) => Math.round(count));
  while (counts.at(-1) === 0) counts.pop();
  const count = countOf(value);
  return {
    ...(count > 0 && { count: String(Math.round(count)) }),
    ...(count > 0 && value.mean !== 0 && { mean: value.mean }),
    ...(value.deviation > 0 && { sumOfSquaredDeviation: value.deviation }),
    bucketOptions: { explicitBuckets: { bounds: value.bounds } },
    ...(counts.length > 0 && { bucketCounts: counts.map(String) }),
  };
}
