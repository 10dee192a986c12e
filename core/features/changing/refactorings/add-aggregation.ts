import { alignersFor } from "../../../catalog/aligners";
import { shippedCatalog } from "../../../catalog/catalog";
import type { Dashboard } from "../../../dashboard";
import { type Node, nodeAt, type ObjectNode } from "../../../document/node";
import type { Change } from "../../../edit/edit";
import { parseFilter, subjectOf } from "../../../languages/filter";
import { memberOf } from "../../../schema/canonical";
import { messageType } from "../../../schema/messages";
import { rangeOfTile } from "../../reading/picture";
import { setMembers } from "../gestures/ordered";
import type { NamingStyle } from "../gestures/spelling";
import type { Refactoring, RefactoringTarget } from "./refactoring";

/** Messages that hold a filter with its aggregation. */
const QUERIES = new Set(["TimeSeriesFilter", "RatioPart"]);
const USUAL_PERIOD = "60s";

/** An aggregation that suits the metric, for queries that align nothing. */
export const addAggregationRefactoring: Refactoring = {
  id: "add-aggregation",
  keepsMeaning: false,
  offers(place) {
    const bare = queriesAt(place).flatMap((query) => {
      const aggregation = missingAggregation(place.dashboard, query);
      return aggregation ? [{ query, aggregation }] : [];
    });
    if (bare.length === 0) return [];
    const [{ aggregation }] = bare as [(typeof bare)[0]];
    const title =
      bare.length === 1
        ? `Add the missing aggregation (${describe(aggregation)})`
        : `Add the missing aggregation to ${bare.length} queries`;
    const changes = () =>
      bare.flatMap((each) => aggregationChanges(place.naming, each.query, each.aggregation));
    return [place.byChanges(title, "rewrite", changes)];
  },
};

export interface Aggregation {
  readonly alignmentPeriod: string;
  readonly perSeriesAligner: string;
  readonly crossSeriesReducer?: string;
}

/** The query that the selection lies in, else all queries of the tiles that it lies in. */
function queriesAt({ dashboard, node, tiles }: RefactoringTarget): ObjectNode[] {
  const { canonical, document } = dashboard;
  for (let at = node; at; at = at.parent) {
    if (at.kind === "object" && QUERIES.has(canonical.messageOf(at)?.name ?? "")) return [at];
  }
  return tiles.flatMap(({ id }) => {
    const span = rangeOfTile(canonical, id);
    const tile = span && nodeAt(document.root, span.offset + 0.5);
    return tile ? queriesIn(tile, (object) => canonical.messageOf(object)?.name) : [];
  });
}

function queriesIn(node: Node, typeOf: (object: ObjectNode) => string | undefined): ObjectNode[] {
  if (node.kind === "array") return node.items.flatMap((item) => queriesIn(item, typeOf));
  if (node.kind !== "object") return [];
  if (QUERIES.has(typeOf(node) ?? "")) return [node];
  return node.properties.flatMap(({ value }) => (value ? queriesIn(value, typeOf) : []));
}

/** What a query lacks; undefined when it aligns its series, or when nothing can be said about its metric. */
export function missingAggregation(dashboard: Dashboard, query: ObjectNode): Aggregation | undefined {
  const aggregation = memberOf(query, "aggregation");
  if (aggregation && aggregation.kind !== "object") return undefined;
  const written = aggregation && dashboard.canonical.valueOf(aggregation);
  const aligner = written?.["perSeriesAligner"] ?? "ALIGN_NONE";
  const filter = memberOf(query, "filter");
  if (aligner !== "ALIGN_NONE" || filter?.kind !== "string") return undefined;
  const { metric } = subjectOf(parseFilter(filter.value), dashboard.catalog ?? shippedCatalog());
  if (!metric) return undefined;
  const { kind, valueType } = metric;
  const perSeriesAligner = alignersFor({ kind, valueType }).find((name) => name !== "ALIGN_NONE");
  if (!perSeriesAligner || kind === undefined || valueType === undefined) return undefined;
  // A line needs one number where a distribution has many.
  const isLine = valueType === "DISTRIBUTION" && plotTypeOf(dashboard.canonical.valueOf, query) !== "HEATMAP";
  return {
    alignmentPeriod: USUAL_PERIOD,
    perSeriesAligner,
    crossSeriesReducer: isLine && !written?.["crossSeriesReducer"] ? "REDUCE_PERCENTILE_99" : undefined,
  };
}

function plotTypeOf(
  valueOf: (node: Node) => Readonly<Record<string, unknown>> | undefined,
  query: ObjectNode,
): unknown {
  for (let at: Node | undefined = query; at; at = at.parent) {
    const plotType = valueOf(at)?.["plotType"];
    if (plotType !== undefined) return plotType;
  }
  return undefined;
}

/** The changes that give a query what it lacks. */
export function aggregationChanges(
  spelling: NamingStyle,
  query: ObjectNode,
  aggregation: Aggregation,
): Change[] {
  const existing = memberOf(query, "aggregation");
  if (existing?.kind !== "object") {
    const value = spelling.value(aggregation, messageType("Aggregation"));
    const key = spelling.key(query, "aggregation");
    return setMembers(query, { [key]: value }, [spelling.key(query, "filter"), key]);
  }
  const members = Object.entries(aggregation).filter(
    ([name]) => name === "perSeriesAligner" || !memberOf(existing, name),
  );
  const order = Object.keys(aggregation).map((name) => spelling.key(existing, name));
  const keyed = members.map(([name, value]) => [spelling.key(existing, name), value]);
  return setMembers(existing, Object.fromEntries(keyed), order);
}

function describe({ perSeriesAligner, crossSeriesReducer }: Aggregation): string {
  return crossSeriesReducer ? `${perSeriesAligner}, ${crossSeriesReducer}` : perSeriesAligner;
}
