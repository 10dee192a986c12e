import type { Metric } from "../../catalog/catalog";
import { type Candidate, itemLimit } from "../kit/completion-rank";
import { functionLabel, metricDetail, metricNotes, resourceMarkdown } from "../kit/markdown";
import type { TemplateVariable } from "../language";
import { type CompletionInput, labelKeys } from "./completion-input";
import type { TermPlace } from "./completion-place";
import {
  type FunctionInfo,
  filterObjects,
  filterSelectors,
  type ObjectInfo,
  quoteValue,
  writeKey,
} from "./vocabulary";

/** Everything that can stand as a term, except for metrics, which are searched. */
export function termItems(input: CompletionInput, place: TermPlace): Candidate[] {
  const items = place.objectOnly
    ? filterObjects.filter((info) => info.name !== "resource.metadata").map(bareObject)
    : [
        ...resourceClauses(input),
        ...conditions(input),
        ...(isBlank(input) ? filterSelectors.map(callItem) : []),
        ...(place.afterTerm ? ["AND", "OR"].map(keyword) : []),
      ];
  return items.map((item) => spaced(item, input, place));
}

/** With a metric there are labels to choose from, and they come before the objects in general. */
function conditions(input: CompletionInput): Candidate[] {
  const general = openObjects(input).map(objectClause);
  const own = [
    ...labelClauses(input, "metric.labels"),
    ...labelClauses(input, "resource.labels"),
    ...input.context.variables.filter((v) => v.filterType !== "VALUE_ONLY").map(variableTerm),
  ];
  return hasMetric(input) ? [...own, ...general] : [...general, ...own];
}

/** Metrics whose names hold the typed words, as whole clauses, while the filter has no metric yet. */
export function metricClauseItems(input: CompletionInput): Candidate[] {
  const { place, subject, catalog, typed } = input;
  if (place.at !== "term" || hasMetric(input)) return [];
  return catalog.searchMetrics(typed, itemLimit).metrics.map((metric) => {
    const only = subject.mentionsResource ? undefined : onlyResource(metric);
    const clause = `metric.type=${quoteValue(metric.type)}${only ? ` resource.type=${quoteValue(only)}` : ""}`;
    const item = metricItem(metric, input, clause);
    return spaced(item, input, place);
  });
}

/** A metric type with what is known of it. */
export function metricItem(metric: Metric, { catalog }: CompletionInput, insertText: string): Candidate {
  const detail = metricDetail(metric);
  return {
    label: metric.type,
    insertText,
    kind: "metric",
    detail: detail || undefined,
    documentation: metricNotes(metric, catalog, metric.type),
  };
}

function hasMetric({ tree, subject }: CompletionInput): boolean {
  if (subject.metricClause) return true;
  return tree.tokens.some((token) => token.text === "metric.type" || token.text.startsWith("select_"));
}

/** The resource type that goes with a metric without a choice. */
function onlyResource(metric: Metric): string | undefined {
  const certain = metric.resourcesListed || metric.type.startsWith("prometheus.googleapis.com/");
  return certain && metric.resources.length === 1 ? metric.resources[0] : undefined;
}

/** Puts white space where the item would touch what stands beside it. */
function spaced(item: Candidate, { tree }: CompletionInput, place: TermPlace): Candidate {
  const next = tree.text[place.replace.end];
  const after = !place.objectOnly && next !== undefined && !/[\s)]/.test(next) ? " " : "";
  if (!place.space && !after) return item;
  const caret = item.caret ?? (after ? item.insertText.length : undefined);
  return {
    ...item,
    insertText: place.space + item.insertText + after,
    ...(caret !== undefined && { caret: caret + place.space.length }),
  };
}

/** Nothing is written yet besides what is being typed. */
function isBlank({ tree, place }: CompletionInput): boolean {
  return tree.tokens.every((t) => t.end <= place.replace.end && t.offset >= place.replace.offset);
}

function openObjects(input: CompletionInput): ObjectInfo[] {
  return filterObjects.filter(({ name }) => {
    if (name === "metric.type") return !hasMetric(input);
    if (name === "resource.type") return !input.subject.mentionsResource;
    return name !== "resource.metadata";
  });
}

function bareObject({ name, keyed, description }: ObjectInfo): Candidate {
  const insertText = keyed ? `${name}.` : name;
  return {
    label: name,
    insertText,
    kind: "object",
    documentation: description,
    retrigger: keyed ? true : undefined,
  };
}

function objectClause({ name, keyed, description }: ObjectInfo): Candidate {
  const base = { label: name, kind: "object", documentation: description, retrigger: true } as const;
  // User labels can have any key, mostly one that needs quotes; there is nothing to choose from.
  if (name === "metadata.user_labels") return { ...base, insertText: `${name}.""`, caret: name.length + 2 };
  if (keyed) return { ...base, insertText: `${name}.` };
  return { ...base, insertText: `${name}=""`, caret: name.length + 2 };
}

function labelClauses(input: CompletionInput, object: "metric.labels" | "resource.labels"): Candidate[] {
  return labelKeys(input, object).map((key) => {
    const head = `${object}.${writeKey(key)}`;
    return {
      label: head,
      insertText: `${head}=""`,
      caret: head.length + 2,
      kind: "label",
      retrigger: true,
    };
  });
}

function resourceClauses({ subject, catalog }: CompletionInput): Candidate[] {
  if (subject.mentionsResource || !subject.metric) return [];
  return subject.metric.resources.map((type) => {
    const resource = catalog.resource(type);
    return {
      label: `resource.type="${type}"`,
      insertText: `resource.type=${quoteValue(type)}`,
      kind: "resource",
      documentation: resource ? resourceMarkdown(resource, catalog) : undefined,
    };
  });
}

function variableTerm(variable: TemplateVariable): Candidate {
  const detail = [variable.filterType, variable.labelKey].filter(Boolean).join(" ");
  const text = `\${${variable.name}}`;
  return { label: text, insertText: text, kind: "variable", detail: detail || undefined };
}

/** A function or a selector, with the cursor between its quotes. */
export function callItem(info: FunctionInfo): Candidate {
  return {
    label: info.name,
    insertText: `${info.name}("")`,
    caret: info.name.length + 2,
    kind: "function",
    detail: functionLabel(info),
    documentation: info.description,
    retrigger: true,
  };
}

function keyword(word: string): Candidate {
  return { label: word, insertText: `${word} `, kind: "keyword", retrigger: true };
}
