import * as vscode from "vscode";
import { askPick } from "../ask";
import type { DashboardAt } from "../dashboard-at";
import { inform } from "../notify";
import type { TileTask } from "../webview/picture/messages";
import { chooseMetric } from "./choose-metric";
import type { PreviewDeps } from "./deps";
import { showRange } from "./show-text";

/** Does what a menu of the picture offers for a tile and the text's own features do: at its query, or at its type. */
export async function runTileTask(
  task: TileTask,
  dashboard: DashboardAt,
  tile: string,
  deps: Pick<PreviewDeps, "reveal" | "metrics">,
  panelColumn: vscode.ViewColumn | undefined,
): Promise<void> {
  if (task === "changeType") return changeType(dashboard, tile, deps);
  // In other languages, the metric is chosen from the suggestions in the text.
  if (task === "chooseMetric" && (await chooseMetric(dashboard, tile, deps.metrics))) return;
  const place = await deps.reveal(dashboard, tile, task === "chooseMetric" ? "metric" : "query");
  if (!place) {
    inform("This tile has no query.");
    return;
  }
  await showRange(dashboard.uri, place, true, panelColumn);
  const command = task === "chooseMetric" ? "editor.action.triggerSuggest" : "mosaic.editQuery";
  await vscode.commands.executeCommand(command);
}

/** Offers the types that the language server can make of a widget, and makes the chosen one in one edit. */
async function changeType(
  dashboard: DashboardAt,
  tile: string,
  deps: Pick<PreviewDeps, "reveal">,
): Promise<void> {
  const { uri } = dashboard;
  const place = await deps.reveal(dashboard, tile);
  if (!place) return;
  const at = new vscode.Range(place.cursor, place.cursor);
  const actions = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    ...[uri, at, vscode.CodeActionKind.Refactor.value, MOST_ACTIONS],
  );
  const types = actions.flatMap((action) => {
    const [, type] = /^Change to an? ([^,]+)/.exec(action.title) ?? [];
    return type && action.edit
      ? [{ label: type.charAt(0).toUpperCase() + type.slice(1), detail: action.title, edit: action.edit }]
      : [];
  });
  if (types.length === 0) {
    inform("The type of this widget cannot be changed.");
    return;
  }
  const chosen = await askPick(types, {
    title: "Change Type",
    placeHolder: "The title and the queries stay as they are.",
  });
  if (chosen) await vscode.workspace.applyEdit(chosen.edit);
}

/** More than there are at any place; those beyond come without their edits. */
const MOST_ACTIONS = 100;
