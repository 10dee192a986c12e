import type { Metric } from "../../catalog/catalog";
import { isUserMetric, serviceOf } from "../../catalog/names";

/** Words of metric types that are abbreviations. */
const ABBREVIATIONS: Readonly<Record<string, string>> = Object.fromEntries(
  "API CPU DB DNS GPU gRPC HTTP HTTPS ID IO IP JVM NAT OS QPS RAM RPC RTT SLO SQL SSL TCP TLS TPU UDP URL VM VPN"
    .split(" ")
    .map((word) => [word.toLowerCase(), word]),
);

const UNITS: Readonly<Record<string, string>> = {
  ns: "nanoseconds",
  us: "microseconds",
  ms: "milliseconds",
  s: "seconds",
  min: "minutes",
  h: "hours",
  d: "days",
  By: "bytes",
  kBy: "kilobytes",
  KiBy: "kibibytes",
  MBy: "megabytes",
  MiBy: "mebibytes",
  GBy: "gigabytes",
  GiBy: "gibibytes",
  bit: "bits",
  "%": "percent",
};

/** A ratio from 0 to 1, in the notation of metric units. */
const RATIO = "10^2.%";

/** A unit as people read it, beside other short facts. */
export function unitText(unit: string): string {
  return unit === RATIO ? "ratio, shown as %" : unit;
}

/** The name of a metric type in words, without its service, such as `instance CPU utilization`. */
export function metricWords(type: string): string {
  return type
    .slice(serviceOf(type).length + 1)
    .split(/[/_]+/)
    .filter(Boolean)
    .map((word) => ABBREVIATIONS[word.toLowerCase()] ?? word)
    .join(" ");
}

/** What a metric measures and what its points are, made from its name, kind and unit. Plain text. */
export function metricSentence({ type, kind, valueType, unit }: Metric): string {
  const what = metricWords(type);
  if (what === "") return "";
  const measured = valueType === "DISTRIBUTION" ? `distribution of ${what}` : what;
  const sentence = `${measured.charAt(0).toUpperCase()}${measured.slice(1)}${inUnits(unit)}.`;
  return [sentence, pointText(kind, valueType)].filter(Boolean).join(" ");
}

function inUnits(unit: string): string {
  if (unit === RATIO) return ", a ratio that is shown as %";
  const [base = "", per] = unit.replace(/[{}]/g, "").split("/");
  if (base === "" || base === "1") return per === "s" ? " per second" : "";
  return ` in ${UNITS[base] ?? base}${per ? ` per ${per === "s" ? "second" : (UNITS[per] ?? per)}` : ""}`;
}

function pointText(kind: Metric["kind"], valueType: Metric["valueType"]): string {
  if (kind === "GAUGE")
    return valueType === "BOOL" ? "Each point is true or false." : "Each point is the value at that time.";
  if (kind === "DELTA")
    return valueType === "DISTRIBUTION"
      ? "Each point holds the values since the previous point."
      : "Each point is the change since the previous point.";
  return kind === "CUMULATIVE" ? "Each point is the total since the counter started." : "";
}

const LISTS = "https://cloud.google.com/monitoring/api/metrics";

/** Parts of Google's list of metrics, by the first letter of the service. */
const PARTS: readonly (readonly [last: string, page: string])[] = [
  ["b", "a_b"],
  ["c", "c"],
  ["h", "d_h"],
  ["o", "i_o"],
  ["z", "p_z"],
];

/** Google's page about a metric type; undefined for metrics that users define. */
export function metricPage(type: string): string | undefined {
  if (isUserMetric(type)) return undefined;
  const service = serviceOf(type);
  if (service === "kubernetes.io") return `${LISTS}_kubernetes`;
  if (service === "agent.googleapis.com") return `${LISTS}_opsagent`;
  if (service === "istio.io") return `${LISTS}_istio`;
  const name = /^([a-z]+)\.googleapis\.com$/.exec(service)?.[1];
  const part = name && PARTS.find(([last]) => name.charAt(0) <= last)?.[1];
  return part ? `${LISTS}_gcp_${part}#gcp-${name}` : undefined;
}
