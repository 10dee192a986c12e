import type { Catalog } from "../catalog/catalog";
import { type ToolbarFilter, toolbarOf } from "../grid/toolbar";
import { selectorsOf } from "../languages/promql/selectors";
import { sourceOf } from "../languages/promql/source";
import { listOf, membersOf, stringOf } from "../shape";
import { bareFilter, usesVariable } from "./diagnose";
import { droppableTerms, fillFilter } from "./fill-filter";
import { type LiveRequest, requestKey } from "./model";
import { type LiveVariable, promqlLabel, Unfillable } from "./variables";

/** A dashboard filter as a control, with the requests that tell which values the project has for it. */
export interface PlannedControl extends Omit<ToolbarFilter, "value"> {
  /** Name of the variable or key of the label: what chosen values go by. */
  readonly key: string;
  readonly values: readonly string[];
  readonly chosen: boolean;
  /** The values that the file offers; then no others are asked for. */
  readonly listed: readonly string[];
  /** None when the values cannot be listed; `note` says why. */
  readonly sources: readonly LabelSource[];
  readonly note: string;
}

/** A request whose answer has values of a label. */
export interface LabelSource {
  readonly label: string;
  readonly request: LiveRequest;
}

/** A query as it is written, with its variables. */
export interface WrittenQuery {
  readonly text: string;
  readonly language: "filter" | "promql";
}

/** Requests for the values of one control. */
const MOST_SOURCES = 3;
/** Series, or values, that one of them returns at most. */
export const MOST_LABEL_VALUES = 200;
/** How far back is looked. */
const SECONDS = 6 * 3600;

/**
 * The controls of a dashboard.
 *
 * @param variables in the order of the dashboard's filters
 * @param now end of the range that is looked at, in milliseconds
 */
export function plannedControls(
  dashboard: unknown,
  variables: readonly LiveVariable[],
  queries: readonly WrittenQuery[],
  catalog: Catalog | undefined,
  now: number,
): PlannedControl[] {
  return toolbarOf(dashboard).flatMap(({ value: _, ...filter }): PlannedControl[] => {
    const variable = variables[Number(filter.id.split("/").pop())];
    const key = variable && (variable.name || variable.labelKey);
    if (!variable || !key) return [];
    const listed = listedValues(dashboard, Number(filter.id.split("/").pop()));
    if (listed.length > 0)
      return [
        { ...filter, key, values: variable.values, chosen: variable.chosen, listed, sources: [], note: "" },
      ];
    const others = variables.filter((one) => one !== variable);
    const sources = sourcesOf(variable, others, queries, catalog, now);
    const note = sources.length > 0 ? "" : noteOf(variable);
    return [{ ...filter, key, values: variable.values, chosen: variable.chosen, listed, sources, note }];
  });
}

function listedValues(dashboard: unknown, index: number): string[] {
  const filter = membersOf(listOf(membersOf(dashboard)["dashboardFilters"])[index]);
  return listOf(membersOf(filter["stringArray"])["values"]).map(stringOf).filter(Boolean);
}

function noteOf({ filterType }: LiveVariable): string {
  if (filterType === "USER_METADATA_LABEL" || filterType === "SYSTEM_METADATA_LABEL")
    return "The service does not list values of metadata labels. Enter one.";
  if (filterType === "GROUP") return "The ids of groups are not listed. Enter one.";
  return "No query compares a label with it. Enter a value.";
}

function sourcesOf(
  variable: LiveVariable,
  others: readonly LiveVariable[],
  queries: readonly WrittenQuery[],
  catalog: Catalog | undefined,
  now: number,
): LabelSource[] {
  if (!/^(?:RESOURCE_LABEL|METRIC_LABEL|VALUE_ONLY)$/.test(variable.filterType)) return [];
  const end = Math.floor(now / 60_000) * 60_000;
  const found = new Map<string, LabelSource>();
  for (const { text, language } of queries) {
    if (found.size === MOST_SOURCES) break;
    const one =
      language === "filter"
        ? filterSource(text, variable, others, catalog, end)
        : promqlSource(text, variable, end);
    if (one) found.set(`${one.label} ${requestKey(one.request)}`, one);
  }
  return [...found.values()];
}

function filterSource(
  text: string,
  variable: LiveVariable,
  others: readonly LiveVariable[],
  catalog: Catalog | undefined,
  end: number,
): LabelSource | undefined {
  const { name } = variable;
  let label = variable.labelKey;
  if (name === "") {
    if (!appliesTo(text, variable, others, catalog)) return undefined;
  } else {
    if (!usesVariable(text, name)) return undefined;
    const term = droppableTerms(text).find((one) => usesVariable(one.text, name));
    label ||= /\."?([\w-]+)"?$/.exec(term?.object ?? "")?.[1] ?? "";
  }
  const filter = bareFilter(text);
  if (label === "" || filter === "") return undefined;
  const interval = { start: end - SECONDS * 1000, end };
  return {
    label,
    request: { kind: "list", filter, interval, steps: [], view: "HEADERS", pageSize: MOST_LABEL_VALUES },
  };
}

/** Whether a pinned filter changes what a query asks for. */
function appliesTo(
  text: string,
  variable: LiveVariable,
  others: readonly LiveVariable[],
  catalog: Catalog | undefined,
): boolean {
  try {
    const without = fillFilter(text, others, catalog).text;
    return fillFilter(text, [...others, { ...variable, values: ["x"] }], catalog).text !== without;
  } catch (error) {
    if (error instanceof Unfillable) return false;
    throw error;
  }
}

function promqlSource(text: string, variable: LiveVariable, end: number): LabelSource | undefined {
  for (const { name, matchers } of selectorsOf(sourceOf(text))) {
    if (name === undefined) continue;
    const used = matchers.find(({ value }) => value && usesVariable(value.text, variable.name));
    if (variable.name !== "" && !used) continue;
    const label = used?.label ?? promqlLabel(variable);
    if (!/^[A-Za-z_]\w*$/.test(label)) continue;
    const query = `topk(${MOST_LABEL_VALUES}, count by (${label}) ({__name__=${JSON.stringify(name)}}))`;
    return { label, request: { kind: "instant", query, time: end } };
  }
  return undefined;
}
