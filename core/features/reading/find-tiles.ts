import type { Dashboard } from "../../dashboard";
import { childrenOf, type Node } from "../../document/node";
import { arrange } from "../../grid/arrangement";

/**
 * Tiles that hold all words of a text in their titles, queries, metrics or content, whatever the case; in the order of the
 * file. A group is found by its own title only.
 */
export function findTiles({ canonical }: Dashboard, text: string): string[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return arrange(canonical.value).tiles.flatMap(({ id }) => {
    const node = canonical.nodeOf(id);
    const content = node ? stringsIn(node).join("\n").toLowerCase() : "";
    return words.every((word) => content.includes(word)) ? [id] : [];
  });
}

/** Every string of a widget; names of members are not searched. */
function stringsIn(node: Node): string[] {
  const out: string[] = [];
  const open: Node[] = [node];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === "string") out.push(next.value);
    else open.push(...childrenOf(next));
  }
  return out;
}
