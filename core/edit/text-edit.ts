import type { TextEdit } from "./change";

/** Applies `edits` (sorted, disjoint, against `text`). `base` is the offset that the first character of `text` has. */
export function applyEdits(text: string, edits: readonly TextEdit[], base = 0): string {
  let out = "";
  let cursor = 0;
  for (const { offset, length, text: part } of edits) {
    out += text.slice(cursor, offset - base) + part;
    cursor = offset - base + length;
  }
  return out + text.slice(cursor);
}

/** The one edit that makes `after` of `before`, without what both begin and end with. It splits no line end and no surrogate pair. */
export function changedPart(before: string, after: string): TextEdit {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  if (splits(before, start) || splits(after, start)) start--;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  if (splits(before, before.length - end) || splits(after, after.length - end)) end--;
  return { offset: start, length: before.length - start - end, text: after.slice(start, after.length - end) };
}

/** Whether `at` lies inside of a line end or of a surrogate pair. */
function splits(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  if (text[at] === "\n") return text[at - 1] === "\r";
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
