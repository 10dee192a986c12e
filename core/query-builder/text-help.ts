import type { RuleSettings } from "../config/config";
import type { Dashboard } from "../dashboard";
import { type Node, pathOf } from "../document/node";
import { queryAtPath } from "../query/place";
import { QueryView } from "../query/view";
import type { TextCompletion, TextHelp } from "./model/model";

/** More completions are not listed. */
const MOST = 60;

/**
 * Completions and findings of a text in the place of a query of the dashboard, which has another one there. Undefined where there is
 * no query.
 *
 * @param offset of the caret in the text; completions are left out without it
 */
export function textHelp(
  dashboard: Dashboard,
  node: Node | undefined,
  text: string,
  offset: number | undefined,
  settings: RuleSettings,
): TextHelp | undefined {
  const query = node && queryAtPath(dashboard, pathOf(node));
  const view = query && QueryView.of(text, query.kind.language, dashboard, query.path);
  if (!view) return undefined;
  const found = offset === undefined ? undefined : view.language.complete?.(text, offset, view.context);
  return {
    completions: (found?.items ?? []).slice(0, MOST).map(
      (item): TextCompletion => ({
        label: item.label,
        detail: item.detail ?? "",
        insertText: item.insertText,
        offset: item.offset,
        length: item.length,
        caret: item.caret ?? item.insertText.length,
        more: item.retrigger === true,
      }),
    ),
    findings: view.findings(settings).map(({ finding: { severity, message, offset: at, length } }) => ({
      severity,
      message,
      offset: at,
      length,
    })),
  };
}
