import { alignersFor } from "../../core/catalog/aligners";
import { type Catalog, shippedCatalog } from "../../core/catalog/catalog";
import type { Metric, Resource } from "../../core/catalog/types";
import { servicesOf } from "../../core/create/service";
import { inertText } from "../../core/inert-text";
import { metricModel, searchMetrics } from "../../core/query-builder/metrics";
import { object } from "../schema";
import { tool } from "../tool";
import { Wrong } from "../wrong";
import { FILE, NOTICE, NOTICE_TEXT } from "./common";

const ENTRY = object(
  {
    type: { type: "string", description: "for metric.type or resource.type in a filter" },
    about: { type: "string" },
    kind: { type: "string" },
    valueType: { type: "string" },
    unit: { type: "string" },
    resources: { type: "array", items: { type: "string" } },
    labels: { type: "array", items: { type: "string" } },
    aligners: { type: "array", items: { type: "string" }, description: "that fit it, the usual one first" },
    filter: { type: "string", description: "a Monitoring filter for it" },
    retired: { type: "boolean", description: "not in the newest lists" },
  },
  ["type"],
);

/** Metrics and monitored resources by words. */
export const SEARCH = tool({
  name: "search_catalog",
  title: "Search metrics and resources",
  description:
    "Finds metric types or monitored resource types of Google Cloud by words such as 'cloud run request latency', or by an exact type. One or two matches come with labels, aligners that fit and a filter. Use it before you write a metric type, a label or an aligner.",
  input: object(
    {
      words: { type: "string", description: "words in any order, or an exact type" },
      of: { type: "string", enum: ["metrics", "resources"], description: "metrics by default" },
      resource: { type: "string", description: "only metrics of this resource type, such as k8s_container" },
      file: {
        type: "string",
        description: `${FILE.description}; also finds metrics of its project that were downloaded`,
      },
      limit: { type: "integer", minimum: 1, maximum: 50, description: "8 by default" },
    },
    ["words"],
  ),
  output: object(
    {
      found: { type: "array", items: ENTRY },
      more: { type: "boolean" },
      hint: { type: "string" },
      notice: NOTICE,
    },
    ["found", "more", "notice"],
  ),
  readOnly: true,
  async run({ words, of = "metrics", resource, file, limit = 8 }, session) {
    const real = file === undefined ? undefined : await session.roots.resolve(file);
    const ruling = real === undefined ? undefined : await session.host.rulingOf(real, "");
    const catalog = ruling?.catalog ?? shippedCatalog();
    if (resource !== undefined && !catalog.resource(resource))
      throw new Wrong(unknownResource(catalog, resource));
    if (of === "resources") return { structured: resources(catalog, words, limit) };
    return { structured: metrics(catalog, words, resource, limit) };
  },
});

function metrics(catalog: Catalog, words: string, resource: string | undefined, limit: number) {
  const exact = catalog.metric(words.trim());
  const named = exact && !exact.inferred ? [exact] : undefined;
  // Twenty times as many, because other resources are left out afterwards.
  const query = withServices(catalog, words);
  const searched =
    named ??
    searchMetrics(
      catalog,
      query,
      resource ?? "",
      resource === undefined ? limit : 20 * limit,
    ).metrics.flatMap(({ type }) => catalog.metric(type) ?? []);
  const fitting = searched.filter((metric) => resource === undefined || metric.resources.includes(resource));
  const found = fitting.slice(0, limit);
  const detailed = found.length <= 2;
  const hint = found.length === 0 ? noMetric(catalog, words) : undefined;
  return {
    found: found.map((metric) => metricEntry(catalog, metric, detailed || metric === exact, resource)),
    more: fitting.length > limit || (resource === undefined && !named && searched.length >= limit),
    ...(hint !== undefined && { hint }),
    notice: NOTICE_TEXT,
  };
}

/** Words with the names of products as their services: metrics of Cloud Run are named `run.googleapis.com`. */
function withServices(catalog: Catalog, words: string): string {
  const text = ` ${words.toLowerCase().replace(/\s+/g, " ").trim()} `;
  const named = servicesOf(catalog)
    .filter(({ name }) => name.includes(" ") && text.includes(` ${name.toLowerCase()} `))
    .sort((a, b) => b.name.length - a.name.length);
  const [longest] = named;
  return longest ? text.replace(` ${longest.name.toLowerCase()} `, ` ${longest.service} `).trim() : words;
}

function noMetric(catalog: Catalog, words: string): string {
  const near = words.includes("/") ? catalog.nearestMetric(words.trim()) : undefined;
  return near === undefined
    ? "No metric has these words. Use fewer or more general words, such as the name of the service."
    : `There is no such metric type. Did you mean "${near}"?`;
}

function metricEntry(catalog: Catalog, metric: Metric, detailed: boolean, resource: string | undefined) {
  const { type, kind, valueType, unit, resources, labels } = metric;
  const { description } = metricModel(type, metric);
  const chosen = resource ?? resources[0];
  return {
    type: inertText(type),
    about: inertText(description, detailed ? 300 : 120),
    ...(kind && { kind }),
    ...(valueType && { valueType }),
    ...(unit && { unit: inertText(unit, 60) }),
    resources: resources.slice(0, detailed ? 12 : 3).map((one) => inertText(one, 100)),
    ...(detailed && {
      labels: labels.slice(0, 30).map((label) => inertText(`metric.labels.${label}`, 120)),
      aligners: alignersFor(metric).slice(0, 8),
      filter: `metric.type="${inertText(type)}"${chosen === undefined ? "" : ` resource.type="${inertText(chosen)}"`}`,
    }),
    ...(catalog.isRetired(metric) && { retired: true }),
  };
}

function resources(catalog: Catalog, words: string, limit: number) {
  const exact = catalog.resource(words.trim());
  const searched = exact ? [exact] : catalog.searchResources(words, limit + 1);
  const found = searched.slice(0, limit);
  return {
    found: found.map((one: Resource) => ({
      type: inertText(one.type),
      labels: one.labels.slice(0, 30).map((label) => inertText(`resource.labels.${label}`, 120)),
      ...(found.length <= 2 && { about: `${catalog.metricsOf(one.type).length} metrics have it.` }),
    })),
    more: searched.length > limit,
    ...(found.length === 0 && { hint: unknownResource(catalog, words) }),
    notice: NOTICE_TEXT,
  };
}

function unknownResource(catalog: Catalog, name: string): string {
  const near = catalog.nearestResource(name);
  if (near !== undefined) return `There is no resource type ${JSON.stringify(name)}. Did you mean "${near}"?`;
  const hits = catalog.searchResources(name, 5).map(({ type }) => type);
  return `There is no resource type ${JSON.stringify(name)}.${hits.length > 0 ? ` Similar: ${hits.join(", ")}.` : ""}`;
}
