import * as vscode from "vscode";
import type { ServiceFailure } from "../../core/sync/service";

const { t } = vscode.l10n;

/** A failure with its one action and the way to the log. */
export async function showFailure(failure: ServiceFailure, log: vscode.LogOutputChannel): Promise<void> {
  log.error(`${failure.message} ${failure.action}`);
  await showProblem(`${failure.message} ${failure.action}`);
}

/** A message with *Show Log*. */
export async function showProblem(message: string): Promise<void> {
  const show = t("Show Log");
  if ((await vscode.window.showErrorMessage(message, show)) === show) {
    await vscode.commands.executeCommand("mosaic.showLog");
  }
}

export async function showProblems(): Promise<void> {
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}
