import { keySpan, type Property } from "../document/node";
import { removal } from "./repair";
import type { Rule } from "./rule";

/** `xPos` and `x_pos` in one object: the service reads both, and which of them wins is not defined. */
export const bothSpellings: Rule = {
  id: "both-spellings",
  severity: "warning",
  message: undefined,
  evidence: "inferred",
  summary: "A member is written in lowerCamelCase and in snake_case in the same object.",
  details: "The service reads both spellings of every name, but only one of the two values can count.",
  check(node, { type, report }) {
    if (!node.properties.some(({ key }) => key.includes("_"))) return;
    const seen = new Map<string, Property>();
    for (const property of node.properties) {
      const name = type.field(property.key)?.name;
      if (!name) continue;
      const earlier = seen.get(name);
      if (earlier && earlier.key !== property.key) {
        report({
          ...keySpan(property),
          message: `"${earlier.key}" and "${property.key}" are the same member; keep one of them.`,
          related: [{ ...keySpan(earlier), message: "Also written here." }],
        });
      } else seen.set(name, property);
    }
  },
  fixes: removal,
  bad: {
    dashboard: {
      displayName: "Orders",
      display_name: "All orders",
      gridLayout: { widgets: [{ blank: {} }] },
    },
  },
  good: { dashboard: { displayName: "All orders", gridLayout: { widgets: [{ blank: {} }] } } },
};
