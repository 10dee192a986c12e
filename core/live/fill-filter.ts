import type { Catalog } from "../catalog/catalog";
import { type Comparison, comparisonsOf, type Expression, type ValueNode } from "../languages/filter/ast";
import { parseFilter } from "../languages/filter/parser";
import {
  checkValue,
  escapeRegex,
  filterObject,
  type LiveVariable,
  NOTES,
  quoted,
  Unfillable,
} from "./variables";

/** A query with nothing left to fill in. */
export interface Filled {
  readonly text: string;
  /** What was assumed; each is a sentence for the user. */
  readonly notes: readonly string[];
}

/** A term that a filter can do without, with its place in the text as written. */
export interface FilterTerm {
  readonly text: string;
  readonly offset: number;
  readonly end: number;
  /** Object on the left, such as `resource.labels."zone"`; empty for a variable that stands for a whole term. */
  readonly object: string;
  readonly node: Expression;
}

/**
 * A Monitoring filter with its variables filled in and the pinned filters added.
 *
 * @param skip a term to leave out
 * @throws Unfillable when the filter cannot be read or a variable cannot be filled in
 */
export function fillFilter(
  text: string,
  variables: readonly LiveVariable[],
  catalog: Catalog | undefined,
  skip?: Expression,
): Filled {
  const { root, problems } = parseFilter(text);
  if (!root || problems.length > 0) throw new Unfillable("The filter has a syntax error.", true);
  const notes = new Set<string>();
  const filler = new Filler(text, variables, notes, skip);
  const body = filler.render(root);
  if (body === undefined) throw new Unfillable("Without a value for its variables, the filter is empty.");
  const pinned = variables.flatMap((one) => (one.name === "" ? pinnedTerm(one, root, catalog) : []));
  if (pinned.length > 0) notes.add(NOTES.pinned);
  const alone = root.kind !== "and" && root.kind !== "or";
  const all = pinned.length === 0 ? body : [alone ? body : `(${body})`, ...pinned].join(" AND ");
  return { text: all, notes: [...notes] };
}

/** The terms of a filter that could be to blame when nothing matches: not those that choose metric and resource type. */
export function droppableTerms(text: string): FilterTerm[] {
  const { root } = parseFilter(text);
  const top = root?.kind === "and" ? root.terms : root ? [root] : [];
  return top.flatMap((node) => {
    const comparisons = [...comparisonsOf(node)];
    const types = comparisons.some(
      ({ node: { object } }) => object.name === "metric.type" || object.name === "resource.type",
    );
    if (types || node.kind === "call-term") return [];
    const object = node.kind === "comparison" ? objectText(node) : "";
    return [{ text: text.slice(node.offset, node.end), offset: node.offset, end: node.end, object, node }];
  });
}

/** The left side of a comparison in one spelling, such as `resource.labels."zone"`. */
function objectText({ object }: Comparison): string {
  return object.key
    ? `${object.name ?? object.text}.${JSON.stringify(object.key.text)}`
    : (object.name ?? object.text);
}

const VARIABLE = /\$\{\s*([A-Za-z_][\w-]*)(\.value)?\s*\}/g;

class Filler {
  constructor(
    private readonly text: string,
    private readonly variables: readonly LiveVariable[],
    private readonly notes: Set<string>,
    private readonly skip: Expression | undefined,
  ) {}

  /** The text of a node; undefined when nothing is left of it. */
  render(node: Expression): string | undefined {
    // Another parse of the same text has the same places.
    if (this.skip && node.offset === this.skip.offset && node.end === this.skip.end) return undefined;
    switch (node.kind) {
      case "and":
      case "or": {
        const terms = node.terms.map((term) => this.render(term)).filter((term) => term !== undefined);
        if (terms.length === 0) return undefined;
        return terms.join(node.kind === "and" ? " AND " : " OR ");
      }
      case "not": {
        const term = this.render(node.term);
        return term === undefined ? undefined : `NOT ${term}`;
      }
      case "group": {
        const inner = node.inner && this.render(node.inner);
        return inner === undefined ? undefined : `(${inner})`;
      }
      case "comparison":
        return this.comparison(node);
      case "variable":
        return this.term(node.name, node.valueForm);
      case "call-term":
        return this.withStrings(node.offset, node.end, false);
      case "placeholder":
        throw new Unfillable("A template fills in part of the filter.");
    }
  }

  private term(name: string, valueForm: boolean): string | undefined {
    const variable = this.variable(name);
    const { values } = variable;
    if (valueForm || variable.filterType === "VALUE_ONLY") {
      if (values.length > 1)
        throw new Unfillable(`The variable ${name} has several values, and one is expected.`);
      return this.none(values) ? undefined : checkValue(values[0]!);
    }
    if (this.none(values)) return undefined;
    const object = filterObject(variable);
    if (values.length === 1) return `${object} = ${quoted(values[0]!)}`;
    this.notes.add(NOTES.several);
    if (variable.filterType === "GROUP")
      return `(${values.map((value) => `${object} = ${quoted(value)}`).join(" OR ")})`;
    return `${object} = one_of(${values.map(quoted).join(", ")})`;
  }

  private none(values: readonly string[]): boolean {
    if (values.length === 0) this.notes.add(NOTES.unset);
    return values.length === 0;
  }

  private comparison(node: Comparison): string | undefined {
    if (!this.text.slice(node.offset, node.end).includes("${")) return this.text.slice(node.offset, node.end);
    const isRegex = /~/.test(node.operator?.text ?? "") || isRegexCall(node.value);
    const missing = this.namesIn(node).some((name) => this.variable(name).values.length === 0);
    if (missing) {
      this.notes.add(NOTES.unset);
      if (!isRegex) return undefined;
    }
    return this.withStrings(node.offset, node.end, isRegex);
  }

  private namesIn({ offset, end }: Comparison): string[] {
    return [...this.text.slice(offset, end).matchAll(VARIABLE)].map(([, name]) => name!);
  }

  /** A piece of the text with the variables in it as values. */
  private withStrings(offset: number, end: number, isRegex: boolean): string {
    const piece = this.text.slice(offset, end);
    return piece.replace(VARIABLE, (_, name: string, _form, at: number) => {
      const { values } = this.variable(name);
      const inString = isInString(piece, at);
      if (isRegex) return inString ? this.pattern(values) : quoted(this.pattern(values));
      if (values.length > 1)
        throw new Unfillable(`The variable ${name} has several values, and one is expected.`);
      const value = values[0] ?? "";
      return inString ? quoted(value).slice(1, -1) : quoted(value);
    });
  }

  /** What a regular expression gets for values, escaped for the string around it. */
  private pattern(values: readonly string[]): string {
    if (values.length === 0) return ".*";
    if (values.length > 1) this.notes.add(NOTES.several);
    const all = values.map((value) => escapeRegex(checkValue(value))).join("|");
    return quoted(values.length > 1 ? `(${all})` : all).slice(1, -1);
  }

  private variable(name: string): LiveVariable {
    const found = this.variables.find((one) => one.name === name);
    if (!found) throw new Unfillable(`The variable ${name} is not declared.`, true);
    return found;
  }
}

function isInString(piece: string, at: number): boolean {
  let open = false;
  for (let i = 0; i < at; i++) {
    if (piece[i] === "\\") i++;
    else if (piece[i] === '"') open = !open;
  }
  return open;
}

function isRegexCall(value: ValueNode | undefined): boolean {
  return value?.kind === "call" && value.name.text === "monitoring.regex.full_match";
}

/** A pinned filter as a term, when the metric has its label and the filter does not name it already. */
function pinnedTerm(variable: LiveVariable, root: Expression, catalog: Catalog | undefined): string[] {
  const { values, labelKey, filterType } = variable;
  if (values.length === 0 || filterType === "VALUE_ONLY") return [];
  const comparisons = [...comparisonsOf(root)].map(({ node }) => node);
  // A selector of service level objectives has no labels.
  if (comparisons.length === 0) return [];
  if (comparisons.some(({ object }) => object.key?.text === labelKey)) return [];
  const named = (name: string) => {
    const value = comparisons.find(({ object }) => object.name === name)?.value;
    return value?.kind === "string" ? value.text : undefined;
  };
  const metric = catalog?.metric(named("metric.type") ?? "");
  if (filterType === "METRIC_LABEL" && metric?.labelsListed && !metric.labels.includes(labelKey)) return [];
  if (filterType === "RESOURCE_LABEL" && labelKey !== "project_id") {
    const types = named("resource.type") ? [named("resource.type")!] : (metric?.resources ?? []);
    const known = types.map((type) => catalog?.resource(type)).filter((type) => type !== undefined);
    if (
      known.length > 0 &&
      known.every(({ labels, labelsListed }) => labelsListed && !labels.includes(labelKey))
    )
      return [];
  }
  const object = filterObject(variable);
  return [
    values.length === 1
      ? `${object} = ${quoted(values[0]!)}`
      : `${object} = one_of(${values.map(quoted).join(", ")})`,
  ];
}
