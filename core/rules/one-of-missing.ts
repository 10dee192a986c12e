import type { MessageType, Oneof } from "../schema/messages";
import { keyOrBracketSpan, typeName } from "../schema/structure";
import { hasLikelyMember, setMembersOf } from "./one-of";
import type { Rule } from "./rule";

/** A widget without content, a dashboard without layout, a query without source. */
export const oneOfMissing: Rule = {
  id: "one-of-missing",
  severity: "error",
  message: (type) => type.oneofs.some((group) => group.required),
  evidence: "recorded",
  summary:
    "A required choice is missing: the layout of a dashboard, the content of a widget, or the source of a query.",
  serviceMessage: "Dashboard is missing required field mosaicLayout.tiles[0].widget.content.",
  check(node, { type, report }) {
    for (const group of type.oneofs) {
      if (!group.required || setMembersOf(node, type, group).length > 0 || hasLikelyMember(node, type, group))
        continue;
      const subject = typeName(type);
      report({
        ...keyOrBracketSpan(node),
        message: `${subject[0]!.toUpperCase()}${subject.slice(1)} needs ${wanted(group, type)}.`,
        data: { kind: "missing-choice", group: group.name },
      });
    }
  },
  bad: {
    widget: { title: "Latency" },
  },
  good: {
    widget: { title: "Latency", blank: {} },
  },
};

function wanted(group: Oneof, type: MessageType): string {
  const names = group.members.filter((name) => !type.field(name)?.deprecated);
  if (names.length <= 5) return `one of ${names.join(", ")}`;
  return `a ${group.name}: one of ${names.slice(0, 4).join(", ")}, … (${names.length} kinds)`;
}
