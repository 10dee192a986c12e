import { type Node, pathOf } from "../document/node";
import { memberOf, memberProperty } from "../schema/canonical";
import { spanOfNode } from "../schema/structure";
import { listOf, stringOf } from "../shape";
import { fixWith, propertyOf } from "./fix-builders";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

const WANTED = { spanDataValue: "SPAN_COUNT" };

export const duplicateSpanAttribute: Rule = {
  id: "duplicate-span-attribute",
  severity: "warning",
  message: "SpanFilters",
  evidence: "documented",
  summary: "A trace query has two conditions on the same span attribute.",
  details: "Use each attribute once. The values of one condition are alternatives.",
  check(node, { canonical, report }) {
    const first = new Map<string, Node>();
    for (const attribute of itemsOf(node, "attributes")) {
      const key = stringOf(canonical.valueOf(attribute)?.["key"]);
      const token = memberOf(attribute, "key");
      if (!key || !token) continue;
      const earlier = first.get(key);
      if (!earlier) first.set(key, token);
      else {
        report({
          ...spanOfNode(token),
          message: `There is already a condition on "${key}". Merge the values into one condition.`,
          related: [{ ...spanOfNode(earlier), message: "First used here." }],
        });
      }
    }
  },
  fixes(dashboard, finding) {
    const later = propertyOf(dashboard, finding)?.parent;
    const list = later?.parent;
    if (list?.kind !== "array") return [];
    const { canonical } = dashboard;
    const key = canonical.valueOf(later!)?.["key"];
    const earlier = list.items.find((item) => canonical.valueOf(item)?.["key"] === key);
    if (!earlier || earlier === later) return [];
    const values = [earlier, later!].flatMap((item) => listOf(canonical.valueOf(item)?.["value"]));
    const name = memberProperty(earlier, "value")?.key ?? "value";
    return fixWith(
      dashboard,
      "Merge the values into the first condition",
      [
        { op: "set", path: [...pathOf(earlier), name], value: [...new Set(values)] },
        { op: "remove", path: pathOf(later!) },
      ],
      true,
    );
  },
  bad: {
    query: {
      traceQuery: {
        ...WANTED,
        spanFilters: {
          attributes: [
            { key: "http.route", value: ["/cart"] },
            { key: "http.route", value: ["/pay"] },
          ],
        },
      },
    },
  },
  good: {
    query: {
      traceQuery: {
        ...WANTED,
        spanFilters: { attributes: [{ key: "http.route", value: ["/cart", "/pay"] }] },
      },
    },
  },
};
