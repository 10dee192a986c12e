import { pathOf } from "../document/node";
import { memberProperty } from "../schema/canonical";
import { keyOrBracketSpan } from "../schema/structure";
import { fixWith, valueAt } from "./fix-builders";
import type { Rule } from "./rule";

export const tileWithoutWidget: Rule = {
  id: "tile-without-widget",
  severity: "warning",
  message: "Tile",
  evidence: "inferred",
  summary: "A tile has no widget.",
  details: "Use a `blank` widget for an empty tile.",
  check(node, { report }) {
    const isBeingTyped = node.properties.some(({ key, value }) => key === "widget" && !value);
    if (isBeingTyped || memberProperty(node, "widget")) return;
    report({
      ...keyOrBracketSpan(node),
      message: 'A tile requires a "widget". For an empty tile, use {"blank": {}}.',
    });
  },
  fixes(dashboard, finding) {
    const tile = valueAt(dashboard, finding);
    if (!tile) return [];
    const path = [...pathOf(tile), "widget"];
    return fixWith(dashboard, "Add a blank widget", [{ op: "set", path, value: { blank: {} } }], true);
  },
  bad: { tiles: [{ width: 24, height: 16 }] },
  good: { tiles: [{ width: 24, height: 16, widget: { blank: {} } }] },
};
