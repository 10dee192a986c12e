import { keySpan, type Property } from "../document/node";
import { severityOf } from "../schema/messages";
import { typeName } from "../schema/structure";
import { isObject } from "../shape";
import { setMembersOf } from "./one-of";
import type { Rule } from "./rule";

/** Groups of members of which the service takes one: widget contents, layouts, query sources and the like. */
export const oneOfConflict: Rule = {
  id: "one-of-conflict",
  severity: "error",
  message: (type) => type.oneofs.length > 0,
  evidence: "parser",
  summary: "Two mutually exclusive members are set.",
  check(node, { type, value, report }) {
    for (const group of type.oneofs) {
      const isGuess = group.evidence === "inferred";
      const set = setMembersOf(node, type, group).filter(
        // What the console writes for something that is not set may stand beside what is, where the group is our guess.
        ({ key }) => !(isGuess && isZero(value[type.field(key)!.name])),
      );
      if (set.length < 2) continue;
      const [first, ...others] = set as [Property, ...Property[]];
      const names = set.map((property) => `"${property.key}"`);
      const message = `${names.slice(0, -1).join(", ")} and ${names.at(-1)} are mutually exclusive in ${typeName(type)}. Keep one of them.`;
      for (const property of others) {
        report({
          ...keySpan(property),
          severity: severityOf(group.evidence),
          message,
          related: [{ ...keySpan(first), message: `"${first.key}" is set here.` }],
          data: { kind: "one-of", members: set.map((p) => p.key) },
        });
      }
    }
  },
  bad: {
    widget: { text: { content: "Checkout service" }, blank: {} },
  },
  good: {
    widget: { text: { content: "Checkout service" } },
  },
};

function isZero(value: unknown): boolean {
  return [0, "", "0", "0s"].includes(value as string) || (isObject(value) && Object.keys(value).length === 0);
}
