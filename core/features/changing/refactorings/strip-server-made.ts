import type { Dashboard } from "../../../dashboard";
import { type Property, pathOf } from "../../../document/node";
import type { Change } from "../../../edit/edit";
import type { Json } from "../../../sync/json";
import { normalMember } from "../../../sync/normal-form";
import type { Refactoring } from "./refactoring";
import { innermostFirst } from "./walk";

/** Members taken out that the service writes by itself, so that they say nothing and differ from one export to the next. */
export const removeOutputOnlyMembers: Refactoring = {
  id: "strip-server-made",
  keepsMeaning: true,
  offers(place) {
    if (!place.isAtDashboard) return [];
    const made = serverMade(place.dashboard);
    if (made.length === 0) return [];
    const names = [...new Set(made.map(({ key }) => key))];
    const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} …` : names.join(", ");
    const members = made.length === 1 ? "1 member" : `${made.length} members`;
    const title = `Remove ${members} set by the service (${shown})`;
    const changes = () =>
      made.map(({ parent, key }): Change => ({ op: "remove", path: [...pathOf(parent), key] }));
    return [place.byChanges(title, "rewrite", changes)];
  },
};

/** Members that say what their absence says only because the service fills them in, and the etag. */
function serverMade(dashboard: Dashboard): Property[] {
  const { canonical } = dashboard;
  const out: Property[] = [];
  for (const node of innermostFirst(dashboard)) {
    const { property } = node;
    const owner = property && canonical.messageOf(property.parent);
    const field = owner?.field(property!.key);
    if (!property || !field) continue;
    if (owner!.name === "Dashboard" && field.name === "etag") out.push(property);
    const value = canonical.valueOf(property.parent)?.[field.name] as Json | undefined;
    if (value === undefined || (field.kind === "message" && !isEmptied(value))) continue;
    // Zero values are the author's own; what goes only because of the message it is in is the service's.
    const isDropped = normalMember(value, field, owner) === undefined;
    if (isDropped && normalMember(value, field, undefined) !== undefined) out.push(property);
  }
  return out;
}

function isEmptied(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}
