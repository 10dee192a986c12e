import type { EntryState } from "./entry";

/** Name, icon and color of a state. */
export interface StatePresentation {
  readonly text: string;
  readonly icon: string;
  readonly color: string | undefined;
  /** Badge of one or two characters; undefined for none. */
  readonly badge: string | undefined;
  /** A whole sentence for the tooltip. */
  readonly description: string;
}

/** Words for a state. @param profile name of the profile that was asked */
export function presentationOf(state: EntryState, profile: string): StatePresentation {
  switch (state) {
    case "in-sync":
      return {
        text: "in sync",
        icon: "check",
        color: "testing.iconPassed",
        badge: undefined,
        description: `The file is in sync with ${profile}.`,
      };
    case "changed-here":
      return {
        text: "changed locally",
        icon: "arrow-up",
        color: "charts.blue",
        badge: "↑",
        description: `The file has changes that ${profile} does not have.`,
      };
    case "changed-there":
      return {
        text: "changed remotely",
        icon: "arrow-down",
        color: "charts.purple",
        badge: "↓",
        description: `${profile} has changes that the file does not have.`,
      };
    case "changed-both":
      return {
        text: "changed on both sides",
        icon: "arrow-swap",
        color: "charts.orange",
        badge: "↕",
        description: `Both the file and ${profile} were changed since the last push or pull.`,
      };
    case "differs":
      return {
        text: "differs",
        icon: "request-changes",
        color: "charts.orange",
        badge: "≠",
        description: `The file and ${profile} differ. This machine has no record of which side changed.`,
      };
    case "only-here":
      return {
        text: "local only",
        icon: "diff-added",
        color: "charts.green",
        badge: "+",
        description: `${profile} does not have this dashboard.`,
      };
    case "only-there":
      return {
        text: "remote only",
        icon: "cloud",
        color: undefined,
        badge: undefined,
        description: `This dashboard of ${profile} has no local file.`,
      };
    case "deleted-there":
      return {
        text: "deleted remotely",
        icon: "trash",
        color: "charts.red",
        badge: "−",
        description: `This dashboard was deleted from ${profile} since the last push or pull.`,
      };
    case "unreadable":
      return {
        text: "cannot be compared",
        icon: "warning",
        color: "list.errorForeground",
        badge: undefined,
        description: 'The file has syntax errors or an invalid "name". Correct it to compare it.',
      };
    case "clash":
      return {
        text: "same id as another file",
        icon: "warning",
        color: "list.errorForeground",
        badge: "!",
        description: `Another file has the same dashboard id in ${profile}.`,
      };
    case "unknown":
      return {
        text: "not compared",
        icon: "circle-outline",
        color: undefined,
        badge: undefined,
        description: `${profile} has not responded yet.`,
      };
  }
}
