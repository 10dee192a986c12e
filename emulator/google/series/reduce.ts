import { standardDeviation } from "./align";
import { countOf, merge, quantile, quantileOfNumbers } from "./distributions";
import {
  type Distribution,
  isDistribution,
  type Labels,
  numberOf,
  type Point,
  type PointSeries,
  type SeriesHead,
  type Value,
} from "./model";

/** Joins series that agree in what they are grouped by: one series a group, one value a timestamp. */
export function reduce(
  all: readonly PointSeries[],
  reducer: string,
  groupBy: readonly string[],
): readonly PointSeries[] {
  const fields = groupBy.map(fieldOf);
  const groups = new Map<string, PointSeries[]>();
  for (const series of all) {
    const key = JSON.stringify([series.resource.type, ...fields.map((field) => field.read(series))]);
    const group = groups.get(key);
    if (group) group.push(series);
    else groups.set(key, [series]);
  }
  return [...groups.values()].map((group) => joined(group, reducer, fields)).filter(hasValues);
}

const hasValues = ({ values }: PointSeries) => values.length > 0;

function joined(group: readonly PointSeries[], reducer: string, fields: readonly GroupField[]): PointSeries {
  const of = REDUCERS[reducer];
  if (!of) throw new Error(`no reducer ${reducer}`);
  const [first] = group as [PointSeries, ...PointSeries[]];
  const at = new Map<number, Value[]>();
  const starts = new Map<number, number>();
  for (const { values } of group) {
    for (const { start, end, value } of values) {
      const list = at.get(end);
      if (list) list.push(value);
      else at.set(end, [value]);
      starts.set(end, start);
    }
  }
  const values: Point[] = [];
  for (const end of [...at.keys()].sort((a, b) => a - b)) {
    const value = of(at.get(end)!);
    if (value !== undefined) values.push({ start: starts.get(end)!, end, value });
  }
  const head = headAfter(first, reducer);
  return {
    ...head,
    metric: { type: first.metric.type, labels: kept(first, fields, "metric") },
    resource: {
      type: first.resource.type,
      labels: { ...sharedProject(group), ...kept(first, fields, "resource") },
    },
    metadata: {
      systemLabels: kept(first, fields, "system"),
      userLabels: kept(first, fields, "user"),
    },
    values: head.kind === "DELTA" ? values : values.map((point) => ({ ...point, start: point.end })),
  };
}

/** Kind, value type and unit of what a reducer makes of series. */
function headAfter(series: SeriesHead, reducer: string): Pick<SeriesHead, "kind" | "valueType" | "unit"> {
  const { kind, unit, valueType } = series;
  if (reducer === "REDUCE_SUM" || reducer === "REDUCE_MIN" || reducer === "REDUCE_MAX")
    return { kind, valueType, unit };
  if (reducer.startsWith("REDUCE_COUNT")) return { kind: "GAUGE", valueType: "INT64", unit: "1" };
  if (reducer === "REDUCE_FRACTION_TRUE") return { kind: "GAUGE", valueType: "DOUBLE", unit: "10^2.%" };
  return { kind: "GAUGE", valueType: "DOUBLE", unit };
}

function sharedProject(group: readonly PointSeries[]): Labels {
  const projects = new Set(group.map(({ resource }) => resource.labels["project_id"]));
  const [only] = projects;
  return projects.size === 1 && only !== undefined ? { project_id: only } : {};
}

type Scope = "metric" | "resource" | "system" | "user";

interface GroupField {
  readonly scope: Scope | "type";
  readonly key: string;
  /** The value; empty where the series does not have the label. */
  read(series: SeriesHead): string;
}

const FIELD =
  /^(?:(metric|resource)\.labels?|metadata\.(system|user)_labels|(?:resource\.)?metadata\.(system|user)_labels)\.(?:"([^"]*)"|(.+))$/;

/** A group-by field such as `resource.labels.zone`; one of another form groups by nothing. */
function fieldOf(text: string): GroupField {
  const [, own, meta, other, quoted, bare] = FIELD.exec(text.trim()) ?? [];
  const scope = (own ?? meta ?? other) as Scope | undefined;
  const key = quoted ?? bare ?? "";
  if (!scope) {
    const read =
      text === "metric.type"
        ? ({ metric }: SeriesHead) => metric.type
        : ({ resource }: SeriesHead) => resource.type;
    return { scope: "type", key: "", read };
  }
  return { scope, key, read: (series) => labelsOf(series, scope)[key] ?? "" };
}

function labelsOf({ metric, resource, metadata }: SeriesHead, scope: Scope): Labels {
  if (scope === "metric") return metric.labels;
  if (scope === "resource") return resource.labels;
  return scope === "system" ? metadata.systemLabels : metadata.userLabels;
}

function kept(series: SeriesHead, fields: readonly GroupField[], scope: Scope): Labels {
  const labels = labelsOf(series, scope);
  const own = fields.filter((field) => field.scope === scope && labels[field.key] !== undefined);
  return Object.fromEntries(own.map(({ key }) => [key, labels[key]!]));
}

type Reducer = (values: readonly Value[]) => Value | undefined;

const distributionsOf = (values: readonly Value[]) => values.filter(isDistribution);
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** A reducer with one form for numbers and another for distributions. */
function either(
  numbers: (values: readonly number[]) => number,
  distributions: (whole: Distribution) => Value | undefined,
): Reducer {
  return (values) => {
    const histograms = distributionsOf(values);
    if (histograms.length === 0) return numbers(values.map(numberOf));
    const whole = merge(histograms);
    return whole && distributions(whole);
  };
}

const percentile = (q: number) =>
  either(
    (values) => quantileOfNumbers(values, q),
    (whole) => quantile(whole, q),
  );
const truths = (values: readonly Value[]) => values.filter((value) => value === true).length;

const REDUCERS: Readonly<Record<string, Reducer>> = {
  REDUCE_MEAN: either(
    (values) => sum(values) / values.length,
    (whole) => (countOf(whole) > 0 ? whole.mean : undefined),
  ),
  REDUCE_MIN: (values) => Math.min(...values.map(numberOf)),
  REDUCE_MAX: (values) => Math.max(...values.map(numberOf)),
  REDUCE_SUM: either(sum, (whole) => whole),
  REDUCE_STDDEV: either(standardDeviation, (whole) => {
    const count = countOf(whole);
    return count > 0 ? Math.sqrt(whole.deviation / count) : undefined;
  }),
  REDUCE_COUNT: (values) => values.length,
  REDUCE_COUNT_TRUE: truths,
  REDUCE_COUNT_FALSE: (values) => values.length - truths(values),
  REDUCE_FRACTION_TRUE: (values) => truths(values) / values.length,
  REDUCE_PERCENTILE_99: percentile(0.99),
  REDUCE_PERCENTILE_95: percentile(0.95),
  REDUCE_PERCENTILE_50: percentile(0.5),
  REDUCE_PERCENTILE_05: percentile(0.05),
};

export function isReducer(name: string): boolean {
  return Object.hasOwn(REDUCERS, name);
}
