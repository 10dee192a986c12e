import { shippedCatalog } from "../../../core/catalog/catalog";
import { typicalValues } from "../../../core/catalog/usual-values";
import type { MetricDescriptorValue } from "../descriptors";
import type { Labels } from "./model";

/** What a project of the emulator runs: a small shop, in the same shape for every project. */
type Thing = Readonly<Record<string, string>>;

const PLACES = ["europe-west1", "us-central1"] as const;
const cluster = { location: "europe-west1", cluster_name: "shop-prod" };
const containers: readonly Thing[] = [
  { namespace_name: "shop", pod_name: "storefront-7c9d5-x2vkq", container_name: "storefront" },
  { namespace_name: "shop", pod_name: "checkout-5f6b8-9hzlt", container_name: "checkout" },
  { namespace_name: "payments", pod_name: "ledger-0", container_name: "ledger" },
].map((one) => ({ ...cluster, ...one }));
const without = (thing: Thing, label: string): Thing =>
  Object.fromEntries(Object.entries(thing).filter(([key]) => key !== label));

/** Labels of the things of each resource type, without the project. */
const THINGS: Readonly<Record<string, readonly Thing[]>> = {
  uptime_url: [{ host: "shop.example.com" }],
  cloud_run_revision: [
    ["storefront", "europe-west1", "00042-tiv"],
    ["storefront", "us-central1", "00042-tiv"],
    ["checkout", "europe-west1", "00017-qad"],
    ["checkout", "europe-west1", "00018-bex"],
  ].map(([service = "", location = "", revision = ""]) => ({
    service_name: service,
    location,
    revision_name: `${service}-${revision}`,
    configuration_name: service,
  })),
  k8s_container: containers,
  k8s_pod: containers.map((one) => without(one, "container_name")),
  k8s_node: ["a1", "b2"].map((id) => ({ ...cluster, node_name: `gke-shop-prod-pool-${id}` })),
  k8s_cluster: [cluster],
  gce_instance: [
    { instance_id: "5140927365312201001", zone: "europe-west1-b" },
    { instance_id: "5140927365312201002", zone: "europe-west1-c" },
    { instance_id: "5140927365312201003", zone: "us-central1-a" },
  ],
  cloudsql_database: ["orders", "catalog"].map((name) => ({
    database_id: `PROJECT:${name}`,
    region: "europe-west1",
  })),
  https_lb_rule: ["shop-api", "shop-assets"].map((backend) => ({
    url_map_name: "shop-edge",
    forwarding_rule_name: "shop-edge-https",
    target_proxy_name: "shop-edge-proxy",
    backend_target_name: backend,
    backend_name: backend,
    backend_type: "INSTANCE_GROUP",
    backend_scope: "europe-west1",
    backend_scope_type: "REGION",
    backend_target_type: "BACKEND_SERVICE",
    matched_url_path_rule: "/",
    region: "global",
  })),
  pubsub_topic: [{ topic_id: "orders" }, { topic_id: "mails" }],
  pubsub_subscription: ["orders-billing", "orders-warehouse", "mails-sender"].map((id) => ({
    subscription_id: id,
  })),
  cloud_tasks_queue: ["mail-confirmations", "mail-invoices"].map((id) => ({
    queue_id: id,
    location: "europe-west1",
  })),
  redis_instance: [{ instance_id: "sessions", node_id: "node-0", region: "europe-west1" }],
  dataflow_job: [{ job_name: "order-enrichment", region: "europe-west1" }],
  gcs_bucket: ["shop-images", "shop-backups"].map((name) => ({ bucket_name: name, location: "eu" })),
  prometheus_target: ["storefront-0", "storefront-1"].map((instance) => ({
    location: "europe-west1",
    cluster: "shop-prod",
    namespace: "shop",
    job: "storefront",
    instance: `${instance}:8080`,
  })),
  generic_task: PLACES.map((location) => ({
    location,
    namespace: "shop",
    job: "checkout",
    task_id: `checkout-${location}`,
  })),
  global: [{}],
};

/** What a metric label has where neither the catalog nor the name of the metric says. */
const VALUES: readonly (readonly [key: RegExp, values: readonly string[]])[] = [
  [/^(?:response_)?code_class$|^status_class$/, ["2xx", "4xx", "5xx"]],
  [/^(?:response_code|code|status_code)$/, ["200", "404", "500"]],
  [/^method$/, ["GET", "POST"]],
  [/^store$/, ["berlin", "lyon"]],
  [/^payment_method$/, ["card", "invoice"]],
  [/^event_type$/, ["good", "bad"]],
  [/^condition$/, ["Ready", "DiskPressure"]],
  [/^(?:outcome|result)$/, ["ok", "error"]],
  [/^checker_location$/, ["eur-belgium", "usa-oregon"]],
  [/^checked_resource_id$/, ["shop.example.com"]],
  [/^instance_name$/, ["shop-vm"]],
  [/^database$/, ["shop"]],
];

/** The most series that one thing has. */
const MOST_PER_THING = 16;

/** The most resource types that a metric has series for. */
const MOST_RESOURCES = 4;

/** Labels of one series that a metric has in a project. */
export interface SeriesLabels {
  readonly resourceType: string;
  readonly resource: Labels;
  readonly metric: Labels;
  readonly userLabels: Labels;
}

/** Every series of a metric in a project: the same ones in every run. */
export function seriesOf(descriptor: MetricDescriptorValue, project: string): SeriesLabels[] {
  const { monitoredResourceTypes: types = ["global"] } = descriptor;
  const known = Object.keys(THINGS).filter((type) => types.includes(type));
  const chosen = known.length > 0 ? known.slice(0, MOST_RESOURCES) : types.slice(0, 1);
  return chosen.flatMap((resourceType) =>
    thingsOf(resourceType).flatMap((thing) => {
      const resource = Object.fromEntries(
        Object.entries({ project_id: project, ...thing }).map(([key, value]) => [
          key,
          value.replace("PROJECT", project),
        ]),
      );
      const userLabels = { app: resource["service_name"] ?? resource["container_name"] ?? "shop" };
      return labelRows(descriptor).map((metric) => ({ resourceType, resource, metric, userLabels }));
    }),
  );
}

function thingsOf(type: string): readonly Thing[] {
  const known = THINGS[type];
  if (known) {
    // Labels that the things here do not name have one value for all.
    const labels = shippedCatalog().resource(type)?.labels ?? [];
    return known.map((thing) => ({
      ...defaultsOf(labels),
      ...thing,
    }));
  }
  const labels = shippedCatalog().resource(type)?.labels ?? [];
  return [defaultsOf(labels)];
}

function defaultsOf(labels: readonly string[]): Thing {
  const own = labels.filter((label) => label !== "project_id");
  return Object.fromEntries(own.map((label) => [label, defaultOf(label)]));
}

function defaultOf(label: string): string {
  if (/^(?:location|region)$/.test(label)) return PLACES[0];
  if (label === "zone") return `${PLACES[0]}-b`;
  return `shop-${label.replace(/_?(?:name|id)$/, "").replaceAll("_", "-") || "main"}`;
}

/** Combinations of metric labels. */
function labelRows({ type, labels = [] }: MetricDescriptorValue): Labels[] {
  let rows: Labels[] = [{}];
  for (const { key } of labels) {
    if (key === "response_code_class" && labels.some((label) => label.key === "response_code")) continue;
    const values = valuesOf(type, key).slice(0, rows.length > MOST_PER_THING / 2 ? 1 : 4);
    rows = rows.flatMap((row) => values.map((value) => ({ ...row, [key]: value })));
  }
  const isNumber = valuesOf(type, "response_code_class").every((value) => /^\d+$/.test(value));
  return rows.slice(0, MOST_PER_THING).map((row) => {
    const code = row["response_code"];
    const wantsClass = code !== undefined && labels.some(({ key }) => key === "response_code_class");
    return wantsClass ? { ...row, response_code_class: `${code[0]}${isNumber ? "00" : "xx"}` } : row;
  });
}

function valuesOf(metric: string, key: string): readonly string[] {
  if (key === "status") return metric.endsWith("status_condition") ? ["True", "False"] : ["ok", "error"];
  const listed = shippedCatalog().labelValues(metric, key);
  if (listed && listed.length > 0) return listed;
  const usual = VALUES.find(([name]) => name.test(key))?.[1];
  if (usual) return usual;
  const typical = typicalValues(metric, key);
  if (typical.length > 0) return typical.slice(-5);
  return [`${key.replace(/_?(?:name|id)$/, "").replaceAll("_", "-") || "value"}-a`];
}
