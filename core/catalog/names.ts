import { nearestName } from "../spelling";
import type { Metric, MetricKind, ValueType } from "./types";

/** Prefixes of users' own metrics. */
const userPrefixes = [
  "custom.googleapis.com/",
  "external.googleapis.com/",
  "workload.googleapis.com/",
  "prometheus.googleapis.com/",
  "logging.googleapis.com/user/",
];

/** Also prefixes of agents, and services that the public lists cover incompletely: unknown metrics may exist. */
const openPrefixes = [
  ...userPrefixes,
  "agent.googleapis.com/",
  "knative.dev/",
  "istio.io/",
  "kubernetes.io/anthos/",
];

const quota = /^[^/]+\/quota\/(?:concurrent\/)?(.+)\/(exceeded|limit|usage)$/;

/** Whether metrics may exist under this name without being in any public list. */
export function isOpenNamespace(type: string): boolean {
  return openPrefixOf(type) !== undefined || quota.test(type);
}

/** Whether it is a metric that users define. */
export function isUserMetric(type: string): boolean {
  return userPrefixes.some((prefix) => type.startsWith(prefix));
}

/** The name space that users and agents fill, with its slash, when the metric type is in one. */
export function openPrefixOf(type: string): string | undefined {
  return openPrefixes.find((prefix) => type.startsWith(prefix));
}

/** The part before the first slash, such as `run.googleapis.com`. */
export function serviceOf(type: string): string {
  const slash = type.indexOf("/");
  return slash < 0 ? type : type.slice(0, slash);
}

/** Whether a Prometheus metric type lacks the kind that must end it; their names hold no slash of their own. */
export function lacksPrometheusSuffix(type: string): boolean {
  return /^prometheus\.googleapis\.com\/[^/]+$/.test(type);
}

/** Suggests a kind for a Prometheus metric type whose last segment is not a known kind. */
export function meantPrometheusSuffix(type: string): string | undefined {
  const written = /^prometheus\.googleapis\.com\/[^/]+\/([^/:]*)(?::\w+)?$/.exec(type)?.[1];
  if (written === undefined || prometheusKinds.includes(written)) return undefined;
  return nearestName(written, prometheusKinds);
}

const prometheusKinds: readonly string[] = ["counter", "gauge", "histogram", "summary", "unknown"];

const prometheusSuffixes = new Map<string, [MetricKind, ValueType]>(
  Object.entries({
    counter: ["CUMULATIVE", "DOUBLE"],
    gauge: ["GAUGE", "DOUBLE"],
    histogram: ["CUMULATIVE", "DISTRIBUTION"],
    unknown: ["GAUGE", "DOUBLE"],
  }),
);

/** Describes metrics whose kind follows from their name: Prometheus suffixes and quota metrics. */
export function inferMetric(type: string): Metric | undefined {
  const suffix = /^prometheus\.googleapis\.com\/[^/]+\/([a-z]+)$/.exec(type)?.[1];
  const rule = suffix ? prometheusSuffixes.get(suffix) : undefined;
  if (rule) return inferred(type, rule[0], rule[1], ["prometheus_target"], []);
  const role = quota.exec(type)?.[2];
  if (role === "exceeded") return inferred(type, "DELTA", "INT64", [], ["limit_name"]);
  if (role === "limit") return inferred(type, "GAUGE", "INT64", [], ["limit_name"]);
  // Usage is a gauge for allocation quotas and a delta for rate quotas; the name does not tell which.
  if (role === "usage") return inferred(type, undefined, "INT64", [], ["limit_name"]);
  return undefined;
}

function inferred(
  type: string,
  kind: MetricKind | undefined,
  valueType: ValueType,
  resources: readonly string[],
  labels: readonly string[],
): Metric {
  const open = { resourcesListed: false, labelsListed: false, inferred: true } as const;
  return {
    type,
    kind,
    valueType,
    stage: undefined,
    unit: "",
    resources,
    labels,
    ...open,
    lastSeen: 0,
    uses: 0,
  };
}
