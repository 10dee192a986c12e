import type * as vscode from "vscode";
import type { JsonDocument } from "../../../core/document/reader";
import { compareDashboards } from "../../../core/grid/compare/compare";
import { summaryLines, summaryOf } from "../../../core/grid/compare/summary";
import { inertText } from "../../../core/inert-text";
import type { HistoryGap } from "../../../core/sync/history";
import type { PushConflict, PushDialogs, PushPlan } from "../../../core/sync/push";
import { askMessage, askPick } from "../../ask";
import { accountLine } from "../../trust/account";
import type { Activity } from "../session/activity";
import { targetText } from "../session/location";
import { dashboardText } from "../texts/dashboard-text";
import { type RemoteTexts, showDiff } from "../texts/remote-text";
import { confirmByTyping } from "./consent";
import { creationDetail, permanentIdText } from "./creation-text";

/** A modal dialog shows about this many lines without a scroll bar. */
const LINES = 15;
/** How many changed tiles an entry of a list shows. */
const FIRST = 3;

/** The questions of a push in VS Code. Progress is hidden while a question is open. */
export class VscodePushDialogs implements PushDialogs {
  constructor(
    private readonly uri: vscode.Uri,
    private readonly document: JsonDocument,
    private readonly remoteTexts: RemoteTexts,
    private readonly activity: Activity,
    private readonly resolve: (conflict: PushConflict) => Promise<void>,
  ) {}

  /** Whether the user chose *Pull*; the caller then runs it. */
  pullInstead = false;
  private reason: PushConflict["reason"] | undefined;

  async errors(errors: readonly unknown[]): Promise<"ask-service" | "show" | "cancel"> {
    const [show, ask] = ["Show Problems", "Ask the Service"];
    const message =
      errors.length === 1
        ? "The dashboard has 1 error and was not pushed."
        : `The dashboard has ${errors.length} errors and was not pushed.`;
    const answer = await this.ask(() => askMessage("error", message, {}, show, ask));
    return answer === ask ? "ask-service" : answer === show ? "show" : "cancel";
  }

  async otherProject(inFile: string, profile: PushPlan["profile"]): Promise<boolean> {
    const go = "Continue";
    const message = `The name in this file belongs to the project ${inFile}. Push to ${targetText(profile)}?`;
    return (await this.ask(() => askMessage("warning", message, { modal: true }, go))) === go;
  }

  /** The first button is the default, so it never overwrites remote edits. */
  async conflict(conflict: PushConflict): Promise<"overwrite" | "merge" | "cancel"> {
    const [merge, byHand, pull] = ["Merge", "Merge by Hand…", "Pull…"];
    const { merged, remote, reason } = conflict;
    const overwrite = reason === "deleted" ? "Create Again…" : "Overwrite…";
    const safe = merged?.ok ? [merge] : !remote ? [] : reason === "changed" ? [byHand] : [pull, byHand];
    const detail = [conflictDetail(conflict), `It would be pushed to ${targetText(conflict.profile)}.`].join(
      "\n\n",
    );
    this.reason = reason;
    const answer = await this.decide(
      conflict,
      conflictText(conflict),
      detail,
      [...safe, overwrite],
      reason === "unknown-remote",
    );
    if (answer === byHand) await this.resolve(conflict);
    this.pullInstead = answer === pull;
    return answer === merge ? "merge" : answer === overwrite ? "overwrite" : "cancel";
  }

  async confirm(plan: PushPlan): Promise<boolean> {
    const message =
      plan.action === "create"
        ? `Create the dashboard ${plan.id} in ${targetText(plan.profile)}?`
        : `Update the dashboard ${plan.id} in ${targetText(plan.profile)}?`;
    const go = plan.action === "create" ? "Create" : "Push";
    const detail =
      plan.action === "create"
        ? [creationDetail(plan.local), permanentIdText(this.uri.path, this.document, plan.id)]
            .filter(Boolean)
            .join("\n\n")
        : comparisonDetail(plan);
    return (await this.decide(plan, message, detail, [go])) === go;
  }

  async typeName(why: "overwrite" | "protected", expected: string): Promise<string | undefined> {
    const isDeleted = this.reason === "deleted";
    const prompt =
      why === "protected"
        ? `The profile is protected. Type its name to push: ${expected}`
        : isDeleted
          ? `The dashboard was deleted remotely. To create it again, type its id: ${expected}`
          : `Remote edits will be lost. To overwrite, type the dashboard id: ${expected}`;
    const title =
      why === "protected"
        ? "Push to a Protected Profile"
        : isDeleted
          ? "Create the Dashboard Again"
          : "Overwrite Dashboard";
    return this.ask(() => confirmByTyping(title, prompt, expected));
  }

  /** A modal question first. If the user opens the differences, asks again in a quick pick above them. */
  private async decide(
    plan: PushPlan,
    message: string,
    detail: string,
    buttons: readonly string[],
    looksFirst = false,
  ): Promise<string | undefined> {
    const look = "Show Differences";
    const [first, ...rest] = buttons;
    const ordered = looksFirst ? [look, ...buttons] : [first!, look, ...rest];
    const all = plan.remote ? ordered : buttons;
    const account = await accountLine(plan.profile);
    const small = [detail, account].filter(Boolean).join("\n\n");
    const answer = await this.ask(() =>
      askMessage("warning", message, { modal: true, detail: small }, ...all),
    );
    if (answer !== look) return answer;
    await this.showDifferences(plan);
    return this.ask(() => confirmOverDiff(message, buttons));
  }

  /** A diff of the remote dashboard, in the style of the file, and the file. */
  private async showDifferences({ remote, profile, id }: PushPlan): Promise<void> {
    const left = this.remoteTexts.uriFor(this.uri.path, dashboardText(remote!, profile, id, this.document));
    await showDiff(left, this.uri, `${id}: ${profile.name} → this file`);
  }

  private async ask<T>(question: () => Promise<T>): Promise<T> {
    this.activity.idle();
    return question();
  }
}

/** A question that stays open next to an editor, because a notification disappears after some seconds. */
export async function confirmOverDiff(
  message: string,
  buttons: readonly string[],
): Promise<string | undefined> {
  const items = [...buttons, "Cancel"].map((label) => ({ label }));
  const chosen = await askPick(items, { title: message, ignoreFocusOut: true });
  return chosen && buttons.find((label) => label === chosen.label);
}

function conflictText({ reason, id, base }: PushConflict): string {
  switch (reason) {
    case "deleted":
      return `The dashboard ${id} was deleted on the service since ${base!.origin}.`;
    case "changed":
      return `The dashboard ${id} has been edited on the service since ${base!.origin}. A push would overwrite these edits.`;
    case "unknown-remote":
      return `The dashboard ${id} already exists on the service. There is no record that this file was pulled from it.`;
  }
}

/** As everywhere, arrows point from remote to local. */
function conflictDetail({ reason, undone, merged, gap, unanswered }: PushConflict): string {
  const lead =
    reason === "changed"
      ? "The push would revert (remote → local):"
      : "The push would change (remote → local):";
  const parts = undone.length > 0 ? [`${lead}\n${changesDetail(undone)}`] : [];
  if (merged && !merged.ok) {
    parts.push(`Both sides changed. Merge by hand:\n${changesDetail(merged.conflicts)}`);
  } else if (merged) parts.push("The edits do not overlap and can be merged.");
  if (unanswered) {
    parts.push("The response to a save of this push was lost. It may have been stored, and changed since.");
  }
  if (gap !== undefined) parts.push(historyGapText(gap));
  return parts.join("\n\n");
}

/** Why the history of the file did not help. */
export function historyGapText(gap: HistoryGap): string {
  switch (gap) {
    case "no-git":
      return "The file history was not checked, because git is not available.";
    case "no-repository":
      return "The file history was not checked, because the file is not in a git repository.";
    case "shallow":
      return "The clone is shallow, so older versions are missing. Run: git fetch --unshallow";
    case "partial":
      return "The clone is partial, so older versions are missing. Run: git fetch --refetch --no-filter";
    case "dubious-ownership":
      return "Git does not trust this repository, because it belongs to another user. See safe.directory.";
    case "limits":
      return "The file history was checked only partially, because it is too large.";
    case "git-failed":
      return "The file history was not checked, because git failed.";
  }
}

/** What changes on which tile, for the detail text of a dialog; arrows point from remote to local. */
function comparisonDetail({ remote, local, changes }: PushPlan): string {
  const comparison = compareDashboards(remote, local);
  const lines = summaryLines(comparison).map((text) => ({ text: inertText(text, 240) }));
  return lines.length > 0 ? `${summaryOf(comparison)}:\n\n${changesDetail(lines)}` : changesDetail(changes);
}

/** The same for an entry of a list: how much changes, and the first few tiles. */
export function comparisonEntry(before: unknown, after: unknown): { description: string; detail: string } {
  const comparison = compareDashboards(before, after);
  const lines = summaryLines(comparison).map((text) => inertText(text, 120));
  const more = lines.length - FIRST;
  return {
    description: summaryOf(comparison),
    detail: [...lines.slice(0, FIRST), ...(more > 0 ? [`and ${more} more`] : [])].join(" · "),
  };
}

/** Differences for the detail text of a dialog. */
export function changesDetail(differences: readonly { readonly text: string }[]): string {
  const lines = differences.slice(0, LINES).map(({ text }) => text);
  const more = differences.length - lines.length;
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}
