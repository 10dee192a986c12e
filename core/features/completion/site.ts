import type { Dashboard } from "../../dashboard";
import type {
  ArrayNode,
  ContainerNode,
  Node,
  ObjectNode,
  Property,
  Span,
  StringNode,
} from "../../document/node";
import type { Field } from "../../schema/messages";
import { cursorContextAt, insideQuotes } from "../context";

/** Where the caret is, and which characters an item replaces there. The span always holds the caret. */
export type CompletionSite =
  | { readonly at: "root"; readonly span: Span }
  | {
      readonly at: "key";
      readonly object: ObjectNode;
      readonly property: Property | undefined;
      readonly span: Span;
    }
  | ValueSite;

export interface ValueSite {
  readonly at: "value";
  readonly owner: ObjectNode;
  readonly field: Field;
  /** The list that the value is an element of. */
  readonly list: ArrayNode | undefined;
  /** The scalar that is replaced. */
  readonly value: Node | undefined;
  readonly span: Span;
}

/** Works out the site at `offset`; undefined where nothing can be written. */
export function siteAt(dashboard: Dashboard, offset: number): CompletionSite | undefined {
  const { document, canonical, text } = dashboard;
  if (isInComment(dashboard, offset)) return undefined;
  const place = cursorContextAt(document, offset);
  switch (place.at) {
    case "root":
      return document.root ? undefined : { at: "root", span: wordAt(text, offset) };
    case "value": {
      const { property } = place;
      if (isContainer(place.value)) return behind(dashboard, property.parent, place.value, offset);
      return valueSite(dashboard, property.parent, property.key, undefined, place.value, offset);
    }
    case "item": {
      if (isContainer(place.item)) return behind(dashboard, place.list, place.item, offset);
      const field = canonical.fieldOf(place.list);
      const owner = place.list.property?.parent;
      if (!field?.repeated || !owner) return undefined;
      return valueSite(dashboard, owner, field.name, place.list, place.item, offset);
    }
    case "key":
      return keySite(dashboard, place.object, place.property, offset);
  }
}

function isInComment({ document: { problems }, text }: Dashboard, offset: number): boolean {
  return problems.some((problem) => {
    if (problem.code !== "comment") return false;
    const end = problem.offset + problem.length;
    // What is written right behind a line comment belongs to it.
    const isBlock = text[problem.offset + 1] === "*";
    return offset > problem.offset && (isBlock ? offset < end : offset <= end);
  });
}

function keySite(
  dashboard: Dashboard,
  object: ObjectNode,
  property: Property | undefined,
  offset: number,
): CompletionSite | undefined {
  const { text } = dashboard;
  if (property) return { at: "key", object, property, span: keyOf(property) };
  for (const other of object.properties) {
    const { keyOffset, keyLength, colonOffset, value } = other;
    if (colonOffset < 0) continue;
    const end = keyOffset + keyLength;
    if (offset === end) return { at: "key", object, property: other, span: keyOf(other) };
    // Between a key and its colon nothing can stand.
    if (offset > end && offset <= colonOffset) return undefined;
    // A word that is no JSON yet is a value that is being typed.
    if (!value && offset > colonOffset && /^\s*[\w#./-]*$/.test(text.slice(colonOffset + 1, offset))) {
      return valueSite(dashboard, object, other.key, undefined, undefined, offset);
    }
  }
  return { at: "key", object, property: undefined, span: wordAt(text, offset) };
}

const keyOf = ({ keyOffset, keyLength }: Property): Span => ({ offset: keyOffset, length: keyLength });

/** Right behind a closed object or list something else may follow. */
function behind(
  { canonical, text }: Dashboard,
  parent: ContainerNode,
  value: Node,
  offset: number,
): CompletionSite | undefined {
  if (offset !== value.offset + value.length) return undefined;
  const span = { offset, length: 0 };
  if (parent.kind === "object") return { at: "key", object: parent, property: undefined, span };
  const field = canonical.fieldOf(parent);
  const owner = parent.property?.parent;
  if (!field?.repeated || !owner || !/[}\]]/.test(text[offset - 1] ?? "")) return undefined;
  return { at: "value", owner, field, list: parent, value: undefined, span };
}

function valueSite(
  { canonical, text }: Dashboard,
  owner: ObjectNode,
  key: string,
  list: ArrayNode | undefined,
  value: Node | undefined,
  offset: number,
): CompletionSite | undefined {
  const field = canonical.messageOf(owner)?.field(key);
  if (!field || (value && offset < value.offset)) return undefined;
  const span = value ? tokenSpan(text, value, offset) : wordAt(text, offset);
  return { at: "value", owner, field, list, value, span };
}

/** The token of a scalar. A string that is not closed reaches to where its word ends. */
function tokenSpan(text: string, value: Node, offset: number): Span {
  if (value.kind !== "string" || !insideQuotes(text, value, offset)) return value;
  return isClosed(text, value, offset)
    ? value
    : { offset: value.offset, length: offset + wordLength(text, offset) - value.offset };
}

/** Whether a string ends with a quote of its own: in `"LI, "targetAxis"` the second quote begins the next key. */
function isClosed(text: string, { offset: start, length }: StringNode, offset: number): boolean {
  const end = start + length;
  if (length < 2 || text[end - 1] !== '"') return false;
  return !(/^[\w#./-]*\s*,\s*"$/.test(text.slice(offset, end)) && /\w/.test(text[end] ?? ""));
}

const WORD = /[\w#./-]/;

/** The bare word around the offset, with a quote that opens it. */
function wordAt(text: string, offset: number): Span {
  let start = offset;
  while (start > 0 && WORD.test(text[start - 1]!)) start--;
  if (text[start - 1] === '"') start--;
  return { offset: start, length: offset + wordLength(text, offset) - start };
}

function wordLength(text: string, offset: number): number {
  let end = offset;
  while (end < text.length && WORD.test(text[end]!)) end++;
  return end - offset;
}

function isContainer(node: Node | undefined): node is ContainerNode {
  return node?.kind === "object" || node?.kind === "array";
}
