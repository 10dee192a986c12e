import type { ContainerNode, Node } from "../document/node";

/**
 * What stands between two entries of a container (or between a bracket and an entry), cut into the parts that
 * belong together, in this order:
 *
 * - the trail of the entry before: comments up to the comma, and those behind it on the same line;
 * - the separator: white space, and comments that a blank line sets apart from the entry after;
 * - the lead of the entry after: comments right above or beside it.
 *
 * All numbers are offsets in the text.
 */
export interface Gap {
  readonly from: number;
  readonly to: number;
  /** Offset of the comma, or -1. */
  readonly comma: number;
  /** End of the comments before the comma. */
  readonly trailEnd: number;
  /** Whether the trail before the comma ends with a line comment. */
  readonly trailIsLine: boolean;
  /** End of the comments that share the line of the comma, or of the opening bracket. */
  readonly afterTrail: number;
  readonly afterTrailIsLine: boolean;
  /** End of the comments that belong to no entry; `afterTrail` when there are none. */
  readonly floatEnd: number;
  readonly floatIsLine: boolean;
  /** Start of the comments right above the following entry, or of the entry. */
  readonly leadStart: number;
}

interface Token {
  readonly kind: "newline" | "block" | "line" | "comma";
  readonly from: number;
  readonly to: number;
}

/** Start of each entry: the key of a member, the value of an element. */
export function entryStart(node: ContainerNode, index: number): number {
  return node.kind === "array" ? node.items[index]!.offset : node.properties[index]!.keyOffset;
}

/** The value of an entry; undefined for a key without one. */
export function entryValue(node: ContainerNode, index: number): Node | undefined {
  return node.kind === "array" ? node.items[index] : node.properties[index]!.value;
}

/** End of each entry's value, or -1. */
export function entryEnd(node: ContainerNode, index: number): number {
  const value = entryValue(node, index);
  return value ? value.offset + value.length : -1;
}

export function entryCount(node: ContainerNode): number {
  return node.kind === "array" ? node.items.length : node.properties.length;
}

/**
 * The gaps of a container: before each entry and before the closing bracket. Undefined when the container is not
 * whole: a bracket, a comma, a colon or a value is missing, or something that is none of these stands between.
 */
export function gapsOf(text: string, node: ContainerNode): Gap[] | undefined {
  const close = node.offset + node.length - 1;
  if (close <= node.offset || text[close] !== (node.kind === "array" ? "]" : "}")) return undefined;
  const count = entryCount(node);
  const gaps: Gap[] = [];
  let from = node.offset + 1;
  for (let i = 0; i <= count; i++) {
    const to = i < count ? entryStart(node, i) : close;
    const tokens = to < from ? undefined : scan(text, from, to);
    const commas = tokens?.filter(({ kind }) => kind === "comma").length;
    if (!tokens || commas !== (i > 0 && i < count ? 1 : 0)) {
      const trailingComma = commas === 1 && i === count && i > 0;
      if (!tokens || !trailingComma) return undefined;
    }
    gaps.push(cut(tokens, from, to, i === count, i === 0));
    if (i === count) break;
    if (node.kind === "object" && !memberIsWhole(text, node, i)) return undefined;
    from = entryEnd(node, i);
  }
  return gaps;
}

function memberIsWhole(text: string, node: ContainerNode & { kind: "object" }, index: number): boolean {
  const { keyOffset, keyLength, colonOffset, value } = node.properties[index]!;
  if (!value || colonOffset < 0 || text[keyOffset] !== '"') return false;
  return [scan(text, keyOffset + keyLength, colonOffset), scan(text, colonOffset + 1, value.offset)].every(
    (tokens) => tokens?.every(({ kind }) => kind !== "comma"),
  );
}

function cut(tokens: readonly Token[], from: number, to: number, last: boolean, first: boolean): Gap {
  const comma = tokens.find(({ kind }) => kind === "comma");
  const at = comma ? tokens.indexOf(comma) : -1;
  let trail = lastComment(tokens.slice(0, Math.max(at, 0)));
  const after = sameLine(tokens.slice(at + 1), last, first && last);
  const rest = tokens.slice(after ? tokens.indexOf(after) + 1 : at + 1);
  // Without a comma the trail of the last entry has one part; a comma that is added goes before or after it.
  const whole = !comma && !first;
  if (whole) trail = after;
  const trailEnd = trail?.to ?? from;
  const afterTrail = whole ? trailEnd : (after?.to ?? comma?.to ?? from);
  const leadStart = last ? to : startOfLead(rest, to);
  const float = lastComment(rest.filter(({ to: end }) => end <= leadStart));
  return {
    from,
    to,
    comma: comma?.from ?? -1,
    trailEnd,
    trailIsLine: trail?.kind === "line",
    afterTrail,
    afterTrailIsLine: !whole && after?.kind === "line",
    floatEnd: float?.to ?? afterTrail,
    floatIsLine: float?.kind === "line",
    leadStart,
  };
}

/**
 * The last of the comments before the first line break. When an entry follows on the same line they are its own;
 * in an empty container all comments are taken.
 */
function sameLine(tokens: readonly Token[], last: boolean, empty: boolean): Token | undefined {
  if (empty) return lastComment(tokens);
  const end = tokens.findIndex(({ kind }) => kind === "newline");
  if (end < 0 && !last) return undefined;
  return lastComment(tokens.slice(0, end < 0 ? tokens.length : end));
}

/** Comments belong to the entry below or beside them unless a blank line stands between. */
function startOfLead(tokens: readonly Token[], to: number): number {
  let start = to;
  let breaks = 0;
  for (const token of [...tokens].reverse()) {
    if (token.kind === "newline") breaks++;
    else if (breaks > 1) break;
    else {
      start = token.from;
      breaks = 0;
    }
  }
  return start;
}

function lastComment(tokens: readonly Token[]): Token | undefined {
  return tokens.filter(({ kind }) => kind === "block" || kind === "line").at(-1);
}

/** Line breaks, comments and commas of a stretch of text; undefined when there is anything else but space. */
function scan(text: string, from: number, to: number): Token[] | undefined {
  const tokens: Token[] = [];
  for (let at = from; at < to; ) {
    const c = text[at]!;
    let end = at + 1;
    if (c === "\n" || c === "\r") {
      if (c === "\r" && text[end] === "\n") end++;
      tokens.push({ kind: "newline", from: at, to: end });
    } else if (c === ",") tokens.push({ kind: "comma", from: at, to: end });
    else if (c === "/" && text[end] === "/") {
      while (end < to && text[end] !== "\n" && text[end] !== "\r") end++;
      tokens.push({ kind: "line", from: at, to: end });
    } else if (c === "/" && text[end] === "*") {
      const close = text.indexOf("*/", end + 1);
      if (close < 0 || close + 2 > to) return undefined;
      end = close + 2;
      tokens.push({ kind: "block", from: at, to: end });
    } else if (c !== " " && c !== "\t") return undefined;
    at = end;
  }
  return tokens;
}
