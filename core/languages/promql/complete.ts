import { type Catalog, type Metric, shippedCatalog } from "../../catalog/catalog";
import { typicalValues } from "../../catalog/usual-values";
import { type Candidate, itemLimit, rankCandidates, wantsAnother } from "../kit/completion-rank";
import { metricDetail, metricNotes, resourceMarkdown } from "../kit/markdown";
import { variableDetail } from "../kit/variable-text";
import type { LanguageCompletions, LanguageContext } from "../language";
import {
  functionLabel,
  matchOperators,
  type PromqlFunction,
  promqlAggregations,
  promqlFunctions,
  promqlKeywords,
  promqlOperators,
} from "./functions";
import { labelOrigins, labelsOf, resourcesOf } from "./labels";
import { distributionSuffixes, promqlName, promqlNames } from "./names";
import { type PromqlPosition, promqlPositionAt } from "./place";
import type { BracketFrame } from "./scan";
import { selectorAt, selectorsOf } from "./selectors";
import { type PromqlSource, sourceOf } from "./source";

interface Input {
  readonly source: PromqlSource;
  readonly place: PromqlPosition;
  readonly catalog: Catalog;
  readonly context: LanguageContext;
  readonly typed: string;
  /** What stands right behind the replaced range. */
  readonly following: string;
}

const nothing: LanguageCompletions = { items: [], incomplete: false };

/** What can be written at `offset` of a query, broken ones included; metrics are searched by words. */
export function completePromql(text: string, offset: number, context: LanguageContext): LanguageCompletions {
  const source = sourceOf(text);
  const place = promqlPositionAt(source, offset);
  if (!place) return nothing;
  const input: Input = {
    source,
    place,
    catalog: context.catalog ?? shippedCatalog(),
    context,
    typed: text.slice(place.replace.offset, offset),
    following: text.slice(place.replace.end).trimStart()[0] ?? "",
  };
  const found = candidates(input);
  const rest = text.slice(offset, place.replace.end);
  const isWhole = /^(?:label-value|duration)$/.test(place.at) && /^["'`]?$/.test(rest);
  const items = wantsAnother(found, input.typed, isWhole)
    ? rankCandidates(found, [], input.typed, place.replace, "")
    : rankCandidates(found, searched(input), input.typed, place.replace);
  return { items, incomplete: items.length > 0 };
}

function candidates(input: Input): Candidate[] {
  const { place, context } = input;
  switch (place.at) {
    case "expression":
      return expressionItems(input, place);
    case "operator":
      return operatorItems(place.behindAggregation);
    case "label":
      return labelItems(input, place.frame);
    case "match-operator":
      return matchOperators.map(({ text, about }) => ({
        label: text,
        insertText: input.following === '"' ? text : `${text}""`,
        kind: "operator",
        documentation: about,
        ...(input.following !== '"' && { caret: text.length + 1, retrigger: true }),
      }));
    case "label-value":
      return valueItems(input, place);
    case "quoted-name":
      return quotedLabels(input, place.string.frame);
    case "duration":
      return durationItems(context);
    case "grouping":
      return groupingItems(input);
    case "variable":
      return variableItems(input, place);
  }
}

/** Metrics, where one can stand. */
function searched(input: Input): Candidate[] {
  const { place, catalog, typed } = input;
  const quoted = place.at === "quoted-name" || (place.at === "label-value" && place.label === "__name__");
  if (place.at !== "expression" && !quoted) return [];
  const { metrics } = catalog.searchMetrics(typed.replaceAll("_", " "), itemLimit / 2);
  const bare = place.at === "label-value" && !place.string;
  return metrics.flatMap((metric) =>
    namesOf(metric, quoted).map((name): Candidate => {
      const detail = metricDetail(metric);
      return {
        label: name,
        insertText: bare
          ? `"${name}"`
          : quoted
            ? name + (place.at === "label-value" ? quoteOf(place) : "")
            : name + rangeBehind(input),
        // Labels come between the name and its range.
        caret: !quoted ? name.length : undefined,
        kind: "metric",
        detail: detail || undefined,
        documentation: metricNotes(metric, catalog, name),
      };
    }),
  );
}

function namesOf(metric: Metric, quoted: boolean): string[] {
  const name = quoted ? metric.type : promqlName(metric.type);
  return metric.valueType === "DISTRIBUTION" ? distributionSuffixes.map((suffix) => name + suffix) : [name];
}

/** The range that a function such as `rate` wants behind a metric. */
function rangeBehind({ place, following }: Input): string {
  const call = place.at === "expression" ? place.frame?.call?.text : undefined;
  const wantsRange =
    call && promqlFunctions.get(call)?.parameters.some((parameter) => parameter.includes("range-vector"));
  return wantsRange && following !== "[" && following !== "{" ? "[${__interval}]" : "";
}

function expressionItems(input: Input, place: PromqlPosition & { at: "expression" }): Candidate[] {
  const words = place.behindOperator ? ["on", "ignoring", "bool"].map(keyword) : [];
  const values = input.context.variables.map((variable): Candidate => {
    const written = variable.filterType === "VALUE_ONLY" ? variable.name : `${variable.name}.value`;
    return {
      label: `\${${written}}`,
      insertText: `\${${written}}`,
      kind: "variable",
      detail: variableDetail(variable),
    };
  });
  const all = [...promqlAggregations.values(), ...promqlFunctions.values()];
  const rank = ({ name }: PromqlFunction) => (USUAL.includes(name) ? USUAL.indexOf(name) : USUAL.length);
  // The sort is stable.
  const calls = all.sort((a, b) => rank(a) - rank(b)).map((info) => call(info, input));
  return [...calls, ...words, ...values];
}

/** What most queries are made of, the most frequent first. */
const USUAL: readonly string[] = [
  "sum",
  "rate",
  "avg",
  "max",
  "increase",
  "histogram_quantile",
  "count",
  "min",
  "topk",
  "avg_over_time",
  "max_over_time",
  "sum_over_time",
  "min_over_time",
  "delta",
  "irate",
];

const firstArguments: Readonly<Record<string, string>> = {
  topk: "5, ",
  bottomk: "5, ",
  quantile: "0.95, ",
  histogram_quantile: "0.95, ",
  quantile_over_time: "0.95, ",
  count_values: '"value", ',
};

function call(info: PromqlFunction, { following }: Input): Candidate {
  const { name, parameters } = info;
  const start = `${name}(${firstArguments[name] ?? ""}`;
  const isOpen = following === "(";
  return {
    label: name,
    insertText: isOpen ? name : `${start})`,
    ...(!isOpen && parameters.length > 0 && { caret: start.length, retrigger: true }),
    kind: "function",
    detail: functionLabel(info),
    documentation: functionMarkdown(info),
  };
}

export function functionMarkdown({ description, experimental }: PromqlFunction): string {
  return experimental
    ? `${description}\n\n_Experimental in Prometheus. The service may not support it._`
    : description;
}

function keyword(word: string): Candidate {
  return { label: word, insertText: word, kind: "keyword", documentation: promqlKeywords[word]! };
}

const groupingKeyword = (word: string): Candidate => ({
  ...keyword(word),
  insertText: `${word} ()`,
  caret: word.length + 2,
  retrigger: true,
});

function operatorItems(behindAggregation: boolean): Candidate[] {
  const signs = promqlOperators.map(
    ({ text, about }): Candidate => ({
      label: text,
      insertText: `${text} `,
      kind: "operator",
      documentation: about,
      retrigger: true,
    }),
  );
  const grouping = ["by", "without"].map(groupingKeyword);
  const words = ["and", "or", "unless", "offset"].map((word) => ({
    ...keyword(word),
    insertText: `${word} `,
    retrigger: true,
  }));
  const behind = ["group_left", "group_right"].map(groupingKeyword);
  return [...(behindAggregation ? grouping : []), ...signs, ...words, ...behind];
}

/** Labels of the selector and variables, which stand for a whole comparison here. */
function labelItems(input: Input, frame: BracketFrame): Candidate[] {
  const { source, catalog, context, following } = input;
  const selector = selectorAt(source, frame);
  if (!selector) return [];
  const others = selector.matchers.filter(
    ({ labelToken }) => labelToken.offset !== input.place.replace.offset,
  );
  const used = new Set(others.map(({ label }) => label));
  const written = /[=!]/.test(following);
  const isOpen = frame.close === undefined || source.text[frame.close] !== "}";
  const closes = isOpen && /^[[)\]]?$/.test(following) ? "}" : "";
  const labels = labelsOf(selector, catalog)
    .filter(({ name }) => !used.has(name))
    .map(
      ({ name, origin }): Candidate => ({
        label: name,
        insertText: written ? name : `${name}=""${closes}`,
        ...(!written && { caret: name.length + 2, retrigger: true }),
        kind: "label",
        detail: labelOrigins[origin],
      }),
    );
  const name: Candidate[] = selector.nameToken
    ? []
    : [
        {
          label: "__name__",
          insertText: `__name__=""${closes}`,
          caret: 10,
          kind: "label",
          detail: "name of the metric",
          retrigger: true,
        },
      ];
  const variables = context.variables
    .filter(({ filterType }) => filterType !== "VALUE_ONLY")
    .map(
      (variable): Candidate => ({
        label: `\${${variable.name}}`,
        insertText: `\${${variable.name}}`,
        kind: "variable",
        detail: variableDetail(variable),
      }),
    );
  return [...variables, ...labels, ...name];
}

function quotedLabels(input: Input, frame: BracketFrame | undefined): Candidate[] {
  const selector = frame && selectorAt(input.source, frame);
  if (!selector) return [];
  return labelsOf(selector, input.catalog).map(({ name, origin }) => ({
    label: name,
    insertText: name,
    kind: "label",
    detail: labelOrigins[origin],
  }));
}

/** The quote that closes the string of a value: it is written again, so that the caret comes to stand behind it. */
const quoteOf = ({ string }: PromqlPosition & { at: "label-value" }): string => string?.text[0] ?? "";

function valueItems(input: Input, place: PromqlPosition & { at: "label-value" }): Candidate[] {
  const { source, catalog, context } = input;
  const selector = selectorAt(source, place.frame);
  const item = (value: string, more: Partial<Candidate> = {}): Candidate => ({
    label: value,
    insertText: place.string ? value + quoteOf(place) : `"${value}"`,
    kind: "value",
    ...more,
  });
  const variables = context.variables
    .filter(
      ({ filterType, labelKey }) => filterType === "VALUE_ONLY" || !labelKey || labelKey === place.label,
    )
    .map((variable) =>
      item(`\${${variable.filterType === "VALUE_ONLY" ? variable.name : `${variable.name}.value`}}`, {
        kind: "variable",
        detail: variableDetail(variable),
      }),
    );
  if (place.label === "__name__" || !selector) return [];
  if (place.label === "monitored_resource") {
    const fitting = resourcesOf({ ...selector, matchers: [] }, catalog);
    const types =
      fitting.length > 0 ? fitting : catalog.searchResources(input.typed, itemLimit).map(({ type }) => type);
    return types.map((type) => {
      const resource = catalog.resource(type);
      return item(type, {
        kind: "resource",
        documentation: resource ? resourceMarkdown(resource, catalog) : undefined,
      });
    });
  }
  const info = labelsOf(selector, catalog).find(({ name }) => name === place.label);
  const metric = selector.name && info?.origin === "metric" ? selector.name : undefined;
  const own = projectValues(selector.name, place.label, info, catalog);
  const values = metric && info ? closedValues(metric, info.key, catalog) : [];
  return [
    ...own.map((value) => item(value, { detail: "in the project" })),
    ...values.filter((value) => value !== "" && !own.includes(value)).map((value) => item(value)),
    ...variables,
  ];
}

/** Read for the name in PromQL, or for the metric type in filters. */
function projectValues(
  name: string | undefined,
  label: string,
  info: ReturnType<typeof labelsOf>[number] | undefined,
  catalog: Catalog,
): readonly string[] {
  const known = catalog.projectValues;
  if (!known || name === undefined) return [];
  const own = known.valuesOf(name, "", label);
  if (own.length > 0 || !info) return own;
  const type = promqlNames(catalog).metric(name)?.type;
  return type === undefined ? [] : known.valuesOf(type, `${info.origin}.labels`, info.key);
}

function closedValues(name: string, key: string, catalog: Catalog): readonly string[] {
  const metric = promqlNames(catalog).metric(name);
  if (!metric) return [];
  return catalog.labelValues(metric.type, key) ?? typicalValues(metric.type, key);
}

const spans = ["1m", "5m", "10m", "30m", "1h", "6h", "1d", "7d"];

function durationItems({ variables }: LanguageContext): Candidate[] {
  const interval: Candidate = {
    label: "${__interval}",
    insertText: "${__interval}",
    kind: "variable",
    documentation: "The interval between the points of the chart. Works for every time range.",
  };
  const own = variables.filter(({ filterType }) => filterType === "VALUE_ONLY");
  return [
    interval,
    ...own.map(
      ({ name }): Candidate => ({ label: `\${${name}}`, insertText: `\${${name}}`, kind: "variable" }),
    ),
    ...spans.map((span): Candidate => ({ label: span, insertText: span, kind: "value" })),
  ];
}

function groupingItems({ source, catalog }: Input): Candidate[] {
  const labels = new Map(
    selectorsOf(source).flatMap((selector) => [
      ...labelsOf(selector, catalog).map(({ name, origin }) => [name, labelOrigins[origin]] as const),
      ...selector.matchers.map(({ label }) => [label, "used in the query"] as const),
    ]),
  );
  labels.delete("__name__");
  return [...labels].map(([label, detail]) => ({ label, insertText: label, kind: "label", detail }));
}

function variableItems({ context }: Input, place: PromqlPosition & { at: "variable" }): Candidate[] {
  const whole = place.frame?.bracket === "{" && !place.inString;
  const end = place.closed ? "" : "}";
  const item = (name: string, detail: string): Candidate => ({
    label: name,
    insertText: name + end,
    kind: "variable",
    detail: detail || undefined,
  });
  const declared = context.variables.map((variable) => {
    const bare = whole || variable.filterType === "VALUE_ONLY";
    return item(bare ? variable.name : `${variable.name}.value`, variableDetail(variable));
  });
  return place.inString || whole ? declared : [item("__interval", "interval between points"), ...declared];
}
