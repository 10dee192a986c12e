import type { ValueType } from "../../../core/catalog/types";
import { type MetricDescriptorValue, metricDescriptors } from "../descriptors";
import type { OwnPoints } from "./csv";
import type { SeriesFilter } from "./match";
import type { RawSeries } from "./model";
import { SAMPLE_PERIOD, syntheticSeries } from "./synthetic";

/** What is special to the points of a run. */
export interface SeriesOptions {
  /** Points of the user, beside the synthetic ones. */
  readonly points?: OwnPoints | undefined;
  /** Whether there are no synthetic points. */
  readonly onlyOwn?: boolean | undefined;
  /** The most points, or series without points, of a page. */
  readonly pageSize?: number | undefined;
  /** What every answer says that it lacks: messages of errors, and regions. */
  readonly errors?: readonly string[] | undefined;
  readonly unreachable?: readonly string[] | undefined;
  /** Denied metric types. */
  readonly deniedMetrics?: readonly string[] | undefined;
  /** The clock, in milliseconds. */
  readonly now?: (() => number) | undefined;
}

/** Newest points appear this long after they were measured. */
const INGEST_DELAY = SAMPLE_PERIOD;

/** All series that projects have: synthetic ones and the user's own. */
export class SeriesStore {
  private known: Map<string, MetricDescriptorValue> | undefined;
  private readonly own: readonly RawSeries[];
  readonly now: () => number;

  constructor(readonly options: SeriesOptions = {}) {
    this.now = options.now ?? Date.now;
    this.own = options.points?.series ?? [];
  }

  /** Worked out on the first call, since it takes the whole catalog. */
  private get byType(): Map<string, MetricDescriptorValue> {
    if (!this.known) {
      const synthetic = this.options.onlyOwn ? [] : metricDescriptors();
      const all = [...synthetic, ...(this.options.points?.metrics ?? [])];
      this.known = new Map(all.map((metric) => [metric.type, metric]));
    }
    return this.known;
  }

  metrics(): Iterable<MetricDescriptorValue> {
    return this.byType.values();
  }

  metric(type: string): MetricDescriptorValue | undefined {
    return this.byType.get(type);
  }

  /** The series of one metric in a project. Points of the user are in every project. */
  ofMetric(type: string, project: string): readonly RawSeries[] {
    const own = this.own.filter(({ metric }) => metric.type === type);
    // Who brings points of a metric wants to see those.
    if (own.length > 0) return own.map((series) => inProject(series, project));
    const descriptor = this.options.onlyOwn ? undefined : this.byType.get(type);
    return descriptor ? syntheticSeries(descriptor, project, () => this.newest()) : [];
  }

  /** What a selector of service level objectives stands for: one gauge, or two counters of events. */
  ofSelector({ name, objective }: NonNullable<SeriesFilter["selector"]>, project: string): RawSeries[] {
    if (this.options.onlyOwn) return [];
    if (name === "select_slo_counts") return this.sloCounts(objective, project);
    const [level, swing] = OBJECTIVES[name] ?? [1, 0];
    const valueType: ValueType = name === "select_slo_health" ? "BOOL" : "DOUBLE";
    const values = (from: number, to: number) => {
      const first = (Math.floor(from / SAMPLE_PERIOD) + 1) * SAMPLE_PERIOD;
      const count = Math.max(0, Math.floor((Math.min(to, this.newest()) - first) / SAMPLE_PERIOD) + 1);
      return Array.from({ length: count }, (_, i) => {
        const end = first + i * SAMPLE_PERIOD;
        const value = valueType === "BOOL" ? true : level + swing * Math.sin(end / 5_000_000);
        return { start: end, end, value };
      });
    };
    return [
      {
        metric: { type: `${name}("${objective}")`, labels: {} },
        resource: { type: "global", labels: { project_id: project } },
        metadata: { systemLabels: {}, userLabels: {} },
        kind: "GAUGE",
        valueType,
        unit: /compliance|fraction/.test(name) ? "10^2.%" : "1",
        points: values,
      },
    ];
  }

  /** Good and bad events of an objective. */
  private sloCounts(objective: string, project: string): RawSeries[] {
    const descriptor: MetricDescriptorValue = {
      type: `select_slo_counts("${objective}")`,
      labels: [{ key: "event_type" }],
      metricKind: "DELTA",
      valueType: "INT64",
      unit: "1",
      displayName: "Events",
      description: "Events of a service level objective.",
      monitoredResourceTypes: ["global"],
    };
    return syntheticSeries(descriptor, project, () => this.newest());
  }

  private newest(): number {
    return this.now() - INGEST_DELAY;
  }
}

const OBJECTIVES: Readonly<Record<string, readonly [level: number, swing: number]>> = {
  select_slo_compliance: [0.9963, 0.002],
  select_slo_budget_fraction: [0.62, 0.1],
  select_slo_burn_rate: [0.9, 0.5],
};

function inProject(series: RawSeries, project: string): RawSeries {
  if (series.resource.labels["project_id"] !== undefined) return series;
  const { type, labels } = series.resource;
  return { ...series, resource: { type, labels: { project_id: project, ...labels } } };
}
