import { nodeAtPath } from "../document/node";
import type { JsonDocument, Replacement } from "../document/reader";
import type { Change } from "./change";

/**
 * Changes as replacements of single tokens, for a text that is not JSON: values that are no list and no object, and keys.
 * Undefined where a change takes more than that.
 */
export function tokenEdits({ root }: JsonDocument, changes: readonly Change[]): Replacement[] | undefined {
  const edits: Replacement[] = [];
  for (const change of changes) {
    const node = "path" in change ? nodeAtPath(root, change.path) : undefined;
    if (!node) return undefined;
    if (change.op === "rename" && node.property) {
      const { keyOffset: offset, keyLength: length } = node.property;
      edits.push({ offset, length, text: JSON.stringify(change.key) });
    } else if (change.op === "set") {
      const { value } = change;
      const isScalar = node.kind !== "object" && node.kind !== "array";
      if (!isScalar || (typeof value === "object" && value !== null)) return undefined;
      if (node.value === value) continue;
      edits.push({ offset: node.offset, length: node.length, text: JSON.stringify(value) });
    } else return undefined;
  }
  return edits.sort((a, b) => a.offset - b.offset);
}
