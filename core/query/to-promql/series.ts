import type { Catalog, Metric } from "../../catalog/catalog";
import { promqlName } from "../../languages/promql/names";

/** Why a query cannot be written in PromQL: the end of a sentence that begins "Cannot be converted exactly:". */
export class NotExact extends Error {}

/** A label of the series that a query reads. */
export interface LabelRef {
  readonly of: "metric" | "resource" | "metadata.system_labels" | "metadata.user_labels";
  readonly key: string;
}

/** The series that a query reads, before anything is computed of them. */
export interface Series {
  readonly metric: Metric;
  /** The one resource type that the query names. */
  readonly resourceType: string | undefined;
  readonly catalog: Catalog;
}

/** A comparison of a label; a `regex` is anchored at both ends, in both languages. */
export interface Matcher {
  readonly label: string;
  readonly operator: "=" | "!=" | "=~" | "!~";
  readonly value: string;
}

/** What becomes of the series, in the order in which it happens. */
export interface Pipeline {
  readonly series: Series;
  /** Comparisons, and template variables that expand to them. */
  readonly matchers: readonly (Matcher | string)[];
  readonly aligner: string;
  readonly reducer: string;
  readonly by: readonly LabelRef[];
  /** The range of the function that aligns, as PromQL writes it. */
  readonly range: string;
}

/** The series of a metric, if the catalog knows enough of it. */
export function seriesOf(
  type: string | undefined,
  resourceType: string | undefined,
  catalog: Catalog,
): Series {
  if (!type) throw new NotExact("the query does not select exactly one metric type");
  const metric = catalog.metric(type);
  if (!metric?.kind || !metric.valueType)
    throw new NotExact(`kind and value type of "${type}" are not known`);
  if (metric.valueType === "STRING") throw new NotExact("the metric has string values");
  if (resourceType && !catalog.resource(resourceType)?.labelsListed)
    throw new NotExact(`the labels of "${resourceType}" are not known`);
  if (!resourceType && metric.resources.length !== 1)
    throw new NotExact("the metric applies to several resource types. Add resource.type first");
  return { metric, resourceType, catalog };
}

/**
 * How a label is called in PromQL. A metric's label that a resource of the series has, too, is called `metric_…`.
 *
 * @throws NotExact when the series certainly do not have the label
 */
export function labelName({ metric, resourceType, catalog }: Series, { of, key }: LabelRef): string {
  const clean = key.replace(/[^A-Za-z0-9_]/g, "_");
  if (of === "metadata.system_labels") return `metadata_system_${clean}`;
  if (of === "metadata.user_labels") return `metadata_user_${clean}`;
  const types = resourceType ? [resourceType] : metric.resources;
  const ofResource = types.some((type) => catalog.resource(type)?.labels.includes(key));
  if (of === "resource") {
    if (!ofResource && key !== "project_id") throw new NotExact(`the resource has no label "${key}"`);
    return clean;
  }
  if (metric.labelsListed && !metric.labels.includes(key))
    throw new NotExact(`the metric has no label "${key}"`);
  return ofResource ? `metric_${clean}` : clean;
}

/** A string as PromQL writes it. */
export function quoted(text: string): string {
  return `"${text.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n")}"`;
}

/** A regular expression that matches exactly this text. */
export function literalPattern(text: string): string {
  if (text.includes("${")) throw new NotExact("a function has a variable as its argument");
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Seconds as PromQL writes a range. */
export function rangeText(seconds: number): string {
  const units = [
    ["d", 86400],
    ["h", 3600],
    ["m", 60],
  ] as const;
  const fitting = units.find(([, size]) => seconds >= size && seconds % size === 0);
  return fitting ? `${seconds / fitting[1]}${fitting[0]}` : `${seconds}s`;
}

/** The selector of a pipeline; `suffix` is one of a distribution's series. */
export function selector({ series, matchers }: Pipeline, suffix = ""): string {
  const all = [
    ...(series.resourceType ? [`monitored_resource=${quoted(series.resourceType)}`] : []),
    ...matchers.map((one) =>
      typeof one === "string" ? one : `${one.label}${one.operator}${quoted(one.value)}`,
    ),
  ];
  return `${promqlName(series.metric.type)}${suffix}${all.length > 0 ? `{${all.join(",")}}` : ""}`;
}
