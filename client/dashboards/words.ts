import type { EntryState } from "./entry";

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
        ...{ text: "in sync", icon: "check", color: "testing.iconPassed", badge: undefined },
        sentence: `The file is in sync with ${profile}.`,
      };
    case "changed-here":
      return {
        ...{ text: "changed locally", icon: "arrow-up", color: "charts.blue", badge: "↑" },
        sentence: `The file has changes that ${profile} does not have.`,
      };
    case "changed-there":
      return {
        ...{ text: "changed remotely", icon: "arrow-down", color: "charts.purple", badge: "↓" },
        sentence: `${profile} has changes that the file does not have.`,
      };
    case "changed-both":
      return {
        ...{ text: "changed on both sides", icon: "arrow-swap", color: "charts.orange", badge: "↕" },
        sentence: `Both the file and ${profile} were changed since the last push or pull.`,
      };
    case "differs":
      return {
        ...{ text: "differs", icon: "request-changes", color: "charts.orange", badge: "≠" },
        sentence: `The file and ${profile} differ. This machine has no record of which side changed.`,
      };
    case "only-here":
      return {
        ...{ text: "local only", icon: "diff-added", color: "charts.green", badge: "+" },
        sentence: `${profile} does not have this dashboard.`,
      };
    case "only-there":
      return {
        ...{ text: "remote only", icon: "cloud", color: undefined, badge: undefined },
        sentence: `This dashboard of ${profile} has no local file.`,
      };
    case "deleted-there":
      return {
        ...{ text: "deleted remotely", icon: "trash", color: "charts.red", badge: "−" },
        sentence: `This dashboard was deleted from ${profile} since the last push or pull.`,
      };
    case "unreadable":
      return {
        ...{
          text: "cannot be compared",
          icon: "warning",
          color: "list.errorForeground",
          badge: undefined,
        },
        sentence: 'The file has syntax errors or an invalid "name". Correct it to compare it.',
      };
    case "clash":
      return {
        ...{ text: "same id as another file", icon: "warning", color: "list.errorForeground", badge: "!" },
        sentence: `Another file has the same dashboard id in ${profile}.`,
      };
    case "unknown":
      return {
        ...{ text: "not compared", icon: "circle-outline", color: undefined, badge: undefined },
        sentence: `${profile} has not responded yet.`,
      };
  }
}
