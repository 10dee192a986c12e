/** Checks of values whose shape is not known, such as JSON from a file or another process. */

/** The members of an object, of which nothing is known. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether a value has a shape. */
export type Check = (value: unknown) => boolean;

export const isString: Check = (value) => typeof value === "string";
export const isBoolean: Check = (value) => typeof value === "boolean";

/** A list whose entries all pass. */
export const everyEntry =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

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
