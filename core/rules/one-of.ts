import type { ObjectNode, Property } from "../document/node";
import type { MessageType, Oneof } from "../schema/messages";

/** Properties of the group that are set, in source order; a name that is written more than once counts once. */
export function membersSet(node: ObjectNode, type: MessageType, group: Oneof): Property[] {
  const byName = new Map<string, Property>();
  for (const property of node.properties) {
    const name = type.field(property.key)?.name;
    if (name && property.value && property.value.kind !== "null" && group.members.includes(name))
      byName.set(name, property);
  }
  return [...byName.values()];
}

/** Whether a member of the group is still being typed: its own finding says enough. */
export function someBroken(node: ObjectNode, type: MessageType, group: Oneof): boolean {
  return node.properties.some(
    ({ key, value }) => !value && group.members.includes(type.field(key)?.name ?? ""),
  );
}
