import type { Dashboard } from "../../../dashboard";
import { type Node, type ObjectNode, pathOf } from "../../../document/node";
import type { Change } from "../../../edit/edit";
import { nodeAtPointer, segmentsOf, stepInto, typeAt } from "../../../inspector/address";
import { dashboardType, type Field, type MessageType } from "../../../schema/messages";
import { isObject } from "../../../shape";
import { setMembers } from "./ordered";
import type { NamingStyle } from "./spelling";

/** Why a change cannot be made; becomes the reason for the user. */
export class FieldError extends Error {}

/** Sets a value, with the objects around it where they are missing. */
export function setAt(
  dashboard: Dashboard,
  pointer: string,
  value: unknown,
  spelling: NamingStyle,
): Change[] {
  const { field } = typeAt(pointer);
  const node = nodeAtPointer(dashboard.canonical, pointer);
  if (node) return [{ op: "set", path: pathOf(node), value: written(value, field, node, spelling) }];
  const segments = segmentsOf(pointer);
  let base: Node | undefined = dashboard.document.root;
  let type: MessageType | undefined = dashboardType();
  let depth = 0;
  for (; depth < segments.length - 1; depth++) {
    const next = stepInto(base, segments[depth]!);
    if (!next) break;
    type = next.kind === "object" ? dashboard.canonical.messageOf(next) : type;
    base = next;
  }
  if (base?.kind !== "object") throw new FieldError("The value around it is not an object.");
  const missing = segments.slice(depth);
  const inner = missing
    .slice(1)
    .reduceRight<unknown>(
      (inside, name) => (/^\d+$/.test(name) ? [inside] : { [spelling.name(name)]: inside }),
      written(value, field, undefined, spelling),
    );
  const key = type?.field(missing[0]!) ? spelling.key(base, missing[0]!) : missing[0]!;
  return addMember(base, key, inner, type, spelling);
}

/** Adds a member at the place that the order of the schema gives it. */
function addMember(
  object: ObjectNode,
  key: string,
  value: unknown,
  type: MessageType | undefined,
  spelling: NamingStyle,
): Change[] {
  const order = (type?.fields ?? []).map(({ name }) => spelling.key(object, name));
  // Behind the others where the schema says nothing, as in a map.
  if (!order.includes(key)) return [{ op: "set", path: [...pathOf(object), key], value }];
  // Behind the last one that is there and comes before it.
  const has = new Set(object.properties.map((property) => property.key));
  const present = order.filter((name) => name === key || has.has(name));
  return setMembers(object, { [key]: value }, present);
}

/** A value as the file would write it: naming style, and numbers in quotes or not, as before. */
export function written(
  value: unknown,
  field: Field | undefined,
  like: Node | undefined,
  spelling: NamingStyle,
): unknown {
  if (typeof value === "number" && like?.kind === "string" && field?.kind !== "string") return String(value);
  if (typeof value === "string" && field?.kind === "int64" && like?.kind === "number") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value;
  }
  return isObject(value) || Array.isArray(value) ? spelling.value(value, field?.message) : value;
}
