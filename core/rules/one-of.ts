import type { ObjectNode, Property } from "../document/node";
import type { MessageType, Oneof } from "../schema/messages";

/** Properties of the group that are set, in source order; a name that is written more than once counts once. */
export function setMembersOf(node: ObjectNode, type: MessageType, group: Oneof): Property[] {
  const found: Property[] = [];
  for (const property of node.properties) {
    const name = type.field(property.key)?.name;
    if (!name || !property.value || property.value.kind === "null" || !group.members.includes(name)) continue;
    const earlier = found.findIndex(({ key }) => type.field(key)!.name === name);
    if (earlier < 0) found.push(property);
    else found[earlier] = property;
  }
  return found;
}

/**
 * Whether some member may be meant as one of the group, so that its own finding says enough: one whose value is still being
 * typed, or one that is unknown and has a value of the right kind.
 */
export function hasLikelyMember(node: ObjectNode, type: MessageType, group: Oneof): boolean {
  const kinds = new Set(
    group.members.map((name) => (type.field(name)?.kind === "message" ? "object" : "string")),
  );
  return node.properties.some(({ key, value }) => {
    const field = type.field(key);
    if (field) return !value && group.members.includes(field.name);
    return !value || kinds.has(value.kind as "object");
  });
}
