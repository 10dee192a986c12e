import { stringOf } from "../shape";
import { withFilter } from "./example";
import { propertyOf, removeFix } from "./fix-builders";
import type { Rule } from "./rule";
import { spanOf } from "./span";

export const dashboardFilterLabelKey: Rule = {
  id: "dashboard-filter-label-key",
  severity: "warning",
  message: "DashboardFilter",
  evidence: "documented",
  summary: "A dashboard filter on a label must have a label key, and a value-only filter must not.",
  check(node, { value, report }) {
    const type = stringOf(value["filterType"]);
    const key = value["labelKey"] ?? "";
    if (!type || type === "FILTER_TYPE_UNSPECIFIED" || typeof key !== "string") return;
    if (type === "VALUE_ONLY") {
      if (key) {
        const message = "A filter of type VALUE_ONLY must not have a label key. Remove it.";
        report({ ...spanOf(node, "labelKey"), message });
      }
    } else if (!key) {
      const message = `A filter of type ${type} requires a "labelKey".`;
      report({ ...spanOf(node, "labelKey", "filterType"), message });
    }
  },
  fixes(dashboard, finding) {
    const filter = propertyOf(dashboard, finding)?.parent;
    const isValueOnly = filter && dashboard.canonical.valueOf(filter)?.["filterType"] === "VALUE_ONLY";
    return isValueOnly ? removeFix(dashboard, finding) : [];
  },
  bad: withFilter({ filterType: "RESOURCE_LABEL", stringValue: "europe-west1-b" }),
  good: withFilter({ filterType: "RESOURCE_LABEL", labelKey: "zone", stringValue: "europe-west1-b" }),
};
