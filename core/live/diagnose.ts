import type { Catalog } from "../catalog/catalog";
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
  /** Asks whether there is something without this part, and for its values then. */
  readonly without: ListRequest | InstantRequest;
}

/** How to find out why a query has no data. */
export interface Inquiry {
  /** The same with nothing but what has to be there. */
  readonly bare: ListRequest | InstantRequest;
  readonly suspects: readonly Suspect[];
}

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
 * @param seconds its length
 * @throws Unfillable when the query cannot be filled in
 */
export function inquiryInto(query: Query, now: number, seconds: number): Inquiry {
  return query.language === "filter" ? intoFilter(query, now, seconds) : intoPromql(query, now);
}

/** Whether there is data at all, for the price of one series. */
export function presenceRequest(query: Query, now: number, seconds: number): ListRequest | InstantRequest {
  if (query.language === "filter") {
    const { text } = fillFilter(query.text, query.variables, query.catalog);
    return headers(text, now, seconds, 1);
  }
  const { text } = fillPromql(query.text, query.variables, LEAST_PERIOD);
  return { kind: "instant", query: `count(${text})`, time: snap(now) };
}

function intoFilter({ text, variables, catalog }: Query, now: number, seconds: number): Inquiry {
  const suspects = droppableTerms(text)
    .slice(0, MOST_SUSPECTS)
    .map((term): Suspect => {
      const rest = fillFilter(text, variables, catalog, term.node).text;
      const label = labelOf(term.object) || variableLabel(term.text, variables);
      const shown = shownTerm(term.text, variables);
      return { ...term, shown, label, without: headers(rest, now, seconds, LOOKED_AT) };
    });
  for (const pinned of variables.filter(({ name, values }) => name === "" && values.length > 0)) {
    const others = variables.filter((one) => one !== pinned);
    const rest = fillFilter(text, others, catalog).text;
    if (rest === fillFilter(text, variables, catalog).text) continue;
    const shown = `The pinned filter ${filterObject(pinned)} = ${pinned.values.map(quoted).join(" or ")}`;
    suspects.push({
      ...{ text, shown, offset: 0, end: text.length, label: pinned.labelKey },
      without: headers(rest, now, seconds, LOOKED_AT),
    });
  }
  const types = /metric\.type\s*=\s*"[^"]*"/.exec(text)?.[0] ?? "";
  const resource = /resource\.type\s*=\s*"[^"]*"/.exec(text)?.[0];
  const bare = [types, resource].filter(Boolean).join(" AND ");
  return { bare: headers(bare, now, seconds, 1), suspects };
}

function shownTerm(text: string, variables: readonly LiveVariable[]): string {
  const used = variables.filter(({ name, values }) => name !== "" && values.length > 0 && uses(text, name));
  const values = used.map((one) => `${one.labelKey || one.name} = ${one.values.map(quoted).join(" or ")}`);
  return values.length > 0 ? `${text} (${values.join(", ")})` : text;
}

function uses(text: string, name: string): boolean {
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
    ...{ kind: "list", filter, steps: [], view: "HEADERS", pageSize },
    interval: { start: end - seconds * 1000, end },
  };
}

function snap(now: number): number {
  return Math.floor(now / 60_000) * 60_000;
}

function intoPromql({ text, variables }: Query, now: number): Inquiry {
  const time = snap(now);
  const selectors = selectorsOf(sourceOf(text));
  const suspects = selectors.flatMap(({ name, matchers, nameToken, braces }): Suspect[] => {
    if (name === undefined || !nameToken || !braces) return [];
    const whole = (skip: number) => {
      const kept = matchers.filter((one, i) => i !== skip && one.label !== "__name__");
      const written = kept.flatMap(({ labelToken, value }) =>
        value ? [text.slice(labelToken.offset, value.end)] : [],
      );
      return fillPromql(`{__name__=${JSON.stringify(name)},${written.join(",")}}`, variables, LEAST_PERIOD)
        .text;
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
          without: { kind: "instant", query, time },
        },
      ];
    });
  });
  const names = [...new Set(selectors.flatMap(({ name }) => name ?? []))];
  const all = names.map((name) => `count({__name__=${JSON.stringify(name)}})`).join(" or ");
  return {
    bare: { kind: "instant", query: all || "vector(1)", time },
    suspects: suspects.slice(0, MOST_SUSPECTS),
  };
}

/** Different values that a label has in an answer, sorted. */
export function valuesIn(answer: LiveAnswer, label: string): readonly string[] {
  if (answer.kind !== "series") return [];
  const values = answer.series.flatMap(({ labels }) => labels.filter(({ key }) => key === label));
  return [...new Set(values.map(({ value }) => value))].sort();
}
