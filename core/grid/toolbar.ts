import { listOf, membersOf, stringOf } from "../shape";
import { truncateText } from "./shorten";

/** A pinned filter or a template variable, as the dashboard's toolbar shows it. */
export interface ToolbarFilter {
  /** JSON pointer of the dashboard filter in canonical names. */
  readonly id: string;
  readonly kind: "variable" | "filter";
  /** Name of the variable, or the label that is filtered on. */
  readonly name: string;
  /** The value it starts with; empty when it starts with all. */
  readonly value: string;
  /** What it compares, e.g. "resource label cluster_name". */
  readonly detail: string;
}

/** More than these are not drawn. */
const MAX_FILTERS = 60;

const TYPES: Readonly<Record<string, string>> = {
  RESOURCE_LABEL: "resource label",
  METRIC_LABEL: "metric label",
  USER_METADATA_LABEL: "user metadata label",
  SYSTEM_METADATA_LABEL: "system metadata label",
  GROUP: "group",
  VALUE_ONLY: "value only",
};

/** Toolbar entries of a canonical dashboard, in the order of the file. */
export function toolbarOf(dashboard: unknown): ToolbarFilter[] {
  const out: ToolbarFilter[] = [];
  for (const [index, value] of listOf(membersOf(dashboard)["dashboardFilters"])
    .slice(0, MAX_FILTERS)
    .entries()) {
    const filter = membersOf(value);
    if (Object.keys(filter).length === 0) continue;
    const variable = stringOf(filter["templateVariable"]);
    const label = stringOf(filter["labelKey"]);
    const detail = [TYPES[stringOf(filter["filterType"])] ?? "", label].filter(Boolean).join(" ");
    out.push({
      id: `/dashboardFilters/${index}`,
      kind: variable ? "variable" : "filter",
      name: truncateText(variable || label || "unnamed", 100),
      value: truncateText(startValue(filter), 100),
      detail: truncateText(detail, 160),
    });
  }
  return out;
}

function startValue(filter: Readonly<Record<string, unknown>>): string {
  if (typeof filter["stringValue"] === "string") return filter["stringValue"];
  return listOf(membersOf(filter["stringArrayValue"])["values"]).slice(0, 20).map(stringOf).join(", ");
}
