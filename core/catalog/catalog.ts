import { nearestByParts, nearestName } from "../spelling";
import { inferMetric, isOpenNamespace, isUserMetric, serviceOf } from "./names";
import { type CatalogOverlay, OverlayReading } from "./overlay";
import { type LabelValueList, ProjectLabelValues } from "./project-values";
import { readTables, type Tables } from "./tables";
import type { Metric, Resource } from "./types";
import { WordIndex } from "./word-index";

export { isOpenNamespace, lacksPrometheusSuffix, serviceOf } from "./names";
export type { CatalogOverlay, MetricDescriptor, OverlayReading, ResourceDescriptor } from "./overlay";
export type * from "./types";

/** Metric types and monitored resource types: what exists, and how to find it. Immutable. */
export class Catalog {
  private index: WordIndex | undefined;
  private resourceIndex: WordIndex | undefined;
  private byResource: Map<string, Metric[]> | undefined;
  private byService: Map<string, string[]> | undefined;

  /** @param reading the overlay's project and time, if any */
  constructor(
    private readonly tables: Tables,
    readonly reading?: OverlayReading,
    /** What labels have been in the project, for completion. */
    readonly projectValues?: ProjectLabelValues,
  ) {}

  /** This catalog with the values that labels have in a project. */
  withValues(list: LabelValueList): Catalog {
    return new Catalog(this.tables, this.reading, new ProjectLabelValues(list));
  }

  /** Month of the public lists, `YYYY-MM`. */
  get asOf(): string {
    return this.tables.asOf;
  }

  /** Every metric type that has an entry of its own. */
  metrics(): Iterable<Metric> {
    return this.tables.metrics.values();
  }

  resources(): Iterable<Resource> {
    return this.tables.resources.values();
  }

  /** The metric type's entry, or what follows from its name for Prometheus and quota metrics. */
  metric(type: string): Metric | undefined {
    return this.tables.metrics.get(type) ?? inferMetric(type);
  }

  resource(type: string): Resource | undefined {
    return this.tables.resources.get(type);
  }

  /**
   * Whether the list of this metric type's service is whole, so that a name missing from it is a mistake (or newer
   * than the catalog). Accepts a metric type or a bare service name.
   */
  covers(type: string): boolean {
    return this.tables.covered.has(serviceOf(type)) && !isOpenNamespace(type);
  }

  /** Not in any list since the newest one: probably retired. */
  isRetired(metric: Metric): boolean {
    return !metric.inferred && metric.lastSeen > 0 && metric.lastSeen < this.tables.newest;
  }

  /** Closed values of a metric label as the lists state them; undefined when there is no such list. */
  labelValues(metric: string, label: string): readonly string[] | undefined {
    return this.tables.labelValues.get(metric)?.get(label);
  }

  /** Metric types that apply to this resource type. */
  metricsOf(resource: string): readonly Metric[] {
    if (!this.byResource) {
      this.byResource = new Map();
      for (const metric of this.metrics()) {
        for (const type of metric.resources) push(this.byResource, type, metric);
      }
    }
    return this.byResource.get(resource) ?? [];
  }

  /** Metric types that hold the words of `query`, best first; `more` tells that the limit cut some off. */
  searchMetrics(
    query: string,
    limit: number,
  ): { readonly metrics: readonly Metric[]; readonly more: boolean } {
    if (!this.index) {
      const all = [...this.metrics()];
      this.index = new WordIndex(
        all.map((metric) => metric.type),
        all.map((metric) => this.weight(metric)),
      );
    }
    const { names, more } = this.index.search(query, limit);
    return { metrics: names.map((type) => this.tables.metrics.get(type)!), more };
  }

  /** Resource types that hold the words of `query`, those with more metrics first. */
  searchResources(query: string, limit: number): readonly Resource[] {
    if (!this.resourceIndex) {
      const all = [...this.resources()];
      this.resourceIndex = new WordIndex(
        all.map((resource) => resource.type),
        all.map((resource) => Math.log2(1 + this.metricsOf(resource.type).length)),
      );
    }
    const { names } = this.resourceIndex.search(query, limit);
    return names.map((type) => this.tables.resources.get(type)!);
  }

  /** The metric type of the same service that was probably meant, or a service that was. */
  nearestMetric(type: string): string | undefined {
    const services = this.services();
    const service = serviceOf(type);
    const known = services.get(service);
    if (known) return nearestByParts(type, known, "/");
    const other = nearestName(service, services.keys());
    const moved = other && other + type.slice(service.length);
    if (!moved || this.tables.metrics.has(moved)) return moved;
    return nearestByParts(moved, services.get(other) ?? [], "/");
  }

  /** Whether some metric type is known of this service. */
  hasService(service: string): boolean {
    return this.services().has(service);
  }

  private services(): ReadonlyMap<string, string[]> {
    if (!this.byService) {
      this.byService = new Map();
      for (const metric of this.metrics()) push(this.byService, serviceOf(metric.type), metric.type);
    }
    return this.byService;
  }

  /** The resource type that was probably meant. */
  nearestResource(type: string): string | undefined {
    return nearestByParts(type, this.tables.resources.keys(), "_");
  }

  /**
   * This catalog with an overlay.
   *
   * @param now milliseconds since 1970, by which the overlay is fresh or old
   */
  extend(overlay: CatalogOverlay, now = Date.now()): Catalog {
    const reading = new OverlayReading(overlay, now);
    const metrics = new Map(this.tables.metrics);
    for (const one of overlay.metrics) metrics.set(one.type, reading.metric(one, metrics.get(one.type)));
    const resources = new Map(this.tables.resources);
    for (const one of overlay.resources) {
      resources.set(one.type, reading.resource(one, resources.get(one.type)));
    }
    return new Catalog({ ...this.tables, metrics, resources }, reading);
  }

  /** Used in samples before unused, a user's own and stable before experimental, living before retired. */
  private weight(metric: Metric): number {
    let weight = Math.min(5, Math.log2(1 + metric.uses));
    if (metric.stage === "GA") weight += 2;
    else if (metric.stage === "BETA") weight += 1;
    else if (metric.stage === "DEPRECATED") weight -= 6;
    if (this.isRetired(metric)) weight -= 8;
    if (metric.own && isUserMetric(metric.type)) weight += 8;
    return weight;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

let shipped: Catalog | undefined;

/** The catalog that ships with Mosaic; read from its tables on first use. */
export function shippedCatalog(): Catalog {
  shipped ??= new Catalog(readTables());
  return shipped;
}
