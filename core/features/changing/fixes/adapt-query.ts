import {
  afterAligner,
  afterReducer,
  alignerFits,
  alignersFor,
  reducerFits,
  reducersFor,
  type SeriesType,
} from "../../../catalog/aligners";
import { type Catalog, type Metric, shippedCatalog } from "../../../catalog/catalog";
import { sameDimension } from "../../../catalog/unit-dimension";
import type { Dashboard } from "../../../dashboard";
import { type Node, nodeAt, type ObjectNode, pathOf } from "../../../document/node";
import { type Change, editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { parseFilter, subjectOf } from "../../../languages/filter";
import { comparisonsOf, type StringValue } from "../../../languages/filter/ast";
import { labelFieldOf, writeLabelField } from "../../../languages/filter/label-field";
import { missingLabel } from "../../../languages/filter/missing-label";
import type { FilterSubject } from "../../../languages/filter/subject";
import { quoteValue } from "../../../languages/filter/vocabulary";
import { memberOf, memberProperty } from "../../../schema/canonical";
import { stringOf } from "../../../shape";

/** Findings that show that a query was made for another metric. */
export const ABOUT_ANOTHER_METRIC: ReadonlySet<string> = new Set([
  "aggregation-fit",
  "group-by-label",
  "filter-metric-resource",
]);

const QUERIES = new Set(["TimeSeriesFilter", "RatioPart"]);

/**
 * *Adapt the query to the metric*: resource type, aligners, reducers, group-by fields and unit at once, each only where it does
 * not apply to the metric. None where a single thing is to be changed: that has a fix of its own.
 */
export function adaptQuery(dashboard: Dashboard, finding: Finding): Fix[] {
  const query = queryAround(dashboard, nodeAt(dashboard.document.root, finding.offset));
  const filter = memberOf(query, "filter");
  if (!query || filter?.kind !== "string") return [];
  const changes = adaptationOf(dashboard, query, filter.value);
  if (!changes || changes.names.length < 2) return [];
  const all: Change[] = [...changes.changes];
  if (changes.filter !== filter.value) all.push({ op: "set", path: pathOf(filter), value: changes.filter });
  const result = editDocument(dashboard.document, all);
  if (!result.ok || result.edits.length === 0) return [];
  const title = `Adapt the query to the metric: ${changes.names.join(", ")}`;
  return [{ title, edits: result.edits, preferred: true, unambiguous: false }];
}

function queryAround({ canonical }: Dashboard, node: Node | undefined): ObjectNode | undefined {
  for (let at = node; at; at = at.parent) {
    if (at.kind === "object" && QUERIES.has(canonical.messageOf(at)?.name ?? "")) return at;
  }
  return undefined;
}

/** What makes a query fit its metric. */
export interface QueryAdaptation {
  /** Text of the filter. */
  readonly filter: string;
  /** Changes of everything else. */
  readonly changes: readonly Change[];
  /** What changes, in words. */
  readonly names: readonly string[];
}

/**
 * Adapts a query to the metric of a filter, which may be another one than the text has; undefined if too little is known of the
 * metric.
 *
 * @param query the object that holds the filter and its aggregation
 */
export function adaptationOf(
  dashboard: Dashboard,
  query: ObjectNode,
  filter: string,
): QueryAdaptation | undefined {
  return new Adaptation(dashboard, query, filter).make();
}

/** The changes of one query, and what they are about. */
class Adaptation {
  private readonly changes: Change[] = [];
  private readonly names = new Set<string>();
  private readonly catalog: Catalog;

  constructor(
    private readonly dashboard: Dashboard,
    private readonly query: ObjectNode,
    private filter: string,
  ) {
    this.catalog = dashboard.catalog ?? shippedCatalog();
  }

  make(): QueryAdaptation | undefined {
    const subject = subjectOf(parseFilter(this.filter), this.catalog);
    const { metric } = subject;
    if (!metric?.kind || !metric.valueType) return undefined;
    const adapted = this.resource(subject, metric);
    let series: SeriesType = metric;
    for (const name of ["aggregation", "secondaryAggregation"]) {
      const step = memberOf(this.query, name);
      if (step?.kind === "object") series = this.step(step, series, adapted);
    }
    this.unit(metric);
    return { filter: this.filter, changes: this.changes, names: [...this.names] };
  }

  /** Changes the resource type where the metric does not apply to it. @returns what the filter is about then */
  private resource(subject: FilterSubject, metric: Metric): FilterSubject {
    const { resourceType, resourceClause } = subject;
    if (!resourceType || !metric.resourcesListed || metric.resources.includes(resourceType)) return subject;
    const value = resourceClause?.value as StringValue | undefined;
    const wanted = this.bestResource(this.filter, metric);
    if (!value || !wanted) return subject;
    this.filter = this.filter.slice(0, value.offset) + quoteValue(wanted) + this.filter.slice(value.end);
    this.names.add("resource type");
    return subjectOf(parseFilter(this.filter), this.catalog);
  }

  /** The metric's resource type that has the most of the labels which the filter compares. */
  private bestResource(filter: string, metric: Metric): string | undefined {
    const keys = [...comparisonsOf(parseFilter(filter).root)].flatMap(({ node: { object } }) =>
      object.name === "resource.labels" && object.key ? [object.key.text] : [],
    );
    const lacking = (type: string) =>
      keys.filter((key) => !this.catalog.resource(type)?.labels.includes(key)).length;
    return [...metric.resources].sort((a, b) => lacking(a) - lacking(b))[0];
  }

  /** Adapts an aggregation. @returns the series that come out of it */
  private step(step: ObjectNode, before: SeriesType, subject: FilterSubject): SeriesType {
    const value = this.dashboard.canonical.valueOf(step) ?? {};
    let aligner = stringOf(value["perSeriesAligner"]) || "ALIGN_NONE";
    const isOther = alignerFits(aligner, before) === false;
    if (isOther) {
      aligner = alignersFor(before).find((name) => name !== "ALIGN_NONE") ?? "ALIGN_NONE";
      this.set(step, "perSeriesAligner", aligner, "aligner");
    }
    const aligned = afterAligner(aligner, before);
    let reducer = stringOf(value["crossSeriesReducer"]) || "REDUCE_NONE";
    const isDistribution = aligned.valueType === "DISTRIBUTION" && !this.isHeatmap();
    const percentile = isOther && isDistribution && !/PERCENTILE/.test(reducer);
    if (percentile || reducerFits(reducer, aligned) === false) {
      reducer = percentile ? "REDUCE_PERCENTILE_99" : reducerFor(aligned, before);
      this.set(step, "crossSeriesReducer", reducer, "reducer");
    }
    this.groupBy(step, subject);
    return afterReducer(reducer, aligned);
  }

  private set(step: ObjectNode, name: string, value: string, what: string): void {
    const key = memberProperty(step, name)?.key ?? name;
    this.changes.push({ op: "set", path: [...pathOf(step), key], value });
    this.names.add(what);
  }

  /** Takes out the fields that there are no labels for, or names the label that was meant. */
  private groupBy(step: ObjectNode, subject: FilterSubject): void {
    const list = memberOf(step, "groupByFields");
    if (list?.kind !== "array") return;
    const fields: unknown[] = list.items.map((item) => (item.kind === "string" ? item.value : undefined));
    if (fields.includes(undefined)) return;
    const kept = [...new Set((fields as string[]).flatMap((field) => this.field(field, subject)))];
    if (kept.length === fields.length && kept.every((field, i) => field === fields[i])) return;
    const path = pathOf(list);
    this.changes.push(kept.length > 0 ? { op: "set", path, value: kept } : { op: "remove", path });
    this.names.add("group-by fields");
  }

  private field(field: string, subject: FilterSubject): string[] {
    const named = labelFieldOf(field);
    if (named?.of !== "resource" && named?.of !== "metric") return [field];
    const missing = missingLabel(named.of, named.key, subject, this.catalog);
    if (!missing) return [field];
    return missing.other ? [writeLabelField(named, missing.other, named.key)] : [];
  }

  /** A unit that was set for another metric would be printed at this one's numbers. */
  private unit(metric: Metric): void {
    let holder: Node | undefined = this.query.parent;
    while (holder && !(holder.kind === "object" && memberProperty(holder, "unitOverride"))) {
      if (holder.kind === "object" && this.dashboard.canonical.messageOf(holder)?.name === "Widget") return;
      holder = holder.parent;
    }
    const unit = holder && memberOf(holder, "unitOverride");
    if (this.names.size === 0 || unit?.kind !== "string" || unit.value === "") return;
    // A rate has the unit of what is counted, per second.
    if ([metric.unit, `${metric.unit}/s`].some((own) => sameDimension(unit.value, own))) return;
    this.changes.push({ op: "remove", path: pathOf(unit) });
    this.names.add("unit");
  }

  private isHeatmap(): boolean {
    for (let at: Node | undefined = this.query; at; at = at.parent) {
      const plotType = this.dashboard.canonical.valueOf(at)?.["plotType"];
      if (plotType !== undefined) return plotType === "HEATMAP";
    }
    return false;
  }
}

/** What nearly always is wanted of such series: counts are added up, and gauges averaged. */
export function reducerFor(aligned: SeriesType, before: SeriesType): string {
  const usual = before.kind === "GAUGE" ? "REDUCE_MEAN" : "REDUCE_SUM";
  const fitting = reducersFor(aligned).filter((name) => name !== "REDUCE_NONE");
  if (aligned.valueType === "DISTRIBUTION") return "REDUCE_PERCENTILE_99";
  return fitting.includes(usual) ? usual : (fitting[0] ?? "REDUCE_NONE");
}
