import * as vscode from "vscode";
import type { EntryState } from "./entry";

const { t } = vscode.l10n;

/** How a state is called, drawn and coloured in the list and on files. */
export interface StateWords {
  readonly text: string;
  readonly icon: string;
  readonly color: string | undefined;
  /** One or two characters beside a file's name; undefined where there is nothing to say. */
  readonly badge: string | undefined;
  /** A whole sentence for the tooltip. */
  readonly sentence: string;
}

/** Words for a state. @param profile name of the profile that was asked */
export function wordsFor(state: EntryState, profile: string): StateWords {
  switch (state) {
    case "in-sync":
      return {
        ...{ text: t("in sync"), icon: "check", color: "testing.iconPassed", badge: undefined },
        sentence: t("The file is in sync with {0}.", profile),
      };
    case "changed-here":
      return {
        ...{ text: t("changed locally"), icon: "arrow-up", color: "charts.blue", badge: "↑" },
        sentence: t("The file has changes that {0} does not have.", profile),
      };
    case "changed-there":
      return {
        ...{ text: t("changed remotely"), icon: "arrow-down", color: "charts.purple", badge: "↓" },
        sentence: t("{0} has changes that the file does not have.", profile),
      };
    case "changed-both":
      return {
        ...{ text: t("changed on both sides"), icon: "arrow-swap", color: "charts.orange", badge: "↕" },
        sentence: t("Both the file and {0} were changed since the last push or pull.", profile),
      };
    case "differs":
      return {
        ...{ text: t("differs"), icon: "request-changes", color: "charts.orange", badge: "≠" },
        sentence: t("The file and {0} differ. This machine has no record of which side changed.", profile),
      };
    case "only-here":
      return {
        ...{ text: t("local only"), icon: "diff-added", color: "charts.green", badge: "+" },
        sentence: t("{0} does not have this dashboard.", profile),
      };
    case "only-there":
      return {
        ...{ text: t("remote only"), icon: "cloud", color: undefined, badge: undefined },
        sentence: t("This dashboard of {0} has no local file.", profile),
      };
    case "deleted-there":
      return {
        ...{ text: t("deleted remotely"), icon: "trash", color: "charts.red", badge: "−" },
        sentence: t("This dashboard was deleted from {0} since the last push or pull.", profile),
      };
    case "unreadable":
      return {
        ...{
          text: t("cannot be compared"),
          icon: "warning",
          color: "list.errorForeground",
          badge: undefined,
        },
        sentence: t('The file has syntax errors or an invalid "name". Correct it to compare it.'),
      };
    case "clash":
      return {
        ...{ text: t("same id as another file"), icon: "warning", color: "list.errorForeground", badge: "!" },
        sentence: t("Another file has the same dashboard id in {0}.", profile),
      };
    case "unknown":
      return {
        ...{ text: t("not compared"), icon: "circle-outline", color: undefined, badge: undefined },
        sentence: t("{0} has not responded yet.", profile),
      };
  }
}
