import { type LabelValueList, MOST_KEPT_VALUES } from "../catalog/project-values";
import { selectorsOf } from "../languages/promql/selectors";
import { sourceOf } from "../languages/promql/source";
import { bareFilter, metricOf } from "./diagnose";
import type { LiveAnswer, LiveRequest } from "./model";
import type { QueryPlace } from "./plan";

/** A request whose answer has values of the labels of a metric. */
export interface MetricLabels {
  /** Metric type, or name in PromQL. */
  readonly metric: string;
  readonly request: LiveRequest;
}

/** How far back is looked. */
const SECONDS = 24 * 3600;
/** More metrics of one dashboard are left out. */
const MOST_METRICS = 100;

/**
 * Requests for the labels of every metric that the queries name, for headers and a limited number of series each.
 *
 * @param now end of the range, in milliseconds
 */
export function labelRequests(places: readonly QueryPlace[], now: number): MetricLabels[] {
  const end = Math.floor(now / 60_000) * 60_000;
  const found = new Map<string, MetricLabels>();
  for (const { sent, language } of places) {
    if (language === "filter") {
      const filter = bareFilter(sent);
      if (filter === "" || found.has(filter)) continue;
      const interval = { start: end - SECONDS * 1000, end };
      found.set(filter, {
        metric: metricOf(sent),
        request: { kind: "list", filter, interval, steps: [], view: "HEADERS", pageSize: MOST_KEPT_VALUES },
      });
      continue;
    }
    for (const { name } of selectorsOf(sourceOf(sent))) {
      if (name === undefined || found.has(name)) continue;
      const query = `topk(${MOST_KEPT_VALUES}, {__name__=${JSON.stringify(name)}})`;
      found.set(name, { metric: name, request: { kind: "instant", query, time: end } });
    }
  }
  return [...found.values()].slice(0, MOST_METRICS);
}

const OWNERS = {
  metric: "metric.labels.",
  resource: "resource.labels.",
  user: "metadata.user_labels.",
  system: "metadata.system_labels.",
  "": "",
} as const;

/** The values in the answers, by metric and label. */
export function labelValuesIn(
  answers: readonly (readonly [metric: string, answer: LiveAnswer])[],
): LabelValueList["values"] {
  const values = new Map<string, Map<string, Set<string>>>();
  for (const [metric, answer] of answers) {
    if (answer.kind !== "series") continue;
    const labels = entry(values, metric, () => new Map<string, Set<string>>());
    for (const series of answer.series) {
      for (const { key, of, value } of series.labels) {
        if (value === "" || key === "__name__") continue;
        entry(labels, OWNERS[of] + key, () => new Set<string>()).add(value);
      }
    }
  }
  const sorted = (labels: ReadonlyMap<string, ReadonlySet<string>>) =>
    Object.fromEntries(
      [...labels].map(([label, set]) => [label, [...set].sort().slice(0, MOST_KEPT_VALUES)]),
    );
  return Object.fromEntries([...values].map(([metric, labels]) => [metric, sorted(labels)]));
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}
