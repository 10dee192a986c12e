import type { Dashboard } from "../../../dashboard";
import { pathOf } from "../../../document/node";
import { editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { propertyOf } from "../../../rules/fix-builders";
import { NamingStyle } from "../gestures/spelling";
import { aggregationChanges, missingAggregation } from "../refactorings/add-aggregation";

/** For a reducer that has nothing aligned to work on: aligns as suits the metric, or takes the reducer out. */
export function alignFirst(dashboard: Dashboard, finding: Finding): Fix[] {
  const reducer = propertyOf(dashboard, finding);
  const query = reducer?.parent.parent;
  if (!reducer || query?.kind !== "object") return [];
  const aggregation = missingAggregation(dashboard, query);
  const aligned =
    aggregation &&
    editDocument(dashboard.document, aggregationChanges(new NamingStyle(dashboard), query, aggregation));
  const path = [...pathOf(reducer.parent), reducer.key];
  const removed = editDocument(dashboard.document, [{ op: "remove", path }]);
  return [
    ...(aligned?.ok
      ? [
          {
            title: `Align with ${aggregation!.perSeriesAligner} first`,
            edits: aligned.edits,
            unambiguous: false,
            preferred: true,
          },
        ]
      : []),
    ...(removed.ok ? [{ title: `Remove "${reducer.key}"`, edits: removed.edits, unambiguous: false }] : []),
  ];
}
