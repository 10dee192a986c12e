import type { Dashboard } from "../../dashboard";
import { pathOf } from "../../document/node";
import { edit } from "../../edit/edit";
import type { Finding } from "../../finding";
import type { Fix } from "../../fix";
import { propertyOf } from "../../rules/repair";
import { applyGesture } from "../gestures";

/** For a widget that only a mosaic can hold: makes a mosaic of the layout, or takes the widget out. */
export function makeRoomInMosaic(dashboard: Dashboard, finding: Finding): Fix[] {
  const converted = applyGesture(dashboard, { type: "convert" });
  const widget = propertyOf(dashboard, finding)?.parent;
  const removed = widget && edit(dashboard.document, [{ op: "remove", path: pathOf(widget) }]);
  return [
    ...(converted.ok && converted.edits.length > 0
      ? [{ title: "Convert the layout to a mosaic", edits: converted.edits, certain: false, preferred: true }]
      : []),
    ...(removed?.ok ? [{ title: "Remove the widget", edits: removed.edits, certain: false }] : []),
  ];
}
