import type { ContainerNode } from "../../document/node";
import { written, writtenKey } from "../written";

/** Where the entries of a list or an object in brackets stand, in order. */
export function flowEntries(node: ContainerNode): { from: number; to: number }[] {
  if (node.kind === "array") {
    return node.items.map((item) => ({
      from: written(item)?.start ?? item.offset,
      to: item.offset + item.length,
    }));
  }
  return node.properties.map((property) => {
    const { keyOffset, keyLength, colonOffset, value } = property;
    const end = Math.max(keyOffset + keyLength, colonOffset + 1);
    return {
      from: writtenKey(property)?.start ?? keyOffset,
      to: value ? Math.max(value.offset + value.length, end) : end,
    };
  });
}
