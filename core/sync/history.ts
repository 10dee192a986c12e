import { looksLikeYaml } from "../document/reader-words";
import { dashboardPaths, documentOf, filePart, splitPath } from "../forms";
import type { Base, BaseSource } from "./base";
import { identify } from "./identity";
import { requestBody } from "./sent";
import type { DashboardResource } from "./service";
import { Version } from "./version";

/** One version of a file. */
export interface FileVersion {
  readonly text: string;
  /** A short commit id, for messages. */
  readonly label: string;
}

/** Why versions of a file cannot be seen. */
export type HistoryGap =
  /** There is no git here. */
  | "no-git"
  /** The file is in no repository. */
  | "no-repository"
  /** The clone is shallow. */
  | "shallow"
  /** The clone is partial: versions are missing, and fetching them would run what the repository names. */
  | "partial"
  /** The repository belongs to another user, so git does not read it. */
  | "dubious-ownership"
  /** There are more or larger versions than the limits allow. */
  | "limits"
  /** Git gave an error or no answer in time. */
  | "git-failed";

/**
 * The history of files, as git has it: the commits that the checked-out one is made of, and no others. Methods never
 * reject; unreadable versions are skipped.
 */
export interface GitHistory {
  /**
   * The versions of a file, newest first, renames followed. The reader may stop at any time.
   *
   * @param path relative to the folder that holds `.mosaic`, with `/`
   */
  versions(path: string): AsyncIterable<FileVersion>;
  /** Why the history of a file may be incomplete; undefined when it is whole. */
  gap(path: string): Promise<HistoryGap | undefined>;
}

/** Maximum number of versions to search. */
const MOST_VERSIONS = 500;

/**
 * The newest committed version that equals the remote: it was seen, because the file is based on it. If there is already
 * a base, that version must also be committed and not be newer. Otherwise, someone has reverted the service to an older
 * version, which is an edit like any other.
 */
export function baseFromHistory(history: GitHistory): BaseSource {
  return {
    async find({ id, path, remote }, known) {
      if (!remote) return undefined;
      const there = new Version(remote);
      const received = known && new Version(known.value);
      let found: Base | undefined;
      let count = 0;
      for await (const { text, label } of history.versions(filePart(path))) {
        if (++count > MOST_VERSIONS) break;
        const value = dashboardIn(text, path, id, remote);
        if (!value) continue;
        const version = new Version(value);
        if (!found && version.equals(there)) found = { value, origin: `the commit ${label}` };
        if (found && !known) return found;
        if (received?.equals(version)) return found;
      }
      return undefined;
    },
    gap: (path) => history.gap(filePart(path)),
  };
}

/** The dashboard that a version of a file holds, under the remote's name; undefined when it is another one or none. */
function dashboardIn(
  text: string,
  path: string,
  id: string,
  remote: DashboardResource,
): DashboardResource | undefined {
  // A file may have been JSON before it was YAML, and the other way around.
  const { file, id: key } = splitPath(path);
  // The other dashboards of the file may have come later.
  const paths = dashboardPaths(looksLikeYaml(text) ? "renamed.yaml" : file, text);
  const version = paths.length === 1 ? paths[0]! : `renamed.yaml#${key ?? id}`;
  const document = documentOf(version, text);
  if (document.root?.kind !== "object" || document.problems.some((p) => p.severity === "error"))
    return undefined;
  const own = identify(path, document, id);
  if (!own.ok || own.id !== id) return undefined;
  const value = requestBody(document);
  return remote.name === undefined ? value : { ...value, name: remote.name };
}
