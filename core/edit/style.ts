import { type ContainerNode, childrenOf, type Node, type NodeKind, type ObjectNode } from "../document/node";
import type { JsonDocument } from "../document/reader";
import type { EditOptions } from "./change";
import { entryCount, entryEnd, entryStart } from "./gaps";

const inlineSpace = /^[ \t]*$/;

/**
 * The indentation of one level and the line end that a text uses most; empty strings where it shows none.
 * A step counts where a line that ends with an opening bracket is followed by a deeper one.
 */
export function detectFormatting(text: string): { indent: string; eol: string } {
  const steps = new Map<string, number>();
  const ends = { "\n": 0, "\r\n": 0 };
  let outer: string | undefined;
  for (const match of text.matchAll(/([ \t]*)([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (match[3] === "\n" || match[3] === "\r\n") ends[match[3]]++;
    const [, space = "", line = ""] = match;
    if (!line) continue;
    if (outer !== undefined && space.startsWith(outer) && space.length > outer.length) {
      const step = space.slice(outer.length);
      steps.set(step, (steps.get(step) ?? 0) + 1);
    }
    outer = /[[{]\s*$/.test(line.slice(-40)) ? space : undefined;
  }
  const [indent = ""] = [...steps].sort((a, b) => b[1] - a[1])[0] ?? [];
  const eol = ends["\r\n"] > ends["\n"] ? "\r\n" : ends["\n"] > 0 ? "\n" : "";
  return { indent, eol };
}

/** The style of a document near the position of an edit. */
export class FormattingStyle {
  private detected: { indent: string; eol: string } | undefined;

  constructor(
    private readonly document: JsonDocument,
    private readonly options: EditOptions,
  ) {}

  get eol(): string {
    return this.whole.eol || this.options.eol || "\n";
  }

  /** One level of indentation, as the containers around `near` have it. */
  unit(near: Node | undefined): string {
    for (let node = near; node; node = node.parent) {
      if (!isContainer(node) || !isMultiline(this.text, node)) continue;
      const outer = this.indentAt(node.offset);
      const inner = this.indentAt(entryStart(node, 0));
      if (inner.startsWith(outer) && inner.length > outer.length) return inner.slice(outer.length);
    }
    if (this.whole.indent) return this.whole.indent;
    return this.options.insertSpaces === false ? "\t" : " ".repeat(this.options.tabSize ?? 2);
  }

  /** The white space at the start of the line that `offset` is on. */
  indentAt(offset: number): string {
    const { lines } = this.document;
    const start = lines.lineStart(lines.positionAt(offset).line);
    let end = start;
    while (this.text[end] === " " || this.text[end] === "\t") end++;
    return this.text.slice(start, end);
  }

  /** The line that `offset` is on, from 0. */
  lineOf(offset: number): number {
    return this.document.lines.positionAt(offset).line;
  }

  /** The colon with the space around it. */
  colon(near: Node | undefined): string {
    for (let node = near; node; node = node.parent) {
      const colon = node.kind === "object" ? this.ownColon(node) : undefined;
      if (colon) return colon;
    }
    return ": ";
  }

  /** What follows a comma on one line. */
  afterComma(near: Node | undefined): string {
    for (let node = near; node; node = node.parent) {
      if (!isContainer(node) || entryCount(node) < 2) continue;
      const between = this.text.slice(entryEnd(node, 0), entryStart(node, 1));
      const space = /^[ \t]*,([ \t]*)$/.exec(between);
      if (space) return space[1]!;
    }
    return /\s$/.test(this.colon(near)) ? " " : "";
  }

  /** What stands inside the brackets of a container on one line. */
  padding(kind: NodeKind, near: Node | undefined): string {
    for (let node = near; node; node = node.parent) {
      if (node.kind !== kind || !isContainer(node) || entryCount(node) === 0) continue;
      const space = this.text.slice(node.offset + 1, entryStart(node, 0));
      if (inlineSpace.test(space)) return space;
    }
    return "";
  }

  /** Whether to write an empty container at `node` over several lines, like its content, its siblings and its parent. */
  fillsLines(node: ContainerNode): boolean {
    const inside = this.text.slice(node.offset, node.offset + node.length);
    if (/[\r\n]/.test(inside)) return true;
    const { parent } = node;
    if (!parent) return true;
    const alike = adjacentEntry(parent, node, node.kind);
    return alike ? isMultiline(this.text, alike) : isMultiline(this.text, parent);
  }

  get text(): string {
    return this.document.text;
  }

  private get whole(): { indent: string; eol: string } {
    this.detected ??= detectFormatting(this.text);
    return this.detected;
  }

  private ownColon(node: ObjectNode): string | undefined {
    for (const { keyOffset, keyLength, colonOffset, value } of node.properties) {
      if (!value || colonOffset < 0) continue;
      const before = this.text.slice(keyOffset + keyLength, colonOffset);
      const after = this.text.slice(colonOffset + 1, value.offset);
      if (inlineSpace.test(before) && inlineSpace.test(after)) return `${before}:${after}`;
    }
    return undefined;
  }
}

export function isContainer(node: Node | undefined): node is ContainerNode {
  return node?.kind === "array" || node?.kind === "object";
}

/** Whether the first entry of a container stands on a line below its bracket. False for an empty one. */
export function isMultiline(text: string, node: ContainerNode): boolean {
  if (entryCount(node) === 0) return false;
  return /[\r\n]/.test(text.slice(node.offset + 1, entryStart(node, 0)));
}

/** The container of the given kind with entries that stands nearest to `place` among the values in `parent`. */
export function adjacentEntry(
  parent: ContainerNode,
  place: Node | number,
  kind: NodeKind,
): ContainerNode | undefined {
  const values = childrenOf(parent);
  const at = typeof place === "number" ? place : values.indexOf(place);
  let best: ContainerNode | undefined;
  let distance = Number.POSITIVE_INFINITY;
  values.forEach((value, i) => {
    const away = Math.abs(i - at) * 2 + (i > at ? 1 : 0);
    if (away === 0 && typeof place !== "number") return;
    if (value.kind !== kind || !isContainer(value) || entryCount(value) === 0 || away >= distance) return;
    best = value;
    distance = away;
  });
  return best;
}
