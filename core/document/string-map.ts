import type { StringNode } from "./node";

/**
 * The two-way map between a decoded JSON string and its source characters.
 *
 * "Decoded" offsets count UTF-16 code units of the decoded text; "source" offsets count those of the file. Inside
 * an escape sequence every source offset belongs to the decoded character that the escape stands for.
 */
export class StringMap {
  /** Source offset of each decoded code unit, plus one entry for the end; undefined when nothing is escaped. */
  private readonly table: Uint32Array | undefined;
  private readonly start: number;
  readonly length: number;

  constructor(text: string, node: StringNode) {
    this.start = node.offset + 1;
    this.length = node.value.length;
    if (node.runs) {
      this.table = offsetsOf(node.runs, this.length);
      return;
    }
    const raw = text.slice(this.start, this.start + rawLength(text, node));
    if (raw.includes("\\")) this.table = sourceOffsets(raw, this.start, this.length);
  }

  /** Source offset of the decoded offset `decoded` (0 … length). */
  toSource(decoded: number): number {
    const at = Math.min(Math.max(decoded, 0), this.length);
    return this.table ? this.table[at]! : this.start + at;
  }

  /** Decoded offset that the source offset falls on; offsets inside an escape give the escaped character. */
  toDecoded(source: number): number {
    if (!this.table) return Math.min(Math.max(source - this.start, 0), this.length);
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.table[middle]! <= source) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** The source offset of each decoded code unit, and of the end. */
function offsetsOf(runs: readonly number[], length: number): Uint32Array {
  const table = new Uint32Array(length + 1);
  for (let i = 0; i < runs.length; i += 2) {
    const [decoded, source] = [runs[i]!, runs[i + 1]!];
    const end = runs[i + 2] ?? length + 1;
    for (let at = decoded; at < end; at++) table[at] = source + at - decoded;
  }
  return table;
}

/** Length of what stands between the quotes; the closing one may be missing. */
function rawLength(text: string, node: StringNode): number {
  const last = node.offset + node.length - 1;
  return closed(text, node) ? last - node.offset - 1 : node.length - 1;
}

function closed(text: string, node: StringNode): boolean {
  const last = node.offset + node.length - 1;
  if (node.length < 2 || text[last] !== '"') return false;
  let slashes = 0;
  while (text[last - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 0;
}

/** Escapes that stand for nothing are dropped by the reader, so they take no decoded place here either. */
const SIMPLE_ESCAPES = '"\\/bfnrt';

function sourceOffsets(raw: string, start: number, length: number): Uint32Array {
  const table = new Uint32Array(length + 1);
  let decoded = 0;
  let source = 0;
  while (source < raw.length && decoded < length) {
    table[decoded] = start + source;
    if (raw[source] !== "\\") {
      source += 1;
      decoded += 1;
    } else if (raw[source + 1] === "u") {
      const digits = /^[0-9a-fA-F]{4}/.test(raw.slice(source + 2, source + 6));
      source += digits ? 6 : 2;
      if (digits) decoded += 1;
    } else {
      if (SIMPLE_ESCAPES.includes(raw[source + 1] ?? " ")) decoded += 1;
      source += 2;
    }
  }
  while (decoded < length) table[decoded++] = start + Math.min(source, raw.length);
  table[length] = start + Math.min(source, raw.length);
  return table;
}

/** Escapes decoded text for use between the quotes of a JSON string; leaves everything printable as it is. */
export function escapeForJson(decoded: string): string {
  return JSON.stringify(decoded).slice(1, -1);
}
