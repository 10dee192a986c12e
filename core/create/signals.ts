import type { Metric } from "../catalog/types";

/** What a metric tells: the golden signals, and everything else. */
export type Signal = "traffic" | "errors" | "latency" | "saturation" | "state";

/** What the values of a metric are. */
export type Quantity = "time" | "bytes" | "fraction" | "percent" | "count";

/** What this is worth is too little for a dashboard of a service that has anything better. */
export const LEAST_WORTH = -3;

const TIME_UNITS = new Set(["s", "ms", "us", "ns", "min", "h", "d"]);

/** Units that are not in UCUM's notation, by how they are written; the service draws such a unit as text. */
const UNITS: Readonly<Record<string, string>> = {
  byte: "By",
  bytes: "By",
  bytes_per_second: "By/s",
  Bps: "By/s",
  GB: "GBy",
  MB: "MBy",
  percent: "%",
  percentage: "%",
  nanoseconds: "ns",
  microseconds: "us",
  usec: "us",
  milliseconds: "ms",
  seconds: "s",
};

/** The unit in UCUM's notation. */
export function standardUnit(unit: string): string {
  return Object.hasOwn(UNITS, unit) ? UNITS[unit]! : unit;
}

export function quantityOf({ unit: written, type, valueType }: Metric): Quantity {
  const unit = standardUnit(written);
  if (unit === "10^2.%") return "fraction";
  if (unit === "%") return "percent";
  if (TIME_UNITS.has(unit)) return "time";
  if (/^(?:[kMGT]i?)?(?:By|bit)(?:\/s)?$/.test(unit)) return "bytes";
  if (/percent(?:age)?$/.test(type)) return "percent";
  // Without a unit, the name of a fractional number tells.
  if (valueType === "DOUBLE" && (unit === "" || unit === "1") && /utili[sz]ation$/.test(type))
    return "fraction";
  return "count";
}

const ERROR =
  /error|fail(?!over)|denied|deny|refus|drop|throttl|dead_letter|timed?_?out|reject|abort|deadlock|exception|unhealthy|restart|evict|expired|invalid|nack|oom|lost|blocked|violation|cancel|retr(?:y|ies)|unreachable|corrupt|exceeded/;
const DELAY = /latenc|lag|age$|_age_|delay|duration|time|rtt|freshness|wait/;
const FILLING =
  /utili[sz]ation|usage|used|backlog|pending|queue|undelivered|outstanding|memory|cpu|disk|capacity|limit|free|available|storage|size|bytes|concurren|open|active|in_use|connections|lag/;

/** Numbers that mean nothing when they are added up. */
const NOT_ADDITIVE =
  /score|ratio|average|avg|mean|max|min_|level|temperature|age$|state$|status|health|depth|load$|deviation|factor/;

/** Whether the sum over several things says something. */
export function isAdditive(name: string): boolean {
  return !NOT_ADDITIVE.test(name.slice(name.lastIndexOf("/") + 1));
}

/** Which signal a metric is about, by kind, value type, unit and name. */
export function signalOf(metric: Metric, name: string): Signal {
  const { kind, valueType, unit } = metric;
  const leaf = name.slice(name.lastIndexOf("/") + 1);
  const quantity = quantityOf(metric);
  const isNumber = valueType === "INT64" || valueType === "DOUBLE";
  if (/uptime/.test(leaf)) return "state";
  if (isNumber && quantity === "count" && ERROR.test(leaf)) return "errors";
  if (quantity === "fraction" || quantity === "percent") return "saturation";
  if (valueType === "DISTRIBUTION") return quantity === "time" ? "latency" : "state";
  if (!isNumber) return "state";
  if (kind !== "GAUGE") return quantity === "time" || /CPU/.test(unit) ? "saturation" : "traffic";
  if (quantity === "time") return DELAY.test(leaf) ? "latency" : "state";
  if (/\/s$/.test(standardUnit(unit))) return "traffic";
  return FILLING.test(name) ? "saturation" : "state";
}

/** Labels that tell how a request has ended, the most telling first. */
const OUTCOMES = [
  "response_code_class",
  "response_class",
  "response_code",
  "canonical_code",
  "grpc_status",
  "status_code",
  "status",
  "result",
];

/** The metric label that tells how a request has ended. */
export function outcomeLabel({ labels }: Metric): string | undefined {
  return OUTCOMES.find((label) => labels.includes(label));
}

/** The comparison that selects failed requests by such a label, where its values are known. */
export function failureCondition(label: string, values: readonly string[]): string | undefined {
  const server = values.find((value) => value === "5xx" || value === "500");
  if (label === "response_code_class" && server) return `metric.labels.${label}=${JSON.stringify(server)}`;
  const success = values.find((value) => /^(?:ok|success|succeeded|ack)$/i.test(value));
  return success && values.length > 1 ? `metric.labels.${label}!=${JSON.stringify(success)}` : undefined;
}

/** Names that a dashboard of a service should begin with, and names of what few people need. */
const PREFERRED: readonly (readonly [RegExp, number])[] = [
  [/(?:^|\/)(?:api\/)?request_count$/, 6],
  [/(?:^|\/)(?:total_|request_|end_to_end_|server_)?latencies$|request_latencies$/, 5],
  [/cpu\/utilizations?$|cpu_utilization$/, 5],
  [/memory\/utilizations?$|memory_utilization$|disk\/utilization$|storage_utilization$/, 4],
  [
    /undelivered_messages$|oldest_unacked_message_age$|backlog|queue_depth|num_backends$|network\/connections$/,
    3,
  ],
  [/instance_count$|node_count$|replicas?$|total_bytes$|execution_count$|bytes_count$/, 2],
  [
    /_by_|config_|billable|_cost$|metering|byte_seconds|probe|snapshot|preview|experimental|legacy|anthos|autoclass/,
    -5,
  ],
  [
    /(?:^|\/)(?:client|internal|infrastructure|intermediate|cmek|vpcsc|kms|callback|authz|authn|grpc|xds_client)/,
    -4,
  ],
  [/limit_(?:cores|bytes)$|request_(?:cores|bytes)$|allocation_time$|reserved|target$/, -4],
  [/(?:^|\/)quota\/|_limit$|limit_count$|_last_\d|per_day|deprecated|details$|info$/, -8],
];

/** How much a metric belongs on the first dashboard of its service; more is better. */
export function worthOf(metric: Metric, name: string, isMain: boolean): number {
  const words = name.split(/[/_]/).length;
  let worth = 1.5 * Math.min(metric.uses, 6) + (metric.stage === "GA" ? 1.5 : 0) + (isMain ? 2 : 0);
  worth -= 0.5 * Math.max(0, words - 4) + Math.max(0, name.split("/").length - 3);
  for (const [pattern, points] of PREFERRED) if (pattern.test(name)) worth += points;
  return worth;
}
