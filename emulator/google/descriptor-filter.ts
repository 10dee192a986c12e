import { type Comparison, type Expression, literalOf, type ValueNode } from "../../core/languages/filter/ast";
import { parseFilter } from "../../core/languages/filter/parser";
import { invalidArgument } from "./rpc-error";

/** The fields of a descriptor that a filter can use. */
export interface Filterable {
  readonly type: string;
  readonly labels?: readonly { readonly key: string }[];
}

/**
 * Reads the filter of a listing of descriptors, such as `metric.type = starts_with("custom.googleapis.com/")` or
 * `resource.type = "gce_instance" AND resource.label:zone`. An empty one lets everything through.
 *
 * @param what whether metrics or monitored resources are listed
 * @throws RpcError 400 for what cannot be read, or is not about what is listed
 */
export function descriptorFilter(text: string, what: "metric" | "resource"): (one: Filterable) => boolean {
  if (text.trim() === "") return () => true;
  const tree = parseFilter(text);
  if (tree.problems.length > 0 || !tree.root) throw unreadable(text, tree.problems[0]?.offset ?? 0);
  return test(tree.root, what, text);
}

type Test = (one: Filterable) => boolean;

function test(node: Expression, what: "metric" | "resource", text: string): Test {
  switch (node.kind) {
    case "and":
    case "or": {
      const terms = node.terms.map((term) => test(term, what, text));
      return node.kind === "and"
        ? (one) => terms.every((term) => term(one))
        : (one) => terms.some((term) => term(one));
    }
    case "not": {
      const term = test(node.term, what, text);
      return (one) => !term(one);
    }
    case "group":
      return node.inner ? test(node.inner, what, text) : () => true;
    case "comparison":
      return comparison(node, what, text);
    default:
      throw unreadable(text, node.offset);
  }
}

function comparison(
  { object, operator, value }: Comparison,
  what: "metric" | "resource",
  text: string,
): Test {
  // Descriptors are listed for the project of the path, whichever project the filter names.
  if (object.name === "project") return () => true;
  const key = object.key?.text;
  if (operator?.text === ":" && object.name === `${what}.labels` && (key || value?.kind === "bare")) {
    const wanted = key ?? (value as { text: string }).text;
    return ({ labels = [] }) => labels.some((label) => label.key === wanted);
  }
  const matches = object.name === `${what}.type` ? matcher(value) : undefined;
  if (operator?.text === "=" && matches) return ({ type }) => matches(type);
  if (operator?.text === "!=" && matches) return ({ type }) => !matches(type);
  throw unreadable(text, object.offset);
}

function matcher(value: ValueNode | undefined): ((type: string) => boolean) | undefined {
  const literal = literalOf(value);
  if (literal !== undefined) return (type) => type === literal;
  if (value?.kind !== "call") return undefined;
  const args = value.args.map(literalOf);
  const [first] = args;
  if (first === undefined) return undefined;
  switch (value.name.text) {
    case "starts_with":
      return (type) => type.startsWith(first);
    case "ends_with":
      return (type) => type.endsWith(first);
    case "has_substring":
      return (type) => type.includes(first);
    case "one_of":
      return (type) => args.includes(type);
  }
  return undefined;
}

function unreadable(filter: string, offset: number): Error {
  return invalidArgument(
    `Field filter had an invalid value of "${filter}": The filter cannot be used here; see position ${offset + 1}.`,
  );
}
