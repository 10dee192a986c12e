import type { Dashboard } from "../../../dashboard";
import { type Node, pathOf } from "../../../document/node";
import type { Change } from "../../../edit/edit";
import type { Refactoring } from "./refactoring";
import { innermostFirst } from "./walk";

/** Names in lowerCamelCase and values in their own types: what the service writes itself. */
export const canonicalSpelling: Refactoring = {
  id: "canonical-spelling",
  keepsMeaning: true,
  offers(place) {
    if (!place.isAtDashboard) return [];
    const changes = respelled(place.dashboard);
    if (changes.length === 0) return [];
    const names = changes.filter(({ op }) => op === "rename").length;
    const values = changes.length - names;
    const parts = [
      ...(names > 0 ? [names === 1 ? "1 name" : `${names} names`] : []),
      ...(values > 0 ? [values === 1 ? "1 value" : `${values} values`] : []),
    ];
    return [place.byChanges(`Convert to canonical form (${parts.join(", ")})`, "rewrite", () => changes)];
  },
};

/** Changes from the inside out, so that every path is spelled as it stands when its turn comes. */
function respelled(dashboard: Dashboard): Change[] {
  const { canonical } = dashboard;
  const changes: Change[] = [];
  for (const node of innermostFirst(dashboard)) {
    const value = spelledValue(dashboard, node);
    if (value !== undefined) changes.push({ op: "set", path: pathOf(node), value });
    const { property } = node;
    const field = property && canonical.messageOf(property.parent)?.field(property.key);
    if (!property || !field || field.name === property.key) continue;
    // Next to a member of the canonical name there is no place for it; that is a finding of its own.
    if (property.parent.properties.some(({ key }) => key === field.name)) continue;
    changes.push({ op: "rename", path: pathOf(node), key: field.name });
  }
  return changes;
}

/** The canonical value of a scalar that is written as something else; undefined when it is as it should be. */
function spelledValue({ canonical }: Dashboard, node: Node): unknown {
  if (node.kind === "object" || node.kind === "array" || node.kind === "null") return undefined;
  const list = node.parent?.kind === "array" ? node.parent : undefined;
  const property = (list ?? node).property;
  const field = property && canonical.messageOf(property.parent)?.field(property.key);
  if (!field || field.repeated !== (list !== undefined)) return undefined;
  const whole = canonical.valueOf(property.parent)?.[field.name];
  const value = list ? (whole as readonly unknown[] | undefined)?.[node.index] : whole;
  return value === node.value || typeof value === "object" ? undefined : value;
}
