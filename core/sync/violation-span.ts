import type { Node, Span } from "../document/node";
import { childrenOf, keySpan } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import type { FieldViolation } from "./service";

/**
 * The range of a field violation in the author's text: the value it names, or the nearest existing parent. Without a
 * path, the member that its message starts with, otherwise the first character.
 */
export function spanOfViolation(document: JsonDocument, complaint: FieldViolation): Span {
  const { root } = document;
  if (!root) return { offset: 0, length: 0 };
  const canonical = canonicalize(document);
  if (complaint.pointer !== undefined) {
    const parts = complaint.pointer.split("/");
    for (let count = parts.length; count > 1; count--) {
      const node = canonical.nodeOf(parts.slice(0, count).join("/"));
      if (node) return handle(node, count === parts.length);
    }
    return handle(root, false);
  }
  const word = /^[A-Za-z_]\w*/.exec(complaint.message)?.[0];
  const named = word === undefined ? undefined : findMember(root, word);
  return named ?? handle(root, false);
}

/** Scalars as a whole; of containers only the key or the bracket, because their range would be too large. */
function handle(node: Node, exact: boolean): Span {
  if (exact && node.kind !== "object" && node.kind !== "array")
    return { offset: node.offset, length: node.length };
  return node.property ? keySpan(node.property) : { offset: node.offset, length: Math.min(node.length, 1) };
}

function findMember(node: Node, key: string): Span | undefined {
  if (node.property?.key === key) return keySpan(node.property);
  for (const inner of childrenOf(node)) {
    const found = findMember(inner, key);
    if (found) return found;
  }
  return undefined;
}
