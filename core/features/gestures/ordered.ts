import { type ObjectNode, pathOf, valueOf } from "../../document/node";
import type { Change } from "../../edit/edit";

/**
 * The change that sets members of an object: those that it has one by one, new ones before the first of `before` that
 * it has, else at the start.
 */
export function setMembers(
  object: ObjectNode,
  members: Readonly<Record<string, unknown>>,
  before: readonly string[],
): Change[] {
  const path = pathOf(object);
  const has = new Set(object.properties.map(({ key }) => key));
  const old = Object.entries(members).filter(([key]) => has.has(key));
  const fresh = Object.entries(members).filter(([key]) => !has.has(key));
  const sets = old.map(([key, value]): Change => ({ op: "set", path: [...path, key], value }));
  if (fresh.length === 0) return sets;
  const entries = Object.entries({ ...(valueOf(object) as object), ...Object.fromEntries(old) });
  const follower = object.properties.find(({ key }) => before.includes(key))?.key;
  const at = follower === undefined ? 0 : entries.findIndex(([key]) => key === follower);
  entries.splice(at, 0, ...fresh);
  return [{ op: "set", path, value: Object.fromEntries(entries) }];
}
