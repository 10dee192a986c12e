import type { FunctionInfo } from "../kit/function-info";

export type { FunctionInfo };
/**
 * The words of the Monitoring filter language: objects, operators, functions, whole-filter selectors and the keys of
 * system metadata, each with one line of explanation.
 */

export type ObjectName =
  | "project"
  | "group.id"
  | "metric.type"
  | "resource.type"
  | "metric.labels"
  | "resource.labels"
  | "metadata.system_labels"
  | "metadata.user_labels"
  | "resource.metadata";

/** Comparisons may only be joined by OR within one class. */
export type ObjectClass = "project" | "group" | "resource" | "metric" | "metadata";

export interface ObjectInfo {
  readonly name: ObjectName;
  readonly class: ObjectClass;
  /** Whether a label key follows. */
  readonly keyed: boolean;
  readonly description: string;
}

export const filterObjects: readonly ObjectInfo[] = [
  {
    name: "metric.type",
    class: "metric",
    keyed: false,
    description:
      "The metric to read. Every chart filter must select exactly one, with `=` and a quoted metric type.",
  },
  {
    name: "resource.type",
    class: "resource",
    keyed: false,
    description: "The monitored resource type.",
  },
  {
    name: "metric.labels",
    class: "metric",
    keyed: true,
    description: "A label of the metric. Same as `metric.label`.",
  },
  {
    name: "resource.labels",
    class: "resource",
    keyed: true,
    description: "A label of the monitored resource. Same as `resource.label`.",
  },
  {
    name: "metadata.user_labels",
    class: "metadata",
    keyed: true,
    description: "A user-defined label of the resource, such as a VM or Kubernetes label.",
  },
  {
    name: "metadata.system_labels",
    class: "metadata",
    keyed: true,
    description: "A system-defined label of the resource.",
  },
  {
    name: "project",
    class: "project",
    keyed: false,
    description: "The project ID or number of the series, without `projects/`.",
  },
  { name: "group.id", class: "group", keyed: false, description: "The id of a resource group." },
  {
    name: "resource.metadata",
    class: "metadata",
    keyed: true,
    description: "Deprecated syntax for metadata, from group filters.",
  },
];

const byName = new Map(filterObjects.map((info) => [info.name, info]));

export function objectInfo(name: ObjectName): ObjectInfo {
  return byName.get(name)!;
}

/** Splits the head of a dotted name from its key: which object it is, and where the key begins (-1: none). */
export function classifyObject(path: string): {
  readonly name: ObjectName | undefined;
  readonly keyAt: number;
} {
  if (path === "project" || path === "group.id" || path === "metric.type" || path === "resource.type") {
    return { name: path, keyAt: -1 };
  }
  const keyed =
    /^(?:(metric|resource)\.labels?|(metadata\.(?:system|user)_labels)|(resource\.metadata)(?:\.tag)?)(?:\.|$)/.exec(
      path,
    );
  if (!keyed) return { name: undefined, keyAt: -1 };
  const name = (keyed[1] ? `${keyed[1]}.labels` : (keyed[2] ?? keyed[3])) as ObjectName;
  return { name, keyAt: keyed[0].endsWith(".") ? keyed[0].length : -1 };
}

/** Whether a word begins like an object, so that it cannot be meant as a value. */
export function looksLikeObject(word: string): boolean {
  return /^(?:(?:metric|resource|metadata|group)\.|project$)/.test(word);
}

export interface OperatorInfo {
  readonly text: string;
  readonly description: string;
}

export const filterOperators: readonly OperatorInfo[] = [
  { text: "=", description: "Equals a string, or matches a function." },
  { text: "!=", description: "Does not equal a string, or does not match a function." },
  { text: "<", description: "Less than. Values are compared as strings, unless the label is an integer." },
  { text: "<=", description: "At most. Values are compared as strings, unless the label is an integer." },
  { text: ">", description: "Greater than. Values are compared as strings, unless the label is an integer." },
  { text: ">=", description: "At least. Values are compared as strings, unless the label is an integer." },
  { text: ":", description: "Has the label. Not known to work in chart filters." },
];

/** Most strings that `one_of` takes. */
const oneOfLimit = 100;

export const filterFunctions: readonly FunctionInfo[] = [
  {
    name: "one_of",
    parameters: ['"value"', '"value" …'],
    least: 1,
    most: oneOfLimit,
    description: "Equals one of up to 100 strings, without wildcards.",
  },
  {
    name: "starts_with",
    parameters: ['"prefix"'],
    least: 1,
    most: 1,
    description: "Begins with the string.",
  },
  { name: "ends_with", parameters: ['"suffix"'], least: 1, most: 1, description: "Ends with the string." },
  {
    name: "has_substring",
    parameters: ['"text"', "ignore_case"],
    least: 1,
    most: 2,
    description: "Contains the string. Case-sensitive unless the second argument is `true`.",
  },
  {
    name: "monitoring.regex.full_match",
    parameters: ['"RE2 expression"'],
    least: 1,
    most: 1,
    description:
      "Matches the whole value with an RE2 regular expression, anchored at both ends: write `.*` for the rest.",
  },
];

const slo = '"projects/P/services/S/serviceLevelObjectives/O"';

/** Selectors that stand for a whole series and take the place of `metric.type`. */
export const filterSelectors: readonly FunctionInfo[] = [
  {
    name: "select_slo_burn_rate",
    parameters: [slo, '"lookback"'],
    least: 2,
    most: 2,
    description: "The burn rate of the error budget over the lookback period. 1 means exactly on budget.",
  },
  ...(
    [
      ["select_slo_health", "The ratio of good service in each alignment period."],
      ["select_slo_compliance", "The ratio of good service over the compliance period."],
      ["select_slo_budget", "The remaining error budget, in events or time."],
      [
        "select_slo_budget_fraction",
        "The remaining error budget as a fraction of the total. Can be negative.",
      ],
      ["select_slo_budget_total", "The total error budget of the period."],
      ["select_slo_counts", "The counts of good and bad events."],
    ] as const
  )
    // All share one form in the documentation, so a lookback is accepted here.
    .map(([name, description]) => ({ name, parameters: [slo], least: 1, most: 2, description })),
  {
    name: "select_process_count",
    parameters: ['"command pattern"', '"user"'],
    least: 1,
    most: 2,
    description: "The number of processes whose command line matches the pattern. `*` matches all.",
  },
];

export const functionNamed = (name: string): FunctionInfo | undefined =>
  filterFunctions.find((f) => f.name === name);
export const selectorNamed = (name: string): FunctionInfo | undefined =>
  filterSelectors.find((s) => s.name === name);

/** Keys of `metadata.system_labels` that are known; there are more. */
export const systemLabels: readonly string[] = [
  "name",
  "state",
  "region",
  "zone",
  "machine_type",
  "machine_image",
  "instance_group",
  "node_name",
  "container_image",
  "service_name",
  "security_group",
  "top_level_controller_name",
  "top_level_controller_type",
];

/** Whether a label key may be written without quotes. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key);
}

/** A label key as it is written after the dot. */
export function writeKey(key: string): string {
  return isPlainKey(key) ? key : quoteValue(key);
}

/** A string literal of the filter language. */
export function quoteValue(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

/** The text of a string literal's content. Only quotes and backslashes are known to be escaped; others stay. */
export function unquoteValue(content: string): string {
  return content.replace(/\\(["\\])/g, "$1");
}
