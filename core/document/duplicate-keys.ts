import type { Finding } from "../finding";
import { truncate } from "./clip";
import { keySpan, type Property } from "./node";

/** A warning for every key that the object has already: what the service makes of the two is not known. */
export function duplicateKeys(properties: readonly Property[]): Finding[] {
  if (!mayRepeatKey(properties)) return [];
  const findings: Finding[] = [];
  const first = new Map<string, Property>();
  for (const property of properties) {
    const earlier = first.get(property.key);
    if (!earlier) {
      first.set(property.key, property);
      continue;
    }
    findings.push({
      code: "duplicate-key",
      severity: "warning",
      message: `"${truncate(property.key)}" is duplicated in this object. Only the last value is used. Remove one of them.`,
      ...keySpan(property),
      related: [{ ...keySpan(earlier), message: "First defined here." }],
    });
  }
  return findings;
}

/** Whether a key may be there twice. Most objects are small: comparing costs less there than a table. */
function mayRepeatKey(properties: readonly Property[]): boolean {
  if (properties.length > 16) return true;
  for (let i = 1; i < properties.length; i++) {
    const { key } = properties[i]!;
    for (let j = 0; j < i; j++) if (properties[j]!.key === key) return true;
  }
  return false;
}
