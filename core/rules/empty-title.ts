import type { Rule } from "./rule";
import { spanOf } from "./span";

export const emptyTitle: Rule = {
  id: "empty-title",
  severity: "hint",
  message: "Dashboard",
  evidence: "inferred",
  summary: "The dashboard's displayName is empty.",
  details: "Without a name, the dashboard cannot be found in the list of dashboards.",
  check(node, { value, report }) {
    const title = value["displayName"];
    if (typeof title !== "string" || title.trim()) return;
    const message =
      'The dashboard has no name. Set "displayName" so that it can be found in the list of dashboards.';
    report({ ...spanOf(node, "displayName"), message });
  },
  bad: { dashboard: { displayName: "", gridLayout: { widgets: [{ blank: {} }] } } },
  good: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } } },
};
