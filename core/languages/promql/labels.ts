import type { Catalog } from "../../catalog/catalog";
import { promqlNames } from "./names";
import type { Selector } from "./selectors";

/** Where a label of a selector comes from. */
export interface LabelInfo {
  readonly name: string;
  readonly origin: "metric" | "resource" | "google" | "prometheus";
  /** Key of the metric's label, where it differs from the name. */
  readonly key: string;
}

/** The resource types that a selector's series can have: the one it names, else all that the metric is written against. */
export function resourcesOf(selector: Selector, catalog: Catalog): readonly string[] {
  const given = selector.matchers.find(
    ({ label, operator }) => label === "monitored_resource" && operator?.text === "=",
  );
  const value = given?.value?.text.slice(1, -1);
  if (value && !value.includes("${")) return [value];
  const metric = selector.name ? promqlNames(catalog).metric(selector.name) : undefined;
  return metric?.resources ?? [];
}

/**
 * Labels that a selector's series have. Google's mapping: labels of metric and resource side by side; a metric's label
 * that a resource has, too, gets `metric_` in front.
 */
export function labelsOf(selector: Selector, catalog: Catalog): LabelInfo[] {
  const metric = selector.name ? promqlNames(catalog).metric(selector.name) : undefined;
  const resource = new Set(
    resourcesOf(selector, catalog).flatMap((type) => catalog.resource(type)?.labels ?? []),
  );
  const out: LabelInfo[] = (metric?.labels ?? []).map((key) => {
    const clean = labelName(key);
    return { name: resource.has(key) ? `metric_${clean}` : clean, origin: "metric", key };
  });
  for (const key of resource) out.push({ name: labelName(key), origin: "resource", key });
  if (!selector.name || /[:/]/.test(selector.name))
    out.push({ name: "monitored_resource", origin: "google", key: "monitored_resource" });
  if (selector.name?.endsWith("_bucket")) out.push({ name: "le", origin: "prometheus", key: "le" });
  return out;
}

const labelName = (key: string): string => key.replace(/[^A-Za-z0-9_]/g, "_");

export const labelOrigins: Readonly<Record<LabelInfo["origin"], string>> = {
  metric: "label of the metric",
  resource: "label of the monitored resource",
  google: "type of the monitored resource",
  prometheus: "upper bound of the bucket",
};
