import type { JsonDocument } from "../../../core/document/reader";
import { identify, idOfName } from "../../../core/sync/identity";
import type { DashboardResource } from "../../../core/sync/service";
import type { StateList } from "../../../core/sync/state-list";

/** Sync state of a file and its remote dashboard. */
export type EntryState =
  | "in-sync"
  | "changed-here"
  | "changed-there"
  /** Both sides differ from what was last received. */
  | "changed-both"
  /** They differ, and there is no base. */
  | "differs"
  | "only-here"
  | "only-there"
  /** It existed at the last push or pull, but no longer does. */
  | "deleted-there"
  /** The file is not valid JSON or has an invalid dashboard id. */
  | "unreadable"
  /** Two files have the same dashboard id. */
  | "clash"
  /** Not read from the service yet. */
  | "unknown";

/** A dashboard of a file. The path is relative to the folder that holds `.mosaic`, as in `ReadFile`. */
export interface LocalFile {
  readonly path: string;
  readonly document: JsonDocument;
  /** Recognized by content only: listed, but skipped by commands for many. */
  readonly recognized?: boolean;
}

/** A dashboard as the list has it: a file, the service's dashboard, or both. */
export interface SidePair {
  /** Undefined when the file does not say which dashboard it is. */
  readonly id: string | undefined;
  readonly file: LocalFile | undefined;
  readonly remote: DashboardResource | undefined;
  /** Another file that has the same id. */
  readonly clash?: string;
}

/** A pair with its state. */
export interface DashboardEntry extends SidePair {
  /** Stable across refreshes. */
  readonly key: string;
  readonly title: string;
  readonly state: EntryState;
  /** The base, if both sides have changed. */
  readonly base?: DashboardResource | undefined;
}

/**
 * Pairs files and remote dashboards by id, each exactly once. A file that is only recognized by content never takes a
 * dashboard from a named file.
 *
 * @param state says which dashboards files without a name were last
 */
export function joinSides(
  files: readonly LocalFile[],
  remotes: Iterable<DashboardResource>,
  state: Pick<StateList, "idOf">,
): SidePair[] {
  const byId = new Map<string, DashboardResource>();
  for (const remote of remotes) {
    const id = idOfName(remote.name ?? "");
    if (id !== undefined) byId.set(id, remote);
  }
  const pairs: SidePair[] = [];
  const owners = new Map<string, string>();
  const met = new Set<string>();
  const order = (a: LocalFile, b: LocalFile) =>
    Number(a.recognized ?? false) - Number(b.recognized ?? false) || (a.path < b.path ? -1 : 1);
  for (const file of [...files].sort(order)) {
    const own = identify(file.path, file.document, state.idOf(file.path));
    if (!own.ok) {
      pairs.push({ id: undefined, file, remote: undefined });
      continue;
    }
    const { id } = own;
    const clash = owners.get(id);
    met.add(id);
    if (clash === undefined && !file.recognized) owners.set(id, file.path);
    const remote = byId.get(id);
    pairs.push(clash === undefined ? { id, file, remote } : { id, file, remote, clash });
  }
  for (const [id, remote] of byId) {
    if (!met.has(id)) pairs.push({ id, file: undefined, remote });
  }
  return pairs;
}

/**
 * What texts of normal forms say; undefined stands for a side that is not there.
 *
 * @param base what was last received, as far as anything is known
 */
export function compareSides(
  local: string | undefined,
  remote: string | undefined,
  base: string | undefined,
): EntryState {
  if (local === undefined) return "only-there";
  if (remote === undefined) return base === undefined ? "only-here" : "deleted-there";
  if (local === remote) return "in-sync";
  if (base === undefined) return "differs";
  if (base === remote) return "changed-here";
  return base === local ? "changed-there" : "changed-both";
}

/** A pair as a row of the list. */
export function entryOf(
  pair: SidePair,
  state: EntryState,
  titleInFile: string | undefined,
  base?: DashboardResource,
): DashboardEntry {
  const { id, file, remote } = pair;
  return {
    ...pair,
    key: file ? `file:${file.path}` : `remote:${id}`,
    title: titleInFile || remote?.displayName || id || file?.path || "",
    state,
    base: state === "changed-both" ? base : undefined,
  };
}

/** By title in natural order, then by id and path. */
export function sortEntries(entries: readonly DashboardEntry[]): DashboardEntry[] {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return [...entries].sort((a, b) => collator.compare(a.title, b.title) || (a.key < b.key ? -1 : 1));
}

/**
 * True when every word of the filter stands in the title, the id, the path, a label or the words for the state.
 *
 * @param stateText the state as the list calls it
 */
export function matchesFilter(entry: DashboardEntry, filter: string, stateText: string): boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const labels = entry.remote?.["labels"];
  const text = [
    entry.title,
    entry.id,
    entry.file?.path,
    stateText,
    ...(typeof labels === "object" && labels !== null ? Object.entries(labels).flat().map(String) : []),
  ]
    .join("\n")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** Ranges of a filter's words in a title, sorted and disjoint, for highlighting. */
export function highlights(title: string, filter: string): [number, number][] {
  const found: [number, number][] = [];
  const text = title.toLowerCase();
  // Lower case can have another length; then offsets would be wrong.
  if (text.length !== title.length) return [];
  for (const word of filter.toLowerCase().split(/\s+/).filter(Boolean)) {
    const at = text.indexOf(word);
    if (at >= 0) found.push([at, at + word.length]);
  }
  found.sort((a, b) => a[0] - b[0] || b[1] - a[1]);
  let end = -1;
  return found.filter(([from, to]) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}

/**
 * Whether both sides differ. A file that is only recognized may belong to another project, so it counts only if it has a
 * remote dashboard.
 */
export function hasDrift({ state, file, remote }: DashboardEntry): boolean {
  if (file?.recognized && !remote) return false;
  return state !== "in-sync" && state !== "only-there" && state !== "unknown" && state !== "unreadable";
}
