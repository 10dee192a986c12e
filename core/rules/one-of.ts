import { keySpan, type ObjectNode, type Property } from "../document/node";
import type { MessageType, Oneof } from "../schema/messages";
import { head, typeName } from "../schema/structure";
import type { Rule } from "./rule";

/** Groups of members of which the service takes one: widget contents, layouts, query sources and the like. */
export const oneOf: Rule = {
  id: "one-of",
  severity: "error",
  message: undefined,
  evidence: "parser",
  summary: "Of some groups of members exactly one, or at most one, may be set.",
  check(node, { canonical, report }) {
    const type = canonical.messageOf(node);
    for (const group of type?.oneofs ?? []) {
      const set = membersSet(node, type!, group);
      if (set.length > 1) {
        const [first, ...others] = set as [Property, ...Property[]];
        const names = set.map((property) => `"${property.key}"`);
        for (const property of others) {
          report({
            code: "one-of-conflict",
            ...keySpan(property),
            message: `${names.slice(0, -1).join(", ")} and ${names.at(-1)} exclude each other: ${typeName(type!)} takes one of them. Remove the others.`,
            related: [{ ...keySpan(first), message: `"${first.key}" is set here.` }],
            data: { group: group.name, members: set.map((p) => p.key) },
          });
        }
      } else if (set.length === 0 && group.required && !someBroken(node, type!, group)) {
        report({
          code: "one-of-missing",
          ...head(node),
          message: `${sentence(typeName(type!))} needs ${wanted(group, type!)}.`,
          data: { group: group.name },
        });
      }
    }
  },
};

/** Properties of the group that are set; one written in both spellings counts once. */
function membersSet(node: ObjectNode, type: MessageType, group: Oneof): Property[] {
  const byName = new Map<string, Property>();
  for (const property of node.properties) {
    const name = type.field(property.key)?.name;
    if (name && group.members.includes(name) && property.value && property.value.kind !== "null")
      byName.set(name, property);
  }
  return [...byName.values()];
}

/** A member whose value is still being typed: its own finding says enough. */
function someBroken(node: ObjectNode, type: MessageType, group: Oneof): boolean {
  return node.properties.some(
    ({ key, value }) => !value && group.members.includes(type.field(key)?.name ?? ""),
  );
}

function wanted(group: Oneof, type: MessageType): string {
  const names = group.members.filter((name) => !type.field(name)?.deprecated);
  if (names.length <= 5) return `one of ${names.join(", ")}`;
  return `a ${group.name}: one of ${names.slice(0, 4).join(", ")}, … (${names.length} kinds)`;
}

function sentence(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}
