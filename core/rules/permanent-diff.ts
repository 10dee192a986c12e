import { keySpan, type Node } from "../document/node";
import type { Field } from "../schema/messages";
import { isDroppedOnSave } from "../sync/normal-form";
import { certainly, removal, replacement, valueAt } from "./repair";
import type { Rule } from "./rule";

export const permanentDiff: Rule = {
  id: "permanent-diff",
  severity: "warning",
  optIn: true,
  message: undefined,
  evidence: "recorded",
  summary: "Terraform will plan a change for ever, because the service gives this back in another form.",
  details:
    "The service drops zeros, empty texts, `false` and empty lists when it saves a dashboard, and writes every name and value in one spelling. Tools that compare what you wrote with what it gives back, as the `google_monitoring_dashboard` resource does, then see a difference each time. Mosaic's own push compares by meaning and does not mind, so this is for dashboards that Terraform deploys.",
  check(node, { type, value: values, report }) {
    for (const property of node.properties) {
      const { key, value } = property;
      const field = type.field(key);
      if (!field || !value || (type.name === "Dashboard" && key === "etag")) continue;
      const change = whatHappens(value, field, values[field.name], key);
      if (change)
        report({ ...keySpan(property), message: `${change} Terraform would plan a change for ever.` });
    }
  },
  fixes(dashboard, finding) {
    const node = valueAt(dashboard, finding);
    const { canonical } = dashboard;
    const field = node && canonical.fieldOf(node);
    const parent = node?.property && canonical.valueOf(node.property.parent);
    if (!field || !parent) return [];
    const value = parent[field.name];
    if (node.kind === "null" || isDroppedOnSave(value, field)) return certainly(removal(dashboard, finding));
    return node.property!.key === field.name && isScalar(node)
      ? certainly(replacement(dashboard, finding, value))
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

/** What the service makes of a member, where it does not give it back as it is. */
function whatHappens(node: Node, field: Field, value: unknown, key: string): string | undefined {
  if (node.kind === "null" || isDroppedOnSave(value, field)) {
    return `The service drops "${key}" when it has this value.`;
  }
  if (key !== field.name) return `The service gives "${key}" back as "${field.name}".`;
  const isRespelled = isScalar(node) && value !== undefined && value !== node.value;
  return isRespelled ? `The service gives this back as ${JSON.stringify(value)}.` : undefined;
}

function isScalar(node: Node): node is Exclude<Node, { kind: "object" | "array" }> {
  return node.kind !== "object" && node.kind !== "array";
}
