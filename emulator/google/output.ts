import type { OutputType } from "./field-mask";

/** `value` with enum names replaced by their numbers, as far as the numbers are known. */
export function enumsAsNumbers(value: unknown, type: OutputType): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const out: Record<string, unknown> = {};
  for (const [key, inner] of Object.entries(value)) {
    const field = type.field(key);
    const one = (item: unknown): unknown => {
      if (field?.message) return enumsAsNumbers(item, field.message);
      const number = field?.enum?.values.find((candidate) => candidate.name === item)?.number;
      return number ?? item;
    };
    out[key] = Array.isArray(inner) ? inner.map(one) : one(inner);
  }
  return out;
}
