import { type CodeAction, CodeActionKind, type Range } from "vscode-languageserver-types";
import type { Dashboard } from "../../dashboard";
import { nodeAt } from "../../document/node";
import { StringMap } from "../../document/string-map";
import { parseFilter } from "../../languages/filter";
import { ADD_CONDITION, type ConditionInsertion } from "./condition";

/**
 * *Add condition…* in a Monitoring filter: takes the caret to its end, where suggestions have every label of the metric
 * and its resource. Only for clients with the command, and not in a filter with syntax errors.
 */
export function addConditionActions(dashboard: Dashboard, uri: string, range: Range): CodeAction[] {
  const { document, canonical, text } = dashboard;
  const node = nodeAt(document.root, document.lines.offsetAt(range.start));
  if (node?.kind !== "string" || canonical.fieldOf(node)?.language !== "monitoring-filter") return [];
  if (parseFilter(node.value).problems.length > 0) return [];
  const end = node.value.trimEnd().length;
  const position = document.lines.positionAt(new StringMap(text, node).toSource(end));
  const title = "Add condition…";
  const place: ConditionInsertion = { uri, position, space: end > 0 };
  return [
    {
      title,
      kind: CodeActionKind.RefactorRewrite,
      command: { title, command: ADD_CONDITION, arguments: [place] },
    },
  ];
}
