import { isBoolean, isListOf, isObject, isString, type Members, objectWith, optional } from "../../shape";

/**
 * A Monitoring query as the query builder shows it: plain JSON that is computed from the text, and the changes that can be
 * made to it. All text of a model comes from files and services and is untrusted.
 */
export interface QueryModel {
  readonly kind: "filter" | "ratio";
  /** JSON pointer, in canonical names, of the `TimeSeriesQuery`: it stays the same when the kind changes. */
  readonly pointer: string;
  /** Changes with the text of the query; a change says on which text it was made. */
  readonly seen: string;
  /** What the query computes. */
  readonly sentence: string;
  /** The query, or numerator and denominator. */
  readonly parts: readonly QueryPart[];
  /** The aggregation of the results of the first one, or of the quotients. */
  readonly secondary: StepModel;
  readonly pick: PickModel;
}

/** One filter with its aggregation. */
export interface QueryPart {
  readonly name: "query" | "numerator" | "denominator";
  /** JSON pointer, in canonical names, of the object that holds the filter. */
  readonly pointer: string;
  /** Decoded text of the filter. */
  readonly filter: string;
  /** Why the filter cannot be shown as rows; then it can only be changed as a text. */
  readonly unreadable?: string;
  /** Absent for a filter without a metric, such as one that selects an SLO. */
  readonly metric?: MetricModel;
  /** Empty when the filter names none. */
  readonly resource: string;
  /** Resource types that the metric has. */
  readonly resources: readonly string[];
  readonly rows: readonly Row[];
  /** Labels that another condition can be about. */
  readonly labels: readonly LabelChoice[];
  readonly findings: readonly QueryNote[];
  readonly aggregation: StepModel;
}

/** A finding in a filter. */
export interface QueryNote {
  readonly severity: "error" | "warning" | "information" | "hint";
  readonly message: string;
  /** Number of the row that it is about; absent for one about the filter as a whole. */
  readonly row?: number;
}

/** A metric as people choose it. */
export interface MetricModel {
  readonly type: string;
  /** The type without its service, in words. */
  readonly name: string;
  /** Kind, value type and unit, such as `DELTA DISTRIBUTION, ms`. */
  readonly detail: string;
  readonly description: string;
  /** The catalog has it. */
  readonly known: boolean;
}

/** A part of a filter besides the metric and the resource type. */
export type Row =
  | {
      readonly kind: "condition";
      /** As it is written, such as `resource.label."zone"`. */
      readonly label: string;
      readonly operator: RowOperator;
      readonly values: readonly RowValue[];
      /** The value list of `one_of` grows and shrinks; all other conditions have one value. */
      readonly isList: boolean;
    }
  /** A template variable that stands for a whole comparison. */
  | { readonly kind: "variable"; readonly name: string; readonly detail: string }
  /** A function that stands for a series, such as `select_slo_health`. */
  | {
      readonly kind: "selector";
      readonly name: string;
      readonly description: string;
      readonly values: readonly RowValue[];
    }
  /** What rows cannot show. */
  | { readonly kind: "text"; readonly text: string };

export interface RowValue {
  readonly text: string;
  /** `bare`: a number, a boolean or a word without quotes; `other`: a variable or a placeholder without quotes. */
  readonly written: "string" | "bare" | "other";
}

export const ROW_OPERATORS = [
  "is",
  "is-not",
  "one-of",
  "not-one-of",
  "starts-with",
  "not-starts-with",
  "ends-with",
  "not-ends-with",
  "contains",
  "not-contains",
  "contains-any-case",
  "not-contains-any-case",
  "matches",
  "not-matches",
  "less",
  "at-most",
  "greater",
  "at-least",
  "has",
] as const;
export type RowOperator = (typeof ROW_OPERATORS)[number];

export interface LabelChoice {
  /** What is written for it, such as `resource.labels.zone` or `${zone}`. */
  readonly text: string;
  readonly owner: "metric" | "resource" | "metadata" | "variable";
  readonly detail: string;
}

/** An aggregation: what each series becomes, and how series become one. */
export interface StepModel {
  /** Whether the text has it. */
  readonly isSet: boolean;
  readonly aligner: string;
  readonly aligners: readonly Choice[];
  readonly reducer: string;
  readonly reducers: readonly Choice[];
  /** As written, such as `60s`; empty when the period is chosen by the service. */
  readonly period: string;
  readonly groupBy: readonly GroupField[];
  /** Other labels to group by. */
  readonly groupChoices: readonly GroupField[];
}

export interface Choice {
  readonly value: string;
  readonly label: string;
  /** What it computes, in a sentence. */
  readonly description: string;
  /** It does not apply to these series. */
  readonly misfit?: true;
}

export interface GroupField {
  /** As written in the text. */
  readonly field: string;
  /** The key of the label. */
  readonly label: string;
  readonly owner: "metric" | "resource" | "metadata" | "";
}

/** The ranking that limits the number of series. */
export interface PickModel {
  readonly isSet: boolean;
  readonly count: number;
  readonly direction: string;
  readonly directions: readonly Choice[];
  readonly method: string;
  readonly methods: readonly Choice[];
}

export type StepName = "aggregation" | "secondaryAggregation";

/** A change of a query. `part` is the number of the filter that it is about. */
export type QueryChange =
  /** Chooses another metric, and adapts what does not apply to it. */
  | { readonly type: "metric"; readonly part: number; readonly metric: string }
  /** Another resource type; the empty string removes the clause. */
  | { readonly type: "resource"; readonly part: number; readonly resource: string }
  | {
      readonly type: "value";
      readonly part: number;
      readonly row: number;
      readonly index: number;
      readonly text: string;
    }
  | { readonly type: "addValue"; readonly part: number; readonly row: number; readonly text: string }
  | { readonly type: "removeValue"; readonly part: number; readonly row: number; readonly index: number }
  | { readonly type: "operator"; readonly part: number; readonly row: number; readonly operator: RowOperator }
  | { readonly type: "label"; readonly part: number; readonly row: number; readonly label: string }
  /** Changes the text of a row that is one. */
  | { readonly type: "rowText"; readonly part: number; readonly row: number; readonly text: string }
  /** A condition about a label, or a variable such as `${zone}`, which has no operator and no value. */
  | {
      readonly type: "add";
      readonly part: number;
      readonly label: string;
      readonly operator: RowOperator;
      readonly value: string;
    }
  | { readonly type: "remove"; readonly part: number; readonly row: number }
  /** Replaces the whole filter. */
  | { readonly type: "filter"; readonly part: number; readonly text: string }
  /** Sets a member of an aggregation; the empty string removes it. */
  | {
      readonly type: "step";
      readonly part: number;
      readonly step: StepName;
      readonly member: "perSeriesAligner" | "crossSeriesReducer" | "alignmentPeriod";
      readonly value: string;
    }
  | {
      readonly type: "groupBy";
      readonly part: number;
      readonly step: StepName;
      readonly fields: readonly string[];
    }
  | { readonly type: "removeStep"; readonly part: number; readonly step: StepName }
  | {
      readonly type: "pick";
      readonly count: number;
      readonly direction: "TOP" | "BOTTOM";
      readonly method: string;
    }
  | { readonly type: "removePick" }
  /** Divides the query by another, which begins as a copy; or keeps only the numerator. */
  | { readonly type: "ratio"; readonly on: boolean };

/** A metric that a search has found. */
export interface MetricHit extends MetricModel {
  readonly service: string;
  /** Reported by the project itself. */
  readonly own: boolean;
  /** It applies to the resource type of the filter. */
  readonly fits: boolean;
}

/** A value that a label is known to have. */
export interface ValueHit {
  readonly value: string;
  readonly detail: string;
}

/** Longest text in a change, in UTF-16 code units: a filter of the service has 2048. */
const LONGEST = 20_000;
const MOST_FIELDS = 100;

const isShort = (value: unknown) => isString(value) && value.length <= LONGEST;
const isCount = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isOperator = (value: unknown) => (ROW_OPERATORS as readonly unknown[]).includes(value);
const among =
  (...names: readonly string[]) =>
  (value: unknown) =>
    names.includes(value as string);
const isStep = among("aggregation", "secondaryAggregation");

const CHANGES: Readonly<Record<QueryChange["type"], (value: Members) => boolean>> = {
  metric: objectWith({ part: isCount, metric: isShort }),
  resource: objectWith({ part: isCount, resource: isShort }),
  value: objectWith({ part: isCount, row: isCount, index: isCount, text: isShort }),
  addValue: objectWith({ part: isCount, row: isCount, text: isShort }),
  removeValue: objectWith({ part: isCount, row: isCount, index: isCount }),
  operator: objectWith({ part: isCount, row: isCount, operator: isOperator }),
  label: objectWith({ part: isCount, row: isCount, label: isShort }),
  rowText: objectWith({ part: isCount, row: isCount, text: isShort }),
  add: objectWith({ part: isCount, label: isShort, operator: isOperator, value: isShort }),
  remove: objectWith({ part: isCount, row: isCount }),
  filter: objectWith({ part: isCount, text: isShort }),
  step: objectWith({
    part: isCount,
    step: isStep,
    member: among("perSeriesAligner", "crossSeriesReducer", "alignmentPeriod"),
    value: isShort,
  }),
  groupBy: objectWith({
    part: isCount,
    step: isStep,
    fields: (value) => isListOf(value, isShort) && (value as unknown[]).length <= MOST_FIELDS,
  }),
  removeStep: objectWith({ part: isCount, step: isStep }),
  pick: objectWith({ count: isCount, direction: among("TOP", "BOTTOM"), method: isShort }),
  removePick: () => true,
  ratio: objectWith({ on: isBoolean }),
};

/** The change, when it is well-formed; else undefined. */
export function readQueryChange(value: unknown): QueryChange | undefined {
  if (!isObject(value) || !isString(value["type"]) || !Object.hasOwn(CHANGES, value["type"]))
    return undefined;
  return CHANGES[value["type"] as QueryChange["type"]](value) ? (value as unknown as QueryChange) : undefined;
}

const isMetric = objectWith({
  type: isString,
  name: isString,
  detail: isString,
  description: isString,
  known: isBoolean,
});
const isRowValue = objectWith({ text: isString, written: among("string", "bare", "other") });
const isChoice = objectWith({ value: isString, label: isString, description: isString });
const isField = objectWith({ field: isString, label: isString, owner: isString });
const listOf = (check: (value: unknown) => boolean) => (value: unknown) => isListOf(value, check);

const isRow = (value: unknown): boolean => {
  if (!isObject(value)) return false;
  switch (value["kind"]) {
    case "condition":
      return objectWith({
        label: isString,
        operator: isOperator,
        values: listOf(isRowValue),
        isList: isBoolean,
      })(value);
    case "variable":
      return isString(value["name"]) && isString(value["detail"]);
    case "selector":
      return objectWith({ name: isString, description: isString, values: listOf(isRowValue) })(value);
    default:
      return value["kind"] === "text" && isString(value["text"]);
  }
};

const isStepModel = objectWith({
  isSet: isBoolean,
  aligner: isString,
  aligners: listOf(isChoice),
  reducer: isString,
  reducers: listOf(isChoice),
  period: isString,
  groupBy: listOf(isField),
  groupChoices: listOf(isField),
});

const isPart = objectWith({
  name: among("query", "numerator", "denominator"),
  pointer: isString,
  filter: isString,
  unreadable: optional(isString),
  metric: optional(isMetric),
  resource: isString,
  resources: listOf(isString),
  rows: listOf(isRow),
  labels: listOf(
    objectWith({
      text: isString,
      owner: among("metric", "resource", "metadata", "variable"),
      detail: isString,
    }),
  ),
  findings: listOf(
    objectWith({
      severity: among("error", "warning", "information", "hint"),
      message: isString,
      row: optional(isCount),
    }),
  ),
  aggregation: isStepModel,
});

/** Whether a message holds a model. */
export const isQueryModel = objectWith({
  kind: among("filter", "ratio"),
  pointer: isString,
  seen: isString,
  sentence: isString,
  parts: (value) => isListOf(value, isPart) && (value as unknown[]).length > 0,
  secondary: isStepModel,
  pick: objectWith({
    isSet: isBoolean,
    count: isCount,
    direction: isString,
    directions: listOf(isChoice),
    method: isString,
    methods: listOf(isChoice),
  }),
}) as (value: unknown) => value is QueryModel;

/** Whether a message holds what a search has found. */
export const isMetricHits = listOf(
  (value) => isMetric(value) && objectWith({ service: isString, own: isBoolean, fits: isBoolean })(value),
) as (value: unknown) => value is readonly MetricHit[];

/** Whether a message holds values of a label. */
export const isValueHits = listOf(objectWith({ value: isString, detail: isString })) as (
  value: unknown,
) => value is readonly ValueHit[];

/** What can be written at a place of a query's text, and what it replaces there. */
export interface TextCompletion {
  readonly label: string;
  readonly detail: string;
  readonly insertText: string;
  readonly offset: number;
  readonly length: number;
  /** Where the caret goes, from the start of `insertText`. */
  readonly caret: number;
  /** What follows can be completed too. */
  readonly more: boolean;
}

/** A finding in a query's text that need not be in the file yet. */
export interface TextFinding {
  readonly severity: QueryNote["severity"];
  readonly message: string;
  readonly offset: number;
  readonly length: number;
}

/** What the server says about the text of a query while it is written. */
export interface TextHelp {
  readonly completions: readonly TextCompletion[];
  readonly findings: readonly TextFinding[];
}

/** Whether a message holds help for a text. */
export const isTextHelp = objectWith({
  completions: listOf(
    objectWith({
      label: isString,
      detail: isString,
      insertText: isString,
      offset: isCount,
      length: isCount,
      caret: isCount,
      more: isBoolean,
    }),
  ),
  findings: listOf(
    objectWith({
      severity: among("error", "warning", "information", "hint"),
      message: isString,
      offset: isCount,
      length: isCount,
    }),
  ),
}) as (value: unknown) => value is TextHelp;
