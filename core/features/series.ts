import { afterAligner, afterReducer, type SeriesType } from "../catalog/aligners";
import { type Catalog, type Metric, shippedCatalog } from "../catalog/catalog";
import type { Dashboard } from "../dashboard";
import { childrenOf, type Node, type ObjectNode } from "../document/node";
import { parseFilter, subjectOf } from "../languages/filter";
import { type FilterSubject, resourceLabels } from "../languages/filter/subject";
import { type Members, membersOf, stringOf } from "../shape";

const UNKNOWN: SeriesType = { kind: undefined, valueType: undefined };

/** Metric and resource types that a dashboard goes by. */
export function catalogOf(dashboard: Dashboard): Catalog {
  return dashboard.catalog ?? shippedCatalog();
}

/** What a filter is about. */
export function subjectOfFilter(dashboard: Dashboard, filter: unknown): FilterSubject | undefined {
  const text = stringOf(filter);
  return text.trim() ? subjectOf(parseFilter(text), catalogOf(dashboard)) : undefined;
}

/** The series that an aggregation works on; what is not known of it stays open. */
export function seriesBefore(dashboard: Dashboard, aggregation: ObjectNode): SeriesType {
  const holder = aggregation.property?.parent;
  const query = holder && dashboard.canonical.valueOf(holder);
  if (!query) return UNKNOWN;
  const isSecond = isSecondary(dashboard, aggregation);
  // A ratio is a number; the kind of its series is not documented.
  if (isSecond && "numerator" in query) return { kind: undefined, valueType: "DOUBLE" };
  const series = subjectOfFilter(dashboard, query["filter"])?.metric ?? UNKNOWN;
  return isSecond ? afterAggregation(series, membersOf(query["aggregation"])) : series;
}

/** The series that an aggregation makes of others. */
export function afterAggregation(series: SeriesType, aggregation: Members): SeriesType {
  const { perSeriesAligner: aligner, crossSeriesReducer: reducer } = aggregation;
  const aligned = typeof aligner === "string" ? afterAligner(aligner, series) : series;
  return typeof reducer === "string" ? afterReducer(reducer, aligned) : aligned;
}

/** Whether an aggregation works on what another one has made. */
export function isSecondary({ canonical }: Dashboard, aggregation: ObjectNode): boolean {
  const { property } = aggregation;
  const name = property && canonical.messageOf(property.parent)?.field(property.key)?.name;
  return name === "secondaryAggregation";
}

/** What the filters of a query are about: one, or both sides of a ratio. */
export function subjectsOfQuery(dashboard: Dashboard, query: unknown): FilterSubject[] {
  const { timeSeriesFilter, timeSeriesFilterRatio } = membersOf(query);
  const ratio = membersOf(timeSeriesFilterRatio);
  return [timeSeriesFilter, ratio["numerator"], ratio["denominator"]].flatMap((part) => {
    const subject = subjectOfFilter(dashboard, membersOf(part)["filter"]);
    return subject ? [subject] : [];
  });
}

export interface LabelKeys {
  readonly metric: readonly string[];
  readonly resource: readonly string[];
}

/** Labels of the series that a filter selects. */
export function labelsOf(dashboard: Dashboard, subject: FilterSubject | undefined): LabelKeys {
  if (!subject) return { metric: [], resource: [] };
  return {
    metric: subject.metric?.labels ?? [],
    resource: resourceLabels(subject, catalogOf(dashboard)).labels,
  };
}

/** Labels of everything that the dashboard's filters select, those of the most queries first. */
export function labelsOfAll(dashboard: Dashboard): LabelKeys {
  const counts = { metric: new Map<string, number>(), resource: new Map<string, number>() };
  for (const subject of subjectsOfAll(dashboard)) {
    const labels = labelsOf(dashboard, subject);
    for (const owner of ["metric", "resource"] as const) {
      for (const key of labels[owner]) counts[owner].set(key, (counts[owner].get(key) ?? 0) + 1);
    }
  }
  const sorted = (count: ReadonlyMap<string, number>) =>
    [...count].sort((a, b) => b[1] - a[1]).map(([key]) => key);
  return { metric: sorted(counts.metric), resource: sorted(counts.resource) };
}

/** More filters than this add no label that the others have not. */
const ENOUGH = 120;
const remembered = new WeakMap<Dashboard, readonly FilterSubject[]>();

/** What the different filters of a dashboard are about. */
export function subjectsOfAll(dashboard: Dashboard): readonly FilterSubject[] {
  let subjects = remembered.get(dashboard);
  if (subjects) return subjects;
  const filters = new Set<string>();
  const stack: Node[] = dashboard.document.root ? [dashboard.document.root] : [];
  for (let node = stack.pop(); node && filters.size < ENOUGH; node = stack.pop()) {
    const value = node.kind === "object" ? dashboard.canonical.valueOf(node) : undefined;
    const filter = value?.["filter"];
    const type = value && dashboard.canonical.messageOf(node)?.name;
    if ((type === "TimeSeriesFilter" || type === "RatioPart") && typeof filter === "string")
      filters.add(filter);
    stack.push(...childrenOf(node));
  }
  subjects = [...filters].flatMap((filter) => subjectOfFilter(dashboard, filter) ?? []);
  remembered.set(dashboard, subjects);
  return subjects;
}

/** The metric of a query, where its filters agree on one. */
export function metricOfQuery(dashboard: Dashboard, query: unknown): Metric | undefined {
  const subjects = subjectsOfQuery(dashboard, query);
  return subjects.length === 1 ? subjects[0]!.metric : undefined;
}
