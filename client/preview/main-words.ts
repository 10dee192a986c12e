import { childAt, childrenOf, type Node, nodeAt } from "../../core/document/node";
import { readDocument } from "../../core/document/reader";

/** What people change first of a tile, the best first. */
const MEMBERS = [
  "title",
  "filter",
  "prometheusQuery",
  "prometheus_query",
  "timeSeriesQueryLanguage",
  "time_series_query_language",
  "sql",
  "content",
];

/**
 * Where the cursor belongs in a tile: at the words of its title, else of its query or text, else at its beginning.
 *
 * @param offset beginning of the tile's value
 * @param length its length
 */
export function mainWords(text: string, offset: number, length: number): number {
  const { root } = readDocument(text);
  const inside = (node: Node) => node.offset >= offset && node.offset + node.length <= offset + length;
  let top = nodeAt(root, Math.min(offset + 1, offset + length));
  while (top?.parent && inside(top.parent)) top = top.parent;
  if (!top || !inside(top)) return offset;
  const nodes = [top];
  // Breadth first: the title of the tile comes before those of its parts.
  for (let i = 0; i < nodes.length; i++) nodes.push(...childrenOf(nodes[i]!));
  for (const name of MEMBERS) {
    for (const node of nodes) {
      const words = node.kind === "object" ? childAt(node, name) : undefined;
      if (words?.kind === "string") return words.offset + 1;
    }
  }
  return offset;
}
