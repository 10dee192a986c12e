import type { Catalog } from "../catalog/catalog";
import type { Expression } from "../languages/filter/ast";
import { selectorsOf } from "../languages/promql/selectors";
import { sourceOf } from "../languages/promql/source";
import { droppableTerms, fillFilter } from "./fill-filter";
import { fillPromql } from "./fill-promql";
import type { InstantRequest, ListRequest, LiveAnswer } from "./model";
import { LEAST_PERIOD } from "./period";
import { filterObject, type LiveVariable, quoted } from "./variables";

/** One part of a query that may be why nothing matches. */
export interface Suspect {
  /** As it is written in the dashboard, variables included; its place is one in the decoded query. */
  readonly text: string;
  readonly offset: number;
  readonly end: number;
  /** For messages: a variable with what it stands for now. */
  readonly shown: string;
  /** The key of the label that it compares; empty for a variable that stands for a whole comparison. */
  readonly label: string;
  /** The string that it compares with, without quotes; absent when it is not a plain one. */
  readonly value?: { readonly offset: number; readonly end: number };
  /** Asks whether there is something without this part, and for its values then. */
  readonly without: ListRequest | InstantRequest;
}

/** How to find out why a query has no data. */
export interface Inquiry {
  /** The whole query over a longer range; absent for PromQL, whose ranges are its own. */
  readonly presence?: ListRequest;
  /** For each metric of the query, with nothing but what has to be there. */
  readonly bare: readonly { readonly metric: string; readonly request: ListRequest | InstantRequest }[];
  readonly suspects: readonly Suspect[];
}

/** How far back is looked for data, in hours. Metrics that are called active have data in this time. */
export const INQUIRY_HOURS = 25;

/** Series that are looked at for the values of a label. */
const LOOKED_AT = 50;
/** More parts than this are not tried one by one. */
const MOST_SUSPECTS = 8;

export interface Query {
  /** Decoded, as written. */
  readonly text: string;
  readonly language: "filter" | "promql";
  readonly variables: readonly LiveVariable[];
  readonly catalog: Catalog | undefined;
}

/**
 * The requests that tell which part of a query is to blame, each for headers only and a few series.
 *
 * @param now end of the range that is looked at, in milliseconds
 * @throws Unfillable when the query cannot be filled in
 */
export function inquiryInto(query: Query, now: number): Inquiry {
  const seconds = INQUIRY_HOURS * 3600;
  return query.language === "filter" ? intoFilter(query, now, seconds) : intoPromql(query, now);
}

function intoFilter({ text, variables, catalog }: Query, now: number, seconds: number): Inquiry {
  const suspects = droppableTerms(text)
    .slice(0, MOST_SUSPECTS)
    .map((term): Suspect => {
      const rest = fillFilter(text, variables, catalog, term.node).text;
      const label = labelOf(term.object) || variableLabel(term.text, variables);
      const shown = shownTerm(term.text, variables);
      const value = valueOf(term.node);
      return {
        text: term.text,
        offset: term.offset,
        end: term.end,
        shown,
        label,
        value,
        without: headers(rest, now, seconds, LOOKED_AT),
      };
    });
  for (const pinned of variables.filter(({ name, values }) => name === "" && values.length > 0)) {
    const others = variables.filter((one) => one !== pinned);
    const rest = fillFilter(text, others, catalog).text;
    if (rest === fillFilter(text, variables, catalog).text) continue;
    const shown = `The pinned filter ${filterObject(pinned)} = ${pinned.values.map(quoted).join(" or ")}`;
    suspects.push({
      text,
      shown,
      offset: 0,
      end: text.length,
      label: pinned.labelKey,
      without: headers(rest, now, seconds, LOOKED_AT),
    });
  }
  const bare = bareFilter(text);
  const presence = headers(fillFilter(text, variables, catalog).text, now, seconds, 1);
  const metric = metricOf(text);
  return { presence, bare: [{ metric, request: headers(bare, now, seconds, 1) }], suspects };
}

const METRIC_TYPE = /metric\.type\s*=\s*"([^"]*)"/;

/** The metric type that a filter names; empty without one. */
export function metricOf(text: string): string {
  return METRIC_TYPE.exec(text)?.[1] ?? "";
}

/** Of a filter what chooses metric and resource type; empty without a metric type. */
export function bareFilter(text: string): string {
  const metric = METRIC_TYPE.exec(text)?.[0];
  if (metric === undefined) return "";
  const resource = /resource\.type\s*=\s*"[^"]*"/.exec(text)?.[0];
  return resource === undefined ? metric : `${metric} AND ${resource}`;
}

/** The plain string that a comparison for equality has on its right. */
function valueOf(node: Expression): Suspect["value"] {
  if (node.kind !== "comparison" || node.operator?.text !== "=" || node.value?.kind !== "string")
    return undefined;
  const { content, text } = node.value;
  return text.includes("${") ? undefined : { offset: content.offset, end: content.end };
}

function shownTerm(text: string, variables: readonly LiveVariable[]): string {
  const used = variables.filter(
    ({ name, values }) => name !== "" && values.length > 0 && usesVariable(text, name),
  );
  const values = used.map((one) => `${one.labelKey || one.name} = ${one.values.map(quoted).join(" or ")}`);
  return values.length > 0 ? `${text} (${values.join(", ")})` : text;
}

/** Whether a text has a reference to a variable. */
export function usesVariable(text: string, name: string): boolean {
  if (name === "") return false;
  return new RegExp(`\\$\\{\\s*${name.replace(/[^\w-]/g, "")}\\b`).test(text);
}

function labelOf(object: string): string {
  return /\.("(?:[^"\\]|\\.)*")$/.exec(object)?.[1]?.slice(1, -1) ?? "";
}

function variableLabel(text: string, variables: readonly LiveVariable[]): string {
  const name = /\$\{\s*([\w-]+)/.exec(text)?.[1];
  return variables.find((one) => one.name === name && name !== undefined)?.labelKey ?? "";
}

function headers(filter: string, now: number, seconds: number, pageSize: number): ListRequest {
  const end = snap(now);
  return {
    kind: "list",
    filter,
    steps: [],
    view: "HEADERS",
    pageSize,
    interval: { start: end - seconds * 1000, end },
  };
}

function snap(now: number): number {
  return Math.floor(now / 60_000) * 60_000;
}

function intoPromql({ text, variables, catalog }: Query, now: number): Inquiry {
  const time = snap(now);
  const selectors = selectorsOf(sourceOf(text));
  const suspects = selectors.flatMap(({ name, matchers, nameToken, braces }): Suspect[] => {
    if (name === undefined || !nameToken || !braces) return [];
    const whole = (skip: number) => {
      const kept = matchers.filter((one, i) => i !== skip && one.label !== "__name__");
      const written = kept.flatMap(({ labelToken, value }) =>
        value ? [text.slice(labelToken.offset, value.end)] : [],
      );
      const selector = `{__name__=${JSON.stringify(name)},${written.join(",")}}`;
      return fillPromql(selector, variables, LEAST_PERIOD, catalog).text;
    };
    return matchers.flatMap((matcher, i): Suspect[] => {
      const { label, labelToken, value } = matcher;
      if (!value || label === "__name__" || label === "monitored_resource") return [];
      const query = `topk(${LOOKED_AT}, count by (${label}) (${whole(i)}))`;
      return [
        {
          text: text.slice(labelToken.offset, value.end),
          offset: labelToken.offset,
          end: value.end,
          shown: shownTerm(text.slice(labelToken.offset, value.end), variables),
          label,
          ...(value.text.includes("${") ? {} : { value: { offset: value.offset + 1, end: value.end - 1 } }),
          without: { kind: "instant", query, time },
        },
      ];
    });
  });
  const names = [...new Set(selectors.flatMap(({ name }) => name ?? []))];
  const bare = names.map((metric) => {
    const query = `count({__name__=${JSON.stringify(metric)}})`;
    return { metric, request: { kind: "instant", query, time } as const };
  });
  return { bare, suspects: suspects.slice(0, MOST_SUSPECTS) };
}

/** Different values that a label has in an answer, sorted. */
export function valuesIn(answer: LiveAnswer, label: string): readonly string[] {
  if (answer.kind !== "series") return [];
  const values = answer.series.flatMap(({ labels }) => labels.filter(({ key }) => key === label));
  return [...new Set(values.map(({ value }) => value))].sort();
}
