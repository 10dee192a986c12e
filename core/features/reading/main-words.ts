import { childAt, childrenOf, type Node } from "../../document/node";

/** Members with a query, the best first. */
const QUERIES = [
  "filter",
  "prometheusQuery",
  "prometheus_query",
  "timeSeriesQueryLanguage",
  "time_series_query_language",
  "sql",
];
/** What people change first of a tile, the best first. */
const MEMBERS = ["title", ...QUERIES, "content"];

/** Where the cursor belongs in a tile: at the words of its title, else of its query or text, else at its beginning. */
export function mainWords(tile: Node): number {
  return wordsOf(tile, MEMBERS) ?? tile.offset;
}

/** Where the first query of a tile begins, or its text; undefined where it has neither. */
export function queryWords(tile: Node): number | undefined {
  return wordsOf(tile, [...QUERIES, "content"]);
}

/** Where the metric of the first query of a tile is written, or belongs; undefined without a query. `text` is the whole file. */
export function metricWords(tile: Node, text: string): number | undefined {
  const start = wordsOf(tile, QUERIES);
  if (start === undefined) return undefined;
  const line = text.slice(start, start + 4000);
  const type = /^(?:[^"\\]|\\.)*?\bmetric\.type\s*=\s*\\?["']/.exec(line);
  return start + (type?.[0].length ?? 0);
}

function wordsOf(tile: Node, members: readonly string[]): number | undefined {
  const nodes = [tile];
  // Breadth first: the title of the tile comes before those of its parts.
  for (let i = 0; i < nodes.length; i++) nodes.push(...childrenOf(nodes[i]!));
  for (const name of members) {
    for (const node of nodes) {
      const words = node.kind === "object" ? childAt(node, name) : undefined;
      if (words?.kind === "string") return words.offset + 1;
    }
  }
  return undefined;
}
