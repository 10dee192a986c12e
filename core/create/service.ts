import { type Catalog, serviceOf } from "../catalog/catalog";
import type { Metric } from "../catalog/types";
import { typicalValues } from "../catalog/usual-values";
import { entityLabel, entityName, placeLabel } from "./entity";
import {
  aggregate,
  axisOf,
  type Chosen,
  metricChart,
  metricNumber,
  seriesOf,
  titleWords,
} from "./metric-chart";
import { dashboardOf, evenLines, type Line, type Section, type Widget } from "./page";
import { chart, legendOf, pinnedFilter, queryOf, ratioOf, scorecard } from "./parts";
import {
  failureCondition,
  LEAST_WORTH,
  outcomeLabel,
  quantityOf,
  type Signal,
  signalOf,
  worthOf,
} from "./signals";
import { serviceName } from "./words";

/** A service that has metrics to make a dashboard of. */
export interface ServiceChoice {
  /** `run.googleapis.com` */
  readonly service: string;
  /** *Cloud Run* */
  readonly name: string;
  /** How many of its metrics are stable or in preview. */
  readonly metrics: number;
}

/** The services of the catalog, by name. */
export function servicesOf(catalog: Catalog): ServiceChoice[] {
  const counts = new Map<string, number>();
  for (const metric of catalog.metrics()) {
    if (!isUsable(metric, catalog)) continue;
    const service = serviceOf(metric.type);
    counts.set(service, (counts.get(service) ?? 0) + 1);
  }
  return [...counts]
    .map(([service, metrics]) => ({ service, metrics, name: serviceName(service) }))
    .sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** How many charts a signal gets at most. */
const MOST: Readonly<Record<Signal, number>> = { traffic: 3, errors: 3, latency: 3, saturation: 6, state: 3 };

/** A dashboard of the golden signals of a service; undefined for a service without metrics that a chart can show. */
export function serviceDashboard(catalog: Catalog, service: string): Widget | undefined {
  const ranked = rank(catalog, service);
  if (ranked.length === 0) return undefined;
  const traffic = pick(ranked, "traffic", MOST.traffic);
  const errors = pick(ranked, "errors", MOST.errors);
  const latency = pick(ranked, "latency", MOST.latency);
  const saturation = pick(ranked, "saturation", MOST.saturation);
  const few = traffic.length + errors.length + latency.length + saturation.length < 6;
  const state = pick(ranked, "state", few ? 6 : MOST.state);
  const all = [...traffic, ...errors, ...latency, ...saturation, ...state];
  const titleOf = titles(all);
  const charts = (list: readonly Chosen[]) => list.map((one) => metricChart(one, titleOf(one)));
  const failing = failures(catalog, traffic, titleOf);

  const sections: Section[] = [
    { title: "Traffic", lines: evenLines(charts(traffic)) },
    { title: "Errors", lines: evenLines([...failing.charts, ...charts(errors)]) },
    { title: "Latency", lines: evenLines(charts(latency)) },
    { title: "Saturation", lines: evenLines(charts(saturation)) },
    { title: "State", lines: evenLines(charts(state)) },
  ];
  const numbers = [
    ...traffic.slice(0, 1).map((one) => metricNumber(one, titleOf(one))),
    ...(failing.number ? [failing.number] : errors.slice(0, 1).map((one) => metricNumber(one, titleOf(one)))),
    ...latency.slice(0, 1).map((one) => metricNumber(one, numberTitle(one, titleOf(one)))),
    ...fullest(saturation).map((one) => metricNumber(one, numberTitle(one, titleOf(one)))),
  ];
  const top: Line[] = numbers.length > 1 ? [numbers] : [];
  return dashboardOf({ title: serviceName(service), filters: filtersOf(catalog, all), top, sections });
}

/** The one that tells how full something is, else the first. */
function fullest(saturation: readonly Chosen[]): Chosen[] {
  const isShare = ({ metric }: Chosen) => /fraction|percent/.test(quantityOf(metric));
  return [saturation.find(isShare) ?? saturation[0]].filter((one) => one !== undefined);
}

/** What a number of all series together is called. */
function numberTitle(one: Chosen, title: string): string {
  if (one.metric.valueType === "DISTRIBUTION") return `${title}, p95`;
  return seriesOf(one).reducer === "REDUCE_MAX" ? `Highest ${lowered(title)}` : title;
}

function lowered(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Metrics that exist, are stable or in preview, and say what they measure. */
function isUsable(metric: Metric, catalog: Catalog): boolean {
  const { stage, kind, valueType, resources } = metric;
  const isStable = stage === "GA" || stage === "BETA";
  if (!isStable || metric.inferred || catalog.isRetired(metric)) return false;
  return kind !== undefined && valueType !== undefined && valueType !== "STRING" && resources.length > 0;
}

/** The usable metrics of a service, those that belong on a first dashboard before the others. */
function rank(catalog: Catalog, service: string): Chosen[] {
  const metrics = [...catalog.metrics()].filter(
    (metric) => serviceOf(metric.type) === service && isUsable(metric, catalog),
  );
  const weights = new Map<string, number>();
  for (const { resources, uses } of metrics)
    for (const resource of resources) weights.set(resource, (weights.get(resource) ?? 0) + 1 + uses);
  const weightOf = (type: string) => (catalog.resource(type)?.labels.length ? weights.get(type)! : 0);
  const heaviest = (types: readonly string[]) =>
    types.reduce((best, type) => (weightOf(type) > weightOf(best) ? type : best), types[0]!);
  const main = heaviest([...weights.keys()]);
  const worths = new Map<Chosen, number>();
  for (const metric of metrics) {
    const name = metric.type.slice(service.length + 1);
    const resource = heaviest(metric.resources);
    const label = entityLabel(catalog.resource(resource));
    const states = metric.kind === "GAUGE" && catalog.labelValues(metric.type, "state");
    const isByState = states && states.length > 1 && states.length <= 8;
    const chosen: Chosen = {
      metric,
      signal: signalOf(metric, name),
      name,
      resource,
      by: isByState ? "metric.label.state" : label && `resource.label.${label}`,
      each: isByState ? "state" : label && entityName(label),
    };
    if (aggregate(chosen)) worths.set(chosen, worthOf(metric, name, resource === main));
  }
  const best = Math.max(...worths.values());
  const least = best >= 0 ? LEAST_WORTH : best - 3;
  return [...worths.keys()]
    .filter((one) => worths.get(one)! >= least)
    .sort((a, b) => worths.get(b)! - worths.get(a)! || a.metric.type.localeCompare(b.metric.type, "en"));
}

/** The best of a signal; two that are called the same by their last part say the same too often. */
function pick(ranked: readonly Chosen[], signal: Signal, most: number): Chosen[] {
  const out: Chosen[] = [];
  for (const one of ranked) {
    if (one.signal !== signal || out.length === most) continue;
    const leaf = one.name.split("/").at(-1);
    if (!out.some(({ name, resource }) => name.split("/").at(-1) === leaf && resource === one.resource))
      out.push(one);
  }
  return out;
}

/** What charts of failed requests tell from the metric that counts all of them. */
function failures(
  catalog: Catalog,
  traffic: readonly Chosen[],
  titleOf: (one: Chosen) => string,
): { readonly charts: readonly Widget[]; readonly number?: Widget } {
  const counted = traffic.find((one) => one.metric.kind !== "GAUGE" && outcomeLabel(one.metric));
  const label = counted && outcomeLabel(counted.metric);
  if (!counted || !label) return { charts: [] };
  const title = titleOf(counted);
  const field = `metric.label.${label}`;
  const legend = legendOf(field);
  const byOutcome = chart(`${title} by ${label.replace(/_/g, " ")}`, axisOf(counted), [
    {
      query: queryOf(seriesOf(counted, { by: [field] })),
      plotType: "STACKED_AREA",
      ...(legend && { legend }),
    },
  ]);
  const { type } = counted.metric;
  const values = catalog.labelValues(type, label) ?? typicalValues(type, label);
  const failed = failureCondition(label, values);
  if (!failed) return { charts: [byOutcome] };
  const { by: _, ...all } = seriesOf(counted);
  const name = `Failed ${lowered(title)}`;
  const share = ratioOf({ ...all, where: [failed] }, all, "10^2.%");
  return {
    charts: [
      byOutcome,
      chart(`Share of failed ${lowered(title)}`, "Share", [{ query: share, legend: "failed" }]),
    ],
    number: scorecard(name, share, 0.01, 0.05),
  };
}

/** Titles that tell the metrics apart: with as many parts of their names as that needs. */
function titles(all: readonly Chosen[]): (one: Chosen) => string {
  const depths = new Map(all.map((one) => [one, 1]));
  const titleOf = (one: Chosen) => titleWords(one.name, depths.get(one)!);
  for (let clashes: readonly Chosen[] = []; ; ) {
    for (const one of clashes) depths.set(one, depths.get(one)! + 1);
    const known = all.map((one) => titleOf(one).toLowerCase());
    clashes = all.filter((one, index) => {
      const isTaken = known.indexOf(known[index]!) !== known.lastIndexOf(known[index]!);
      return isTaken && depths.get(one)! < one.name.split("/").length;
    });
    if (clashes.length === 0) return titleOf;
  }
}

/** Filters on what most charts have: which one it is, and where. */
function filtersOf(catalog: Catalog, all: readonly Chosen[]): Widget[] {
  const counts = new Map<string, number>();
  for (const { resource } of all) {
    const type = catalog.resource(resource);
    for (const label of [entityLabel(type), placeLabel(type)])
      if (label) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => 2 * count >= all.length)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([label]) => pinnedFilter(label));
}
