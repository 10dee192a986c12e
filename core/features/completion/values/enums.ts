import { CompletionItemKind } from "vscode-languageserver-types";
import {
  afterAligner,
  alignerFits,
  alignersFor,
  reducerFits,
  reducersFor,
  type SeriesType,
} from "../../../catalog/aligners";
import type { EnumValue, Field } from "../../../schema/messages";
import { membersOf } from "../../../shape";
import { afterAggregation, seriesBefore, subjectsOfQuery } from "../../series";
import type { Suggestion } from "../item";
import { ownerValue, type ValueProvider } from "./provider";

/** The values of an enum in the order of the schema; the UNSPECIFIED placeholder and undocumented names at the end. */
export const enumValues: ValueProvider = ({ site }) => {
  const rank = (value: EnumValue) => (value.undocumented ? 2 : value.name.endsWith("_UNSPECIFIED") ? 1 : 0);
  return [...site.field.enum!.values]
    .sort((a, b) => rank(a) - rank(b))
    .map((value) => suggest(value, site.field));
};

/** Strings with a meaning for the service, without an enum. */
export const knownValues: ValueProvider = ({ site }) =>
  site.field.knownValues.map((value) => suggest(value, site.field));

/** Aligners that fit the metric of this query first; the others are marked. */
export const alignerValues: ValueProvider = ({ dashboard, site }) => {
  const series = seriesBefore(dashboard, site.owner);
  return fitting(site.field, series, alignersFor(series), (name) => alignerFits(name, series));
};

/** Reducers that fit what this aggregation's aligner makes first; the others are marked. */
export const reducerValues: ValueProvider = (context) => {
  const { dashboard, site } = context;
  const before = seriesBefore(dashboard, site.owner);
  const aligner = ownerValue(context)["perSeriesAligner"];
  const series = typeof aligner === "string" ? afterAligner(aligner, before) : before;
  return fitting(site.field, series, reducersFor(series), (name) => reducerFits(name, series));
};

function fitting(
  field: Field,
  series: SeriesType,
  first: readonly string[],
  fits: (name: string) => boolean | undefined,
): Suggestion[] {
  const known = [series.kind, series.valueType].filter(Boolean).join(" ");
  const values = field.enum!.values;
  // Sort the neutral one last: it always applies, but is rarely wanted.
  const order = [...first.filter((name) => !name.endsWith("_NONE")), ...first];
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return [...values]
    .sort((a, b) => rank(a.name) - rank(b.name))
    .map((value) => ({
      ...suggest(value, field),
      ...(known && fits(value.name) === false && { words: `does not apply to ${known}` }),
    }));
}

/** A heat map first where the series are distributions, and last where they are not. */
export const plotTypeValues: ValueProvider = (context) => {
  const query = membersOf(ownerValue(context)["timeSeriesQuery"]);
  const [subject] = subjectsOfQuery(context.dashboard, query);
  const { aggregation } = membersOf(query["timeSeriesFilter"]);
  const series = subject?.metric && afterAggregation(subject.metric, membersOf(aggregation));
  const all = enumValues(context);
  if (series?.valueType !== "DISTRIBUTION") return all;
  return [
    ...all
      .filter(({ label }) => label === "HEATMAP")
      .map((item) => ({ ...item, words: "for distributions" })),
    ...all.filter(({ label }) => label !== "HEATMAP"),
  ];
};

function suggest(value: EnumValue, field: Field): Suggestion {
  const words =
    field.defaultValue === value.name ? "default" : value.undocumented ? "undocumented" : undefined;
  return {
    label: value.name,
    kind: CompletionItemKind.EnumMember,
    value: value.name,
    words,
    documentation: value.description,
  };
}
