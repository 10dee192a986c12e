/** Tolerant access to values of unknown shape: a wrong type reads like a missing member. */

import { isObject, type Members } from "../shape";

export { isObject, type Members };

const NONE: Members = Object.freeze({});

export function membersOf(value: unknown): Members {
  return isObject(value) ? value : NONE;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A finite integer, written as a number or as decimal text (int64 is text in canonical JSON); else undefined. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}

/** Shortens to at most `limit` UTF-16 units, ellipsis included, without cutting a surrogate pair in two. */
export function truncateText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = limit - 1;
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end--;
  return `${text.slice(0, end)}…`;
}

/** One line: runs of white space become single spaces. Looks at no more of a long text than it keeps. */
export function singleLine(text: string, limit: number): string {
  return truncateText(
    text
      .slice(0, limit * 4)
      .replace(/\s+/g, " ")
      .trim(),
    limit,
  );
}
