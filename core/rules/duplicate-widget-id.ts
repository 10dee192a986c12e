import type { Node } from "../document/node";
import { memberOf } from "../schema/canonical";
import { removeFix } from "./fix-builders";
import type { Rule } from "./rule";
import { widgetsOf } from "./span";

export const duplicateWidgetId: Rule = {
  id: "duplicate-widget-id",
  severity: "warning",
  message: "Dashboard",
  evidence: "inferred",
  summary: "Two widgets have the same id.",
  details: "Widget ids must be unique. Any number of widgets can have an empty id.",
  check(node, { report }) {
    const first = new Map<string, Node>();
    for (const widget of widgetsOf(node)) {
      const id = memberOf(widget, "id");
      if (id?.kind !== "string" || !id.value) continue;
      const earlier = first.get(id.value);
      if (!earlier) first.set(id.value, id);
      else {
        report({
          offset: id.offset,
          length: id.length,
          message: `The id "${id.value}" is already used by another widget. Change or remove it.`,
          related: [{ offset: earlier.offset, length: earlier.length, message: "First used here." }],
        });
      }
    }
  },
  fixes: removeFix,
  bad: {
    tiles: [
      { width: 24, height: 16, widget: { id: "orders", blank: {} } },
      { xPos: 24, width: 24, height: 16, widget: { id: "orders", blank: {} } },
    ],
  },
  good: {
    tiles: [
      { width: 24, height: 16, widget: { id: "orders", blank: {} } },
      { xPos: 24, width: 24, height: 16, widget: { id: "payments", blank: {} } },
    ],
  },
};
