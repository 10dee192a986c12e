import { keySpan, type Node } from "../document/node";
import type { Field } from "../schema/messages";
import { isDroppedOnSave } from "../sync/normal-form";
import { removeFix, replaceFix, unambiguousFix, valueAt } from "./fix-builders";
import type { Rule } from "./rule";

export const permanentDiff: Rule = {
  id: "permanent-diff",
  severity: "warning",
  optIn: true,
  message: undefined,
  evidence: "recorded",
  summary: "Terraform shows a permanent diff, because the service returns this value in a different form.",
  details:
    "When it saves a dashboard, the service removes zeros, empty strings, `false` and empty lists, and normalizes names and values. Tools that compare your file with the response, such as the `google_monitoring_dashboard` resource, then show a difference every time. Mosaic compares by meaning, so this rule is for dashboards that Terraform deploys.",
  check(node, { type, value: values, report }) {
    for (const property of node.properties) {
      const { key, value } = property;
      const field = type.field(key);
      if (!field || !value || (type.name === "Dashboard" && key === "etag")) continue;
      const change = whatHappens(value, field, values[field.name], key);
      if (change) report({ ...keySpan(property), message: `${change} Terraform shows a permanent diff.` });
    }
  },
  fixes(dashboard, finding) {
    const node = valueAt(dashboard, finding);
    const { canonical } = dashboard;
    const field = node && canonical.fieldOf(node);
    const parent = node?.property && canonical.valueOf(node.property.parent);
    if (!field || !parent) return [];
    const value = parent[field.name];
    if (node.kind === "null" || isDroppedOnSave(value, field))
      return unambiguousFix(removeFix(dashboard, finding));
    return node.property!.key === field.name && isScalar(node)
      ? unambiguousFix(replaceFix(dashboard, finding, value))
      : [];
  },
  bad: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { columns: 48, tiles: [{ xPos: 0, width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
  good: {
    dashboard: {
      displayName: "Orders",
      mosaicLayout: { columns: 48, tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
    },
  },
};

/** How the service changes a member on save. */
function whatHappens(node: Node, field: Field, value: unknown, key: string): string | undefined {
  if (node.kind === "null" || isDroppedOnSave(value, field)) {
    return `The service removes "${key}" if it has this value.`;
  }
  if (key !== field.name) return `The service returns "${key}" as "${field.name}".`;
  const isRespelled = isScalar(node) && value !== undefined && value !== node.value;
  return isRespelled ? `The service returns this as ${JSON.stringify(value)}.` : undefined;
}

function isScalar(node: Node): node is Exclude<Node, { kind: "object" | "array" }> {
  return node.kind !== "object" && node.kind !== "array";
}
