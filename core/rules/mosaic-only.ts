import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import type { Rule } from "./rule";

const CONTENTS = ["collapsibleGroup", "singleViewGroup", "sectionHeader"];

export const mosaicOnly: Rule = {
  id: "mosaic-only",
  severity: "error",
  message: "Widget",
  evidence: "recorded",
  summary: "A group or section header is outside a mosaic layout.",
  details:
    "The service allows them only in mosaic layouts. Its error message calls a `singleViewGroup` a `dropdownGroup`.",
  serviceMessage: "collapsibleGroup is only allowed in MosaicLayout.",
  check(node, { report }) {
    // Elsewhere than in a mosaic, widgets are entries of a list.
    if (node.parent?.kind !== "array") return;
    for (const name of CONTENTS) {
      const property = memberProperty(node, name);
      if (!property) continue;
      const what = name === "sectionHeader" ? "Section headers" : "Groups";
      report({
        ...keySpan(property),
        message: `${what} are allowed only in a mosaicLayout. Remove the widget, or convert the layout to a mosaicLayout.`,
      });
    }
  },
  bad: {
    dashboard: { displayName: "Orders", gridLayout: { widgets: [{ title: "Latency", sectionHeader: {} }] } },
  },
  good: { widget: { title: "Latency", sectionHeader: {} } },
};
