import {
  afterAligner,
  alignerFits,
  alignersFor,
  reducerFits,
  reducersFor,
  type SeriesType,
} from "../catalog/aligners";
import { labelFieldOf } from "../languages/filter/label-field";
import { systemLabels } from "../languages/filter/vocabulary";
import { type EnumType, messageType } from "../schema/messages";
import { listOf, type Members, membersOf, stringOf } from "../shape";
import type { Choice, GroupField, PickModel, StepModel } from "./model/model";
import { ALIGNERS, DIRECTIONS, METHODS, REDUCERS } from "./model/words";

/** What an aggregation can choose from. */
export interface StepContext {
  /** The series that it works on. */
  readonly series: SeriesType;
  /** Labels of the metric and the resource. */
  readonly labels: { readonly metric: readonly string[]; readonly resource: readonly string[] };
  /** It is the first one, in which reducing needs an aligner. */
  readonly isFirst: boolean;
}

/** An aggregation and what else it could be. */
export function stepModel(value: unknown, { series, labels, isFirst }: StepContext): StepModel {
  const step = membersOf(value);
  const aligner = stringOf(step["perSeriesAligner"]) || "ALIGN_NONE";
  const reducer = stringOf(step["crossSeriesReducer"]) || "REDUCE_NONE";
  const aligned = afterAligner(aligner, series);
  const needsAligner = isFirst && aligner === "ALIGN_NONE";
  const groupBy = listOf(step["groupByFields"]).map((field) => groupField(stringOf(field)));
  return {
    isSet: value !== undefined,
    aligner,
    aligners: choices("perSeriesAligner", ALIGNERS, alignersFor(series), aligner, (name) =>
      alignerFits(name, series),
    ),
    reducer,
    reducers: choices(
      "crossSeriesReducer",
      REDUCERS,
      needsAligner ? ["REDUCE_NONE"] : reducersFor(aligned),
      reducer,
      (name) => (needsAligner ? name === "REDUCE_NONE" : reducerFits(name, aligned)),
    ),
    period: stringOf(step["alignmentPeriod"]),
    groupBy,
    groupChoices: groupChoices(labels, groupBy),
  };
}

function choices(
  member: string,
  words: Readonly<Record<string, readonly string[]>>,
  fitting: readonly string[],
  current: string,
  fits: (name: string) => boolean | undefined,
): Choice[] {
  const { enum: type } = messageType("Aggregation")!.field(member)!;
  const order = Object.keys(words);
  const names = [...fitting].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  if (!names.includes(current)) names.push(current);
  return names.map((name) => ({
    value: name,
    label: words[name]?.[0] ?? name,
    description: whatItComputes(type, name),
    ...(fits(name) === false && { misfit: true as const }),
  }));
}

/** The first sentences of the schema's description: those behind them say what it applies to, which is known here. */
function whatItComputes(type: EnumType | undefined, name: string): string {
  const description = type?.values.find((value) => value.name === name)?.description ?? "";
  return description.replace(/ For [^.]*\.?$/, "").replace(/(\.) For .*$/, "$1");
}

/** A group-by field as people read it. */
export function groupField(field: string): GroupField {
  const named = labelFieldOf(field);
  if (!named) return { field, label: field, owner: "" };
  const owner = named.of === "resource" || named.of === "metric" ? named.of : "metadata";
  return { field, label: named.key, owner };
}

function groupChoices(labels: StepContext["labels"], taken: readonly GroupField[]): GroupField[] {
  const all: GroupField[] = [
    ...fieldsOf("resource", "resource.label", labels.resource, taken),
    ...fieldsOf("metric", "metric.label", labels.metric, taken),
    ...fieldsOf("metadata", "metadata.system_labels", systemLabels, taken),
  ];
  return all.filter(
    ({ label, owner }) => !taken.some((other) => other.label === label && other.owner === owner),
  );
}

/** Fields in the spelling of those that are there; without any, as the console writes them. */
function fieldsOf(
  owner: GroupField["owner"],
  head: string,
  keys: readonly string[],
  taken: readonly GroupField[],
): GroupField[] {
  const like = taken.filter((field) => field.owner === owner).at(-1) ?? taken.at(-1);
  const named = like && labelFieldOf(like.field);
  const isPlural = named !== undefined && /labels\s*\.\s*$/.test(named.head) && owner !== "metadata";
  const isBare = named?.quoted === false;
  return keys.map((key) => {
    const start = isPlural ? head.replace(/label$/, "labels") : head;
    const written = isBare && /^[A-Za-z_]\w*$/.test(key) ? key : JSON.stringify(key);
    return { field: `${start}.${written}`, label: key, owner };
  });
}

/** The ranking of a query, or the one to begin with. */
export function pickModel(value: unknown): PickModel {
  const pick = membersOf(value) as Members;
  const count = Number(pick["numTimeSeries"]);
  return {
    isSet: value !== undefined,
    count: Number.isSafeInteger(count) && count > 0 ? count : 5,
    direction: stringOf(pick["direction"]) || "TOP",
    directions: pickChoices("direction", DIRECTIONS),
    method: stringOf(pick["rankingMethod"]) || "METHOD_MEAN",
    methods: pickChoices("rankingMethod", METHODS),
  };
}

function pickChoices(member: string, words: Readonly<Record<string, string>>): Choice[] {
  const { enum: type } = messageType("PickTimeSeriesFilter")!.field(member)!;
  return Object.entries(words).map(([value, label]) => ({
    value,
    label,
    description: type?.values.find(({ name }) => name === value)?.description ?? "",
  }));
}
