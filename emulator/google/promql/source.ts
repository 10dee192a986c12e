import { promqlName } from "../../../core/languages/promql/names";
import { isDistribution, numberOf, type Point, type RawSeries } from "../series/model";
import type { SeriesStore } from "../series/store";
import { type Matcher, PromqlError, type VectorSelector } from "./ast";
import type { Labels, Stream } from "./samples";
import { wholeRegex } from "./vector-functions";

/** Chooses by the type of the monitored resource; series do not show it. */
const RESOURCE = "monitored_resource";
const SUFFIXES = ["_bucket", "_count", "_sum"] as const;

/** The series of a project as PromQL sees them. */
export class PromqlSource {
  private names: Map<string, string> | undefined;

  constructor(
    private readonly store: SeriesStore,
    private readonly project: string,
  ) {}

  /** Names that can be queried. */
  metricNames(): string[] {
    return [...this.store.metrics()].flatMap(({ type, valueType }) => {
      if (valueType === "STRING") return [];
      const name = promqlName(type);
      return valueType === "DISTRIBUTION" ? SUFFIXES.map((suffix) => name + suffix) : [name];
    });
  }

  /** @throws PromqlError for a selector that the service cannot run */
  select = ({ matchers }: VectorSelector, from: number, to: number): readonly Stream[] =>
    this.found(matchers).flatMap(({ name, suffix, series }) =>
      streamsOf(name, suffix, series, from, to).filter(({ labels }) => fits(labels, series, matchers)),
    );

  /** Labels of the series that a selector chooses; with `le` of buckets left out. */
  labelSets(matchers: readonly Matcher[]): Labels[] {
    return this.found(matchers).flatMap(({ name, series }) => {
      const labels = labelsOf(name, series);
      return fits(labels, series, matchers) ? [labels] : [];
    });
  }

  /** Labels of every series there is. */
  *allLabelSets(): Generator<Labels> {
    for (const { type } of this.store.metrics()) {
      const name = promqlName(type);
      for (const series of this.store.ofMetric(type, this.project)) yield labelsOf(name, series);
    }
  }

  private found(matchers: readonly Matcher[]) {
    const named = matchers.find(({ label }) => label === "__name__");
    if (!named) throw unconvertible("a metric name is required");
    if (named.operator !== "=")
      throw unconvertible(`${named.operator} is an unsupported matchtype for the __name__ label`);
    const name = named.value;
    const whole = this.typeNamed(name);
    if (whole && this.store.metric(whole)?.valueType !== "DISTRIBUTION")
      return this.store.ofMetric(whole, this.project).map((series) => ({ name, suffix: "", series }));
    const suffix = SUFFIXES.find((end) => name.endsWith(end));
    const type = suffix && this.typeNamed(name.slice(0, -suffix.length));
    if (!suffix || !type || this.store.metric(type)?.valueType !== "DISTRIBUTION") return [];
    return this.store.ofMetric(type, this.project).map((series) => ({ name, suffix, series }));
  }

  private typeNamed(name: string): string | undefined {
    if (name.includes("/")) return this.store.metric(name)?.type;
    this.names ??= new Map([...this.store.metrics()].map(({ type }) => [promqlName(type), type]));
    return this.names.get(name);
  }
}

function unconvertible(why: string): PromqlError {
  return new PromqlError(
    "bad_data",
    `invalid parameter "query": substitute queries failed: convert vector selector failed: ${why}: invalid argument`,
  );
}

function labelsOf(name: string, { metric, resource }: RawSeries): Labels {
  const labels: Record<string, string> = { __name__: name, ...resource.labels };
  for (const [key, value] of Object.entries(metric.labels))
    labels[key in resource.labels ? `metric_${key}` : key] = value;
  return labels;
}

function fits(labels: Labels, series: RawSeries, matchers: readonly Matcher[]): boolean {
  return matchers.every(({ label, operator, value }) => {
    const actual =
      label === RESOURCE ? series.resource.type : (metadataOf(series, label) ?? labels[label] ?? "");
    if (operator === "=") return actual === value;
    if (operator === "!=") return actual !== value;
    return wholeRegex(value).test(actual) === (operator === "=~");
  });
}

function metadataOf({ metadata }: RawSeries, label: string): string | undefined {
  const [, scope, key = ""] = /^metadata_(system|user)_(.+)$/.exec(label) ?? [];
  if (scope === undefined) return undefined;
  const own = scope === "user" ? metadata.userLabels : metadata.systemLabels;
  return Object.entries(own).find(([name]) => name.replace(/[^A-Za-z0-9_]/g, "_") === key)?.[1] ?? "";
}

/** A series as PromQL has it: amounts as running totals, a distribution as its buckets, count and sum. */
function streamsOf(name: string, suffix: string, series: RawSeries, from: number, to: number): Stream[] {
  const points = series.points(from - 1, to);
  const labels = labelsOf(name, series);
  if (series.valueType !== "DISTRIBUTION") {
    const values = points.map(({ value }) => numberOf(value));
    return [{ labels, times: timesOf(points), values: series.kind === "DELTA" ? totals(values) : values }];
  }
  const histograms = points.flatMap((point) =>
    isDistribution(point.value) ? [{ ...point, value: point.value }] : [],
  );
  const times = timesOf(histograms);
  const isAmount = series.kind === "DELTA";
  const stream = (own: Labels, values: readonly number[]): Stream => ({
    labels: own,
    times,
    values: isAmount ? totals(values) : values,
  });
  const countOf = (counts: readonly number[], upTo = counts.length) =>
    counts.slice(0, upTo).reduce((sum, count) => sum + count, 0);
  if (suffix === "_count")
    return [
      stream(
        labels,
        histograms.map(({ value }) => countOf(value.counts)),
      ),
    ];
  if (suffix === "_sum")
    return [
      stream(
        labels,
        histograms.map(({ value }) => value.mean * countOf(value.counts)),
      ),
    ];
  const bounds = histograms[0]?.value.bounds ?? [];
  return [...bounds, Number.POSITIVE_INFINITY].map((bound, i) => {
    const le = bound === Number.POSITIVE_INFINITY ? "+Inf" : String(bound);
    return stream(
      { ...labels, le },
      histograms.map(({ value }) => countOf(value.counts, i + 1)),
    );
  });
}

const timesOf = (points: readonly Point[]) => points.map(({ end }) => end);

function totals(amounts: readonly number[]): number[] {
  let sum = 0;
  return amounts.map((amount) => (sum += amount));
}
