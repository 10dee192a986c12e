import type { Node } from "../../document/node";
import { written, writtenKey } from "../written";

/** A member or an item in block style, as far as lines belong to it. */
export interface Entry {
  /** Its index among the entries of its container. */
  readonly index: number;
  /** Where the key, its anchor, `?` or the hyphen starts. */
  readonly start: number;
  /** Where its first line starts, comments right above it included; `start` behind the hyphen of an item around it. */
  readonly from: number;
  /** Where its last line ends, without the line end; comments that are indented more than the entry are its own. */
  readonly to: number;
  /** Where its value may start: behind the colon or the hyphen. */
  readonly separatorEnd: number;
}

/** The lines of a container in block style. */
export interface BlockLayout {
  readonly entries: readonly Entry[];
  readonly column: number;
  /** Whether the first entry stands behind a hyphen, on a line that is not its own. */
  readonly isCompact: boolean;
}

export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf("\n", offset - 1) + 1;
}

/** Where the line ends that an offset is on, without `\r\n` or `\n`. */
export function lineEnd(text: string, offset: number): number {
  const found = text.indexOf("\n", offset);
  if (found < 0) return text.length;
  return found > offset && text[found - 1] === "\r" ? found - 1 : found;
}

/** What ends a line in a text. */
export function eolOf(text: string): string {
  const first = text.indexOf("\n");
  return first > 0 && text[first - 1] === "\r" ? "\r\n" : "\n";
}

/** Works out which lines belong to which entry of a list or an object in block style. */
export function blockLayout(text: string, node: Node): BlockLayout {
  const column = written(node)!.column;
  const raw = rawEntries(node);
  const entries: Entry[] = [];
  let isCompact = false;
  for (const { index, start, end, separatorEnd } of raw) {
    const before = entries.at(-1);
    const line = lineStart(text, start);
    const ownLine = text.slice(line, start).trim() === "";
    if (!before) isCompact = !ownLine;
    const from = ownLine ? leadStart(text, line, before?.to ?? 0, column, !before) : start;
    entries.push({ index, start, from, to: end, separatorEnd });
    const next = raw[entries.length]?.start ?? text.length;
    entries[entries.length - 1] = { index, start, from, to: tailEnd(text, end, next, column), separatorEnd };
  }
  return { entries, column, isCompact };
}

interface RawEntry {
  readonly index: number;
  readonly start: number;
  readonly end: number;
  readonly separatorEnd: number;
}

function rawEntries(node: Node): RawEntry[] {
  if (node.kind === "array") {
    return node.items.map((item, index) => {
      const start = written(item)?.dash ?? item.offset;
      return { index, start, end: Math.max(item.offset + item.length, start + 1), separatorEnd: start + 1 };
    });
  }
  if (node.kind !== "object") return [];
  return node.properties.flatMap((property, index): RawEntry[] => {
    if (isMerged(node.properties[index]!)) return [];
    const { keyOffset, keyLength, colonOffset, value } = property;
    const keyEnd = Math.max(keyOffset + keyLength, colonOffset + 1);
    const start = writtenKey(property)?.start ?? keyOffset;
    return [
      {
        index,
        start,
        end: value ? Math.max(value.offset + value.length, keyEnd) : keyEnd,
        separatorEnd: keyEnd,
      },
    ];
  });
}

/** Whether a member comes from a merge key, so that it has no line of its own. */
export function isMerged(property: object): boolean {
  return writtenKey(property as never)?.shared === MERGED;
}

/** Why a member that comes from a merge key cannot be changed. */
export const MERGED = "it comes from a merge key";

/** Comments right above an entry belong to it, unless they are indented more, or start the file. */
function leadStart(text: string, line: number, limit: number, column: number, isFirst: boolean): number {
  let start = line;
  while (start > limit) {
    const above = lineStart(text, start - 1);
    if (above < limit) break;
    const comment = /^( *)#/.exec(text.slice(above, start));
    if (!comment || comment[1]!.length > column) break;
    // What a file starts with is about the file.
    if (isFirst && above === 0) return line;
    start = above;
  }
  return start;
}

function tailEnd(text: string, end: number, limit: number, column: number): number {
  let to = lineEnd(text, end);
  for (;;) {
    const next = text.indexOf("\n", to) + 1;
    if (next === 0 || next >= limit) return to;
    const stop = lineEnd(text, next);
    const comment = /^( *)#/.exec(text.slice(next, stop));
    if (!comment || comment[1]!.length <= column) return to;
    to = stop;
  }
}
