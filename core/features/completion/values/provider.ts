import type { Dashboard } from "../../../dashboard";
import type { ResourceNames } from "../../reading/workspace/names";
import type { Suggestion } from "../item";
import type { ValueSite } from "../site";

/** What a provider can use. */
export interface ValueContext {
  readonly dashboard: Dashboard;
  readonly site: ValueSite;
  /** Resource names of other dashboards. */
  readonly elsewhere: ResourceNames;
}

/** The values that fit a place, best first. */
export type ValueProvider = (context: ValueContext) => Suggestion[];

/** Canonical value of the object that the value is, or will be, a member of. */
export function ownerValue({ dashboard, site }: ValueContext): Readonly<Record<string, unknown>> {
  return dashboard.canonical.valueOf(site.owner) ?? {};
}

/** Texts that the list around the value holds already, the value itself left out. */
export function othersInList({ site }: ValueContext): ReadonlySet<string> {
  const others = site.list?.items.filter((item) => item !== site.value) ?? [];
  return new Set(others.flatMap((item) => (item.kind === "string" ? [item.value] : [])));
}

/** The text that stands at the place now. */
export function currentText({ site }: ValueContext): string {
  return site.value?.kind === "string" ? site.value.value : "";
}
