import type { Catalog, Metric, Resource } from "../../catalog/catalog";
import { inertText } from "../../inert-text";
import type { FunctionInfo } from "./function-info";
import { metricPage, metricSentence, unitText } from "./metric-words";

/** `DELTA DISTRIBUTION, ms`, as far as it is known. */
export function metricDetail(metric: Metric): string {
  return [[metric.kind, metric.valueType].filter(Boolean).join(" "), unitText(metric.unit)]
    .filter(Boolean)
    .join(", ");
}

/** Everything the catalog says about a metric type. */
export function metricMarkdown(metric: Metric, catalog: Catalog): string {
  return [`**${metric.type}**`, ...facts(metric, catalog, metricDetail(metric))].join("\n\n");
}

/** The same beside a completion, which shows `metricDetail` already, and the type where that is its label. */
export function metricNotes(metric: Metric, catalog: Catalog, label: string): string {
  const type = label === metric.type ? [] : [`**${metric.type}**`];
  return [...type, ...facts(metric, catalog, "")].join("\n\n");
}

function facts(metric: Metric, catalog: Catalog, detail: string): string[] {
  const lines: string[] = [];
  const about = metric.description ? plainMarkdown(metric.description) : metricSentence(metric);
  if (about) lines.push(about);
  const sampled = metric.samplePeriod ? `sampled every ${metric.samplePeriod} seconds` : "";
  const first = [detail, stageText(metric, catalog), sampled].filter(Boolean).join(" · ");
  if (first) lines.push(first);
  if (metric.resources.length > 0) lines.push(`Resources: ${names(metric.resources)}`);
  if (metric.labels.length > 0) lines.push(`Labels: ${names(metric.labels)}`);
  else if (metric.labelsListed) lines.push("No metric labels.");
  const page = metricPage(metric.type);
  if (page) lines.push(`[Description${sampled ? "" : " and sampling period"} in Google's list](${page})`);
  if (metric.inferred) lines.push("_Inferred from the name._");
  if (metric.own && catalog.reading) {
    const { project, readAt } = catalog.reading.overlay;
    lines.push(`_As project ${project} reported it on ${readAt.slice(0, 10)}._`);
  }
  return lines;
}

export function resourceMarkdown(resource: Resource, catalog: Catalog): string {
  const lines = [`**${resource.type}** (monitored resource)`];
  if (resource.labels.length > 0) lines.push(`Labels: ${names(resource.labels)}`);
  const count = catalog.metricsOf(resource.type).length;
  if (count > 0) lines.push(`${count} metric types in the catalog apply to it.`);
  return lines.join("\n\n");
}

export function functionMarkdown(info: FunctionInfo): string {
  return `\`${functionLabel(info)}\`\n\n${info.description}`;
}

export function functionLabel(info: FunctionInfo): string {
  return `${info.name}(${info.parameters.join(", ")})`;
}

function stageText(metric: Metric, catalog: Catalog): string {
  if (catalog.isRetired(metric)) return `last described in ${metric.lastSeen}`;
  if (metric.stage === "GA") return "GA";
  return metric.stage ? metric.stage.toLowerCase().replace("_", " ") : "";
}

/** Text of others as Markdown that shows just this text. */
function plainMarkdown(text: string): string {
  return inertText(text).replace(/[\\`*_{}[\]<>()#|~!&]/g, "\\$&");
}

const names = (list: readonly string[]): string => list.map((name) => `\`${name}\``).join(", ");
