import type { HistoryGap } from "../../core/sync/history";
import type { Merged } from "../../core/sync/merge";
import type { PullPlan } from "../../core/sync/pull";
import type { Conflict, PushPlan } from "../../core/sync/push";
import { visible } from "../io";
import { differenceLines, targetText } from "./report";

/** What a push will do. */
export function planText(name: string, plan: PushPlan): string {
  const verb = plan.action === "create" ? "new dashboard" : "changes";
  return `${name}: ${verb} ${plan.id} in ${targetText(plan.profile)}\n${differenceLines(plan.changes)}`;
}

/** What a push would undo. As everywhere, the arrows lead from what the service has to what the file has. */
export function conflictText(name: string, conflict: Conflict): string {
  const { reason, undone, base, id, gap } = conflict;
  const own = conflict.unanswered
    ? "  A save of this push had no answer: it may have been carried out, and edited over since.\n"
    : "";
  if (reason === "deleted") {
    return `${name}: the dashboard ${id} has been deleted since ${base!.origin}\n${own}`;
  }
  const why =
    reason === "changed"
      ? `has been edited since ${base!.origin}`
      : "already exists, and nothing here shows that this file was made from it";
  const what = reason === "changed" ? "undo those edits" : "change it";
  return `${name}: the dashboard ${id} ${why}; a push would ${what}:\n${differenceLines(undone)}${own}${gapText(gap)}`;
}

function gapText(gap: HistoryGap | undefined): string {
  switch (gap) {
    case "partial":
      return "  The git history was not searched to its end, because this clone is partial: git fetch --refetch --no-filter gets the rest.\n";
    case "dubious-ownership":
      return "  The git history was not searched, because git does not trust a repository of another user:\n  git config --global --add safe.directory FOLDER makes an exception.\n";
    case "limits":
      return "  The git history was not searched to its end: the file has more versions, or larger ones, than are looked at.\n";
    case "git-failed":
      return "  The git history was not searched, because git failed here: git log FILE says why.\n";
    case "shallow":
      return "  The git history was not searched to its end, because this clone is shallow: git fetch --unshallow gets the rest\n  (with actions/checkout: fetch-depth: 0).\n";
    case "no-git":
      return "  The git history was not searched, because there is no git on this machine.\n";
    default:
      return "";
  }
}

/** What of a file a pull would lose. */
export function lossText(name: string, plan: PullPlan): string {
  if (plan.reason === "unreadable")
    return `${name}: the file is not a JSON object; a pull would replace all of it\n`;
  return `${name}: the file has edits that the service does not have; a pull would change:\n${differenceLines(plan.changes)}`;
}

/** What a merge brings into the file, or what keeps it from being made. */
export function mergeText(name: string, merged: Merged): string {
  if (!merged.ok) {
    const lines = merged.conflicts.map(({ text }) => `  ! ${visible(text)}\n`).join("");
    return `${name}: the two cannot be merged, since both have changed the same:\n${lines}`;
  }
  if (merged.incoming.length === 0) return `${name}: the file has all of the service's edits already\n`;
  return `${name}: a merge keeps the file's edits and brings in:\n${differenceLines(merged.incoming)}`;
}
