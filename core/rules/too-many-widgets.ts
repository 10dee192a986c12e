import { memberOf } from "../schema/canonical";
import { keyOrBracketSpan } from "../schema/structure";
import type { Rule } from "./rule";
import { widgetsOf } from "./span";

/** Widgets that a dashboard may hold since May 2025. */
const LIMIT = 100;
/** From this number on, warn about the limit. */
const NEAR = 90;

export const tooManyWidgets: Rule = {
  id: "too-many-widgets",
  severity: "error",
  message: "Dashboard",
  evidence: "documented",
  summary: `A dashboard has more than ${LIMIT} widgets.`,
  details: `Groups and section headers also count. Near the limit, from ${NEAR} widgets, this is a hint.`,
  check(node, { type, report }) {
    const count = widgetsOf(node).length;
    if (count < NEAR) return;
    const layouts = type.oneofs[0]!.members.map((name) => memberOf(node, name));
    const at = keyOrBracketSpan(layouts.find((layout) => layout?.kind === "object") ?? node);
    if (count > LIMIT) {
      const message = `The dashboard has ${count} widgets, but the service allows at most ${LIMIT}. Split the dashboard.`;
      report({ ...at, message });
    } else {
      const message = `The dashboard has ${count} of the ${LIMIT} widgets that the service allows.`;
      report({ ...at, severity: "hint", message });
    }
  },
  bad: { dashboard: { displayName: "Orders", gridLayout: { widgets: Array(101).fill({ blank: {} }) } } },
  good: { dashboard: { displayName: "Orders", gridLayout: { widgets: Array(80).fill({ blank: {} }) } } },
};
