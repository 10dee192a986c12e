import * as vscode from "vscode";
import type { JsonDocument } from "../../core/document/reader";
import type { Difference } from "../../core/sync/compare";
import { fileValue } from "../../core/sync/pull";
import type { Conflict, PushPlan, PushQuestions } from "../../core/sync/push";
import { reconcile } from "../../core/sync/reconcile";
import type { Activity } from "./activity";
import { targetText } from "./place";
import { type RemoteTexts, showDiff } from "./remote-text";

/** A modal dialog shows about this many lines before it gets a scroll bar of its own. */
const LINES = 15;
const { t } = vscode.l10n;

/** What a push asks, in the windows of VS Code. Progress steps aside while a question is open. */
export class PushDialogs implements PushQuestions {
  constructor(
    private readonly uri: vscode.Uri,
    private readonly document: JsonDocument,
    private readonly remoteTexts: RemoteTexts,
    private readonly activity: Activity,
  ) {}

  async errors(errors: readonly unknown[]): Promise<"ask-service" | "show" | "cancel"> {
    const [show, ask] = [t("Show Problems"), t("Ask the Service")];
    const message =
      errors.length === 1
        ? t("The dashboard has 1 error and was not pushed.")
        : t("The dashboard has {0} errors and was not pushed.", errors.length);
    const answer = await this.ask(vscode.window.showErrorMessage(message, show, ask));
    return answer === ask ? "ask-service" : answer === show ? "show" : "cancel";
  }

  async otherProject(inFile: string, profile: PushPlan["profile"]): Promise<boolean> {
    const go = t("Continue");
    const message = t(
      "The name in this file is one of the project {0}. Push to {1}?",
      inFile,
      targetText(profile),
    );
    return (await this.ask(vscode.window.showWarningMessage(message, { modal: true }, go))) === go;
  }

  async conflict(conflict: Conflict): Promise<"overwrite" | "cancel"> {
    const overwrite = t("Overwrite…");
    return (await this.decide(conflict, this.conflictText(conflict), conflict.unseen, overwrite))
      ? "overwrite"
      : "cancel";
  }

  async confirm(plan: PushPlan): Promise<boolean> {
    const message =
      plan.action === "create"
        ? t("Create the dashboard {0} in {1}?", plan.id, targetText(plan.profile))
        : t("Update the dashboard {0} in {1}?", plan.id, targetText(plan.profile));
    return this.decide(plan, message, plan.changes, plan.action === "create" ? t("Create") : t("Push"));
  }

  async typeName(why: "overwrite" | "protected", expected: string): Promise<string | undefined> {
    const prompt =
      why === "overwrite"
        ? t("Edits on the service will be lost. Type the id of the dashboard to overwrite it: {0}", expected)
        : t("The profile is protected. Type its name to push: {0}", expected);
    return this.ask(
      vscode.window.showInputBox({
        title: why === "overwrite" ? t("Overwrite Dashboard") : t("Push to a Protected Profile"),
        prompt,
        ignoreFocusOut: true,
        validateInput: (text) =>
          text === "" || expected.startsWith(text) ? undefined : t("This is not {0}.", expected),
      }),
    );
  }

  private conflictText({ reason, id, base }: Conflict): string {
    switch (reason) {
      case "deleted":
        return t("The dashboard {0} has been deleted on the service since {1}.", id, base!.origin);
      case "changed":
        return t(
          "The dashboard {0} has been edited on the service since {1}. A push would undo that.",
          id,
          base!.origin,
        );
      case "unknown-remote":
        return t("The dashboard {0} exists already, and nothing here says that its contents were seen.", id);
    }
  }

  /** A modal question first; who looks at the differences is asked again beside them, where nothing covers them. */
  private async decide(
    plan: PushPlan,
    message: string,
    differences: readonly Difference[],
    go: string,
  ): Promise<boolean> {
    const look = t("Show Differences");
    const buttons = plan.remote ? [go, look] : [go];
    const options = { modal: true, detail: detailOf(differences) };
    const answer = await this.ask(vscode.window.showWarningMessage(message, options, ...buttons));
    if (answer !== look) return answer === go;
    await this.showDifferences(plan);
    return (await this.ask(vscode.window.showWarningMessage(message, go, t("Cancel")))) === go;
  }

  /** The service's dashboard as this file would say it, against the file. */
  private async showDifferences({ remote, profile, id }: PushPlan): Promise<void> {
    const value = fileValue(remote!, profile, id, this.document);
    const result = reconcile(this.document, value);
    const text = result.ok ? result.text : `${JSON.stringify(value, null, 2)}\n`;
    const left = this.remoteTexts.uriFor(this.uri.path, text);
    await showDiff(left, this.uri, t("{0}: {1} ↔ this file", id, profile.name));
  }

  private async ask<T>(question: Thenable<T>): Promise<T> {
    this.activity.idle();
    return question;
  }
}

/** Differences for the small print of a dialog. */
export function detailOf(differences: readonly Difference[]): string {
  const lines = differences.slice(0, LINES).map(({ text }) => text);
  const more = differences.length - lines.length;
  return [...lines, ...(more > 0 ? [t("and {0} more", more)] : [])].join("\n");
}
