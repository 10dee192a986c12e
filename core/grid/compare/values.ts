import { inertText } from "../../inert-text";
import type { Field } from "../../schema/messages";
import { equalityKey, type Json } from "../../sync/json";

/** Longer strings are cut to the part that differs, in UTF-16 units. */
const LONGEST = 60;
/** How much of the equal text is shown on each side of the part that differs. */
const CONTEXT = 14;

/** A value as a reader sees it: strings in quotes; numbers, enum values and durations without. */
export function shown(value: Json, field: Field | undefined, longest = LONGEST): string {
  if (typeof value !== "string") return inertText(equalityKey(value), longest);
  const isBare = field !== undefined && field.kind !== "string" && field.kind !== "map";
  return isBare ? inertText(value, longest) : `"${oneLine(value, longest)}"`;
}

/** `"a" → "b"`, long strings cut to the part that differs. */
export function shownPair(before: Json, after: Json, field: Field | undefined): string {
  const [a, b] = [shown(before, field), shown(after, field)];
  if (typeof before !== "string" || typeof after !== "string") return `${a} → ${b}`;
  if (Math.max(before.length, after.length) > LONGEST) {
    const [x, y] = differingParts(before, after);
    if (oneLine(x) !== oneLine(y)) return `"${oneLine(x)}" → "${oneLine(y)}"`;
    return "changed in white space or invisible characters";
  }
  return a === b ? `${a} changed in white space or invisible characters` : `${a} → ${b}`;
}

function oneLine(text: string, longest = LONGEST): string {
  return inertText(text.replace(/\s+/g, " ").trim(), longest);
}

/** The parts of two strings that differ, each with a little of what is equal around it. */
function differingParts(a: string, b: string): [string, string] {
  const shortest = Math.min(a.length, b.length);
  let start = 0;
  while (start < shortest && a[start] === b[start]) start++;
  let end = 0;
  while (end < shortest - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const from = Math.max(0, start - CONTEXT);
  return [part(a, from, a.length - end + CONTEXT), part(b, from, b.length - end + CONTEXT)];
}

function part(text: string, from: number, to: number): string {
  // Not half of a surrogate pair.
  const start = isLow(text, from) ? from - 1 : from;
  const end = isLow(text, to) ? to + 1 : to;
  return `${start > 0 ? "…" : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}

function isLow(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return at > 0 && code >= 0xdc00 && code <= 0xdfff;
}
