import type { Dashboard } from "../core/dashboard";
import { fixesOf } from "../core/features/changing/fixes";
import { tileAtOffset } from "../core/features/reading/picture";
import type { Finding } from "../core/finding";
import { inertText } from "../core/inert-text";
import { formPointer } from "../core/inspector/address";
import { pointerOfFinding } from "../core/inspector/findings";
import type { Ruling } from "./host";
import { object } from "./schema";
import { type NamedWidget, widgetsOf } from "./widgets";

/** Findings of one dashboard as an agent reads them. */
export const FINDINGS = object(
  {
    name: { type: "string", description: "of the dashboard, if the file has several" },
    errors: { type: "integer" },
    warnings: { type: "integer" },
    findings: {
      type: "array",
      items: object(
        {
          rule: { type: "string", description: "id for describe" },
          severity: { type: "string" },
          message: { type: "string" },
          line: { type: "integer", description: "from 1" },
          widget: { type: "string", description: "ref of the widget" },
          member: {
            type: "string",
            description:
              "JSON pointer in the widget, or in the dashboard without a widget; for edit_dashboard",
          },
          fix: {
            type: "string",
            description: 'what edit_dashboard does with the action "fix" and this rule',
          },
        },
        ["rule", "severity", "message", "line"],
      ),
    },
    more: { type: "integer", description: "findings that are left out" },
  },
  ["errors", "warnings", "findings"],
);

const LONGEST_MESSAGE = 400;

/** Worst first: what is left out counts least. */
const RANK = { error: 0, warning: 1, information: 2, hint: 3 } as const;

/** What a check of a dashboard found. @param hints whether notes and hints count, too */
export function reportOf(
  dashboard: Dashboard,
  { settings }: Ruling,
  { most = 15, hints = false, name }: { most?: number; hints?: boolean; name?: string | undefined } = {},
) {
  const all = dashboard.findingsUnder(settings);
  const counted = [...all]
    .filter(({ severity }) => hints || severity === "error" || severity === "warning")
    .sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.offset - b.offset);
  const widgets =
    counted.length > 0 ? new Map(widgetsOf(dashboard).map((one) => [one.tile.id, one])) : new Map();
  const more = counted.length - most;
  return {
    ...(name && { name: inertText(name) }),
    errors: all.filter(({ severity }) => severity === "error").length,
    warnings: all.filter(({ severity }) => severity === "warning").length,
    findings: counted.slice(0, most).map((finding) => entryOf(dashboard, finding, widgets)),
    ...(more > 0 && { more }),
  };
}

function entryOf(dashboard: Dashboard, finding: Finding, widgets: ReadonlyMap<string, NamedWidget>) {
  const { code, severity, message, offset, length } = finding;
  const { document, canonical } = dashboard;
  const tile = tileAtOffset(canonical, document, offset + Math.min(length, 1) / 2);
  const widget = tile === undefined ? undefined : widgets.get(tile);
  const pointer = pointerOfFinding(dashboard, finding).replace(/#.*$/, "");
  const start = widget ? widget.tile.id : "";
  const member = pointer.startsWith(`${start}/`) ? pointer.slice(start.length) : undefined;
  const place = widget && member === undefined && pointer.startsWith(formPointer(start)) ? undefined : member;
  const [fix] = fixesOf(dashboard, finding);
  return {
    rule: code,
    severity,
    message: inertText(message, LONGEST_MESSAGE),
    line: document.lines.positionAt(offset).line + 1,
    ...(widget && { widget: inertText(widget.ref) }),
    ...(place && { member: place }),
    ...(fix && { fix: inertText(fix.title) }),
  };
}

/** How many errors a dashboard has. */
export function errorsOf(dashboard: Dashboard, { settings }: Ruling): number {
  return dashboard.findingsUnder(settings).filter(({ severity }) => severity === "error").length;
}
