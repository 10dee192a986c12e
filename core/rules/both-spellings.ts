import { keySpan, type Property } from "../document/node";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";

/** `xPos` and `x_pos` in one object: the service reads both, and which of them wins is not defined. */
export const bothSpellings: Rule = {
  id: "both-spellings",
  severity: "warning",
  message: (type) => type.fields.some(({ name, protoName }) => name !== protoName),
  evidence: "inferred",
  summary: "An object has the same member in lowerCamelCase and in snake_case.",
  details: "The service accepts both forms of every name, but uses only one of the two values.",
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
          message: `"${earlier.key}" and "${property.key}" are the same member. Keep one of them.`,
          related: [{ ...keySpan(earlier), message: "Also set here." }],
        });
      } else seen.set(name, property);
    }
  },
  fixes: removeFix,
  bad: {
    dashboard: {
      displayName: "Orders",
      display_name: "All orders",
      gridLayout: { widgets: [{ blank: {} }] },
    },
  },
  good: { dashboard: { displayName: "All orders", gridLayout: { widgets: [{ blank: {} }] } } },
};
