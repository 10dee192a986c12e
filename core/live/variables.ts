import { listOf, type Members, membersOf, stringOf } from "../shape";

export type FilterType =
  | "RESOURCE_LABEL"
  | "METRIC_LABEL"
  | "USER_METADATA_LABEL"
  | "SYSTEM_METADATA_LABEL"
  | "GROUP"
  | "VALUE_ONLY";

/** A dashboard filter with the values that it has now. */
export interface LiveVariable {
  /** Name of the template variable; empty for a pinned filter. */
  readonly name: string;
  readonly filterType: FilterType;
  readonly labelKey: string;
  /** The chosen values; none stands for any value. */
  readonly values: readonly string[];
  /** Whether somebody chose them; else they are the dashboard's own defaults. */
  readonly chosen: boolean;
}

/** Values by the name of a template variable, or by the label key of a pinned filter. */
export type ChosenValues = ReadonlyMap<string, readonly string[]>;

/** The dashboard filters of a dashboard with the chosen values, or their defaults. */
export function liveVariables(dashboard: unknown, chosen: ChosenValues = new Map()): LiveVariable[] {
  return listOf(membersOf(dashboard)["dashboardFilters"]).map((value) => {
    const filter = membersOf(value);
    const name = stringOf(filter["templateVariable"]);
    const labelKey = stringOf(filter["labelKey"]);
    const own = chosen.get(name || labelKey);
    return {
      name,
      labelKey,
      filterType: (stringOf(filter["filterType"]) || "RESOURCE_LABEL") as FilterType,
      values: (own ?? defaultValues(filter)).filter((one) => one !== "" && one !== "*"),
      chosen: own !== undefined,
    };
  });
}

function defaultValues(filter: Members): string[] {
  const single = stringOf(filter["stringValue"]);
  if (single !== "") return [single];
  return listOf(membersOf(filter["stringArrayValue"])["values"]).map(stringOf);
}

/** How a filter of this type is written on the left of a comparison in the Monitoring filter language. */
export function filterObject({ filterType, labelKey }: LiveVariable): string {
  const key = JSON.stringify(labelKey);
  switch (filterType) {
    case "METRIC_LABEL":
      return `metric.labels.${key}`;
    case "USER_METADATA_LABEL":
      return `metadata.user_labels.${key}`;
    case "SYSTEM_METADATA_LABEL":
      return `metadata.system_labels.${key}`;
    case "GROUP":
      return "group.id";
    default:
      return `resource.labels.${key}`;
  }
}

/** The name of the label in PromQL. */
export function promqlLabel({ filterType, labelKey }: LiveVariable): string {
  const clean = labelKey.replace(/[^A-Za-z0-9_]/g, "_");
  if (filterType === "USER_METADATA_LABEL") return `metadata_user_${clean}`;
  return filterType === "SYSTEM_METADATA_LABEL" ? `metadata_system_${clean}` : clean;
}

/** A query that cannot be filled in; the message is for the user. */
export class Unfillable extends Error {
  /** @param broken the query itself is wrong, whatever values its variables have */
  constructor(
    message: string,
    readonly broken = false,
  ) {
    super(message);
  }
}

/** @throws Unfillable for a value that would end the string that it is put into */
export function checkValue(value: string): string {
  if (value.includes("\n") || value.includes("\r") || value.includes("\0"))
    throw new Unfillable("A variable's value has a line break.");
  return value;
}

/** A value as part of a regular expression that matches only itself. */
export function escapeRegex(value: string): string {
  return value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

/** A string with double quotes, as filters and PromQL write it. */
export function quoted(value: string): string {
  return `"${checkValue(value).replace(/[\\"]/g, "\\$&")}"`;
}

/** What was assumed about variables, for a data set's notes. */
export const NOTES = {
  unset: "Comparisons with variables that have no value are left out.",
  several: "How a variable with several values expands is not documented.",
  pinned: "How a pinned filter is applied to a query is not documented.",
  pinnedPromql: "How a pinned filter is applied to PromQL is not documented.",
  interval: "The interval that the console substitutes in PromQL is not documented.",
} as const;
