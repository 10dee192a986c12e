import { keySpan, pathOf } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { stringOf } from "../shape";
import { withFilter } from "./example";
import { fixWith, propertyOf } from "./fix-builders";
import type { Rule } from "./rule";

/** The value type that each kind of default value belongs to. */
const TYPES = { stringValue: "STRING", stringArrayValue: "STRING_ARRAY" } as const;

export const dashboardFilterDefaultValue: Rule = {
  id: "dashboard-filter-default-value",
  severity: "warning",
  message: "DashboardFilter",
  evidence: "documented",
  summary: "The default value of a dashboard filter does not match its value type.",
  details:
    "Use `stringValue` for `STRING` and `stringArrayValue` for `STRING_ARRAY`. Without a `valueType`, both are allowed.",
  check(node, { value, report }) {
    const valueType = stringOf(value["valueType"]);
    if (valueType !== "STRING" && valueType !== "STRING_ARRAY") return;
    for (const [name, wanted] of Object.entries(TYPES)) {
      // An empty text is how the console writes that there is no default value.
      if (!value[name] || wanted === valueType) continue;
      const property = memberProperty(node, name)!;
      report({
        ...keySpan(property),
        message: `"${property.key}" requires the value type ${wanted}, but this filter has ${valueType}.`,
      });
    }
  },
  fixes(dashboard, finding) {
    const property = propertyOf(dashboard, finding);
    const field = property && dashboard.canonical.messageOf(property.parent)?.field(property.key);
    const wanted = TYPES[field?.name as keyof typeof TYPES];
    const valueType = property && memberProperty(property.parent, "valueType");
    if (!wanted || !valueType) return [];
    const path = [...pathOf(property.parent), valueType.key];
    return fixWith(
      dashboard,
      `Change the value type to ${wanted}`,
      [{ op: "set", path, value: wanted }],
      true,
    );
  },
  bad: withFilter({
    filterType: "RESOURCE_LABEL",
    labelKey: "zone",
    valueType: "STRING_ARRAY",
    stringValue: "europe-west1-b",
  }),
  good: withFilter({
    filterType: "RESOURCE_LABEL",
    labelKey: "zone",
    valueType: "STRING_ARRAY",
    stringArrayValue: { values: ["europe-west1-b"] },
  }),
};
