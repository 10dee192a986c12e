import { isPlainSafe } from "../scalars";
import { blockHeader, decodeBlock, decodeFlow } from "../strings";
import type { YamlStyle } from "../written";

/** How a scalar is written: what stands behind its key, and the lines of a block below it, each without a line end. */
export interface ScalarText {
  readonly head: string;
  readonly lines: readonly string[];
}

export interface ScalarPlace {
  readonly isInFlow: boolean;
  /** Columns in front of the lines of a block; undefined where a block cannot stand. */
  readonly blockIndent: number | undefined;
}

export type ScalarStyle = "plain" | "single" | "double";

// biome-ignore lint/suspicious/noControlCharactersInRegex: YAML has these in double quotes only
const NOT_PRINTABLE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ud800-\udfff]/;
const PAIRED = /[\ud800-\udbff][\udc00-\udfff]/g;

/** A new scalar in the style that the file prefers. */
export function scalarText(
  value: string | number | boolean | null,
  preferred: ScalarStyle,
  place: ScalarPlace,
): ScalarText {
  if (typeof value !== "string") return one(JSON.stringify(value));
  const hasLines = value.includes("\n");
  if (hasLines && place.blockIndent !== undefined && isBlockSafe(value))
    return literal(value, place.blockIndent);
  if (hasLines || !isPrintable(value) || value.includes("\t")) return one(doubleQuoted(value));
  if (preferred === "plain" && isPlainSafe(value, place.isInFlow)) return one(value);
  if (preferred === "double") return one(doubleQuoted(value));
  return one(singleQuoted(value));
}

/** A key: without quotes where it can be. */
export function keyText(key: string, preferred: ScalarStyle, isInFlow: boolean): string {
  const style =
    key.length > 0 && isPlainSafe(key, isInFlow) ? preferred : preferred === "plain" ? "single" : preferred;
  return scalarText(key, style, { isInFlow, blockIndent: undefined }).head;
}

function one(head: string): ScalarText {
  return { head, lines: [] };
}

function isPrintable(value: string): boolean {
  return !NOT_PRINTABLE.test(value.replace(PAIRED, ""));
}

export function singleQuoted(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}

export function doubleQuoted(value: string): string {
  return JSON.stringify(value).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Whether a block holds a string as it is: its first line tells the indentation, so it starts with no space. */
function isBlockSafe(value: string): boolean {
  const text = value.replace(/\n+$/, "");
  return (
    text !== "" &&
    isPrintable(value) &&
    !/^[ \t\n]/.test(value) &&
    !/[ \t]$/.test(text) &&
    !/\n[ \t]+(?:\n|$)/.test(value)
  );
}

function literal(value: string, indent: number): ScalarText {
  const text = value.replace(/\n+$/, "");
  const ends = value.length - text.length;
  const chomp = ends === 0 ? "-" : ends === 1 ? "" : "+";
  const pad = " ".repeat(indent);
  const lines = text.split("\n").map((line) => (line === "" ? "" : pad + line));
  for (let i = 1; i < ends; i++) lines.push("");
  return { head: `|${chomp}`, lines };
}

/** A string as it stands in a file. */
export interface WrittenString {
  readonly style: YamlStyle;
  /** All of its text, from the first character of the token to its last line. */
  readonly source: string;
  /** Decoded and source offsets in turn, those of `source`. */
  readonly runs: readonly number[];
  readonly value: string;
  /** For a block: where the line of its header ends, and how far its lines are indented. */
  readonly headerEnd: number;
  readonly indent: number;
}

/**
 * The source of a string after a change of its value, with its line breaks and its style kept: only what differs between the
 * two values is written. Undefined where that gives another string.
 */
export function spliceString(before: WrittenString, value: string, isInFlow: boolean): string | undefined {
  const { source, style } = before;
  if (value === "" || (style === "plain" && !source.includes("\n") && !isPlainSafe(value, isInFlow)))
    return undefined;
  const { start, oldEnd, newEnd } = difference(before.value, value);
  const from = sourceOf(before, start);
  const to = start === oldEnd ? from : sourceEnd(before, oldEnd);
  const text = written(value.slice(start, newEnd), before);
  if (text === undefined || to < from) return undefined;
  const after = source.slice(0, from) + text + source.slice(to);
  return isRead(before, after, value, isInFlow) ? after : undefined;
}

function difference(before: string, after: string): { start: number; oldEnd: number; newEnd: number } {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  // A pair of surrogates stays whole.
  if (start > 0 && /[\ud800-\udbff]/.test(before[start - 1]!)) start--;
  if (end > 0 && /[\udc00-\udfff]/.test(before[before.length - end]!)) end--;
  return { start, oldEnd: before.length - end, newEnd: after.length - end };
}

function sourceOf({ runs }: WrittenString, decoded: number): number {
  let at = 0;
  while (at + 2 < runs.length && runs[at + 2]! <= decoded) at += 2;
  return runs[at + 1]! + decoded - runs[at]!;
}

/** Behind the source of the character before a decoded offset. */
function sourceEnd(before: WrittenString, decoded: number): number {
  return decoded === before.value.length ? before.runs.at(-1)! : sourceOf(before, decoded);
}

function written(text: string, { style, indent }: WrittenString): string | undefined {
  if (style === "double") return doubleQuoted(text).slice(1, -1);
  if (!isPrintable(text)) return undefined;
  if (style === "single") return text.includes("\n") ? undefined : text.replaceAll("'", "''");
  if (style === "literal") return text.replace(/\n(?=[^\n])/g, `\n${" ".repeat(indent)}`);
  return text.includes("\n") ? undefined : text;
}

function isRead(before: WrittenString, after: string, value: string, isInFlow: boolean): boolean {
  if (before.style === "literal" || before.style === "folded") {
    const header = /^[|>][-+0-9]*/.exec(after)?.[0] ?? "|";
    const body = after.slice(before.headerEnd + (after[before.headerEnd] === "\r" ? 2 : 1));
    const read = decodeBlock(body, 0, blockHeader(header), before.indent - blockHeader(header).indent);
    return (
      read.value === value &&
      read.indent === before.indent &&
      after.length === before.headerEnd + (after[before.headerEnd] === "\r" ? 2 : 1) + read.end
    );
  }
  if (decodeFlow(after, 0).value !== value) return false;
  return (
    before.style !== "plain" ||
    (isPlainSafe(value.replace(/\s+/g, " "), isInFlow) &&
      !/[\r\n][ \t]*#|(?:^|[\r\n])(?:---|\.\.\.)/.test(after))
  );
}
