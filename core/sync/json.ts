/** Plain JSON values as deploying handles them. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** The member of an object, own members only; undefined for anything that is not an object. */
export function get(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a member also when it is called `__proto__`. */
export function put(object: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}

/** A text that is equal for equal values; the order of members counts, which normal forms have sorted. */
export function keyOf(value: Json | undefined): string {
  return JSON.stringify(value) ?? "";
}
