import { type ObjectNode, pathOf, valueOf } from "../../../document/node";
import type { Change } from "../../../edit/edit";

/**
 * The change that sets members of an object. Those that it has are set one by one; a new one goes behind the member that
 * it follows in `order`, or else before the first of those that follow it there, or else to the start.
 */
export function setMembers(
  object: ObjectNode,
  members: Readonly<Record<string, unknown>>,
  order: readonly string[] = [],
): Change[] {
  const path = pathOf(object);
  const has = new Set(object.properties.map(({ key }) => key));
  const old = Object.entries(members).filter(([key]) => has.has(key));
  const fresh = Object.entries(members).filter(([key]) => !has.has(key));
  if (fresh.length === 0) return old.map(([key, value]) => ({ op: "set", path: [...path, key], value }));
  const entries = Object.entries({ ...(valueOf(object) as object), ...Object.fromEntries(old) });
  for (const entry of fresh) entries.splice(placeFor(entry[0], entries, order), 0, entry);
  return [{ op: "set", path, value: Object.fromEntries(entries) }];
}

function placeFor(key: string, entries: readonly [string, unknown][], order: readonly string[]): number {
  const before = order.slice(0, order.indexOf(key));
  const leader = entries.findLastIndex(([other]) => other === before.at(-1));
  if (leader >= 0) return leader + 1;
  const behind = order.slice(order.indexOf(key) + 1);
  return Math.max(
    0,
    entries.findIndex(([other]) => behind.includes(other)),
  );
}
