import type { Hole } from "../document/holes";
import { childAt, everyNode, type Node, type Span } from "../document/node";
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

/** Findings about the name of a member, which hold whatever its value is. */
const ABOUT_A_KEY: ReadonlySet<string> = new Set(["unknown-member", "duplicate-key", "terraform-block"]);

/** Findings about the variables that the dashboard declares, of which not all may be known. */
const ABOUT_VARIABLES: ReadonlySet<string> = new Set(["undeclared-variable", "filter-unknown-variable"]);

/**
 * The findings that do not depend on the value of a hole. A hole inside the quotes of a query is an unknown string;
 * outside of them, it can be any part of the query, so only names are checked.
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
  const anyVariable = hasUnknown(
    holes,
    childAt(root, "dashboardFilters") ?? childAt(root, "dashboard_filters"),
  );
  const anyColumns = ["mosaicLayout", "mosaic_layout"].some((name) => isSilent(root, name, silent));
  const isUnknown = ({ offset, length, code }: Span & { readonly code?: string }) =>
    overlaps(holes, offset, offset + Math.max(length, 1)) ||
    (silent.has(offset) && !(code !== undefined && ABOUT_A_KEY.has(code)));
  return findings.filter((finding) => {
    const { code, offset, related } = finding;
    if (isUnknown(finding) || related?.some(isUnknown)) return false;
    if (anyVariable && ABOUT_VARIABLES.has(code)) return false;
    if (anyColumns && code === "tile-beyond-columns") return false;
    // A variable can be used in what is filled in.
    if (code === "unused-variable") return !unknown;
    const string = strings.find(({ from, to }) => from <= offset && offset < to);
    return !string?.bare || ABOUT_A_NAME.has(code);
  });
}

/** Whether a part of the dashboard has a hole. */
function hasUnknown(holes: readonly Hole[], node: Node | undefined): boolean {
  return node !== undefined && overlaps(holes, node.offset, node.offset + node.length);
}

/** Whether a member of the root holds something unknown that is no string. */
function isSilent(root: Node | undefined, name: string, silent: ReadonlySet<number>): boolean {
  const offset = childAt(root, name)?.property?.keyOffset;
  return offset !== undefined && silent.has(offset);
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
  // In a heredoc of Terraform nothing is escaped.
  const quotes = text[start] === "<" ? /"/g : /\\"/g;
  return (before.match(quotes)?.length ?? 0) % 2 === 0;
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
