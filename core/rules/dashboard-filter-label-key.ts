import { textOf } from "../grid/values";
import { withFilter } from "./example";
import { propertyOf, removal } from "./repair";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const dashboardFilterLabelKey: Rule = {
  id: "dashboard-filter-label-key",
  severity: "warning",
  message: "DashboardFilter",
  evidence: "documented",
  summary: "A dashboard filter on a label names the label, and one that only holds a value names none.",
  check(node, { value, report }) {
    const type = textOf(value["filterType"]);
    const key = value["labelKey"] ?? "";
    if (!type || type === "FILTER_TYPE_UNSPECIFIED" || typeof key !== "string") return;
    if (type === "VALUE_ONLY") {
      if (key) {
        const message = "A filter of type VALUE_ONLY belongs to no label: remove its label key.";
        report({ ...spanOf(node, "labelKey"), message });
      }
    } else if (!key) {
      const message = `A filter of type ${type} needs the "labelKey" of the label that it looks at.`;
      report({ ...spanOf(node, "labelKey", "filterType"), message });
    }
  },
  fixes(dashboard, finding) {
    const filter = propertyOf(dashboard, finding)?.parent;
    const isValueOnly = filter && dashboard.canonical.valueOf(filter)?.["filterType"] === "VALUE_ONLY";
    return isValueOnly ? removal(dashboard, finding) : [];
  },
  bad: withFilter({ filterType: "RESOURCE_LABEL", stringValue: "europe-west1-b" }),
  good: withFilter({ filterType: "RESOURCE_LABEL", labelKey: "zone", stringValue: "europe-west1-b" }),
};
