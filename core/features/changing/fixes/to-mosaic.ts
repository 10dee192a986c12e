import type { Dashboard } from "../../../dashboard";
import { pathOf } from "../../../document/node";
import { editDocument } from "../../../edit/edit";
import type { Finding } from "../../../finding";
import type { Fix } from "../../../fix";
import { propertyOf } from "../../../rules/fix-builders";
import { applyGesture } from "../gestures";

/** For a widget that only a mosaic can hold: makes a mosaic of the layout, or takes the widget out. */
export function convertToMosaicFix(dashboard: Dashboard, finding: Finding): Fix[] {
  const converted = applyGesture(dashboard, { type: "convert" });
  const widget = propertyOf(dashboard, finding)?.parent;
  const removed = widget && editDocument(dashboard.document, [{ op: "remove", path: pathOf(widget) }]);
  return [
    ...(converted.ok && converted.edits.length > 0
      ? [
          {
            title: "Convert the layout to a mosaic",
            edits: converted.edits,
            unambiguous: false,
            preferred: true,
          },
        ]
      : []),
    ...(removed?.ok ? [{ title: "Remove the widget", edits: removed.edits, unambiguous: false }] : []),
  ];
}
