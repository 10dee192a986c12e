import { childAt, childrenOf, type Node } from "../../document/node";

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

/** Where the cursor belongs in a tile: at the words of its title, else of its query or text, else at its beginning. */
export function mainWords(tile: Node): number {
  const nodes = [tile];
  // Breadth first: the title of the tile comes before those of its parts.
  for (let i = 0; i < nodes.length; i++) nodes.push(...childrenOf(nodes[i]!));
  for (const name of MEMBERS) {
    for (const node of nodes) {
      const words = node.kind === "object" ? childAt(node, name) : undefined;
      if (words?.kind === "string") return words.offset + 1;
    }
  }
  return tile.offset;
}
