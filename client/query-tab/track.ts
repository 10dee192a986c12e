import {
  childrenOf,
  type Node,
  nodeAtPath,
  type Path,
  pathOf,
  type StringNode,
} from "../../core/document/node";
import type { JsonDocument } from "../../core/document/reader";
import { queryTextOf } from "../../core/query/text";

/** A change of a text as VS Code tells it: a span of the text before it, and what stands there now. */
export interface Change {
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** What is known of a string whose text is followed. */
export interface TrackedQuery {
  /** Keys and indexes that led to it last. */
  readonly path: Path;
  /** What it said last; undefined when it has not been read yet. */
  readonly text: string | undefined;
  /** Where its opening quote should be; undefined when the text was not watched since. */
  readonly offset: number | undefined;
}

/** Moves an offset along with changes that all refer to the text before them. */
export function shiftTracked(offset: number, changes: readonly Change[]): number {
  let out = offset;
  for (const { rangeOffset, rangeLength, text } of changes) {
    if (rangeOffset + rangeLength <= offset) out += text.length - rangeLength;
    // What is replaced around the offset, as by a formatter, is looked for where it starts.
    else if (rangeOffset < offset) out += rangeOffset - offset;
  }
  return out;
}

/**
 * Finds the string again: at its offset, otherwise at its path if it has the same text, otherwise the only string with
 * its key and text. If the text was not tracked and the string no longer exists, uses the path. Undefined if none is
 * certain.
 */
export function findTracked(
  document: JsonDocument,
  { path, text: last, offset }: TrackedQuery,
): StringNode | undefined {
  const { root } = document;
  const key = path.at(-1);
  const isIt = (node: Node | undefined): node is StringNode =>
    node?.kind === "string" && (node.property ? node.property.key : node.index) === key;
  if (offset !== undefined) {
    const there = stringAt(root, offset);
    if (isIt(there)) return there;
  }
  const same = (node: Node | undefined): node is StringNode =>
    isIt(node) && (last === undefined || queryTextOf(document, node) === last);
  const atPath = nodeAtPath(root, path);
  if (same(atPath)) return atPath;
  const all = last === undefined ? [] : [...stringsIn(root)].filter(same);
  if (all.length === 0 && offset === undefined && isIt(atPath)) return atPath;
  return all.length === 1 ? all[0] : undefined;
}

function stringAt(root: Node | undefined, offset: number): StringNode | undefined {
  let node = root;
  while (node && node.kind !== "string") {
    node = childrenOf(node).find((inner) => offset >= inner.offset && offset < inner.offset + inner.length);
  }
  return node?.offset === offset && node.kind === "string" ? node : undefined;
}

function* stringsIn(node: Node | undefined): Generator<StringNode> {
  if (node?.kind === "string") yield node;
  else if (node) for (const inner of childrenOf(node)) yield* stringsIn(inner);
}

/** What is known after a string has been found. */
export function trackQuery(
  document: JsonDocument,
  node: StringNode,
): TrackedQuery & { readonly text: string; readonly offset: number } {
  return { path: pathOf(node), text: queryTextOf(document, node), offset: node.offset };
}

/**
 * The text of the tab as it belongs into the dashboard: line ends as they were before, and without the line end that
 * editors like to put behind the last line of a file.
 */
export function textToWrite(text: string, before: string): string {
  const lines = before.includes("\r\n") ? text : text.replaceAll("\r\n", "\n");
  return /\n$/.test(before) ? lines : lines.replace(/\r?\n$/, "");
}
