import type { Dashboard } from "../dashboard";
import { type Node, nodeAt, type Property, pathOf } from "../document/node";
import { type Change, editDocument } from "../edit/edit";
import type { Finding } from "../finding";
import type { Fix } from "../fix";

/** A fix made of changes of the value; none when they cannot be made. */
export function fixWith(
  { document }: Dashboard,
  title: string,
  changes: readonly Change[],
  preferred = false,
): Fix[] {
  const result = editDocument(document, changes);
  return result.ok && result.edits.length > 0
    ? [{ title, edits: result.edits, preferred, unambiguous: false }]
    : [];
}

/** The same fixes as ones that can mean only one thing. */
export function unambiguousFix(fixes: readonly Fix[]): Fix[] {
  return fixes.map((fix): Fix => ({ ...fix, unambiguous: true }));
}

/** The fix that takes out the member at whose key or value the finding lies. */
export function removeFix(dashboard: Dashboard, finding: Finding, preferred = true): Fix[] {
  const property = propertyOf(dashboard, finding);
  if (!property) return [];
  const path = [...pathOf(property.parent), property.key];
  return fixWith(dashboard, `Remove "${property.key}"`, [{ op: "remove", path }], preferred);
}

/** The fix that gives the value at which the finding lies another one. */
export function replaceFix(dashboard: Dashboard, finding: Finding, value: unknown, preferred = true): Fix[] {
  const node = valueAt(dashboard, finding);
  if (!node) return [];
  const changes: Change[] = [{ op: "set", path: pathOf(node), value }];
  // Escapes would only be in the way of reading.
  const shown = typeof value === "string" && value.includes('"') ? value : JSON.stringify(value);
  return fixWith(dashboard, `Replace with ${shown}`, changes, preferred);
}

/** The member at whose key or value the finding lies. */
export function propertyOf(dashboard: Dashboard, finding: Finding): Property | undefined {
  const node = nodeAt(dashboard.document.root, finding.offset);
  if (node?.kind !== "object") return node?.property;
  return node.properties.find(({ keyOffset }) => keyOffset === finding.offset) ?? node.property;
}

/** The value at which the finding lies: the token itself, or what belongs to the key. */
export function valueAt(dashboard: Dashboard, finding: Finding): Node | undefined {
  const node = nodeAt(dashboard.document.root, finding.offset);
  if (node?.kind !== "object" || node.offset === finding.offset) return node;
  return propertyOf(dashboard, finding)?.value;
}
