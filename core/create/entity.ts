import type { Resource } from "../catalog/types";
import { wordsOf } from "./words";

/** Labels that say where something is, not what it is. */
const PLACES = new Set([
  "project_id",
  "resource_container",
  "location",
  "region",
  "zone",
  "org_id",
  "edition",
  "version",
  "is_private_ip_enabled",
  "instance_config",
  "network_monitoring_provider_id",
]);

/** Labels that name what people know, where the type's own name leads to another one. */
const KNOWN: Readonly<Record<string, string>> = {
  cloud_run_revision: "service_name",
  knative_revision: "service_name",
  k8s_container: "namespace_name",
  k8s_pod: "namespace_name",
  gke_container: "namespace_id",
  gce_instance: "instance_id",
  https_lb_rule: "url_map_name",
  gae_app: "module_id",
  gae_instance: "module_id",
  dataflow_worker: "job_name",
  dataflow_job: "job_name",
  aws_ec2_instance: "instance_id",
  api: "service",
  consumed_api: "service",
  produced_api: "service",
  nat_gateway: "gateway_name",
  gce_router: "router_id",
  k8s_entity: "entity_name",
  cloudsql_instance_database: "resource_id",
  wire_endpoint: "wire_group",
};

/** The resource label that tells one thing of a type from another, as a reader would. */
export function entityLabel(resource: Resource | undefined): string | undefined {
  if (!resource) return undefined;
  const { type, labels } = resource;
  const known = Object.hasOwn(KNOWN, type) ? KNOWN[type] : undefined;
  if (known && labels.includes(known)) return known;
  const candidates = labels.filter((label) => !PLACES.has(label) && !/_uid$|_uuid$|_type$/.test(label));
  const words = type
    .slice(type.lastIndexOf("/") + 1)
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split("_");
  const last = words.at(-1)!;
  const named = candidates.find((label) => bareName(label) === words.join("_"));
  return named ?? candidates.find((label) => bareName(label).split("_").at(-1) === last) ?? candidates[0];
}

/** What the label is called in a title: `subscription_id` is *subscription*. */
export function entityName(label: string): string {
  return wordsOf(bareName(label)) || "name";
}

/** The label by which a reader narrows a dashboard to a place. */
export function placeLabel(resource: Resource | undefined): string | undefined {
  return ["location", "region", "zone"].find((label) => resource?.labels.includes(label));
}

function bareName(label: string): string {
  return label.replace(/_(?:name|id)$/, "");
}
