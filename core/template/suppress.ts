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

/** Findings inside a string. */
const INSIDE_A_STRING = /^(?:filter|promql|mql|sql|logging-query|markdown)-/;

/**
 * Whether a finding is about one value, whatever is around it. In a text whose directives decide which parts there are,
 * nothing else is certain.
 */
export function isAboutOneValue({ code }: Finding): boolean {
  if (ABOUT_VARIABLES.has(code)) return false;
  return code === "unknown-enum-value" || INSIDE_A_STRING.test(code);
}

/** What stands around the holes of a text. */
interface Surroundings {
  /** Strings with a hole in them, in order; `bare` if one stands outside of the quotes that a query has for its own strings. */
  readonly strings: readonly { readonly from: number; readonly to: number; readonly bare: boolean }[];
  /** Offsets of the objects and lists that contain a hole which is no string, and of their keys. */
  readonly silent: ReadonlySet<number>;
  /** The declared variables are not all known. */
  readonly anyVariable: boolean;
  /** The number of columns is not known. */
  readonly anyColumns: boolean;
}

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
  return independentOf(holes, findings, surroundingsIn(text, root, holes));
}

/**
 * `withoutHoleFindings` for a text that has not been read. All holes are in strings, and there are no comments and no syntax errors.
 *
 * @param filters the value of `dashboardFilters`
 */
export function withoutHoleFindingsIn(
  text: string,
  findings: readonly Finding[],
  holes: readonly Hole[],
  filters: Span | undefined,
): readonly Finding[] {
  if (holes.length === 0 || findings.length === 0) return findings;
  return independentOf(holes, findings, {
    strings: stringsAround(text, holes),
    silent: new Set(),
    anyVariable: hasUnknown(holes, filters),
    anyColumns: false,
  });
}

function independentOf(
  holes: readonly Hole[],
  findings: readonly Finding[],
  { strings, silent, anyVariable, anyColumns }: Surroundings,
): readonly Finding[] {
  const unknown = holes.some(({ kind }) => kind !== "escape");
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

function surroundingsIn(text: string, root: Node | undefined, holes: readonly Hole[]): Surroundings {
  const silent = new Set<number>();
  const strings: { from: number; to: number; bare: boolean }[] = [];
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
  const filters = childAt(root, "dashboardFilters") ?? childAt(root, "dashboard_filters");
  return {
    strings,
    silent,
    anyVariable: hasUnknown(holes, filters),
    anyColumns: ["mosaicLayout", "mosaic_layout"].some((name) => isSilent(root, name, silent)),
  };
}

/** The strings around holes, found by the quotes nearest to each hole. Keys are left out. */
function stringsAround(text: string, holes: readonly Hole[]): Surroundings["strings"] {
  const strings: { from: number; to: number; bare: boolean }[] = [];
  for (const hole of holes) {
    if (hole.kind === "escape") continue;
    let last = strings.at(-1);
    if (!last || hole.offset >= last.to) {
      const from = openingQuote(text, hole.offset);
      const to = endOfString(text, hole.offset + hole.length);
      if (isKey(text, to)) continue;
      strings.push((last = { from, to, bare: false }));
    }
    last.bare ||= isBare(text, last.from, hole);
  }
  return strings;
}

/** Whether a colon follows the end of a string. */
function isKey(text: string, end: number): boolean {
  const colon = /[ \t\r\n]*:/y;
  colon.lastIndex = end;
  return colon.test(text);
}

/** Offset of the last quote before an offset in a string that no backslash escapes. */
function openingQuote(text: string, offset: number): number {
  for (let at = text.lastIndexOf('"', offset - 1); at > 0; at = text.lastIndexOf('"', at - 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at;
  }
  return 0;
}

/** Offset after the quote that ends the string around an offset. */
function endOfString(text: string, offset: number): number {
  for (let at = offset; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

/** Whether a part of the dashboard has a hole. */
function hasUnknown(holes: readonly Hole[], node: Span | undefined): boolean {
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
