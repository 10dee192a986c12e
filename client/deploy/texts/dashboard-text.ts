import type { Profile } from "../../../core/config/config";
import type { JsonDocument } from "../../../core/document/reader";
import { fileValue } from "../../../core/sync/pull";
import { reconcile } from "../../../core/sync/reconcile";
import type { DashboardResource } from "../../../core/sync/service";

/**
 * A dashboard as a file would hold it.
 *
 * @param document the file to take order, naming style and formatting from, so that only what differs looks different
 */
export function dashboardText(
  value: DashboardResource,
  profile: Profile,
  id: string,
  document?: JsonDocument,
): string {
  const wanted = fileValue(value, profile, id, document);
  const result = document && reconcile(document, wanted);
  return result?.ok ? result.text : `${JSON.stringify(wanted, null, 2)}\n`;
}
