import { memberOf } from "../schema/canonical";
import { keyOrBracketSpan } from "../schema/structure";
import type { Rule } from "./rule";
import { itemsOf, widgetsOf } from "./span";

export const emptyDashboard: Rule = {
  id: "empty-dashboard",
  severity: "hint",
  message: "Dashboard",
  evidence: "inferred",
  summary: "The dashboard has no widgets.",
  check(node, { type, report }) {
    const layout = type.oneofs[0]!.members.map((name) => memberOf(node, name)).find(Boolean);
    if (layout?.kind !== "object" || layout.properties.some(({ value }) => !value)) return;
    // A tile that lacks its widget has a finding of its own.
    if (itemsOf(layout, "tiles").length + widgetsOf(node).length > 0) return;
    report({ ...keyOrBracketSpan(layout), message: "The dashboard has no widgets. Add one to its layout." });
  },
  bad: { dashboard: { displayName: "Orders", gridLayout: {} } },
  good: { dashboard: { displayName: "Orders", gridLayout: { widgets: [{ blank: {} }] } } },
};
