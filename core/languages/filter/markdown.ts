import type { Catalogue, Metric, Resource } from "../../catalogue/catalogue";
import type { FunctionInfo } from "./vocabulary";

/** `DELTA DISTRIBUTION, ms`, as far as it is known. */
export function metricDetail(metric: Metric): string {
  return [[metric.kind, metric.valueType].filter(Boolean).join(" "), metric.unit].filter(Boolean).join(", ");
}

/** Everything the catalogue says about a metric type. */
export function metricMarkdown(metric: Metric, catalogue: Catalogue): string {
  return [`**${metric.type}**`, ...facts(metric, catalogue, metricDetail(metric))].join("\n\n");
}

/** The same beside a completion, which shows `metricDetail` already, and the type where that is its label. */
export function metricNotes(metric: Metric, catalogue: Catalogue, label: string): string {
  const type = label === metric.type ? [] : [`**${metric.type}**`];
  return [...type, ...facts(metric, catalogue, "")].join("\n\n");
}

function facts(metric: Metric, catalogue: Catalogue, detail: string): string[] {
  const lines: string[] = [];
  const first = [detail, stageText(metric, catalogue)].filter(Boolean).join(" · ");
  if (first) lines.push(first);
  if (metric.resources.length > 0) lines.push(`Resources: ${names(metric.resources)}`);
  if (metric.labels.length > 0) lines.push(`Labels: ${names(metric.labels)}`);
  else if (metric.labelsListed) lines.push("No metric labels.");
  if (metric.inferred) lines.push("_Inferred from the name._");
  if (metric.own && catalogue.reading) {
    const { project, readAt } = catalogue.reading.overlay;
    lines.push(`_As project ${project} reported it on ${readAt.slice(0, 10)}._`);
  }
  return lines;
}

export function resourceMarkdown(resource: Resource, catalogue: Catalogue): string {
  const lines = [`**${resource.type}** (monitored resource)`];
  if (resource.labels.length > 0) lines.push(`Labels: ${names(resource.labels)}`);
  const count = catalogue.metricsOf(resource.type).length;
  if (count > 0) lines.push(`${count} metric types in the catalog apply to it.`);
  return lines.join("\n\n");
}

export function functionMarkdown(info: FunctionInfo): string {
  return `\`${functionLabel(info)}\`\n\n${info.about}`;
}

export function functionLabel(info: FunctionInfo): string {
  return `${info.name}(${info.parameters.join(", ")})`;
}

function stageText(metric: Metric, catalogue: Catalogue): string {
  if (catalogue.isRetired(metric)) return `last described in ${metric.lastSeen}`;
  return !metric.stage || metric.stage === "GA" ? "" : metric.stage.toLowerCase().replace("_", " ");
}

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
