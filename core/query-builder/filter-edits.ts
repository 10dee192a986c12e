import { parseFilter } from "../languages/filter";
import {
  type AndNode,
  type Comparison,
  comparisonsOf,
  type Expression,
  type FilterTree,
  type TextRange,
  type ValueNode,
} from "../languages/filter/ast";
import { isPlainKey, quoteValue } from "../languages/filter/vocabulary";
import type { QueryChange, RowOperator } from "./model/model";
import { type FilterRows, type PlacedRow, writtenOperator } from "./rows";

/** A part of a filter, and what takes its place. */
export interface Splice extends TextRange {
  readonly text: string;
}

/** Why a change cannot be made, as a sentence for the person who made it. */
export class Refusal extends Error {}

export const GONE = "This part of the query no longer exists.";

/** The filter with the splices made. */
export function spliced(text: string, splices: readonly Splice[]): string {
  let out = "";
  let at = 0;
  for (const { offset, end, text: written } of splices) {
    out += text.slice(at, offset) + written;
    at = end;
  }
  return out + text.slice(at);
}

/** What makes one filter of another that has the same tokens except for some; else one splice of what differs. */
export function differences(before: FilterTree, after: FilterTree): Splice[] {
  if (before.text === after.text) return [];
  const gaps = (tree: FilterTree) =>
    tree.tokens.map(({ offset }, i) => tree.text.slice(tree.tokens[i - 1]?.end ?? 0, offset));
  const [old, fresh] = [gaps(before), gaps(after)];
  if (old.length === fresh.length && old.every((gap, i) => gap === fresh[i])) {
    return before.tokens.flatMap(({ offset, end, text }, i) => {
      const other = after.tokens[i]!.text;
      return other === text ? [] : [{ offset, end, text: other }];
    });
  }
  let start = 0;
  while (before.text[start] === after.text[start]) start++;
  let same = 0;
  const most = Math.min(before.text.length, after.text.length) - start;
  while (same < most && before.text.at(-1 - same) === after.text.at(-1 - same)) same++;
  const text = after.text.slice(start, after.text.length - same);
  return [{ offset: start, end: before.text.length - same, text }];
}

/** The splices of a change of a row; none when it says what is written already. */
export function rowSplices(
  rows: FilterRows,
  change: Extract<QueryChange, { readonly row: number }> | Extract<QueryChange, { readonly type: "add" }>,
): Splice[] {
  if (change.type === "add") return addition(rows, change);
  const placed = rows.rows[change.row];
  if (!placed) throw new Refusal(GONE);
  switch (change.type) {
    case "remove":
      return removal(rows.tree, placed.chain);
    case "rowText":
      if (change.text.trim() === "") return removal(rows.tree, placed.chain);
      return written(rows.tree.text, placed, change.text);
    case "value":
      return newValue(rows.tree.text, valueAt(placed, change.index), change.text);
    case "addValue":
      return addedValue(rows.tree.text, placed, change.text);
    case "removeValue":
      return removedValue(placed, change.index);
    case "operator":
      return newOperator(rows.tree.text, placed, change.operator);
    default:
      return newLabel(rows.tree, placed, change.label);
  }
}

function valueAt({ values }: PlacedRow, index: number): ValueNode {
  const value = values[index];
  if (!value) throw new Refusal(GONE);
  return value;
}

function written(filter: string, { offset, end }: TextRange, text: string): Splice[] {
  return filter.slice(offset, end) === text ? [] : [{ offset, end, text }];
}

/** Another text for a value, in the quotes that it has. */
export function newValue(filter: string, value: ValueNode, text: string): Splice[] {
  if (value.kind !== "string") {
    const old = filter.slice(value.offset, value.end);
    if (old === text) return [];
    const isBare = /^(?:true|false|-?\d+(?:\.\d+)?|\$\{[\w-]+\}|\{\{[^{}]*\}\})$/.test(text);
    return [{ offset: value.offset, end: value.end, text: isBare ? text : quoteValue(text) }];
  }
  if (value.text === text) return [];
  return [{ ...rangeOf(value.content), text: quoteValue(text).slice(1, -1) }];
}

const rangeOf = ({ offset, end }: TextRange): TextRange => ({ offset, end });

function addedValue(filter: string, placed: PlacedRow, text: string): Splice[] {
  const { row, values, alternatives } = placed;
  if (row.kind !== "condition") throw new Refusal(GONE);
  const last = values.at(-1)!;
  const value = quoteValue(text);
  if (alternatives) {
    const [before, end] = alternatives.slice(-2) as [Comparison, Comparison];
    const join = filter.slice(before.end, end.offset);
    const head = filter.slice(end.offset, end.value!.offset);
    return [{ offset: end.end, end: end.end, text: `${join}${head}${value}` }];
  }
  if (row.isList) {
    const before = values.at(-2);
    const comma = before ? filter.slice(before.end, last.offset) : ", ";
    return [{ offset: last.end, end: last.end, text: `${comma}${value}` }];
  }
  if (row.operator !== "is" && row.operator !== "is-not")
    throw new Refusal('Only the operators "is one of" and "is not one of" take several values.');
  const first = last.kind === "bare" ? quoteValue(filter.slice(last.offset, last.end)) : undefined;
  if (first !== undefined) return [{ ...rangeOf(last), text: `one_of(${first}, ${value})` }];
  return [
    { offset: last.offset, end: last.offset, text: "one_of(" },
    { offset: last.end, end: last.end, text: `, ${value})` },
  ];
}

function removedValue(placed: PlacedRow, index: number): Splice[] {
  const { row, values, alternatives } = placed;
  valueAt(placed, index);
  if (row.kind !== "condition" || !row.isList || values.length < 2)
    throw new Refusal("A condition has at least one value. Remove the condition.");
  return withoutOne(alternatives ?? values, index);
}

/** Takes an entry of a list out, with what stands between it and its neighbor. */
function withoutOne(list: readonly TextRange[], index: number): Splice[] {
  const entry = list[index]!;
  const [before, next] = [list[index - 1], list[index + 1]];
  if (before) return [{ offset: before.end, end: entry.end, text: "" }];
  return [{ offset: entry.offset, end: next!.offset, text: "" }];
}

function newOperator(filter: string, placed: PlacedRow, operator: RowOperator): Splice[] {
  const { row, values, alternatives, chain } = placed;
  if (row.kind !== "condition") throw new Refusal(GONE);
  if (row.operator === operator) return [];
  const { symbol, call, anyCase } = writtenOperator(operator);
  if (values.length > 1 && call !== "one_of")
    throw new Refusal("Remove values until one is left, and then choose this operator.");
  const texts = values.map((value) => argumentText(filter, value, call !== undefined));
  const right = call ? `${call}(${texts.join(", ")}${anyCase ? ", true" : ""})` : texts[0]!;
  if (alternatives) {
    const { object, operator: first, value } = alternatives[0]!;
    const [gap, after] = [filter.slice(object.end, first!.offset), filter.slice(first!.end, value!.offset)];
    const text = filter.slice(object.offset, object.end) + gap + symbol + after + right;
    return [{ offset: placed.offset, end: placed.end, text }];
  }
  const comparison = chain.at(-1) as Comparison;
  const { operator: old, value } = comparison;
  const splices: Splice[] = [];
  if (old!.text !== symbol) splices.push({ ...rangeOf(old!), text: symbol });
  splices.push(...aroundValues(filter, value!, values, right, call, anyCase));
  return splices;
}

/** What changes around the values when they get into a function, out of it, or into another one. */
function aroundValues(
  filter: string,
  whole: ValueNode,
  values: readonly ValueNode[],
  right: string,
  call: string | undefined,
  anyCase: boolean | undefined,
): Splice[] {
  const [first, last] = [values[0]!, values.at(-1)!];
  // Literals without quotes get some in a function.
  if (call && values.some(({ kind }) => kind === "bare")) return written(filter, whole, right);
  const splices = [
    ...written(filter, { offset: whole.offset, end: first.offset }, call ? `${call}(` : ""),
    ...written(filter, { offset: last.end, end: whole.end }, call ? `${anyCase ? ", true" : ""})` : ""),
  ];
  // A name that stays keeps the white space behind it.
  const isSameCall = whole.kind === "call" && whole.name.text === call;
  if (!isSameCall) return splices;
  const second = whole.args[1];
  if (call !== "has_substring") return [];
  if (second && !anyCase) return [{ offset: last.end, end: second.end, text: "" }];
  if (second) return written(filter, second, "true");
  return anyCase ? [{ offset: last.end, end: last.end, text: ", true" }] : [];
}

function argumentText(filter: string, value: ValueNode, isInCall: boolean): string {
  const text = filter.slice(value.offset, value.end);
  return value.kind === "bare" && isInCall ? quoteValue(text) : text;
}

function newLabel(tree: FilterTree, placed: PlacedRow, label: string): Splice[] {
  if (placed.row.kind !== "condition") throw new Refusal(GONE);
  const text = labelText(tree, label);
  const comparisons = placed.alternatives ?? [placed.chain.at(-1) as Comparison];
  if (isSameLabel(comparisons[0]!, label)) return [];
  return comparisons.map(({ object }) => ({ ...rangeOf(object), text }));
}

function isSameLabel({ object }: Comparison, label: string): boolean {
  const wanted = comparisonOf(label)?.object;
  return wanted?.name === object.name && wanted?.key?.text === object.key?.text;
}

/** The comparison that a label makes with a value; undefined for what is no label of the language. */
function comparisonOf(label: string): Comparison | undefined {
  const { root, problems } = parseFilter(`${label}=""`);
  const isLabel = root?.kind === "comparison" && root.object.name !== undefined && problems.length === 0;
  return isLabel ? root : undefined;
}

/** A label as the author of the filter writes such. */
function labelText(tree: FilterTree, label: string): string {
  const object = comparisonOf(label)?.object;
  if (!object?.name)
    throw new Refusal(`"${label}" is not a label. Write, for example, resource.labels.zone.`);
  if (!object.key) return object.name;
  const keyed = comparisonsOf(tree.root).flatMap(({ node }) => (node.object.key ? [node.object] : []));
  const like = keyed.filter(({ name }) => name === object.name).at(-1) ?? keyed.at(-1);
  const isSingular = like !== undefined && /^(?:metric|resource)\s*\.\s*label\b/.test(like.text);
  const head = isSingular ? object.name.replace(/^(metric|resource)\.labels$/, "$1.label") : object.name;
  const isQuoted = like?.key?.quoted === true || !isPlainKey(object.key.text);
  return `${head}.${isQuoted ? quoteValue(object.key.text) : object.key.text}`;
}

function addition(
  { tree }: FilterRows,
  { label, operator, value }: Extract<QueryChange, { readonly type: "add" }>,
): Splice[] {
  if (/^\$\{[\w-]+\}$/.test(label)) return appended(tree, label);
  const object = labelText(tree, label);
  const { symbol, call, anyCase } = writtenOperator(operator);
  const text = quoteValue(value);
  const right = call ? `${call}(${text}${anyCase ? ", true" : ""})` : text;
  const like = comparisonsOf(tree.root).at(-1)?.node;
  const around = (from: TextRange | undefined, to: TextRange | undefined) =>
    from && to && /^\s*$/.test(tree.text.slice(from.end, to.offset))
      ? tree.text.slice(from.end, to.offset)
      : "";
  const before = around(like?.object, like?.operator);
  const behind = around(like?.operator, like?.value);
  return appended(tree, object + before + symbol + behind + right);
}

/** Adds a term at the end, joined as the author joins terms. */
export function appended(tree: FilterTree, term: string): Splice[] {
  const { root, text } = tree;
  if (!root) return [{ offset: 0, end: text.length, text: term }];
  return [{ offset: root.end, end: root.end, text: joint(tree) + term }];
}

/** What the author writes between two terms. */
export function joint({ root, text }: FilterTree): string {
  const last = lastAnd(root);
  const [a, b] = last ? last.terms.slice(-2) : [];
  return (a && b && text.slice(a.end, b.offset)) || " ";
}

function lastAnd(node: Expression | undefined): AndNode | undefined {
  if (node?.kind === "and") return node;
  return node?.kind === "group" ? lastAnd(node.inner) : undefined;
}

/** Takes a term out, with what joined it, and the parentheses that would be left empty. */
export function removal(tree: FilterTree, chain: readonly Expression[]): Splice[] {
  for (let i = chain.length - 1; i >= 0; i--) {
    const owner = chain[i - 1];
    if (owner?.kind === "and") return withoutOne(owner.terms, owner.terms.indexOf(chain[i]!));
  }
  return [{ offset: 0, end: tree.text.length, text: "" }];
}
