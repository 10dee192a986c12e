import type { DashboardEntry, EntryState } from "./entry";
import { presentationOf } from "./presentation";

/** How the rows of a target are grouped; see the setting `mosaic.dashboards.groupBy`. */
export type Grouping = "state" | "folder" | "none";

export interface EntryGroup {
  /** Stable across refreshes. */
  readonly key: string;
  readonly label: string;
  readonly entries: readonly DashboardEntry[];
  /** Nothing is to be done about its dashboards, and other groups have some: it starts collapsed. */
  readonly isQuiet: boolean;
}

/** Lists up to this length are easier to read without groups. */
const MOST_FLAT = 8;

/** States in the order of what somebody has to do about them. */
const ORDER: readonly EntryState[] = [
  "clash",
  "unreadable",
  "changed-both",
  "differs",
  "changed-here",
  "changed-there",
  "deleted-there",
  "only-here",
  "unknown",
  "in-sync",
  "only-there",
];
const QUIET: ReadonlySet<EntryState> = new Set(["in-sync", "only-there"]);

/**
 * The groups of a target's rows, in order; undefined where the rows stand for themselves.
 *
 * @param profile name of the profile, for the words of states
 */
export function groupsOf(
  entries: readonly DashboardEntry[],
  grouping: Grouping,
  profile: string,
): EntryGroup[] | undefined {
  if (grouping === "none" || entries.length <= MOST_FLAT) return undefined;
  const groups = grouping === "state" ? byState(entries, profile) : byFolder(entries);
  return groups.length > 1 ? groups : undefined;
}

function byState(entries: readonly DashboardEntry[], profile: string): EntryGroup[] {
  const states = ORDER.filter((state) => entries.some((entry) => entry.state === state));
  const isBusy = states.some((state) => !QUIET.has(state));
  return states.map((state) => {
    const { text } = presentationOf(state, profile);
    return {
      key: `state:${state}`,
      label: text.charAt(0).toUpperCase() + text.slice(1),
      entries: entries.filter((entry) => entry.state === state),
      isQuiet: isBusy && QUIET.has(state),
    };
  });
}

function byFolder(entries: readonly DashboardEntry[]): EntryGroup[] {
  const folders = new Map<string, DashboardEntry[]>();
  for (const entry of entries) {
    const path = entry.file?.path;
    const folder = path === undefined ? "" : `/${path.split("/").slice(0, -1).join("/")}`;
    folders.set(folder, [...(folders.get(folder) ?? []), entry]);
  }
  const names = [...folders.keys()].sort((a, b) => Number(a === "") - Number(b === "") || (a < b ? -1 : 1));
  return names.map((folder) => ({
    key: `folder:${folder}`,
    label: folder === "" ? "Remote only" : folder === "/" ? "Top folder" : folder.slice(1),
    entries: folders.get(folder)!,
    isQuiet: folder === "" && names.length > 1,
  }));
}
