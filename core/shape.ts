/**
 * Run-time checks of values of unknown shape, such as JSON from a file or another process, and access to their members.
 */

/** The members of an object, of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has a shape. */
export type Check = (value: unknown) => boolean;

export function isString(value: unknown): value is string {
  return typeof value === "string";
}

/** Whether a value is a finite number. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** Whether a value is a list whose entries all pass. */
export function isListOf(value: unknown, check: Check): boolean {
  return Array.isArray(value) && value.every(check);
}

export const isBoolean: Check = (value) => typeof value === "boolean";

/** A list whose entries all pass. */
export const everyEntry =
  (check: Check): Check =>
  (value) =>
    isListOf(value, check);

/** A value that passes, or none. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** An object whose members pass; it may have others. */
export const objectWith =
  (members: Readonly<Record<string, Check>>): Check =>
  (value) =>
    isObject(value) && Object.entries(members).every(([member, check]) => check(value[member]));

const NONE: Members = Object.freeze({});

/** The members of an object; of anything else there are none. */
export function membersOf(value: unknown): Members {
  return isObject(value) ? value : NONE;
}

/** The entries of a list; of anything else there are none. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A string; the empty one for anything else. */
export function stringOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A finite integer, written as a number or as decimal text (int64 is text in canonical JSON); else undefined. */
export function integerOf(value: unknown): number | undefined {
  const number = typeof value === "string" && /^-?\d+$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined;
}
