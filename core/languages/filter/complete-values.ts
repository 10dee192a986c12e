import type { Resource } from "../../catalog/catalog";
import { typicalValues } from "../../catalog/usual-values";
import { type Candidate, itemLimit, matchScore } from "../kit/completion-rank";
import { resourceMarkdown } from "../kit/markdown";
import type { TemplateVariable } from "../language";
import { type Comparison, literalOf } from "./ast";
import { callItem, metricItem } from "./complete-terms";
import type { CompletionInput } from "./completion-input";
import type { ArgumentPlace, StringPlace, ValuePlace } from "./completion-place";
import { filterFunctions, functionNamed, quoteValue } from "./vocabulary";

/** The metric or resource types that fit what is typed, where one of those is wanted. */
export function typeItems(input: CompletionInput, { comparison, string }: ValuePlace): Candidate[] {
  if (comparison.object.name === "metric.type") return metricItems(input, string);
  return comparison.object.name === "resource.type" ? resourceItems(input, string) : [];
}

/** What else can stand on the right side of a comparison. */
export function valueItems(input: CompletionInput, place: ValuePlace): Candidate[] {
  if (place.comparison.object.name?.endsWith(".type")) return [];
  const values = labelItems(input, place.comparison, place.string);
  if (place.string) return values;
  const empty: Candidate = { label: '""', insertText: '""', caret: 1, kind: "value", retrigger: true };
  return [...values, empty, ...filterFunctions.map(callItem)];
}

/** What can stand between the parentheses of a function or selector. */
export function argumentItems(input: CompletionInput, place: ArgumentPlace): Candidate[] {
  const { call, comparison, string } = place;
  const name = call.name.text;
  const before = call.args.filter((arg) => arg.end < place.replace.offset).length;
  const text = (value: string, kind: Candidate["kind"] = "value"): Candidate => ({
    label: value,
    insertText: literal(value, string),
    kind,
  });
  if (name === "has_substring" && before > 0) {
    return ["true", "false"].map((value) => ({ label: value, insertText: value, kind: "keyword" }));
  }
  if (name.startsWith("select_slo_")) {
    if (before > 0) return ["3600s", "60m", "1h", "6h", "24h"].map((value) => text(value));
    return [text("projects/PROJECT/services/SERVICE/serviceLevelObjectives/SLO")];
  }
  if (name === "select_process_count") return before === 0 ? [text("*")] : [];
  if (!functionNamed(name) || !comparison || name === "monitoring.regex.full_match") {
    return variableItems(input, comparison, string);
  }
  const used = new Set(call.args.filter((arg) => arg.offset !== place.replace.offset - 1).map(literalOf));
  return labelItems(input, comparison, string).filter((item) => !used.has(item.label));
}

function metricItems(input: CompletionInput, string: StringPlace | undefined): Candidate[] {
  const { metrics } = input.catalog.searchMetrics(input.typed, itemLimit);
  const { subject } = input;
  // With a resource type, offer its metrics.
  const wanted = subject.resourceType;
  const fits = (resources: readonly string[]): number => (wanted && resources.includes(wanted) ? 0 : 1);
  const found = [...metrics].sort((a, b) => fits(a.resources) - fits(b.resources));
  return found.map((metric) => metricItem(metric, input, literal(metric.type, string)));
}

function resourceItems(input: CompletionInput, string: StringPlace | undefined): Candidate[] {
  const { catalog, subject, typed } = input;
  const own = subject.metric?.resources ?? [];
  const fitting = new Set(own.filter((type) => matchScore(typed, type) > 0));
  const others = catalog.searchResources(typed, itemLimit).filter((resource) => !fitting.has(resource.type));
  const item = (type: string, resource: Resource | undefined): Candidate => ({
    label: type,
    insertText: literal(type, string),
    kind: "resource",
    detail: fitting.has(type) ? "applies to the metric" : undefined,
    documentation: resource ? resourceMarkdown(resource, catalog) : undefined,
  });
  return [
    ...[...fitting].map((type) => item(type, catalog.resource(type))),
    ...others.map((resource) => item(resource.type, resource)),
  ];
}

/** Values that a label is known to have or usually has, then the variables. */
function labelItems(
  input: CompletionInput,
  comparison: Comparison,
  string: StringPlace | undefined,
): Candidate[] {
  const { object } = comparison;
  const key = object.key?.text;
  const metric = input.subject.metricType;
  const own = (key && metric && input.catalog.projectValues?.valuesOf(metric, object.name ?? "", key)) || [];
  const known =
    object.name === "metric.labels" && key && metric
      ? (input.catalog.labelValues(metric, key) ?? typicalValues(metric, key))
      : [];
  const item = (value: string, detail?: string): Candidate => ({
    label: value,
    insertText: literal(value, string),
    kind: "value",
    detail,
  });
  const items = [
    ...own.map((value) => item(value, "in the project")),
    ...known.filter((value) => !own.includes(value)).map((value) => item(value)),
  ];
  return [...items, ...variableItems(input, comparison, string)];
}

/** Declared variables as bare values, those of this very label first. */
function variableItems(
  { context }: CompletionInput,
  comparison: Comparison | undefined,
  string: StringPlace | undefined,
): Candidate[] {
  const key = comparison?.object.key?.text;
  const same = (variable: TemplateVariable): number =>
    key !== undefined && variable.labelKey === key ? 0 : 1;
  const sorted = [...context.variables].sort((a, b) => same(a) - same(b));
  return sorted.map((variable) => {
    const text = variable.filterType === "VALUE_ONLY" ? `\${${variable.name}}` : `\${${variable.name}.value}`;
    return { label: text, insertText: literal(text, string), kind: "variable" };
  });
}

/** A value as it is written: the content of the string at hand, or a whole string. */
function literal(value: string, string: StringPlace | undefined): string {
  return string ? quoteValue(value).slice(1, -1) + string.close : quoteValue(value);
}
