/** Plain JSON values. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [member: string]: Json;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}

/** Whether a value is nested deeper than `levels`, where recursion would overflow the stack. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}

/** The member of an object, own members only; undefined for anything that is not an object. */
export function getMember(value: Json | undefined, key: string): Json | undefined {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** Sets a member, even `__proto__`. */
export function setMember(object: Record<string, Json>, key: string, value: Json): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else object[key] = value;
}

/** A text that is equal for equal values; the order of members counts, which normal forms have sorted. */
export function equalityKey(value: Json | undefined): string {
  return JSON.stringify(value) ?? "";
}
