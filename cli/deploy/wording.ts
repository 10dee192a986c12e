import type { HistoryGap } from "../../core/sync/history";
import type { Merged } from "../../core/sync/merge";
import type { PullPlan } from "../../core/sync/pull";
import type { PushConflict, PushPlan } from "../../core/sync/push";
import { visible } from "../io";
import { differenceLines, targetText } from "./report";

/** What a push will do. */
export function planText(name: string, plan: PushPlan): string {
  const verb = plan.action === "create" ? "new dashboard" : "changes";
  return `${name}: ${verb} ${plan.id} in ${targetText(plan.profile)}\n${differenceLines(plan.changes)}`;
}

/** Remote edits that a push would overwrite. As everywhere, arrows point from remote to local. */
export function conflictText(name: string, conflict: PushConflict): string {
  const { reason, undone, base, id, gap } = conflict;
  const own = conflict.unanswered
    ? "  The response to a save of this push was lost. It may have been stored, and changed since.\n"
    : "";
  if (reason === "deleted") {
    return `${name}: the dashboard ${id} has been deleted since ${base!.origin}\n${own}`;
  }
  const why =
    reason === "changed"
      ? `has been edited since ${base!.origin}`
      : "already exists, and nothing here shows that this file was made from it";
  const what = reason === "changed" ? "revert these edits" : "change it";
  return `${name}: the dashboard ${id} ${why}; a push would ${what}:\n${differenceLines(undone)}${own}${gapText(gap)}`;
}

function gapText(gap: HistoryGap | undefined): string {
  switch (gap) {
    case "partial":
      return "  The git history is incomplete because this clone is partial. To get the rest: git fetch --refetch --no-filter\n";
    case "dubious-ownership":
      return "  The git history was not searched because another user owns the repository. To allow it:\n  git config --global --add safe.directory FOLDER\n";
    case "limits":
      return "  The git history was not searched completely. The file has too many or too large versions.\n";
    case "git-failed":
      return "  The git history was not searched because git failed. To see why: git log FILE\n";
    case "shallow":
      return "  The clone is shallow, so the git history is incomplete. Run: git fetch --unshallow\n  (with actions/checkout: fetch-depth: 0).\n";
    case "no-git":
      return "  The git history was not searched, because git is not installed.\n";
    default:
      return "";
  }
}

/** Local edits that a pull would overwrite. */
export function lossText(name: string, plan: PullPlan): string {
  if (plan.reason === "unreadable")
    return `${name}: the file cannot be read as a dashboard; a pull would replace its whole contents\n`;
  return `${name}: the file has local edits; a pull would change:\n${differenceLines(plan.changes)}`;
}

/** Remote edits that a merge adds to the file, or why it cannot be made. */
export function mergeText(name: string, merged: Merged): string {
  if (!merged.ok) {
    const lines = merged.conflicts.map(({ text }) => `  ! ${visible(text)}\n`).join("");
    return `${name}: cannot merge, because both sides changed:\n${lines}`;
  }
  if (merged.incoming.length === 0) return `${name}: the file already has all remote edits\n`;
  return `${name}: a merge keeps the local edits and adds:\n${differenceLines(merged.incoming)}`;
}
