import type { Profile } from "../../../core/config/config";
import type { JsonDocument } from "../../../core/document/reader";
import { newFileText } from "../../../core/forms";
import { fileValue } from "../../../core/sync/pull";
import { reconcile } from "../../../core/sync/reconcile";
import { reconcileTemplate } from "../../../core/sync/reconcile-template";
import type { DashboardResource } from "../../../core/sync/service";
import type { Template } from "../../../core/template/template";

/**
 * A dashboard as a file would hold it.
 *
 * @param document the file to take order, naming style and formatting from, so that only what differs looks different
 * @param template what is known of the file as a template, whose placeholders stay as they are wherever they match
 */
export function dashboardText(
  value: DashboardResource,
  profile: Profile,
  id: string,
  document?: JsonDocument,
  template?: Template,
): string {
  const wanted = fileValue(value, profile, id, document);
  const result =
    document && (template ? reconcileTemplate(document.text, template, wanted) : reconcile(document, wanted));
  return result?.ok ? result.text : newFileText(document?.form?.yaml ? "x.yaml" : "", wanted);
}
