import type { SelectionRange } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { MAX_DEPTH, nodeAt, type Span } from "../../document/node";
import { rangeOf } from "../ranges";

/** What to select around an offset, from the inside out: text, value, member, contents, container, and so on. */
export function selectionRange(dashboard: Dashboard, offset: number): SelectionRange {
  const spans: Span[] = [{ offset, length: 0 }];
  const add = (start: number, end: number) => {
    const last = spans[spans.length - 1]!;
    if (start <= last.offset && end >= last.offset + last.length && end - start > last.length) {
      spans.push({ offset: start, length: end - start });
    }
  };
  for (let node = nodeAt(dashboard.document.root, offset); node; node = node.parent) {
    if (node.kind === "object") {
      for (const { keyOffset, keyLength, value, colonOffset } of node.properties) {
        if (offset < keyOffset || offset > keyOffset + keyLength) continue;
        add(keyOffset + 1, keyOffset + keyLength - 1);
        add(keyOffset, keyOffset + keyLength);
        add(
          keyOffset,
          value ? value.offset + value.length : Math.max(colonOffset + 1, keyOffset + keyLength),
        );
      }
    }
    if (node.kind === "string" || node.kind === "object" || node.kind === "array") {
      add(node.offset + 1, node.offset + node.length - 1);
    }
    add(node.offset, node.offset + node.length);
    if (node.property) add(node.property.keyOffset, node.offset + node.length);
  }
  add(0, dashboard.text.length);
  let range: SelectionRange | undefined;
  for (const span of spans.slice(0, MAX_DEPTH).reverse()) {
    range = { range: rangeOf(dashboard, span), parent: range };
  }
  return range!;
}
