import { typicalValues } from "../catalog/usual-values";
import type { Dashboard } from "../dashboard";
import { catalogOf } from "../features/series";
import { parseFilter } from "../languages/filter";
import { type Comparison, comparisonsOf, literalOf, type ValueNode } from "../languages/filter/ast";
import type { ValueHit } from "./model/model";
import type { FoundQuery } from "./read";
import { rowsOf } from "./rows";

/** Values that a project's series have, as far as somebody has looked. */
export interface ProjectValues {
  /** @param of `metric`, `resource` or a kind of metadata, as in `metric.labels` */
  valuesOf(metric: string, object: string, key: string): readonly string[];
}

/** More values than this are not listed. */
const MOST = 200;

/**
 * Values that a label is known to have: of the project, of the metric's documentation, and those that other filters of the dashboard compare
 * it with. Template variables for the label come first.
 *
 * @param label such as `resource.labels.zone`
 */
export function labelValues(
  dashboard: Dashboard,
  query: FoundQuery,
  part: number,
  label: string,
  project?: ProjectValues,
): readonly ValueHit[] {
  const { root } = parseFilter(`${label}=""`);
  const object = root?.kind === "comparison" ? root.object : undefined;
  if (!object?.name) return [];
  const catalog = catalogOf(dashboard);
  const { subject } = rowsOf(query.parts[part]?.filter?.value ?? "", catalog);
  const key = object.key?.text ?? "";
  const hits = new Map<string, ValueHit>();
  const add = (values: Iterable<string>, detail: string): void => {
    for (const value of values) {
      if (hits.size < MOST && !hits.has(value)) hits.set(value, { value, detail });
    }
  };
  if (object.name === "resource.type") {
    add(subject.metric?.resources ?? [], "Applies to the metric");
    return [...hits.values()];
  }
  const variables = dashboard.context.variables.filter(({ labelKey }) => key !== "" && labelKey === key);
  add(
    variables.map(({ name }) => `\${${name}.value}`),
    "Template variable",
  );
  const metric = subject.metricType ?? "";
  if (project && key !== "") add(project.valuesOf(metric, object.name, key), "In the project");
  if (object.name === "metric.labels" && metric !== "") {
    const documented = catalog.labelValues(metric, key);
    add(documented ?? typicalValues(metric, key), documented ? "Documented value" : "Usual value");
  }
  add(usedValues(dashboard, object.name, key), "In this dashboard");
  return [...hits.values()];
}

/** What the filters of a dashboard compare a label with. */
function usedValues({ canonical }: Dashboard, name: string, key: string): Set<string> {
  const values = new Set<string>();
  for (const [message, type] of canonical.messages) {
    if (type.name !== "TimeSeriesFilter" && type.name !== "RatioPart") continue;
    const filter = canonical.valueOf(message)?.["filter"];
    if (typeof filter !== "string" || values.size >= MOST) continue;
    for (const { node } of comparisonsOf(parseFilter(filter).root)) {
      if (node.object.name !== name || (node.object.key?.text ?? "") !== key) continue;
      for (const value of literalsOf(node)) values.add(value);
    }
  }
  return values;
}

function literalsOf({ value }: Comparison): string[] {
  const isList = value?.kind === "call" && value.name.text === "one_of";
  const all: readonly (ValueNode | undefined)[] = isList ? value.args : [value];
  return all.flatMap((one) => literalOf(one) || []);
}
