import type { Page } from "../page";
import { apiUsage } from "./api-usage";
import { cloudRun } from "./cloud-run";
import { cloudSql } from "./cloud-sql";
import { gke } from "./gke";
import { loadBalancer } from "./load-balancer";
import { pubsub } from "./pubsub";
import { EXAMPLE_SLO, sloBurn } from "./slo-burn";
import { vmFleet } from "./vm-fleet";

/** What a template has to know before it can be used. */
export interface TemplateInput {
  /** As asked for: `Full name of the SLO`. */
  readonly prompt: string;
  readonly example: string;
  /** What a good answer matches. */
  readonly pattern: RegExp;
  readonly problem: string;
}

export interface PageTemplate {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly input?: TemplateInput;
  /** @param answer to the template's question; its example when undefined */
  page(answer?: string): Page;
}

const fixed = (id: string, name: string, about: string, page: Page): PageTemplate => ({
  id,
  name,
  about,
  page: () => page,
});

export const PAGE_TEMPLATES: readonly PageTemplate[] = [
  fixed("cloud-run", "Cloud Run services", "Requests, errors, latency and instances by service.", cloudRun),
  fixed("gke", "GKE workloads", "Restarts, CPU and memory of requests and limits, volumes, nodes.", gke),
  fixed("cloud-sql", "Cloud SQL instances", "CPU, memory, disk, connections and replication.", cloudSql),
  fixed(
    "load-balancer",
    "Application load balancer",
    "Requests, errors and latency by URL map and backend.",
    loadBalancer,
  ),
  fixed(
    "pubsub",
    "Pub/Sub topics and subscriptions",
    "Backlog, publishing, acknowledgments and push.",
    pubsub,
  ),
  fixed(
    "vm-fleet",
    "VM fleet",
    "Running instances, CPU, disks and network by zone, without an agent.",
    vmFleet,
  ),
  {
    id: "slo-burn",
    name: "SLO burn rate",
    about: "Compliance, error budget, fast and slow burn of one objective.",
    input: {
      prompt: "Full name of the service level objective",
      example: EXAMPLE_SLO,
      pattern: /^projects\/[^/"\\\s]+\/services\/[^/"\\\s]+\/serviceLevelObjectives\/[^/"\\\s]+$/,
      problem: `Write the full name: ${EXAMPLE_SLO}`,
    },
    page: (slo = EXAMPLE_SLO) => sloBurn(slo),
  },
  fixed(
    "api-usage",
    "API usage by credential",
    "Calls of Google APIs by credential, service and method.",
    apiUsage,
  ),
];
