import type { Comparison, Expression, ValueNode } from "../../../core/languages/filter/ast";
import { parseFilter } from "../../../core/languages/filter/parser";
import { invalidArgument } from "../rpc-error";
import type { SeriesHead } from "./model";

/** A filter of series, read. */
export interface SeriesFilter {
  /** The one metric type that it names; undefined for a selector of service level objectives. */
  readonly metric: string | undefined;
  /** A selector that stands alone, such as `select_slo_health`, with its arguments. */
  readonly selector?: { readonly name: string; readonly objective: string };
  fits(series: SeriesHead): boolean;
}

/**
 * Reads the `filter` of a list of series.
 *
 * @throws RpcError 400 for what cannot be read and for a filter without exactly one metric type
 */
export function seriesFilter(text: string): SeriesFilter {
  const tree = parseFilter(text);
  const [problem] = tree.problems;
  if (problem || !tree.root) throw unreadable(text, problem?.offset ?? 0);
  const { root } = tree;
  const selector = selectorIn(root);
  if (selector) return { metric: undefined, selector, fits: () => true };
  const types = [...metricTypes(root)];
  if (types.length !== 1) {
    const what = types.length === 0 ? "must specify a restriction on" : "must select exactly one value of";
    throw refused(text, `The query ${what} "metric.type".`);
  }
  return { metric: types[0], fits: test(root, text) };
}

function* metricTypes(node: Expression): Generator<string> {
  if (node.kind === "and" || node.kind === "or") for (const term of node.terms) yield* metricTypes(term);
  else if (node.kind === "group" && node.inner) yield* metricTypes(node.inner);
  else if (node.kind === "comparison" && node.object.name === "metric.type" && node.value?.kind === "string")
    yield node.value.text;
}

function selectorIn(node: Expression): SeriesFilter["selector"] {
  if (node.kind === "and") return node.terms.map(selectorIn).find((selector) => selector !== undefined);
  if (node.kind !== "call-term") return undefined;
  const [first] = node.call.args;
  return { name: node.call.name.text, objective: first?.kind === "string" ? first.text : "" };
}

type Test = (series: SeriesHead) => boolean;

function test(node: Expression, text: string): Test {
  switch (node.kind) {
    case "and":
    case "or": {
      const terms = node.terms.map((term) => test(term, text));
      return node.kind === "and"
        ? (series) => terms.every((term) => term(series))
        : (series) => terms.some((term) => term(series));
    }
    case "not": {
      const term = test(node.term, text);
      return (series) => !term(series);
    }
    case "group":
      return node.inner ? test(node.inner, text) : () => true;
    case "comparison":
      return comparison(node, text);
    default:
      // Variables are filled in before a filter is sent.
      throw unreadable(text, node.offset);
  }
}

function comparison({ object, operator, value }: Comparison, text: string): Test {
  const key = object.key?.text ?? "";
  const read = readerOf(object.name, key);
  if (!read || !value) throw unreadable(text, object.offset);
  const matches = matcher(operator?.text ?? "=", value, text);
  return (series) => matches(read(series));
}

function readerOf(name: string | undefined, key: string): ((series: SeriesHead) => string) | undefined {
  switch (name) {
    case "project":
      return ({ resource }) => resource.labels["project_id"] ?? "";
    case "metric.type":
      return ({ metric }) => metric.type;
    case "resource.type":
      return ({ resource }) => resource.type;
    case "metric.labels":
      return ({ metric }) => metric.labels[key] ?? "";
    case "resource.labels":
      return ({ resource }) => resource.labels[key] ?? "";
    case "metadata.system_labels":
      return ({ metadata }) => metadata.systemLabels[key] ?? "";
    case "metadata.user_labels":
      return ({ metadata }) => metadata.userLabels[key] ?? "";
    // The emulator has no groups, so nothing is in one.
    case "group.id":
      return () => "";
  }
  return undefined;
}

function matcher(operator: string, value: ValueNode, text: string): (actual: string) => boolean {
  if (value.kind === "call") {
    const call = callMatcher(value.name.text, value.args.map(textOf), text);
    if (operator === "=") return call;
    if (operator === "!=") return (actual) => !call(actual);
    throw unreadable(text, value.offset);
  }
  const wanted = textOf(value);
  if (wanted === undefined) throw unreadable(text, value.offset);
  switch (operator) {
    case "=":
      return (actual) => actual === wanted;
    case "!=":
      return (actual) => actual !== wanted;
    case ":":
      return (actual) => actual.includes(wanted);
    case "=~":
    case "!=~": {
      const whole = fullMatch(wanted, text);
      return operator === "=~" ? whole : (actual) => !whole(actual);
    }
    default:
      return ordered(operator, wanted);
  }
}

function textOf(value: ValueNode): string | undefined {
  return value.kind === "string" || value.kind === "bare" ? value.text : undefined;
}

/** Comparisons by size: as numbers where both are some. */
function ordered(operator: string, wanted: string): (actual: string) => boolean {
  return (actual) => {
    const numbers = [Number(actual), Number(wanted)] as const;
    const asNumbers = actual !== "" && wanted !== "" && numbers.every(Number.isFinite);
    const difference = asNumbers ? numbers[0] - numbers[1] : actual < wanted ? -1 : actual > wanted ? 1 : 0;
    if (operator === "<") return difference < 0;
    if (operator === "<=") return difference <= 0;
    return operator === ">" ? difference > 0 : difference >= 0;
  };
}

function callMatcher(
  name: string,
  args: readonly (string | undefined)[],
  text: string,
): (actual: string) => boolean {
  const [first] = args;
  if (first === undefined) throw unreadable(text, 0);
  switch (name) {
    case "starts_with":
      return (actual) => actual.startsWith(first);
    case "ends_with":
      return (actual) => actual.endsWith(first);
    case "has_substring":
      return (actual) => actual.includes(first);
    case "one_of":
      return (actual) => args.includes(actual);
    case "monitoring.regex.full_match":
      return fullMatch(first, text);
  }
  throw refused(text, `Unknown function "${name}".`);
}

/** JavaScript's regular expressions can take long, unlike the service's. */
const LONGEST_PATTERN = 1000;

function fullMatch(pattern: string, text: string): (actual: string) => boolean {
  if (pattern.length > LONGEST_PATTERN) throw refused(text, "The regular expression is too long.");
  try {
    const whole = new RegExp(`^(?:${pattern})$`, "s");
    return (actual) => whole.test(actual);
  } catch {
    throw refused(text, `The regular expression "${pattern}" is invalid.`);
  }
}

function unreadable(filter: string, offset: number): Error {
  return refused(filter, `Could not parse filter "${filter}"; syntax error at position ${offset + 1}.`);
}

function refused(filter: string, why: string): Error {
  return invalidArgument(`Field filter had an invalid value of "${filter}": ${why}`);
}
