import type { Node } from "../document/node";
import { textOf } from "../grid/values";
import { member } from "../schema/canonical";
import { at } from "../schema/structure";
import type { Rule } from "./rule";
import { itemsOf } from "./span";

const WANTED = { spanDataValue: "SPAN_COUNT" };

export const duplicateSpanAttribute: Rule = {
  id: "duplicate-span-attribute",
  severity: "warning",
  message: "SpanFilters",
  evidence: "documented",
  summary: "A trace query has two conditions on one span attribute.",
  details: "Each attribute may be named once; the values of one condition are alternatives.",
  check(node, { canonical, report }) {
    const first = new Map<string, Node>();
    for (const attribute of itemsOf(node, "attributes")) {
      const key = textOf(canonical.valueOf(attribute)?.["key"]);
      const token = member(attribute, "key");
      if (!key || !token) continue;
      const earlier = first.get(key);
      if (!earlier) first.set(key, token);
      else {
        report({
          ...at(token),
          message: `There is a condition on "${key}" already. Put the values of both into one.`,
          related: [{ ...at(earlier), message: "First named here." }],
        });
      }
    }
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
