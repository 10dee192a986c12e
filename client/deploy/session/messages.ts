import * as vscode from "vscode";
import type { Profile } from "../../../core/config/config";
import { isServiceFailure, type ServiceFailure } from "../../../core/sync/service";
import { askMessage } from "../../ask";
import { Activity } from "./activity";

/**
 * Shows a failure with its action, *Show Log*, and what may help.
 *
 * @param profile whose credentials may be what is wrong
 * @returns true if the user chooses *Retry*, which is offered only if it can help
 */
export async function showFailure(
  failure: ServiceFailure,
  log: vscode.LogOutputChannel,
  profile?: Profile,
): Promise<boolean> {
  const text = failureText(failure);
  log.error(text);
  const [retry, token, show] = ["Retry", "Set Access Token…", "Show Log"];
  const buttons = [
    ...(failure.kind === "refused" || failure.outcomeUnknown ? [] : [retry]),
    ...(failure.kind === "credentials" && profile?.credentials === "secret" ? [token] : []),
    show,
  ];
  const answer = await askMessage("error", text, {}, ...buttons);
  if (answer === show) await vscode.commands.executeCommand("mosaic.showLog");
  if (answer === token) await vscode.commands.executeCommand("mosaic.setAccessToken", profile);
  return answer === retry || answer === token;
}

/** What happened and what to do, and whether the outcome is unknown. */
export function failureText({ message, action, outcomeUnknown }: ServiceFailure): string {
  const doubt = outcomeUnknown ? ["The change may have been made anyway. Try again to check."] : [];
  return [message, ...doubt, action].join(" ");
}

/** A message with *Show Log*. */
export async function showError(message: string): Promise<void> {
  const show = "Show Log";
  if ((await askMessage("error", message, {}, show)) === show) {
    await vscode.commands.executeCommand("mosaic.showLog");
  }
}

export async function showErrors(): Promise<void> {
  await vscode.commands.executeCommand("workbench.actions.view.problems");
}

/**
 * Runs requests with cancelable progress, and offers *Retry* when they fail.
 *
 * @param work runs again on *Retry*; `say` reports progress; errors other than failures of the service are bugs and are
 * rethrown
 * @returns the result of `work`, or undefined after it was canceled or failed, which was shown
 */
export async function callService<T>(
  title: string,
  { log, profile }: { readonly log: vscode.LogOutputChannel; readonly profile: Profile },
  work: (signal: AbortSignal, say: (message: string) => void) => Promise<T>,
): Promise<{ readonly value: T } | undefined> {
  for (;;) {
    const activity = new Activity(title);
    try {
      activity.busy();
      return { value: await work(activity.signal, (message) => activity.showMessage(message)) };
    } catch (failure) {
      activity.idle();
      if (!isServiceFailure(failure)) throw failure;
      if (failure.kind === "cancelled" || !(await showFailure(failure, log, profile))) return undefined;
    } finally {
      activity.idle();
    }
  }
}
