import type { SeriesType } from "../catalog/aligners";
import type { Catalog } from "../catalog/catalog";
import type { Dashboard } from "../dashboard";
import type { Node, ObjectNode, StringNode } from "../document/node";
import { StringMap } from "../document/string-map";
import { afterAggregation, catalogOf, labelsOf } from "../features/series";
import type { Finding } from "../finding";
import { hashOf } from "../grid/samples/random";
import { resourceLabels } from "../languages/filter/subject";
import { systemLabels, writeKey } from "../languages/filter/vocabulary";
import { memberOf } from "../schema/canonical";
import { membersOf } from "../shape";
import { metricModel, metricName } from "./metrics";
import type { LabelChoice, QueryModel, QueryNote, QueryPart } from "./model/model";
import { type FilterRows, rowsOf, variableWords } from "./rows";
import { capitalized, laterText, stepSentence } from "./sentence";
import { pickModel, stepModel } from "./steps";

/** A query in the text. */
export interface FoundQuery {
  readonly kind: "filter" | "ratio";
  /** The `TimeSeriesFilter` or `TimeSeriesFilterRatio`. */
  readonly node: ObjectNode;
  /** The objects with a filter each. */
  readonly parts: readonly FoundPart[];
}

export interface FoundPart {
  readonly name: QueryPart["name"];
  readonly node: ObjectNode;
  /** Absent when the filter is not written yet. */
  readonly filter: StringNode | undefined;
}

const KINDS: Readonly<Record<string, QueryModel["kind"]>> = {
  TimeSeriesFilter: "filter",
  TimeSeriesFilterRatio: "ratio",
};

/**
 * The Monitoring query that a node is, is in, or holds as a `TimeSeriesQuery`; undefined where there is none, or where it is not
 * written as objects and strings.
 */
export function findQuery({ canonical }: Dashboard, node: Node | undefined): FoundQuery | undefined {
  const typeOf = (at: Node | undefined) => (at && canonical.messageOf(at)?.name) ?? "";
  let found: Node | undefined = node;
  if (typeOf(node) === "TimeSeriesQuery")
    found = memberOf(node, "timeSeriesFilter") ?? memberOf(node, "timeSeriesFilterRatio");
  while (found && !Object.hasOwn(KINDS, typeOf(found))) found = found.parent;
  if (found?.kind !== "object" || canonical.isReplaced(found)) return undefined;
  const kind = KINDS[typeOf(found)]!;
  const parts: FoundPart[] = [];
  const part = (name: QueryPart["name"], at: Node | undefined): void => {
    const filter = memberOf(at, "filter");
    if (at?.kind !== "object" || (filter && filter.kind !== "string")) return;
    parts.push({ name, node: at, filter });
  };
  if (kind === "filter") part("query", found);
  else for (const name of ["numerator", "denominator"] as const) part(name, memberOf(found, name));
  if (parts.length !== (kind === "filter" ? 1 : 2)) return undefined;
  return { kind, node: found, parts };
}

/** The queries in a node, such as those of a tile, in the order of the text. */
export function queriesIn(dashboard: Dashboard, node: Node): FoundQuery[] {
  const { canonical } = dashboard;
  const end = node.offset + node.length;
  return [...canonical.messages]
    .filter(([at, type]) => at.offset >= node.offset && at.offset < end && Object.hasOwn(KINDS, type.name))
    .flatMap(([at]) => findQuery(dashboard, at) ?? []);
}

/** What tells one text of a query from another. */
export function seenOf({ text }: Dashboard, { node }: FoundQuery): string {
  const source = text.slice(node.offset, node.offset + node.length);
  return `${source.length}.${(hashOf(source) >>> 0).toString(36)}`;
}

/**
 * A Monitoring query as rows and choices. Whatever rows cannot show is there as text, so that nothing is lost.
 *
 * @param findings those of the dashboard, as the settings want them
 */
export function readQuery(
  dashboard: Dashboard,
  query: FoundQuery,
  findings: readonly Finding[] = [],
): QueryModel {
  const catalog = catalogOf(dashboard);
  const value = dashboard.canonical.valueOf(query.node) ?? {};
  const read = query.parts.map((part) => readPart(dashboard, catalog, part, findings));
  const isRatio = query.kind === "ratio";
  // The kind of a quotient is not documented.
  const series: SeriesType = isRatio ? { kind: undefined, valueType: "DOUBLE" } : read[0]!.after;
  const labels = read.map((part) => part.labels);
  const secondary = stepModel(value["secondaryAggregation"], {
    series,
    labels: {
      metric: [...new Set(labels.flatMap(({ metric }) => metric))],
      resource: [...new Set(labels.flatMap(({ resource }) => resource))],
    },
    isFirst: false,
  });
  const pick = pickModel(value["pickTimeSeriesFilter"]);
  const first = read.map(({ sentence }) => sentence).join(", divided by ");
  return {
    kind: query.kind,
    pointer: pointerOf(dashboard, query.node.property?.parent ?? query.node),
    seen: seenOf(dashboard, query),
    sentence: first === "" ? "" : `${capitalized(first + laterText(secondary, series, pick))}.`,
    parts: read.map(({ part }) => part),
    secondary,
    pick,
  };
}

interface ReadPart {
  readonly part: QueryPart;
  readonly sentence: string;
  /** The series that come out of it. */
  readonly after: SeriesType;
  readonly labels: { readonly metric: readonly string[]; readonly resource: readonly string[] };
}

function readPart(
  dashboard: Dashboard,
  catalog: Catalog,
  { name, node, filter }: FoundPart,
  findings: readonly Finding[],
): ReadPart {
  const { variables } = dashboard.context;
  const text = filter?.value ?? "";
  const rows = rowsOf(text, catalog, variables);
  const { subject } = rows;
  const { metric } = subject;
  const series: SeriesType = { kind: metric?.kind, valueType: metric?.valueType };
  const value = dashboard.canonical.valueOf(node)?.["aggregation"];
  const labels = labelsOf(dashboard, subject);
  const aggregation = stepModel(value, { series, labels, isFirst: true });
  const type = rows.metric ? subject.metricType : undefined;
  const noun = type === undefined ? nounWithoutMetric(rows) : metricName(type);
  const part: QueryPart = {
    name,
    pointer: pointerOf(dashboard, node),
    filter: text,
    ...(rows.unreadable !== undefined && { unreadable: rows.unreadable }),
    ...(type !== undefined && { metric: metricModel(type, metric) }),
    resource: rows.resource ? (subject.resourceType ?? "") : "",
    resources: metric?.resources ?? [],
    rows: rows.rows.map(({ row }) => row),
    labels: labelChoices(rows, dashboard, catalog),
    findings: filter ? notesOf(dashboard, filter, rows, findings) : [],
    aggregation,
  };
  const sentence = noun === "" ? "" : stepSentence(noun, aggregation, series);
  return { part, sentence, after: afterAggregation(series, membersOf(value)), labels };
}

function nounWithoutMetric({ rows }: FilterRows): string {
  const selector = rows.map(({ row }) => row).find((row) => row.kind === "selector");
  return selector
    ? selector.name
        .replace(/^select_/, "")
        .replace(/_/g, " ")
        .replace(/\bslo\b/, "SLO")
    : "";
}

/** The pointer of a node in canonical names, by which requests name it. */
export function pointerOf({ canonical }: Dashboard, node: Node): string {
  let pointer = "";
  for (let at: Node | undefined = node; at?.parent; at = at.parent) {
    const key = at.property
      ? (canonical.messageOf(at.property.parent)?.field(at.property.key)?.name ?? at.property.key)
      : String(at.index);
    pointer = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
  }
  return pointer;
}

function labelChoices({ subject }: FilterRows, dashboard: Dashboard, catalog: Catalog): LabelChoice[] {
  const { metric } = subject;
  const of = (
    owner: LabelChoice["owner"],
    object: string,
    keys: readonly string[],
    detail: string,
  ): LabelChoice[] => keys.map((key) => ({ text: `${object}.${writeKey(key)}`, owner, detail }));
  const variables = dashboard.context.variables
    .filter(({ filterType }) => filterType !== "VALUE_ONLY")
    .map(
      ({ name }): LabelChoice => ({
        text: `\${${name}}`,
        owner: "variable",
        detail: variableWords(name, dashboard.context.variables),
      }),
    );
  return [
    ...of("metric", "metric.labels", metric?.labels ?? [], "Metric label"),
    ...of("resource", "resource.labels", resourceLabels(subject, catalog).labels, "Resource label"),
    ...variables,
    ...of("metadata", "metadata.system_labels", systemLabels, "Set by the platform"),
  ];
}

/** The findings in a filter, each at the row that it is about. */
function notesOf(
  { text }: Dashboard,
  filter: StringNode,
  { rows }: FilterRows,
  findings: readonly Finding[],
): QueryNote[] {
  const map = new StringMap(text, filter);
  const end = filter.offset + filter.length;
  return findings
    .filter(({ offset, length }) => offset >= filter.offset && offset + length <= end)
    .map(({ severity, message, offset, length }) => {
      const [from, to] = [map.toDecoded(offset), map.toDecoded(offset + length)];
      const row = rows.findIndex((placed) => from >= placed.offset && to <= placed.end);
      return { severity, message, ...(row >= 0 && { row }) };
    });
}
