import type { ArrayNode, ContainerNode, Node, ObjectNode, Property, StringNode } from "../document/node";
import { childrenOf } from "../document/node";
import type { JsonDocument } from "../document/reader";

/** What an author is about to write, or is pointing at, at an offset. */
export type CursorContext =
  /** A key, written (`property`) or about to be. */
  | { readonly at: "key"; readonly object: ObjectNode; readonly property: Property | undefined }
  /** The value of a property, written or about to be. */
  | { readonly at: "value"; readonly property: Property; readonly value: Node | undefined }
  /** An element of a list, written or about to be. */
  | { readonly at: "item"; readonly list: ArrayNode; readonly item: Node | undefined }
  /** The top of the file. */
  | { readonly at: "root"; readonly value: Node | undefined };

/** Works out the place at `offset`, in a text that may be broken there and elsewhere. */
export function cursorContextAt({ text, root, form }: JsonDocument, offset: number): CursorContext {
  // In YAML an object starts with its first key.
  const first = form?.yaml ? 0 : 1;
  const container = root && innermost(root, text, offset, first);
  if (!container) return { at: "root", value: root && touches(root, offset) ? root : undefined };
  if (container.kind === "array") {
    return { at: "item", list: container, item: container.items.find((item) => touches(item, offset)) };
  }
  for (const property of container.properties) {
    if (offset >= property.keyOffset + first && offset < property.keyOffset + property.keyLength) {
      return { at: "key", object: container, property };
    }
    if (offset === property.keyOffset + property.keyLength && property.colonOffset < 0) {
      return { at: "key", object: container, property };
    }
    if (property.colonOffset >= 0 && offset > property.colonOffset) {
      const { value } = property;
      if (value ? offset <= value.offset + value.length : isBlank(text, property.colonOffset + 1, offset)) {
        return { at: "value", property, value };
      }
    }
  }
  return { at: "key", object: container, property: undefined };
}

/** The innermost object or list whose brackets enclose the offset; an unclosed one reaches to where its text ends. */
function innermost(root: Node, text: string, offset: number, first: number): ContainerNode | undefined {
  let found: ContainerNode | undefined;
  let node: Node | undefined = root;
  while (node && (node.kind === "object" || node.kind === "array")) {
    const end = node.offset + node.length;
    const closed = text[end - 1] === (node.kind === "object" ? "}" : "]") && node.length > 1;
    if (
      offset < node.offset + first ||
      (closed ? offset >= end : !isBlank(text, Math.min(end, offset), offset) && offset > end)
    )
      break;
    found = node;
    node = childrenOf(node).findLast(
      (inner) =>
        offset >= inner.offset + first && (offset <= inner.offset + inner.length || isOpen(inner, text)),
    );
  }
  return found;
}

function isOpen(node: Node, text: string): boolean {
  if (node.kind !== "object" && node.kind !== "array") return false;
  return text[node.offset + node.length - 1] !== (node.kind === "object" ? "}" : "]");
}

function touches(node: Node, offset: number): boolean {
  return offset >= node.offset && offset <= node.offset + node.length;
}

function isBlank(text: string, from: number, to: number): boolean {
  return text.slice(from, to).trim() === "";
}

/** Whether the offset lies between the quotes of a string. */
export function insideQuotes(text: string, node: StringNode, offset: number): boolean {
  const end = node.offset + node.length;
  const closed = node.length > 1 && text[end - 1] === '"';
  return offset > node.offset && (closed ? offset < end : offset <= end);
}
