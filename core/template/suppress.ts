import type { Hole } from "../document/holes";
import { everyNode, type Node } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { Finding } from "../finding";

/** Findings about a name in a query, which hold whatever stands in the holes beside it. */
const ABOUT_A_NAME: ReadonlySet<string> = new Set([
  "filter-unknown-metric",
  "filter-unknown-resource",
  "filter-retired-metric",
  "mql-unknown-metric",
  "mql-unknown-resource",
  "promql-unknown-metric",
]);

/**
 * The findings that do not depend on what a hole is filled with. A hole inside the quotes of a query is a value of unknown
 * text; one outside of them can be any part of the query, of which then only names are judged.
 */
export function withoutHoleFindings(
  findings: readonly Finding[],
  { text, root }: JsonDocument,
  holes: readonly Hole[],
): readonly Finding[] {
  if (holes.length === 0 || findings.length === 0) return findings;
  const silent = new Set<number>();
  const strings: { readonly from: number; readonly to: number; readonly bare: boolean }[] = [];
  const unknown = holes.some(({ kind }) => kind !== "escape");
  let next = 0;
  for (const node of everyNode(root)) {
    if (node.kind === "object" || node.kind === "array") continue;
    const to = node.offset + node.length;
    while (next < holes.length && holes[next]!.offset < node.offset) next++;
    const inside: Hole[] = [];
    for (let i = next; i < holes.length && holes[i]!.offset < to; i++) inside.push(holes[i]!);
    if (inside.length === 0) continue;
    if (node.kind !== "string") suppressAncestors(node, silent);
    else if (inside.some(({ kind }) => kind !== "escape")) {
      const bare = inside.some((hole) => isBare(text, node.offset, hole));
      strings.push({ from: node.offset, to, bare });
    }
  }
  return findings.filter(({ code, offset, length }) => {
    const end = offset + Math.max(length, 1);
    if (overlaps(holes, offset, end) || silent.has(offset)) return false;
    // A variable can be used in what is filled in.
    if (code === "unused-variable") return !unknown;
    const string = strings.find(({ from, to }) => from <= offset && offset < to);
    return !string?.bare || ABOUT_A_NAME.has(code);
  });
}

/** What is said of the objects around a member of unknown value, such as that it lacks it. */
function suppressAncestors(node: Node, silent: Set<number>): void {
  for (let at: Node | undefined = node.parent; at; at = at.parent)
    silent.add(at.property?.keyOffset ?? at.offset);
}

/** Whether a hole stands outside of the quotes that a query has for its own texts. */
function isBare(text: string, start: number, { kind, offset }: Hole): boolean {
  if (kind === "escape") return false;
  const before = text.slice(start + 1, offset);
  return (before.match(/\\"/g)?.length ?? 0) % 2 === 0;
}

function overlaps(holes: readonly Hole[], offset: number, end: number): boolean {
  let low = 0;
  let high = holes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holes[middle]!.offset + holes[middle]!.length <= offset) low = middle + 1;
    else high = middle;
  }
  return low < holes.length && holes[low]!.offset < end;
}
