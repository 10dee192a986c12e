import type { Catalog, Metric } from "../../catalog/catalog";
import { isOpenNamespace, serviceOf } from "../../catalog/catalog";

/** Series that a distribution appears as in PromQL. */
export const distributionSuffixes = ["_bucket", "_count", "_sum"] as const;

const prometheus = /^prometheus\.googleapis\.com\/([^/]+)\/([a-z:_]+)$/;

/**
 * The PromQL name of a metric type: the first `/` becomes `:`, every other character that a name may not hold becomes `_`.
 * Metrics that came from Prometheus have their own name back. A distribution's name takes a suffix.
 */
export function promqlName(type: string): string {
  const own = prometheus.exec(type)?.[1];
  if (own) return own;
  const slash = type.indexOf("/");
  const clean = (part: string): string => part.replace(/[^A-Za-z0-9_]/g, "_");
  return slash < 0 ? clean(type) : `${clean(type.slice(0, slash))}:${clean(type.slice(slash + 1))}`;
}

/** The metric types of a catalog by their PromQL names. */
export class PromqlNames {
  private readonly metrics = new Map<string, Metric>();
  /** `compute_googleapis_com` → `compute.googleapis.com` */
  private readonly services = new Map<string, string>();

  constructor(private readonly catalog: Catalog) {
    for (const metric of catalog.metrics()) {
      this.metrics.set(promqlName(metric.type), metric);
      const service = serviceOf(metric.type);
      this.services.set(service.replace(/[^A-Za-z0-9_]/g, "_"), service);
    }
  }

  /** The metric behind a name in PromQL, `_bucket` and so on taken off; or behind a metric type in quotes. */
  metric(name: string): Metric | undefined {
    if (name.includes("/")) return this.catalog.metric(this.base(name, (n) => this.catalog.metric(n)));
    return this.metrics.get(this.base(name, (n) => this.metrics.get(n)));
  }

  /** Whether the catalog would have to know the name: its service is covered as a whole. */
  isUnknown(name: string): boolean {
    if (this.metric(name)) return false;
    if (name.includes("/")) return this.catalog.covers(name);
    const colon = name.indexOf(":");
    const service = this.services.get(name.slice(0, Math.max(colon, 0)));
    if (!service || !this.catalog.covers(service)) return false;
    // Log-based metrics of users and quota metrics exist without being listed.
    const rest = name.slice(colon + 1);
    const open = isOpenNamespace(`${service}/${rest.replace("_", "/")}`);
    return !open && !/^quota_.+_(?:exceeded|limit|usage)$/.test(rest);
  }

  /** Names of the same service, in the forms that can be queried. */
  siblings(name: string): string[] {
    const start = name.slice(0, name.indexOf(":") + 1);
    return [...this.metrics].flatMap(([known, metric]) => {
      if (!known.startsWith(start)) return [];
      return metric.valueType === "DISTRIBUTION"
        ? distributionSuffixes.map((suffix) => known + suffix)
        : [known];
    });
  }

  /** The metric that a suffix of distributions was put on although it is none. */
  withoutSuffix(name: string): string | undefined {
    const suffix = distributionSuffixes.find((end) => name.endsWith(end));
    const base = suffix && name.slice(0, -suffix.length);
    return base && this.metric(base) ? base : undefined;
  }

  private base(name: string, find: (name: string) => Metric | undefined): string {
    const suffix = distributionSuffixes.find((end) => name.endsWith(end));
    if (!suffix || find(name)) return name;
    const short = name.slice(0, -suffix.length);
    return find(short)?.valueType === "DISTRIBUTION" ? short : name;
  }
}

const known = new WeakMap<Catalog, PromqlNames>();

/** The names of a catalog; built on first use. */
export function promqlNames(catalog: Catalog): PromqlNames {
  let names = known.get(catalog);
  if (!names) known.set(catalog, (names = new PromqlNames(catalog)));
  return names;
}
