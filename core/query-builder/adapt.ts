import { alignersFor } from "../catalog/aligners";
import type { Catalog } from "../catalog/catalog";
import type { Dashboard } from "../dashboard";
import type { ObjectNode } from "../document/node";
import type { Change } from "../edit/edit";
import { adaptationOf } from "../features/changing/fixes/adapt-query";
import { NamingStyle } from "../features/changing/gestures/spelling";
import { type Aggregation, aggregationChanges } from "../features/changing/refactorings/add-aggregation";
import { catalogOf } from "../features/series";
import type { Comparison } from "../languages/filter/ast";
import { missingLabel } from "../languages/filter/missing-label";
import { memberOf } from "../schema/canonical";
import { rowSplices, spliced } from "./filter-edits";
import { type FilterRows, rowsOf } from "./rows";

/** A filter that names another metric than before, and what goes with it. */
export interface Adapted {
  readonly filter: string;
  readonly changes: readonly Change[];
  /** What else was changed, in words. */
  readonly names: readonly string[];
}

/**
 * Adapts a query to a metric that was just written into its filter: resource type, aggregation and unit, and conditions about
 * labels that neither the metric nor its resource has, because they would match nothing.
 */
export function adaptFilter(dashboard: Dashboard, query: ObjectNode, filter: string): Adapted {
  const adapted = adaptationOf(dashboard, query, filter) ?? { filter, changes: [], names: [] };
  const names = [...adapted.names];
  const catalog = catalogOf(dashboard);
  let text = adapted.filter;
  let removed = 0;
  let moved = 0;
  for (let row = 0; ; ) {
    const rows = rowsOf(text, catalog);
    if (row >= rows.rows.length) break;
    const missing = missingIn(rows, row, catalog);
    if (!missing) row++;
    else if (missing.label) {
      text = spliced(text, rowSplices(rows, { type: "label", part: 0, row: row++, label: missing.label }));
      moved++;
    } else {
      text = spliced(text, rowSplices(rows, { type: "remove", part: 0, row }));
      removed++;
    }
  }
  if (moved > 0) names.push(moved === 1 ? "1 label" : `${moved} labels`);
  if (removed > 0)
    names.push(
      removed === 1 ? "1 condition that no longer applied" : `${removed} conditions that no longer applied`,
    );
  return { filter: text, changes: adapted.changes, names };
}

/** Whether a row is about a label that does not exist; `label`: the same one of the other owner, which has it. */
function missingIn(
  { rows, subject }: FilterRows,
  index: number,
  catalog: Catalog,
): { readonly label?: string } | undefined {
  const { row, chain, alternatives } = rows[index]!;
  if (row.kind !== "condition") return undefined;
  const { name, key } = (alternatives?.[0] ?? (chain.at(-1) as Comparison)).object;
  if (!key || (name !== "metric.labels" && name !== "resource.labels")) return undefined;
  const of = name === "metric.labels" ? "metric" : "resource";
  const missing = missingLabel(of, key.text, subject, catalog);
  if (missing?.severity !== "warning") return undefined;
  return missing.other ? { label: `${missing.other}.labels.${JSON.stringify(key.text)}` } : {};
}

/** The filter and the aggregation that a metric begins with in a query that has none. */
export function startQuery(
  dashboard: Dashboard,
  query: ObjectNode,
  catalog: Catalog,
  type: string,
  clause: string,
): { readonly filter: string; readonly changes: readonly Change[] } {
  const metric = catalog.metric(type);
  const [resource] = metric?.resources ?? [];
  const filter = resource ? `${clause} resource.type="${resource}"` : clause;
  const aligner =
    metric?.kind && metric.valueType ? alignersFor(metric).find((name) => name !== "ALIGN_NONE") : undefined;
  if (!aligner || memberOf(query, "aggregation") || !memberOf(query, "filter"))
    return { filter, changes: [] };
  const aggregation: Aggregation = {
    alignmentPeriod: "60s",
    perSeriesAligner: aligner,
    ...(metric!.valueType === "DISTRIBUTION" && { crossSeriesReducer: "REDUCE_PERCENTILE_99" }),
  };
  return { filter, changes: aggregationChanges(new NamingStyle(dashboard), query, aggregation) };
}
