import { keySpan } from "../document/node";
import { memberProperty } from "../schema/canonical";
import type { Rule } from "./rule";

const CONTENTS = ["collapsibleGroup", "singleViewGroup", "sectionHeader"];

export const mosaicOnly: Rule = {
  id: "mosaic-only",
  severity: "error",
  message: "Widget",
  evidence: "recorded",
  summary: "Groups and section headers stand outside of a mosaic layout.",
  details:
    "The service knows them in mosaic layouts only. Its own message calls a `singleViewGroup` a `dropdownGroup`.",
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
        message: `${what} are allowed in a mosaicLayout only. Remove the widget, or move the dashboard to a mosaicLayout.`,
      });
    }
  },
  bad: {
    dashboard: { displayName: "Orders", gridLayout: { widgets: [{ title: "Latency", sectionHeader: {} }] } },
  },
  good: { widget: { title: "Latency", sectionHeader: {} } },
};
