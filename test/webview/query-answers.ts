import { shippedCatalog } from "../../core/catalog/catalog";
import type { Dashboard } from "../../core/dashboard";
import { searchMetrics } from "../../core/query-builder/metrics";
import { findQuery, readQuery } from "../../core/query-builder/read";
import { textHelp } from "../../core/query-builder/text-help";
import { labelValues } from "../../core/query-builder/values";

/** What the server says to a question of the query builder, without the server. */
export function queryAnswer(
  dashboard: Dashboard,
  method: string,
  params: Readonly<Record<string, unknown>>,
): unknown {
  const text = (name: string): string => String(params[name] ?? "");
  const node = () => dashboard.canonical.nodeOf(text("pointer"));
  const query = () => findQuery(dashboard, node());
  switch (method) {
    case "mosaic/queryModel": {
      const found = query();
      return found ? readQuery(dashboard, found, dashboard.findings) : null;
    }
    case "mosaic/searchMetrics":
      return searchMetrics(shippedCatalog(), text("query"), text("resource"), 100);
    case "mosaic/queryValues": {
      const found = query();
      return found ? labelValues(dashboard, found, Number(params["part"]), text("label")) : null;
    }
    case "mosaic/queryText": {
      const { offset } = params;
      return (
        textHelp(dashboard, node(), text("text"), typeof offset === "number" ? offset : undefined, {}) ?? null
      );
    }
    default:
      return null;
  }
}
