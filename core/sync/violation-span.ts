import type { Node, Span } from "../document/node";
import { childrenOf, keySpan } from "../document/node";
import type { JsonDocument } from "../document/reader";
import { canonicalize } from "../schema/canonical";
import type { FieldViolation } from "./service";

/**
 * The place in the author's text that a complaint of the service is about: the value it names, or the nearest thing
 * around it that is there. A complaint without a place is put on the member that its text begins with, else on the
 * first character.
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

/** Scalars whole; of containers the key, or the bracket where there is none, since half a file is no place. */
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
