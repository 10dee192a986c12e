import { isObject } from "../shape";
import { dashboardType, type EnumType, type Field, type MessageType } from "./messages";

/**
 * The canonical spelling of a dashboard that is a plain JSON value already, as an answer of the service is: what
 * `canonicalize` makes of its text, without that text. The value itself stays as it is.
 *
 * Members that are undefined count as missing, and numbers that JSON cannot write as null, as in `JSON.stringify`.
 */
export function canonicalValue(value: unknown): unknown {
  return value === undefined ? undefined : message(value, dashboardType());
}

function message(value: unknown, type: MessageType): unknown {
  if (!isObject(value)) return plainCopy(value);
  const out: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (inner === undefined) continue;
    const field = type.field(key);
    if (!field) setMember(out, key, plainCopy(inner));
    else if (!isNull(inner)) out[field.name] = member(inner, field);
  }
  return out;
}

function member(value: unknown, field: Field): unknown {
  if (!field.repeated) return single(value, field);
  return Array.isArray(value) ? value.map((item) => single(item, field)) : plainCopy(value);
}

function single(value: unknown, field: Field): unknown {
  if (field.kind === "message") return message(value, field.message!);
  if (typeof value === "object" && value !== null) return plainCopy(value);
  const scalar = plainScalar(value);
  // A number that JSON writes with all digits of a 64-bit integer is read as those.
  const isLong = field.kind === "int64" && typeof scalar === "number" && /^-?\d+$/.test(String(scalar));
  return isLong ? String(scalar) : canonicalScalar(scalar, field);
}

/** A string, number, Boolean or null. */
export type Scalar = string | number | boolean | null;

/** The canonical spelling of a scalar of a field; whatever has no single one stays as it is. */
export function canonicalScalar(value: Scalar, field: Field): unknown {
  switch (field.kind) {
    case "enum":
      return enumName(value, field.enum!);
    case "int32":
      return typeof value === "string" ? (integerText(value) ?? value) : value;
    case "int64":
      return int64Text(value);
    case "double":
      return typeof value === "string" ? doubleText(value) : value;
    case "bool":
      return typeof value === "string" ? boolText(value) : value;
    default:
      return value;
  }
}

/** Numbers and numbers in quotes become names; a number without a known name stays as it is written. */
function enumName(value: Scalar, type: EnumType): unknown {
  const number = enumNumberOf(value);
  return (number === undefined ? undefined : type.nameOf(number)) ?? value;
}

/** The wire number that an enum value is written as, as a number or as a string; undefined when it is something else. */
export function enumNumberOf(value: Scalar): number | undefined {
  const number =
    typeof value === "number" ? value : typeof value === "string" ? integerText(value) : undefined;
  return Number.isInteger(number) && Math.abs(number!) < 2 ** 31 ? number : undefined;
}

/** `"12"`, `"12.0"` and `"1.2e1"` are integers to the service; white space and fractions are not. */
function integerText(text: string): number | undefined {
  if (!/^-?\d+(\.\d+)?([eE][-+]?\d+)?$/.test(text)) return undefined;
  const number = Number(text);
  return Number.isInteger(number) ? number : undefined;
}

/** A string, because a JSON number does not hold 64 bits. Digits that a number has already lost are not restored. */
function int64Text(value: Scalar): unknown {
  if (typeof value === "string" && /^-?\d+$/.test(value)) return value;
  const number =
    typeof value === "number" ? value : typeof value === "string" ? integerText(value) : undefined;
  return Number.isSafeInteger(number) ? String(number) : value;
}

function doubleText(text: string): number | string {
  if (!/^-?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$/.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function boolText(text: string): boolean | string {
  if (/^(true|t|yes|y|1)$/i.test(text)) return true;
  if (/^(false|f|no|n|0)$/i.test(text)) return false;
  return text;
}

/** Maximum nesting, to protect the call stack; no message is nested this deep. */
export const MAX_VALUE_DEPTH = 200;

function plainCopy(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) {
    return depth > MAX_VALUE_DEPTH ? [] : value.map((item) => plainCopy(item, depth + 1));
  }
  if (!isObject(value)) return plainScalar(value);
  const out: Record<string, unknown> = {};
  if (depth > MAX_VALUE_DEPTH) return out;
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) setMember(out, key, plainCopy(value[key], depth + 1));
  }
  return out;
}

/** JSON knows no negative zero, no infinite number and no undefined element of a list. */
function plainScalar(value: unknown): Scalar {
  if (typeof value === "number") return Number.isFinite(value) ? (value === 0 ? 0 : value) : null;
  return value === undefined ? null : (value as Scalar);
}

function isNull(value: unknown): boolean {
  return value === null || (typeof value === "number" && !Number.isFinite(value));
}

/** Sets a member, even `__proto__`. */
export function setMember(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  else object[key] = value;
}
