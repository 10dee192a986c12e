import type { Catalog } from "../catalog/catalog";
import { parseFilter, subjectOf } from "../languages/filter";
import type {
  Call,
  CallTerm,
  Comparison,
  Expression,
  FilterTree,
  OrNode,
  TextRange,
  ValueNode,
} from "../languages/filter/ast";
import type { FilterSubject } from "../languages/filter/subject";
import { functionNamed, selectorNamed } from "../languages/filter/vocabulary";
import type { TemplateVariable } from "../languages/language";
import type { Row, RowOperator, RowValue } from "./model/model";

/** A row with the part of the filter that it shows. */
export interface PlacedRow extends TextRange {
  readonly row: Row;
  /** The nodes from the root down to the one that the row shows. */
  readonly chain: readonly Expression[];
  /** What holds each value: a whole literal with its quotes. */
  readonly values: readonly ValueNode[];
  /** Comparisons of the same label that are joined by OR and shown as a list. */
  readonly alternatives?: readonly Comparison[];
}

/** A clause and the nodes from the root down to it. */
export interface PlacedClause {
  readonly node: Comparison;
  readonly chain: readonly Expression[];
}

/** A filter as rows. */
export interface FilterRows {
  readonly tree: FilterTree;
  readonly subject: FilterSubject;
  /** The clauses that are no rows, because they are chosen elsewhere. */
  readonly metric?: Comparison;
  readonly resource?: PlacedClause;
  readonly rows: readonly PlacedRow[];
  /** Why there are no rows. */
  readonly unreadable?: string;
}

/** Operators without a function, as they are written. */
const PLAIN: Readonly<Record<string, RowOperator>> = {
  "=": "is",
  "!=": "is-not",
  "<": "less",
  "<=": "at-most",
  ">": "greater",
  ">=": "at-least",
  ":": "has",
};

/** What a function after `=` says. */
const CALLS: Readonly<Record<string, RowOperator>> = {
  one_of: "one-of",
  starts_with: "starts-with",
  ends_with: "ends-with",
  has_substring: "contains",
  "monitoring.regex.full_match": "matches",
};

/** How an operator is written. */
export function writtenOperator(operator: RowOperator): {
  readonly symbol: string;
  /** The function around the value. */
  readonly call?: string;
  /** The function ignores case. */
  readonly anyCase?: true;
} {
  const plain = Object.keys(PLAIN).find((symbol) => PLAIN[symbol] === operator);
  if (plain) return { symbol: plain };
  const negated = operator.startsWith("not-");
  const positive = negated ? operator.slice(4) : operator;
  const anyCase = positive === "contains-any-case";
  const call = Object.keys(CALLS).find((name) => CALLS[name] === (anyCase ? "contains" : positive))!;
  return { symbol: negated ? "!=" : "=", call, ...(anyCase && { anyCase }) };
}

/** Reads a filter as a list of conditions that all have to hold. Everything else of it becomes a row of text. */
export function rowsOf(
  text: string,
  catalog: Catalog,
  variables: readonly TemplateVariable[] = [],
): FilterRows {
  const tree = parseFilter(text);
  const subject = subjectOf(tree, catalog);
  if (tree.problems.length > 0)
    return { tree, subject, rows: [], unreadable: "The filter has syntax errors." };
  if (!tree.root && text.trim() !== "")
    return { tree, subject, rows: [], unreadable: "The filter is too long to be shown." };
  const rows: PlacedRow[] = [];
  let metric: Comparison | undefined;
  let resource: PlacedClause | undefined;
  const add = (node: Expression, above: readonly Expression[]): void => {
    const chain = [...above, node];
    if (node.kind === "and") for (const term of node.terms) add(term, chain);
    else if (node.kind === "group" && node.inner && (node.inner.kind !== "or" || !isPlainList(node.inner)))
      add(node.inner, chain);
    else if (node === subject.metricClause && subject.metricType !== undefined) metric = node as Comparison;
    else if (node === subject.resourceClause && subject.resourceType !== undefined)
      resource = { node: node as Comparison, chain };
    else rows.push(placedRow(node, chain, text, variables));
  };
  if (tree.root) add(tree.root, []);
  return { tree, subject, rows, ...(metric && { metric }), ...(resource && { resource }) };
}

function placedRow(
  node: Expression,
  chain: readonly Expression[],
  text: string,
  variables: readonly TemplateVariable[],
): PlacedRow {
  const range = { offset: node.offset, end: node.end };
  const shown =
    node.kind === "comparison"
      ? conditionOf(node, text)
      : node.kind === "call-term"
        ? selectorOf(node, text)
        : node.kind === "group" && node.inner?.kind === "or"
          ? listOf(node.inner, text)
          : node.kind === "variable" && !node.valueForm
            ? {
                row: {
                  kind: "variable",
                  name: node.name,
                  detail: variableWords(node.name, variables),
                } as const,
                values: [],
              }
            : undefined;
  if (shown) return { ...range, ...shown, chain };
  // Without its parentheses, alternatives would be read with what stands beside them.
  const owner = chain.at(-2);
  const whole = owner?.kind === "group" ? owner : node;
  const cut = whole === node ? chain : chain.slice(0, -1);
  const { offset, end } = whole;
  return { offset, end, row: { kind: "text", text: text.slice(offset, end) }, chain: cut, values: [] };
}

const OWNERS: Readonly<Record<string, string>> = {
  RESOURCE_LABEL: "Resource label",
  METRIC_LABEL: "Metric label",
  USER_METADATA_LABEL: "User label",
  SYSTEM_METADATA_LABEL: "System label",
  GROUP: "Group",
};

/** What a variable stands for in a filter. */
export function variableWords(name: string, variables: readonly TemplateVariable[]): string {
  const declared = variables.find((variable) => variable.name === name);
  if (!declared) return "The dashboard does not declare this variable.";
  const owner = OWNERS[declared.filterType ?? ""] ?? "Label";
  return declared.labelKey ? `${owner} ${declared.labelKey}` : owner;
}

function conditionOf(node: Comparison, text: string): Pick<PlacedRow, "row" | "values"> | undefined {
  const { object, operator, value } = node;
  const plain = operator && PLAIN[operator.text];
  if (!object.name || !plain || !value) return undefined;
  const label = text.slice(object.offset, object.end);
  if (value.kind !== "call") {
    const values = [value];
    return {
      row: { kind: "condition", label, operator: plain, values: values.map(valueOf(text)), isList: false },
      values,
    };
  }
  if (plain !== "is" && plain !== "is-not") return undefined;
  const called = callOf(value);
  if (!called) return undefined;
  const name = (plain === "is" ? called.operator : `not-${called.operator}`) as RowOperator;
  return {
    row: {
      kind: "condition",
      label,
      operator: name,
      values: called.values.map(valueOf(text)),
      isList: called.operator === "one-of",
    },
    values: called.values,
  };
}

function callOf(
  call: Call,
): { readonly operator: RowOperator; readonly values: readonly ValueNode[] } | undefined {
  const { name, args, closed } = call;
  const info = functionNamed(name.text);
  const operator = Object.hasOwn(CALLS, name.text) ? CALLS[name.text] : undefined;
  if (!operator || !info || !closed || args.length < 1 || args.length > info.most) return undefined;
  if (args.some((arg) => arg.kind === "call")) return undefined;
  if (operator === "one-of") return { operator, values: args };
  const [first, second] = args;
  if (!second) return { operator, values: [first!] };
  if (second.kind !== "bare" || second.type !== "boolean") return undefined;
  return { operator: second.text === "true" ? "contains-any-case" : operator, values: [first!] };
}

/** Whether all alternatives ask for values of one label. */
function isPlainList({ terms }: OrNode): boolean {
  const first = terms[0];
  if (first?.kind !== "comparison" || !first.object.name || first.object.name.endsWith(".type")) return false;
  return terms.every(
    (term) =>
      term.kind === "comparison" &&
      term.object.name === first.object.name &&
      term.object.key?.text === first.object.key?.text &&
      term.operator?.text === "=" &&
      term.value !== undefined &&
      term.value.kind !== "call",
  );
}

function listOf(node: OrNode, text: string): Pick<PlacedRow, "row" | "values" | "alternatives"> | undefined {
  if (!isPlainList(node)) return undefined;
  const alternatives = node.terms as readonly Comparison[];
  const values = alternatives.map(({ value }) => value!);
  const { object } = alternatives[0]!;
  const label = text.slice(object.offset, object.end);
  return {
    row: {
      kind: "condition",
      label,
      operator: "one-of",
      values: values.map(valueOf(text)),
      isList: true,
    },
    values,
    alternatives,
  };
}

function selectorOf({ call }: CallTerm, text: string): Pick<PlacedRow, "row" | "values"> | undefined {
  const info = selectorNamed(call.name.text);
  if (!info || !call.closed || call.args.some((arg) => arg.kind === "call")) return undefined;
  const values = call.args;
  const { name, description } = info;
  return { row: { kind: "selector", name, description, values: values.map(valueOf(text)) }, values };
}

const valueOf =
  (text: string) =>
  (value: ValueNode): RowValue => {
    if (value.kind === "string") return { text: value.text, written: "string" };
    const written = value.kind === "bare" ? "bare" : "other";
    return { text: text.slice(value.offset, value.end), written };
  };
