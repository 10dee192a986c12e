import { isOpenNamespace, type Metric, serviceOf, shippedCatalog } from "../../core/catalog/catalog";

/** A metric as `metricDescriptors.list` answers it, without its name, which holds the project. */
export interface MetricDescriptorValue {
  readonly type: string;
  readonly labels?: readonly LabelDescriptor[];
  readonly metricKind: string;
  readonly valueType: string;
  readonly unit?: string;
  readonly description: string;
  readonly displayName: string;
  readonly launchStage?: string;
  readonly monitoredResourceTypes?: readonly string[];
}

/** A monitored resource as `monitoredResourceDescriptors.list` answers it, without its name. */
export interface ResourceDescriptorValue {
  readonly type: string;
  readonly displayName: string;
  readonly labels: readonly LabelDescriptor[];
}

/** A label of texts, which is what a missing value type means. */
interface LabelDescriptor {
  readonly key: string;
}

/** Services of which every project of the emulator has the public metrics. */
const SERVICES = new Set([
  "cloudsql.googleapis.com",
  "cloudtasks.googleapis.com",
  "compute.googleapis.com",
  "dataflow.googleapis.com",
  "kubernetes.io",
  "loadbalancing.googleapis.com",
  "logging.googleapis.com",
  "monitoring.googleapis.com",
  "pubsub.googleapis.com",
  "redis.googleapis.com",
  "run.googleapis.com",
  "storage.googleapis.com",
]);

type Own = readonly [
  type: string,
  kind: string,
  valueType: string,
  unit: string,
  labels: string,
  resources: string,
];

/** Custom metrics of a sample application. */
const OWN: readonly Own[] = [
  ["custom.googleapis.com/shop/cart_value", "GAUGE", "DOUBLE", "{EUR}", "store", "global generic_task"],
  [
    "custom.googleapis.com/shop/checkout_latency",
    "CUMULATIVE",
    "DISTRIBUTION",
    "ms",
    "store step",
    "generic_task k8s_container",
  ],
  [
    "custom.googleapis.com/shop/orders",
    "CUMULATIVE",
    "INT64",
    "{order}",
    "store payment_method",
    "generic_task k8s_container",
  ],
  ["custom.googleapis.com/shop/stock_ok", "GAUGE", "BOOL", "", "warehouse", "global"],
  ["logging.googleapis.com/user/checkout_errors", "DELTA", "INT64", "1", "error_code", "k8s_container"],
  ["logging.googleapis.com/user/payment_latency", "DELTA", "DISTRIBUTION", "s", "provider", "k8s_container"],
  ["prometheus.googleapis.com/shop_carts_open/gauge", "GAUGE", "DOUBLE", "", "store", "prometheus_target"],
  [
    "prometheus.googleapis.com/shop_http_requests_total/counter",
    "CUMULATIVE",
    "DOUBLE",
    "",
    "method code",
    "prometheus_target",
  ],
  [
    "workload.googleapis.com/shop.payment.attempts",
    "CUMULATIVE",
    "INT64",
    "{attempt}",
    "provider outcome",
    "k8s_container generic_task",
  ],
  ["workload.googleapis.com/shop.queue.depth", "GAUGE", "INT64", "{message}", "queue", "k8s_container"],
];

/** The metrics of every project, by type: a slice of the public ones and a team's own. */
export function metricDescriptors(): readonly MetricDescriptorValue[] {
  const found = [...shippedCatalog().metrics()].flatMap((metric) => publicMetric(metric) ?? []);
  return sorted([...found, ...OWN.map(ownMetric)]);
}

/** The monitored resources of every project, by type. */
export function resourceDescriptors(): readonly ResourceDescriptorValue[] {
  const found = [...shippedCatalog().resources()].filter(({ labels }) => labels.length > 0);
  return sorted(
    found.map(({ type, labels }) => ({ type, displayName: words(type), labels: labels.map(labelOf) })),
  );
}

function publicMetric(metric: Metric): MetricDescriptorValue | undefined {
  const { type, kind, valueType, unit, stage, labels, resources } = metric;
  if (!SERVICES.has(serviceOf(type)) || isOpenNamespace(type) || shippedCatalog().isRetired(metric)) {
    return undefined;
  }
  if (!kind || !valueType) return undefined;
  return {
    type,
    labels: labels.length > 0 ? labels.map(labelOf) : undefined,
    metricKind: kind,
    valueType,
    unit: unit || undefined,
    ...textsOf(type),
    launchStage: stage || undefined,
    monitoredResourceTypes: resources.length > 0 ? resources : undefined,
  };
}

function ownMetric([type, metricKind, valueType, unit, labels, resources]: Own): MetricDescriptorValue {
  return {
    type,
    labels: labels.split(" ").map(labelOf),
    metricKind,
    valueType,
    unit: unit || undefined,
    ...textsOf(type),
    monitoredResourceTypes: resources.split(" "),
  };
}

function textsOf(type: string): { readonly description: string; readonly displayName: string } {
  const displayName = words(type.slice(type.indexOf("/") + 1));
  return { description: `${displayName} of a made-up project.`, displayName };
}

function words(name: string): string {
  const text = name.replace(/[^A-Za-z0-9]+/g, " ").trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function labelOf(key: string): LabelDescriptor {
  return { key };
}

function sorted<T extends { readonly type: string }>(list: readonly T[]): T[] {
  return [...list].sort((a, b) => (a.type < b.type ? -1 : 1));
}
